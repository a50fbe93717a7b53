"""Tables of all games, from Redis as far as it goes and from the event store for the rest.

While Redis is away the lines are kept in memory: the first look folds every game, later ones only
those that changed.
"""

import logging
import threading
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from domain.kernel.errors import StoreUnavailable
from projections.documents import Document
from projections.following import Followed, Following, by_game, write_json
from projections.views import Views, reached

if TYPE_CHECKING:
    import redis

    from domain.kernel import Recorded
    from domain.store import Games

log = logging.getLogger(__name__)

PAGE = 500
"""Notifications read at once."""
FAR_BEHIND = 2000
"""Events behind from which on it is quicker to fold every game than to follow the events."""

Make = Callable[[Followed], Document]


@dataclass
class Table:
    """Game -> its line as JSON; `others` is a second table beside it. `source` is redis or store."""

    lines: dict[str, bytes]
    source: str
    others: dict[str, bytes] = field(default_factory=dict)


def table(redis: "redis.Redis", games: "Games", name: str, make: Make, beside: str = "") -> Table:
    """The table `name`, never behind the store; `make` gives the line of a game whose line is missing."""
    views = Views(redis, games.store_id)
    stored = reached(redis, lambda: _stored(views, name, beside))
    top = games.max_notification_id()
    memory = _memory(games, name)
    if stored is None or not stored[0] <= top <= stored[0] + FAR_BEHIND:
        return Table(memory.all(games, make), "store", stored[1].others if stored else {})
    position, found = stored
    if position < top:
        found.source = "store"
        for game, news in pages(games, position, top):
            found.lines.update(memory.lines_of(game, news, make))
    return found


def _stored(views: Views, name: str, beside: str) -> tuple[int, Table] | None:
    head = views.head()
    if head is None:
        return None
    with views.client.pipeline(transaction=True) as pipe:
        pipe.hgetall(views.key(head.generation, name))
        pipe.hgetall(views.key(head.generation, beside or name))
        lines, others = ({key.decode(): line for key, line in each.items()} for each in pipe.execute())
    return head.position, Table(lines, "redis", others)


def pages(games: "Games", position: int, top: int) -> Iterator[tuple[str, "list[Recorded]"]]:
    """The games that changed after notification `position`, page by page, with their new events.

    No events stand beside a game whose last command the page may have cut: read it from the store.
    """
    while position < top:
        page = games.notifications(position + 1, PAGE)
        if not page:
            return
        position, last = page[-1]
        for game, news in by_game(page).items():
            yield game, [] if len(page) == PAGE and game == last.game else news


class _Memory:
    """A table of all games in this process, for one event store."""

    def __init__(self, games: "Games") -> None:
        self._lock = threading.Lock()
        self._following = Following(games, keep=16)
        self._position: int | None = None
        self._lines: dict[str, bytes] = {}
        self._aside: set[str] = set()

    def all(self, games: "Games", make: Make) -> dict[str, bytes]:
        with self._lock:
            top = games.max_notification_id()
            if self._position is None or top - self._position > FAR_BEHIND:
                changed = dict.fromkeys(games.ids())
            else:
                changed = dict.fromkeys(game for game, _ in pages(games, self._position, top))
            for game in changed:
                self._lines.update(self._line(game, [], make))
            self._position = top
            return dict(self._lines)

    def lines_of(self, game: str, news: "list[Recorded]", make: Make) -> dict[str, bytes]:
        with self._lock:
            return self._line(game, news, make)

    def _line(self, game: str, news: "list[Recorded]", make: Make) -> dict[str, bytes]:
        """{game: line}; empty for a game that is set aside: it cannot be read, played through or told."""
        try:
            line = write_json(make(self._following.game(game, news)))
        except StoreUnavailable:
            raise
        except Exception as problem:
            if game not in self._aside:
                self._aside.add(game)
                log.error("Game %s is set aside: it cannot be listed (%s)", game, problem)
            self._lines.pop(game, None)
            return {}
        self._aside.discard(game)
        return {game: line}


_memories: "weakref.WeakKeyDictionary[Games, dict[str, _Memory]]" = weakref.WeakKeyDictionary()
_making = threading.Lock()


def _memory(games: "Games", name: str) -> _Memory:
    with _making:
        memories = _memories.setdefault(games, {})
        if name not in memories:
            memories[name] = _Memory(games)
        return memories[name]
