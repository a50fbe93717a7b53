"""Closes response windows that stay open for a cover time: each game is looked at when it is due."""

from typing import Any

from domain.store.reading import now
from web.hosting.minding import Minder, Work

WATCH_SECONDS = 2.0
OTHERS_SECONDS = 3.0
"""How long past its time a window of another worker is looked at: that one closes it, unless it died."""
AGAIN_SECONDS = 2.0


class OpenWindows:
    """Every window with a cover time: also those that were open when the server stopped, and those of other
    workers that died."""

    def __init__(self, games: Any) -> None:
        self._games = games
        self._dues: dict[str, int] = {}
        self._minder = Minder("windows", self._close, self._watch, seconds=WATCH_SECONDS)

    def start(self) -> "OpenWindows":
        """Begins to close windows."""
        self._games.on_due(lambda game, due: self._minder.mind(game, _seconds_to(due)))
        self._minder.start()
        return self

    def stop(self) -> None:
        """Ends the threads."""
        self._minder.stop()

    def work(self) -> Work:
        """What it is at now."""
        return self._minder.work()

    def _watch(self) -> None:
        before, self._dues = self._dues, self._games.dues()
        for game, due in self._dues.items():
            if before.get(game) != due:
                self._minder.mind(game, _seconds_to(due) + OTHERS_SECONDS)

    def _close(self, game: str) -> float | None:
        """To look at the desk closes a window that is due; in how many seconds to look again, if not."""
        desk = self._games.desk(game)
        if desk.due is None or not desk.is_settled:  # what is missing closes it when it comes
            return None
        return max(AGAIN_SECONDS, _seconds_to(desk.due))


def _seconds_to(due: int) -> float:
    return max(0.0, (due - now()) / 1000)
