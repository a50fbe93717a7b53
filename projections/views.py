"""How the views lie in Redis, and the scripts that change them whole or not at all.

Every key begins with `grognard:<store id>:<schema>`, so a new event store or a new form of the
views never meets old ones. `...:head` is a hash: the generation that counts and the notification up
to which it goes. A generation's keys are

    <generation>:boards:<game>             hash   viewer -> the board; of games in play
    <generation>:lobby                     hash   game -> its row
    <generation>:waiting                   hash   game in play -> [moment, seats that must answer]
    <generation>:statistics                hash   game -> its statistics
    <generation>:timeline:<game>:<viewer>  list   one row an event; its length is its version

`...:forgotten` says after how many people were forgotten the views are.
`grognard:<store id>:present:<game>` is no view: the seats that are there, each until when (`presence.py`).
`grognard:<store id>:changed` is the channel on which changes are told: {game, moment, version}.
"""

import time
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import redis

from domain.kernel import Seat
from projections.following import write_json

SCHEMA = 13
"""Grows whenever the form of any view changes: the old views are removed once no older server keeps them."""
TIMELINE_SECONDS = 24 * 3600
"""How long a timeline stays after somebody looked at it last."""
AWAY_SECONDS = 1.0
"""How long readers leave a Redis alone that could not be reached or did not answer in time."""

COMMIT = """
local head = redis.call('HMGET', KEYS[1], 'generation', 'position')
if head[1] ~= ARGV[1] or head[2] ~= ARGV[2] then return 0 end
local i, n = 5, #ARGV
while i <= n do
  local k = tonumber(ARGV[i])
  redis.call(unpack(ARGV, i + 1, i + k))
  i = i + k + 1
end
redis.call('HSET', KEYS[1], 'position', ARGV[3], 'last', ARGV[4])
return 1
"""
"""Views and position move together, and only on from the position that the writer knows."""

SWITCH = """
local generation = redis.call('HGET', KEYS[1], 'generation') or ''
if generation ~= ARGV[1] or redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'generation', ARGV[2], 'position', ARGV[3], 'last', ARGV[4])
redis.call('DEL', KEYS[2])
return 1
"""
"""The rebuilt generation counts from now on, unless another one came first or Redis was emptied."""

APPEND = """
if redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
for i = 3, #ARGV do redis.call('RPUSH', KEYS[1], ARGV[i]) end
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
"""
"""Rows go on a timeline only if they follow on: no row comes twice, none is left out."""

BOARD = """
local head = redis.call('HMGET', KEYS[1], 'generation', 'position')
if not head[1] or not head[2] then return nil end
return {head[2], redis.call('HGET', ARGV[1] .. ':' .. head[1] .. ':boards:' .. ARGV[2], ARGV[3])}
"""
"""One board in one trip, and the notification up to which the views go."""

