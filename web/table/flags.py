"""Keeps the time of games with a clock: whoever runs out of it has lost, whether anybody looks or not.

Every server does so, and notes that it is there (`domain/store/uptime.py`); which of them finds that a clock
has run out makes no difference, as it is recorded once.
"""

from contextlib import suppress
from typing import Any

from domain.kernel.errors import StoreUnavailable
from domain.store.clocks import Watch
from domain.store.uptime import BEAT_SECONDS
from web.hosting.minding import Minder, Work

OTHERS_SECONDS = 30.0
"""How often a game is looked at that others may have changed: those who did look when a clock is due."""
AGAIN_SECONDS = 1.0
"""A game that is due is looked at again after this at least."""


class Flags:
    """Looks at each game with a clock when one of its clocks is due."""

    def __init__(self, games: Any) -> None:
        self._games, self._known = games, set[str]()
        self._minder = Minder("clocks", self.look, self.watch, seconds=BEAT_SECONDS)

    def start(self) -> "Flags":
        """Begins to keep time: from now on clocks run, those from before leave out that nobody was there."""
        with suppress(StoreUnavailable):  # it is said by who tries again
            self.watch()
        self._games.on_change(self._changed)
        self._minder.start()
        return self

    def stop(self) -> None:
        """Ends the threads."""
        self._minder.stop()

    def work(self) -> Work:
        """What it is at now."""
        return self._minder.work()

    def watch(self) -> None:
        """Notes that this server is there, unless play is closed, and looks at all games with a clock."""
        timed = self._games.timed()
        if not timed:
            self._games.uptime.rest()
            return
        if self._games.shelf.closed() is None:
            self._games.uptime.beat()
        for game in timed:
            self._minder.mind(game, OTHERS_SECONDS if game in self._known else 0)
        self._known = set(timed)

    def _changed(self, game: str, _moment: str) -> None:
        """Called inside every order; most games have no clock."""
        if self._games.standing(game).times is not None:
            self._minder.mind(game)

    def look(self, game: str) -> float | None:
        """To look at the desk ends a game that is lost on time; in how many seconds to look again."""
        desk = self._games.desk(game)
        watch: Watch | None = self._games.clocks_at(desk)
        if desk.is_over:
            self._games.untimed(game)
            return None
        if watch is None or watch.due is None or watch.out:
            return None
        return max(AGAIN_SECONDS, (watch.due - watch.at) / 1000)
