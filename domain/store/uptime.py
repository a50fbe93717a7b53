"""When nobody could play: a server that is down, asleep or closed takes no time from anybody.

Every server notes now and then that it is there. Whoever finds the last note too old notes from when to when
nobody was, with a grace for players to come back; clocks leave those times out. Several servers share the
notes: as long as one is there, time goes on.
"""

from collections.abc import Callable, Iterable

from domain.store.changes import Changes, Remembered
from domain.store.faults import storing
from domain.store.vault import AWAY, BEAT, Notes, subject

BEAT_SECONDS = 5.0
LAPSE = 20_000
"""Milliseconds without a sign of life after which nobody was there."""
GRACE = 60_000
"""Milliseconds after such a time before clocks run again."""

Span = tuple[int, int]


class Uptime:
    """The notes about when the games of a store could be played. Safe for threads."""

    def __init__(self, notes: Notes, changes: Changes, clock: Callable[[], int]) -> None:
        self._notes, self._clock = notes, clock
        self._spans: Remembered[list[Span]] = Remembered(changes)
        self._last: int | None = None
        self._is_idle = False

    def beat(self) -> None:
        """This program is there, and keeps the time of games from now on."""
        now = self._clock()
        with storing("Noting that the server is there"):
            found = self._notes.read(BEAT, "")
            if found is not None and now - int(found) > LAPSE and not self._is_idle:
                self._notes.made_once(AWAY, "", found, str(now + GRACE))
            if found is None or now > int(found):
                self._notes.write(BEAT, "", "", str(now), was=found)
        self._last, self._is_idle = now, False

    def rest(self) -> None:
        """This program is there, and no game has a clock that runs: nothing need be noted."""
        self._last, self._is_idle = self._clock(), True

    def keeps_time(self) -> bool:
        """Whether this program has shown lately that it is there: only then a clock runs out."""
        return self._last is not None and self._clock() - self._last <= LAPSE

    def away(self, since: int, until: int, stopped: Iterable[tuple[int, int | None]] = ()) -> int:
        """For how many milliseconds between two moments nobody could play. `stopped` are times when the host
        had put the game away."""
        spans = [*self._noted(), *((begin, until if end is None else end + GRACE) for begin, end in stopped)]
        if self._last is not None and until - self._last > LAPSE:
            spans = [*spans, (self._last, until)]
        lost, done = 0, since
        for begin, end in sorted(spans):
            begin, end = max(begin, done), min(end, until)
            if begin < end:
                lost, done = lost + end - begin, end
        return lost

    def _noted(self) -> list[Span]:
        def read() -> list[Span]:
            return [(int(begin), int(end)) for _, begin, end in self._notes.about("", (AWAY,))]

        with storing("Reading when nobody was there"):
            return self._spans.get(read, subject(AWAY, ""))