LEAD = """
local leader = redis.call('GET', KEYS[1])
if leader and leader ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""

RESIGN = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0"

Write = tuple[str | bytes | int, ...]
"""One Redis command."""
Found = TypeVar("Found")


@dataclass(frozen=True)
class Head:
    """The generation that counts and the notification up to which it goes."""

    generation: str
    position: int


class Views:
    """The views of one event store in one Redis, in one form: this program's, unless it is said."""

    def __init__(self, client: "redis.Redis", store_id: str, schema: int = SCHEMA) -> None:
        self.client, self.schema, self._store_id = client, schema, store_id
        self.root = f"grognard:{store_id}:{schema}"
        self.channel = f"grognard:{store_id}:changed"
        self._switch = client.register_script(SWITCH)
        self._append = client.register_script(APPEND)
        self._lead = client.register_script(LEAD)
        self._board = client.register_script(BOARD)
        self._resign = client.register_script(RESIGN)

    def key(self, generation: str, *parts: str) -> str:
        return ":".join((self.root, generation, *parts))

    def boards(self, generation: str, game: str) -> str:
        return self.key(generation, "boards", game)

    def timeline(self, generation: str, game: str, viewer: Seat) -> str:
        return self.key(generation, "timeline", game, viewer)

    def head(self) -> Head | None:
        """None if there are no views (a new Redis, or one that was emptied)."""
        found: Any = self.client.hmget(f"{self.root}:head", "generation", "position")
        generation, position = found
        if generation is None or position is None:
            return None
        return Head(generation.decode(), int(position))

    def board(self, game: str, viewer: Seat) -> tuple[int, bytes] | None:
        """A game's board for a viewer, and up to which notification the views go; None if there is none."""
        found: Any = self._board(keys=[f"{self.root}:head"], args=[self.root, game, viewer])
        return None if found is None or found[1] is None else (int(found[0]), found[1])

    def last(self) -> str:
        """What the last event was that the views know, in the words of whoever wrote them."""
        found: Any = self.client.hget(f"{self.root}:head", "last")
        return found.decode() if found else ""

    def commit(
        self,
        head: Head,
        to: int,
        writes: Sequence[Write],
        last: str = "",
    ) -> Head | None:
        """Carry out `writes` and move on to notification `to`; None if `head` is no longer the head.

        `last` is what the event at `to` is known by.
        """
        arguments: list[str | bytes | int] = [head.generation, head.position, to, last]
        for write in writes:
            arguments += (len(write), *write)
        # a registered script takes a trip more
        done: Any = self.client.eval(COMMIT, 1, f"{self.root}:head", *arguments)
        return Head(head.generation, to) if done == 1 else None

    def append(self, key: str, length: int, rows: list[bytes]) -> bool:
        """Put `rows` on a timeline that has `length` rows; False if it has not."""
        return bool(self._append(keys=[key], args=[length, TIMELINE_SECONDS, *rows]))

    def begin(self, generation: str) -> None:
        """A new generation is being built."""
        self.client.set(self.key(generation, "building"), "1", ex=TIMELINE_SECONDS)

    def write(self, writes: Sequence[Write]) -> None:
        """Carry out `writes` in one trip: for a generation that does not count yet."""
        with self.client.pipeline(transaction=False) as pipe:
            for each in writes:
                pipe.execute_command(*each)  # type: ignore[no-untyped-call]
            pipe.execute()

    def switch(self, old: Head | None, generation: str, position: int, last: str = "") -> Head | None:
        """`generation` counts from now on; None if another one came first or Redis was emptied."""
        keys = [f"{self.root}:head", self.key(generation, "building")]
        done = self._switch(keys=keys, args=[old.generation if old else "", generation, position, last])
        return Head(generation, position) if done == 1 else None

    def nudge(self, game: str, moment: str, version: int) -> Write:
        """Word of a change to whoever follows the game."""
        return ("PUBLISH", self.channel, write_json({"game": game, "moment": moment, "version": version}))

    def drop(self, generation: str) -> None:
        """Remove a generation's keys."""
        found: list[Any] = []
        for key in self.client.scan_iter(match=self.key(generation, "*"), count=1000):
            found.append(key)
            if len(found) == 500:
                self.client.unlink(*found)
                found = []
        if found:
            self.client.unlink(*found)

    def forgotten(self) -> int:
        """After how many people were forgotten the views are."""
        found: Any = self.client.get(f"{self.root}:forgotten")
        return int(found or 0)

    def set_forgotten(self, count: int) -> None:
        """The views tell nothing more of so many people who were forgotten."""
        self.client.set(f"{self.root}:forgotten", count)

    def drop_timelines(self, generation: str, game: str) -> None:
        """The timelines of a game are made anew when somebody looks."""
        found = list(self.client.scan_iter(match=self.timeline(generation, game, Seat("*")), count=1000))
        if found:
            self.client.unlink(*found)

    def tidy(self, generation: str) -> None:
        """Remove what nobody reads any more: generations that never came to count, views in an older form.

        What is still being built stays, and so do views that an older server keeps beside this one. What lies
        there in a newer form is for newer servers to judge.
        """
        for schema, others in self._lying().items():
            if schema < self.schema:
                Views(self.client, self._store_id, schema)._give_up(others)
            elif schema == self.schema:
                for other in others - {generation}:
                    if not self._is_building({other}) and not self._counts(other):
                        self.drop(other)

    def _lying(self) -> dict[int, set[str]]:
        """Of which generations keys lie in Redis, by the form of the views."""
        start = len(f"grognard:{self._store_id}:")
        found: dict[int, set[str]] = {}
        for key in self.client.scan_iter(match=f"grognard:{self._store_id}:*", count=1000):
            schema, _, name = key.decode()[start:].partition(":")
            if schema.isdecimal():
                generation, _, rest = name.partition(":")
                found.setdefault(int(schema), set()).update([generation] if rest else [])
        return found

    def _give_up(self, generations: set[str]) -> None:
        """Remove all views in this form, unless a server follows them or builds some.

        One that starts at this moment finds no head, for that goes first, and builds its own.
        """
        if not self.client.exists(f"{self.root}:leader") and not self._is_building(generations):
            self.client.unlink(f"{self.root}:head", f"{self.root}:forgotten")
            for each in generations:
                self.drop(each)

    def _is_building(self, generations: set[str]) -> bool:
        """Asked after they were found: one that is built was begun before."""
        return any(self.client.exists(self.key(each, "building")) for each in generations)

    def _counts(self, generation: str) -> bool:
        """Asked after it was not found building: it may have come to count since."""
        head = self.head()
        return head is not None and head.generation == generation

    def lead(self, name: str, milliseconds: int) -> bool:
        """Whether `name` leads the projections from now on for that long."""
        return bool(self._lead(keys=[f"{self.root}:leader"], args=[name, milliseconds]))

    def resign(self, name: str) -> None:
        self._resign(keys=[f"{self.root}:leader"], args=[name])


_away: "weakref.WeakKeyDictionary[redis.Redis, float]" = weakref.WeakKeyDictionary()


def reached(client: "redis.Redis", look: Callable[[], Found | None]) -> Found | None:
    """What `look` finds in Redis; None while Redis is away, without waiting for it again and again."""
    if time.monotonic() < _away.get(client, 0.0):
        return None
    try:
        return look()
    except (redis.TimeoutError, redis.ConnectionError):
        _away[client] = time.monotonic() + AWAY_SECONDS
        return None
    except redis.RedisError:
        return None
