"""Tables of all games, from Redis as far as it goes and from the event store for the rest.

While Redis is away, or its views are being built, the lines are kept in memory. A look makes missing ones for
a moment, games in play first and then the newest, and a thread goes on with the rest: nobody waits until all
games of the past are there. `missing` tells how many are still to come.
"""

import logging
import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from domain.kernel.errors import StoreUnavailable
from projections.documents import Document
from projections.following import write_json
from projections.views import Views, reached

if TYPE_CHECKING:
    import redis

    from domain.store import Games

log = logging.getLogger(__name__)

LOOK_SECONDS = 0.3
"""How long one look makes lines that are missing, unless it says otherwise."""

MOST_FRESH = 8
"""So many games that have just changed are brought up to date in any case."""
GIVE_WAY_SECONDS = 0.005
"""How long the thread that goes on leaves the field to the others after each line."""

Make = Callable[["Games", str], Document | None]
"""Gives the line of a game, or None if it has none."""


@dataclass
class Table:
    """Game -> its line as JSON; `others` is a second table beside it. `source` is redis or store."""

    lines: dict[str, bytes]
    source: str
    others: dict[str, bytes] = field(default_factory=dict)


def table(
    redis: "redis.Redis",
    games: "Games",
    name: str,
    make: Make,
    *,
    beside: str = "",
    seconds: float | None = None,
) -> Table:
    """The table `name`; `make` gives the line of a game whose line is missing, for up to `seconds`."""
    views = Views(redis, games.store_id)
    stored = reached(redis, lambda: _stored(views, name, beside))
    top = games.max_notification_id()
    memory = _memory(games, name, make)
    end = time.monotonic() + (LOOK_SECONDS if seconds is None else seconds)
    if stored is None or stored[0] > top:
        return Table(memory.all(games, end), "store", stored[1].others if stored else {})
    position, found = stored
    if position < top:
        found.source = "store"
        found.lines.update(memory.since(games, position, end))
    else:
        memory.drop()
    return found


def missing(games: "Games", name: str) -> int:
    """How many lines the last look at a table did not find time for."""
    with _making:
        memory = _memories.get(games, {}).get(name)
    return memory.missing if memory is not None else 0


def _stored(views: Views, name: str, beside: str) -> tuple[int, Table] | None:
    """The table and up to which notification it goes; looked at again if other views came to count meanwhile,
    for the old ones are removed then."""
    head = views.head()
    while head is not None:
        with views.client.pipeline(transaction=True) as pipe:
            pipe.hgetall(views.key(head.generation, name))
            pipe.hgetall(views.key(head.generation, beside or name))
            lines, others = ({key.decode(): line for key, line in each.items()} for each in pipe.execute())
        before, head = head, views.head()
        if head is not None and head.generation == before.generation:
            return before.position, Table(lines, "redis", others)
    return None


class _Memory:
    """Lines of one event store's games in this process: of all, or of those that changed since Redis."""

    def __init__(self, games: "Games", make: Make) -> None:
        self._games, self._make = weakref.ref(games), make
        self._lock = threading.Lock()
        self._position, self._is_whole = 0, False
        self._lines: dict[str, bytes] = {}
        self._aside: set[str] = set()
        self._forgotten = 0
        self._wanted: dict[str, None] = {}
        self._thread: threading.Thread | None = None

    @property
    def missing(self) -> int:
        return len(self._wanted)

    def all(self, games: "Games", end: float) -> dict[str, bytes]:
        """Every game's line, as far as there is time."""
        with self._lock:
            if not self._is_whole:
                self._begin(games.max_notification_id(), is_whole=True)
                unfinished = dict.fromkeys(games.unfinished())
                over = [game for game in games.ids() if game not in unfinished]
                self._wanted = dict.fromkeys([*over, *unfinished])
            return self._looked(games, end)

    def since(self, games: "Games", position: int, end: float) -> dict[str, bytes]:
        """The lines of the games that changed after notification `position`, as far as there is time."""
        with self._lock:
            if position > self._position or not (self._is_whole or self._lines or self._wanted):
                self._begin(position, is_whole=False)
            return self._looked(games, end)

    def drop(self) -> None:
        """Redis has everything."""
        if self._is_whole or self._lines or self._wanted:
            with self._lock:
                self._begin(0, is_whole=False)

    def _begin(self, position: int, *, is_whole: bool) -> None:
        self._position, self._is_whole = position, is_whole
        self._lines, self._wanted = {}, {}

    def _looked(self, games: "Games", end: float) -> dict[str, bytes]:
        fresh = self._follow(games)
        while self._wanted and (fresh > 0 or time.monotonic() < end):
            self._make_one(games)
            fresh -= 1
        if self._wanted and self._thread is None:
            self._thread = threading.Thread(target=self._go_on, name="missing lines", daemon=True)
            self._thread.start()
        return dict(self._lines)

    def _follow(self, games: "Games") -> int:
        """Notes the games that changed, the last one to come first; how many of them to make now."""
        changed: dict[str, None] = {}
        while (found := games.changed(self._position))[1]:
            self._position = found[0]
            changed.update(dict.fromkeys(found[1]))
        self._forgotten, again = games.forgotten(self._forgotten)
        changed.update(dict.fromkeys(game for game in again if game in self._lines))
        for game in changed:
            self._wanted.pop(game, None)
            self._wanted[game] = None
        return min(len(changed), MOST_FRESH)

    def _make_one(self, games: "Games") -> None:
        """The next line; none for a game that is set aside, told once. Raises StoreUnavailable."""
        game, _ = self._wanted.popitem()
        try:
            made = self._make(games, game)
        except StoreUnavailable:
            self._wanted[game] = None
            raise
        except Exception as problem:
            if games.is_closed:
                return
            self._lines.pop(game, None)
            if game not in self._aside:
                self._aside.add(game)
                log.error("Game %s is set aside: it cannot be listed (%s)", game, problem)
        else:
            self._aside.discard(game)
            self._lines.pop(game, None)
            if made is not None:
                self._lines[game] = write_json(made)

    def _go_on(self) -> None:
        """On a thread of its own, until nothing is missing; the next look begins anew where it failed."""
        try:
            while (games := self._games()) is not None:
                with self._lock:
                    if not self._wanted or games.is_closed:
                        return
                    self._make_one(games)
                del games
                time.sleep(GIVE_WAY_SECONDS)
        except StoreUnavailable as problem:
            log.warning("The lists are not complete yet: %s", problem.message)
        finally:
            self._thread = None


_memories: "weakref.WeakKeyDictionary[Games, dict[str, _Memory]]" = weakref.WeakKeyDictionary()
_making = threading.Lock()


def _memory(games: "Games", name: str, make: Make) -> _Memory:
    with _making:
        memories = _memories.setdefault(games, {})
        if name not in memories:
            memories[name] = _Memory(games, make)
        return memories[name]
