"""The stream of events: the library's application, spoken to in our own words."""

import logging
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID
from zlib import crc32

from eventsourcing.application import Application
from eventsourcing.utils import Environment, EnvType

from domain.kernel.events import Unreadable
from domain.kernel.history import Recorded, Standing
from domain.store.changes import Changes
from domain.store.commits import Commits, Cursor
from domain.store.faults import storing
from domain.store.mapper import Snapshot, Titled, game_of
from domain.store.names import Names
from domain.store.register import first_openings, some_events
from domain.store.subscriptions import Subscription
from domain.store.vault import DRAFT, Dialect, Within, subject

log = logging.getLogger(__name__)
NAME = "Grognard"
"""PostgreSQL tables begin with it in lower case; environment variables may, in upper case."""

EVERYTHING = 1_000_000_000
"""A limit that is none."""


class Stream(Application[UUID]):
    """Every event of every game in one order, and snapshots. Raises Conflict and StoreUnavailable.

    The library's repository, with its cache that never advances for frozen values, is not used;
    nor are its automatic snapshots, which read the game again before they write.
    """

    name = NAME
    changes: Changes
    commits: Commits
    names: Names
    dialect: Dialect | None = None
    """How the database is spoken to; None in memory."""

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Only our own settings: a stray variable must not change how events are written."""
        return Environment(name, env)

    def append(
        self,
        title: str,
        recorded: Sequence[Recorded],
        check: Within | None = None,
        then: Within | None = None,
    ) -> None:
        """Stores events in one transaction: all of them, or none, if `check` raises Conflict.

        `then` changes the table beside the events in the same transaction.
        """
        signed, names = self.names.apart(recorded)
        events: Any = [Titled(title, each) for each in signed]
        stored = [self.mapper.to_stored_event(each) for each in events]
        recorder: Any = self.recorder
        game = recorded[0].game

        def job(cursor: Cursor) -> None:
            if check is not None:
                check(cursor)
            recorder.put(cursor, stored)
            self.names.keep(cursor, game, names)
            if then is not None:
                then(cursor)

        try:
            with storing("Recording the events"):
                self.commits.write(job)
            recorder.wake()
        finally:
            self.changes.wrote(game)
            if names:
                self.names.kept(game)
            if then is not None:
                self.changes.wrote(subject(DRAFT, game))

    def read(self, game: str, after: int = 0, upto: int | None = None) -> list[Recorded]:
        """A game's events with versions above `after`, up to and with `upto`."""
        with storing(f"Reading the game {game}"):
            found: Any = self.events.get(UUID(game), gt=after, lte=upto)
            return self.names.joined(list(found))

    def put_snapshot(self, game: str, title: str, standing: Standing) -> None:
        """Puts a standing by."""
        assert self.snapshots is not None
        snapshots: Any = [Snapshot(game, title, standing.version, standing)]
        with storing("Putting a snapshot by"):
            self.snapshots.put(snapshots)

    def snapshot(self, game: str, upto: int | None = None) -> Standing | None:
        """The newest readable standing that was put by, not after `upto`."""
        assert self.snapshots is not None
        with storing(f"Reading the game {game}"):
            found: Any = self.snapshots.get(UUID(game), lte=upto, desc=True)
            standing = next((each.standing for each in found if each.standing is not None), None)
            return None if standing is None else self.names.standing(game, standing)

    def notifications(self, start: int, limit: int) -> list[tuple[int, Recorded]]:
        """Up to `limit` (notification id, event) from id `start` on, of all games."""
        with storing("Reading the events"):
            return [(each.id, self._event(each)) for each in self.recorder.select_notifications(start, limit)]

    def openings(self, after: int, upto: int, topics: Sequence[str]) -> list[str]:
        """The games whose opening events have notification ids above `after`, up to and with `upto`."""
        with storing("Listing the games"):
            if not after and self.dialect is not None:
                return first_openings(self.dialect, upto, topics)
            found = self.recorder.select_notifications(
                after, EVERYTHING, upto, topics, inclusive_of_start=False
            )
            return [game_of(each) for each in found if each.originator_version == 1]

    def changed(self, after: int, limit: int) -> tuple[int, dict[str, int]]:
        """The id of the last of the `limit` notifications after `after`, and of all of them the games, each
        with its last version."""
        with storing("Reading what has changed"):
            found = self.recorder.select_notifications(after, limit, inclusive_of_start=False)
            versions = {game_of(each): each.originator_version for each in found}
            return found[-1].id if found else after, versions

    def fingerprint(self, number: int) -> str:
        """What the event with a notification id is known by: game, version and a digest; empty if there is
        none."""
        with storing("Reading the events"):
            found = self.recorder.select_notifications(number, 1, number) if number > 0 else ()
            known = ((game_of(each), each.originator_version, crc32(each.state)) for each in found)
            return "".join(f"{game}:{version}:{digest:x}" for game, version, digest in known)

    def newest_first(self, game: str) -> Iterator[Recorded]:
        """A game's events from the last one back, read few at a time."""
        before: int | None = None
        while before is None or before > 0:
            with storing(f"Reading the game {game}"):
                found: Any = self.events.get(UUID(game), lte=before, desc=True, limit=4)
                page: list[Recorded] = self.names.joined(list(found))
            yield from page
            before = page[-1].version - 1 if page else 0

    def of_topics(self, game: str, topics: Sequence[str], after: int) -> tuple[int, list[Recorded]]:
        """A game's last version, and its events of some topics with versions above `after`; only these are
        decoded."""
        last, found = self.raw_of_topics(game, topics, after)
        with storing(f"Reading the game {game}"):
            return last, self.names.joined(found)

    def raw_of_topics(self, game: str, topics: Sequence[str], after: int) -> tuple[int, list[Recorded]]:
        """The same as it is stored, with signs in the place of names."""
        with storing(f"Reading the game {game}"):
            if self.dialect is not None:
                last, found = some_events(self.dialect, game, topics, after)
            else:
                every = self.recorder.select_events(UUID(game), gt=after)
                last = every[-1].originator_version if every else after
                found = [each for each in every if each.topic in topics]
            return last, [self._raw_event(each) for each in found]

    def last_id(self) -> int:
        """The notification id of the last event of all; 0 if there is none."""
        with storing("Reading the events"):
            return self.recorder.max_notification_id() or 0

    def subscribe(self, start: int) -> Subscription:
        """Every event from notification id `start` on, as they come."""
        after = start - 1 if start > 1 else None
        with storing("Subscribing"):
            return Subscription(lambda: self.recorder.subscribe(after), self._event)

    def _event(self, notification: Any) -> Recorded:
        return self.names.told(self._raw_event(notification))

    def _raw_event(self, notification: Any) -> Recorded:
        """The event, or Unreadable in its place: one bad event must not hide those of other games."""
        try:
            event: Any = self.mapper.to_domain_event(notification)
            assert isinstance(event, Recorded)
        except Exception as problem:
            log.debug("Event %s cannot be read: %s", notification.id, problem)
            unreadable = Unreadable(notification.topic)
            return Recorded(game_of(notification), notification.originator_version, 0, unreadable)
        return event
