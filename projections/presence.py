"""Presence: which seats have a browser that follows the game now.

Live streams keep it up. A seat stays present for a while after its last stream ended, so that going from
page to page (a hand-over, an answer in a response window) is not seen by anybody. All seats of a browser
count, whoever sits in front of it.
"""

import threading
import time
from typing import Any

from domain.kernel import Seat
from projections.views import reached

TOLD_SECONDS = 1.0
"""For how long Redis is not asked again, unless somebody says that it knows more now."""
TOLD_GAMES = 1024


class Presence:
    """The seats that are present, by game: of this process, and of all while Redis is there."""

    def __init__(self, client: Any, store: str, lasts: float) -> None:
        """`lasts`: seconds that a seat stays present after it was last seen."""
        self._redis, self._store, self._lasts = client, store, lasts
        self._until: dict[str, dict[Seat, float]] = {}
        self._told: dict[str, tuple[float, dict[Seat, float]]] = {}
        self._changes = 0
        self._guard = threading.Lock()

    def seen(self, game: str, seats: tuple[Seat, ...]) -> bool:
        """A browser with `seats` follows the game. Whether one of them was not present before."""
        if not seats:
            return False
        is_new = not set(seats) <= self.seats(game)
        until = time.time() + self._lasts
        with self._guard:
            self._until.setdefault(game, {}).update(dict.fromkeys(seats, until))
        if self._redis is not None:
            reached(self._redis, lambda: self._tell(game, seats, until))
            self.look_again(game)
        return is_new

    def look_again(self, game: str) -> None:
        """Somebody has come to a game: what Redis told before counts no more."""
        with self._guard:
            self._changes += 1
            self._told.pop(game, None)

    def seats(self, game: str) -> set[Seat]:
        """The seats of a game that are present."""
        moment = time.time()
        with self._guard:
            here = {seat: until for seat, until in self._until.get(game, {}).items() if until > moment}
            if here:
                self._until[game] = here
            else:
                self._until.pop(game, None)
        if self._redis is None:
            return set(here)
        return {*here, *self._elsewhere(game, moment)}

    def games(self) -> dict[str, set[Seat]]:
        """Every game that somebody follows now, with the seats that are present."""
        with self._guard:
            found = set(self._until)
        if self._redis is not None:
            known = reached(self._redis, lambda: [*self._redis.scan_iter(match=self._key("*"), count=1000)])
            found.update(each.decode().rpartition(":")[2] for each in known or ())
        return {game: seats for game in sorted(found) if (seats := self.seats(game))}

    def _elsewhere(self, game: str, moment: float) -> dict[Seat, float]:
        """What Redis says: until when which seats are present."""
        with self._guard:
            at, known = self._told.get(game, (0.0, {}))
            changes = self._changes
        if 0 <= moment - at < TOLD_SECONDS and all(until > moment for until in known.values()):
            return known
        told = reached(
            self._redis,
            lambda: self._redis.zrangebyscore(self._key(game), moment, "+inf", withscores=True),
        )
        found = {Seat(seat.decode()): until for seat, until in told or ()}
        with self._guard:
            if told is not None and self._changes == changes:
                if len(self._told) >= TOLD_GAMES:
                    self._told.clear()
                self._told[game] = moment, found
        return found

    def _tell(self, game: str, seats: tuple[Seat, ...], until: float) -> None:
        with self._redis.pipeline() as pipe:
            pipe.zadd(self._key(game), dict.fromkeys(seats, until), gt=True)
            pipe.expire(self._key(game), int(self._lasts) + 1)
            pipe.execute()

    def _key(self, game: str) -> str:
        return f"grognard:{self._store}:present:{game}"
