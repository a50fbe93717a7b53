"""Leases: one program at a time does the work of a game, as long as it shows that it lives."""

import time
from itertools import count
from secrets import token_hex
from threading import Lock

from domain.store.faults import storing
from domain.store.vault import LEASE, Notes

LAPSES_SECONDS = 4.0
"""How long a lease may stay as it is before somebody else may take it."""
RENEW_SECONDS = 1.0


class Leases:
    """Notes that their holders rewrite. Safe for threads.

    Whoever sees a lease unchanged for `LAPSES_SECONDS` by a clock of his own may take it, so the clocks of
    several machines need not agree. To lose a lease does no harm: orders name the moment that they are for.
    They lie in the store and not in Redis: work on a game needs the store anyway, and Redis may be away.
    """

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._name = token_hex(8)
        self._numbers = count(1)
        self._held: dict[str, tuple[str, float]] = {}
        self._seen: dict[str, tuple[str, float]] = {}
        self._guard = Lock()

    def take(self, game: str) -> float:
        """0 if this program has the lease of `game` from now on, else the seconds until to ask again."""
        now = time.monotonic()
        with self._guard, storing("The lease of a game"):
            held = self._held.get(game)
            if held is not None and now - held[1] < RENEW_SECONDS:
                return 0.0
            found = self._notes.read(LEASE, game)
            if found is None or (held is not None and found == held[0]) or self._left(game, found, now) <= 0:
                mine = f"{self._name} {next(self._numbers)}"
                if self._notes.write(LEASE, game, "", mine, was=found):
                    self._held[game] = mine, now
                    self._seen.pop(game, None)
                    return 0.0
            self._held.pop(game, None)
            return max(RENEW_SECONDS / 10, self._left(game, found or "", now))

    def renew(self, game: str) -> None:
        """Shows that this program lives, if it has the lease of `game`."""
        if game in self._held:
            self.take(game)

    def _left(self, game: str, found: str, now: float) -> float:
        """Seconds until somebody's lease may be taken, if it stays as it is."""
        seen = self._seen.get(game)
        if seen is None or seen[0] != found:
            seen = self._seen[game] = found, now
        return LAPSES_SECONDS - (now - seen[1])

    def give_up(self, game: str) -> None:
        """There is nothing to do in `game` now: whoever finds something may take it at once."""
        with self._guard, storing("The lease of a game"):
            self._seen.pop(game, None)
            held = self._held.get(game)
            if held is not None:
                self._notes.remove(LEASE, game, was=held[0])
                del self._held[game]
