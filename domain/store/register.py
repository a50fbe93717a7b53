"""The register: which games there are, which are over, where a bot sits. No game is folded to tell it."""

import logging
from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from domain.kernel.events import Event, Opened, SeatFreed, SeatTaken, SeedRevealed, Undone, seated
from domain.kernel.ruleset import titles
from domain.kernel.seats import Seat
from domain.store.vault import Dialect

if TYPE_CHECKING:
    from domain.store.stream import Stream

log = logging.getLogger(__name__)

FIRST_OPENINGS = """
WITH RECURSIVE game (id) AS (
  SELECT * FROM (SELECT originator_id FROM {events} ORDER BY originator_id LIMIT 1) AS first
  UNION ALL
  SELECT (SELECT originator_id FROM {events} WHERE originator_id > game.id ORDER BY originator_id LIMIT 1)
  FROM game WHERE game.id IS NOT NULL
)
SELECT opened.originator_id AS id FROM game
JOIN {events} AS opened ON opened.originator_id = game.id AND opened.originator_version = 1
WHERE opened.{number} <= {mark} AND opened.topic IN ({topics}) ORDER BY opened.{number}
"""
"""It leaps from game to game in the index of ids and versions: most of the table is not read."""


def first_openings(dialect: Dialect, upto: int, topics: Sequence[str]) -> list[str]:
    """The games whose opening events have one of `topics` and notification ids up to `upto`, oldest first."""
    words = {"events": dialect.events, "mark": dialect.mark, "topics": ",".join([dialect.mark] * len(topics))}
    with dialect.datastore.transaction(commit=False) as cursor:
        cursor.execute(FIRST_OPENINGS.format(number=dialect.number, **words), (upto, *topics))
        return [UUID(str(row["id"])).hex for row in cursor.fetchall()]


LAST_VERSION = "SELECT max(originator_version) AS last FROM {events} WHERE originator_id = {mark}"
SOME_EVENTS = """
SELECT originator_version, topic, state FROM {events}
WHERE originator_id = {mark} AND originator_version > {mark} AND originator_version <= {mark}
AND topic IN ({topics}) ORDER BY originator_version
"""


def some_events(
    dialect: Dialect, game: str, topics: Sequence[str], after: int
) -> tuple[int, list[StoredEvent]]:
    """A game's last version, and those of its events after version `after` that have one of `topics`."""
    words = {"events": dialect.events, "mark": dialect.mark, "topics": ",".join([dialect.mark] * len(topics))}
    with dialect.datastore.transaction(commit=False) as cursor:
        cursor.execute(LAST_VERSION.format(**words), (game,))
        last = cursor.fetchall()[0]["last"] or after
        if last <= after or not topics:
            return last, []
        cursor.execute(SOME_EVENTS.format(**words), (game, after, last, *topics))
        return last, [
            StoredEvent(UUID(game), row["originator_version"], row["topic"], bytes(row["state"]))
            for row in cursor.fetchall()
        ]


class Register:
    """Safe for threads. What it knows is brought up to date whenever it is asked."""

    def __init__(self, stream: "Stream") -> None:
        self._stream = stream
        self._guard = Lock()
        self._ids: dict[str, None] = {}
        self._upto = 0
        self._topics: list[str] = []
        self._over: set[str] = set()
        self._taken: dict[str, tuple[int, dict[Seat, SeatTaken]]] = {}

    def ids(self) -> list[str]:
        """The ids of all games of registered titles, oldest first."""
        with self._guard:
            topics = topics_of(Opened)
            if topics != self._topics:
                self._ids, self._upto, self._topics = {}, 0, topics
            upto = self._stream.last_id()
            if topics and upto > self._upto:
                self._ids.update(dict.fromkeys(self._stream.openings(self._upto, upto, topics)))
            self._upto = upto
            return list(self._ids)

    def unfinished(self) -> list[str]:
        """The games whose last events do not tell that they are over, oldest first."""
        return [game for game in self.ids() if not self.is_over(game)]

    def is_over(self, game: str) -> bool:
        """Whether a game's last events tell that it is over, which stays so: nobody takes back anything once
        the seed is public."""
        if game not in self._over and self._has_ended(game):
            self._over.add(game)
        return game in self._over

    def _has_ended(self, game: str) -> bool:
        try:
            for each in self._stream.newest_first(game):
                if isinstance(each.body, SeedRevealed):
                    return True
                if each.agenda is not None or isinstance(each.body, Undone):
                    return each.agenda == ()
        except Exception as problem:  # whoever looks at the game itself sets it aside and says why
            log.debug("The last events of game %s cannot be read: %r", game, problem)
        return False

    def forget(self, game: str) -> None:
        """Who sits in a game is read again."""
        self._taken.pop(game, None)

    def seated(self, game: str) -> dict[Seat, tuple[str, str]]:
        """(kind, name) of who holds each seat that was ever taken."""
        version, taken = self._taken.get(game, (0, {}))
        topics = [*topics_of(SeatTaken), *topics_of(SeatFreed)]
        version, changes = self._stream.of_topics(game, topics, version)
        taken = seated(taken, (each.body for each in changes))
        self._taken[game] = version, taken
        return {seat: (each.kind, each.name) for seat, each in taken.items()}


def topics_of(event: type[Event]) -> list[str]:
    """The topics of every edition of a kernel's event, in every registered title."""
    editions = range(1, event.edition + 1)
    return [f"{each.id}:{event.__name__}/{edition}" for each in titles() for edition in editions]
