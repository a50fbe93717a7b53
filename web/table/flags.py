"""Keeps the time of games with a clock: whoever runs out of it has lost, whether anybody looks or not. Who
has a quarter of the time for a long move left is reminded.

Every server does so, and notes that it is there (`domain/store/uptime.py`); which of them finds that a clock
has run out makes no difference, as it is recorded once.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from domain.kernel import Seat
from domain.kernel.errors import StoreUnavailable
from domain.store.clocks import Watch
from domain.store.uptime import BEAT_SECONDS
from web.hosting.minding import Minder, Work

OTHERS_SECONDS = 30.0
"""How often a game is looked at that others may have changed: those who did look when a clock is due."""
AGAIN_SECONDS = 1.0
"""A game that is due is looked at again after this at least."""


LEAST_MOVE = 3600
"""Seconds for a move from which on one is reminded: who has less sits at the table."""
Remind = Callable[[str, str, Seat], None]
"""Is told of a game, its moment and the seat."""


def nobody_is_reminded(_game: str, _moment: str, _seat: Seat) -> None:
    """Where no notices are sent."""


class Flags:
    """Looks at each game with a clock when one of its clocks is due, or its seat is to be reminded; `remind`
    may be called more than once for a decision."""

    def __init__(self, games: Any, remind: Remind = nobody_is_reminded) -> None:
        self._games, self._remind, self._known = games, remind, set[str]()
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
        return max(AGAIN_SECONDS, min((watch.due - watch.at) / 1000, self._reminding(desk, watch)))

    def _reminding(self, desk: Any, watch: Watch) -> float:
        """Reminds the seats that have little time left for their move; in how many seconds to do so next."""
        wait = float("inf")
        if watch.control.per_move >= LEAST_MOVE:
            for seat in watch.runs:
                before = watch.left[seat] / 1000 - watch.control.per_move / 4
                if before > 0:
                    wait = min(wait, before)
                else:
                    self._remind(desk.game, desk.moment, seat)
        return wait
