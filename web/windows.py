"""Closes response windows that stay open for a cover time: one thread looks at each game when it is due."""

import logging
import queue
import threading
from typing import Any

from domain.kernel.errors import GrognardError, UnknownGame
from domain.store.games import now

AGAIN = 1000
"""Milliseconds until a game is looked at again that could not be read."""

log = logging.getLogger("grognard.windows")


class OpenWindows:
    """Every window with a cover time; also those that were open when the server stopped."""

    def __init__(self, games: Any) -> None:
        self._games = games
        self._told: queue.Queue[tuple[str, int] | None] = queue.Queue()
        self._dues: dict[str, int] = {}
        self._late: set[str] = set()
        self._thread = threading.Thread(target=self._run, name="windows", daemon=True)

    def start(self) -> "OpenWindows":
        """Begins to close windows."""
        self._games.on_due(lambda game, due: self._told.put((game, due)))
        self._dues = self._games.dues()
        self._thread.start()
        return self

    def stop(self) -> None:
        """Ends the thread."""
        self._told.put(None)
        self._thread.join(timeout=10)

    def _run(self) -> None:
        while True:
            try:
                told = self._told.get(timeout=self._wait())
            except queue.Empty:
                self._close_due()
                continue
            if told is None:
                return
            self._dues[told[0]] = told[1]

    def _wait(self) -> float | None:
        return max(0, min(self._dues.values()) - now()) / 1000 if self._dues else None

    def _close_due(self) -> None:
        for game in [game for game, due in self._dues.items() if due <= now()]:
            del self._dues[game]
            try:
                self._games.desk(game)
                self._late.discard(game)
            except UnknownGame:
                continue
            except GrognardError as problem:
                if game not in self._late:
                    log.warning("the window of game %s is not closed yet: %s", game, problem.message)
                self._late.add(game)
                self._dues[game] = now() + AGAIN
