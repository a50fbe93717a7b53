"""What the library leaves out: on SQLite subscriptions, ids never used twice and a choice of fsync.

In memory: subscribers that come and go while events are written.
"""

import contextlib
import logging
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any
from urllib.parse import unquote, urlsplit

from eventsourcing.persistence import (
    ApplicationRecorder,
    ConnectionPoolClosedError,
    ConnectionUnavailableError,
    InterfaceError,
    ListenNotifySubscription,
    OperationalError,
    StoredEvent,
    Subscription,
)
from eventsourcing.popo import POPOApplicationRecorder, POPOFactory
from eventsourcing.sqlite import (
    SQLiteAggregateRecorder,
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteFactory,
    SQLiteTransaction,
)

log = logging.getLogger(__name__)
ATTEMPTS = 20
"""How often it is tried to empty the log beside the file."""
POLL_SECONDS = 0.05
"""How often to look whether another process wrote."""

LOCK_PATIENCE_SECONDS = 20.0
"""How long to wait while another process makes the file."""

SYNCHRONOUS = {"full": 2, "normal": 1}
"""`full` survives a power cut; `normal` is 3 times faster, and a power cut may lose the last orders."""


PAGE_BYTES = 8192
"""A snapshot fits into a page of this size; in SQLite's usual 4096 each would take a page of its own."""


def _begin_file(path: Path) -> None:
    """Make a new file, and those that SQLite keeps beside it, ours alone: seeds and seat keys are in it. And
    give it its page size, which is possible only before its first page is written."""
    if path.exists() and path.stat().st_size:
        return
    with contextlib.suppress(OSError):  # SQLite says better what is wrong
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=LOCK_PATIENCE_SECONDS)) as connection:
            connection.execute(f"PRAGMA page_size={PAGE_BYTES}")
            connection.execute("PRAGMA journal_mode=WAL")
    except sqlite3.Error as problem:
        if "locked" not in str(problem):  # else another process is beginning it at this moment
            raise InterfaceError(problem) from problem


class Pool(SQLiteConnectionPool):
    """Connections that wait while another process makes the file, with our pragmas set.

    One connection does all the writing: what it does not know of, another process wrote.
    """

    def __init__(self, db_name: str, synchronous: str, max_pages: int) -> None:
        self.synchronous = synchronous
        self.max_pages = max_pages
        self._turn, self._asking = Lock(), Lock()
        self._writer: SQLiteConnection | None = None
        self._look: SQLiteCursor
        self._writers = 0
        self._held: int | None = None
        super().__init__(db_name=db_name)

    def _create_connection(self) -> SQLiteConnection:
        deadline = time.monotonic() + LOCK_PATIENCE_SECONDS
        while True:
            try:
                connection = super()._create_connection()
                cursor = connection.cursor()
                cursor.execute(f"PRAGMA synchronous={SYNCHRONOUS[self.synchronous]}")
                cursor.execute("PRAGMA secure_delete=ON")  # who is forgotten leaves nothing in freed pages
                if self.max_pages:
                    cursor.execute(f"PRAGMA max_page_count={self.max_pages}")
                return connection
            except sqlite3.OperationalError as problem:  # the switch to WAL does not wait by itself
                if "locked" not in str(problem) or time.monotonic() > deadline:
                    raise OperationalError(problem) from problem
                time.sleep(POLL_SECONDS)
            except sqlite3.Error as problem:
                raise InterfaceError(problem) from problem

    def get_connection(
        self, timeout: float | None = None, *, is_writer: bool | None = None
    ) -> SQLiteConnection:
        """The connection that writes, when its turn comes; else any other, without a wait for writers."""
        if is_writer is not True:
            return super().get_connection(timeout)
        if self._closed:
            raise ConnectionPoolClosedError
        if not self._turn.acquire(timeout=self.pool_timeout if timeout is None else timeout):
            raise ConnectionUnavailableError("Timed out waiting for the connection that writes")
        try:
            if self._writer is None:
                self._writer = self._create_connection()
                self._look, self._writers = self._writer.cursor(), self._writers + 1
            return self._writer
        except BaseException:
            self._turn.release()
            raise

    def hold(self) -> None:
        """Whoever has the connection that writes has kept everybody else from writing: to be called then."""
        self._held = self._seen()

    def put_connection(self, conn: SQLiteConnection) -> None:
        """Whoever had the connection is done with it."""
        if conn is not self._writer:
            super().put_connection(conn)
            return
        self._held = None
        if conn._sqlite_conn.in_transaction:  # even to end it failed: the next writer starts anew
            conn.close()
            self._writer = None
        self._turn.release()

    def others_wrote(self) -> int | None:
        """A number that changes when anybody but this pool has written; None while that is not known."""
        with self._asking:
            if self._writer is None or self._closed:
                return None
            if not self._turn.acquire(blocking=False):
                return self._held
            try:
                return self._seen()
            finally:
                self._turn.release()

    def _seen(self) -> int | None:
        try:
            self._look.execute("PRAGMA data_version")
            return self._writers << 32 | int(self._look.fetchone()[0])
        except sqlite3.Error:  # whoever reads then is told what is wrong
            return None

    def close(self) -> None:
        """Close every connection."""
        super().close()
        with self._asking:
            if self._writer is not None:
                self._writer.close()


class SnapshotRecorder(SQLiteAggregateRecorder):
    """The stored snapshots, in a table with row ids: without them most of each page stays empty."""

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_snapshots") -> None:
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = (
            f"INSERT INTO {events_table_name} (originator_id, originator_version, topic, state)"
            " VALUES (?,?,?,?)"
        )

    def construct_create_table_statements(self) -> list[str]:
        return [
            f"CREATE TABLE IF NOT EXISTS {self.events_table_name} ("
            "originator_id TEXT NOT NULL, originator_version INTEGER NOT NULL, "
            "topic TEXT NOT NULL, state BLOB NOT NULL, UNIQUE (originator_id, originator_version))"
        ]


class Recorder(SQLiteApplicationRecorder):
    """The stored events. Their notification ids only grow: they survive VACUUM and are never used twice."""

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = (
            f"INSERT INTO {events_table_name} (originator_id, originator_version, topic, state)"
            " VALUES (?,?,?,?)"
        )
        self._listeners: set[Event] = set()
        self._guard = Lock()
        self._watch: Thread | None = None

    def construct_create_table_statements(self) -> list[str]:
        table = self.events_table_name
        never = "SELECT RAISE(ABORT, 'events are never changed or deleted')"
        return [
            f"CREATE TABLE IF NOT EXISTS {table} ("
            "rowid INTEGER PRIMARY KEY AUTOINCREMENT, originator_id TEXT NOT NULL, "
            "originator_version INTEGER NOT NULL, topic TEXT NOT NULL, state BLOB NOT NULL, "
            "UNIQUE (originator_id, originator_version))",
            f"CREATE TRIGGER IF NOT EXISTS {table}_kept BEFORE DELETE ON {table} BEGIN {never}; END",
            f"CREATE TRIGGER IF NOT EXISTS {table}_same BEFORE UPDATE ON {table} BEGIN {never}; END",
        ]

    def put(self, cursor: Any, stored_events: Sequence[StoredEvent]) -> None:
        """Insert events within a transaction."""
        self._insert_events(cursor, stored_events)

    def subscribe(
        self, gt: int | None = None, topics: Sequence[str] = ()
    ) -> Subscription[ApplicationRecorder]:
        """Every event after `gt`, from this process at once and from others within 50 ms."""
        return SQLiteSubscription(recorder=self, gt=gt, topics=topics)

    def listen(self, listener: Event) -> None:
        with self._guard:
            self._listeners.add(listener)
            if self._watch is None:
                self._watch = Thread(target=self._watch_others, name="other writers", daemon=True)
                self._watch.start()

    def unlisten(self, listener: Event) -> None:
        with self._guard:
            self._listeners.discard(listener)

    def wake(self) -> None:
        """Tell the listeners that events were written."""
        with self._guard:
            for listener in self._listeners:
                listener.set()

    def _watch_others(self) -> None:
        """Wakes the listeners when another connection has written, until nobody listens."""
        with contextlib.closing(self.datastore.pool._create_connection()) as connection:
            seen = None
            while True:
                with self._guard:
                    if not self._listeners:
                        self._watch = None
                        return
                cursor = connection.cursor()
                cursor.execute("PRAGMA data_version")
                version = cursor.fetchone()[0]
                if version != seen:
                    seen = version
                    self.wake()
                time.sleep(POLL_SECONDS)


class SQLiteSubscription(ListenNotifySubscription[Recorder]):
    """A stream of notifications; ends with `stop()`."""

    def __init__(self, recorder: Recorder, gt: int | None = None, topics: Sequence[str] = ()) -> None:
        super().__init__(recorder=recorder, gt=gt, topics=topics)
        recorder.listen(self._has_been_notified)

    def stop(self) -> None:
        self._recorder.unlisten(self._has_been_notified)
        super().stop()


class _Writing(SQLiteTransaction):
    """A transaction that nobody else writes beside from its beginning on."""

    def __enter__(self) -> SQLiteCursor:
        cursor = self.connection.cursor()
        try:
            cursor.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as problem:
            raise OperationalError(problem) from problem
        return cursor


class Datastore(SQLiteDatastore):
    """The library's, with our pool."""

    pool: Pool

    def __init__(self, db_name: str, *, synchronous: str, max_pages: int) -> None:
        super().__init__(db_name)
        self.pool.close()
        _begin_file(Path(unquote(urlsplit(db_name).path)))
        self.pool = Pool(db_name, synchronous, max_pages)

    @contextlib.contextmanager
    def writing(self) -> Iterator[SQLiteCursor]:
        """A transaction that is committed at its end, and that nobody else writes beside."""
        with self.get_connection(commit=True) as connection, _Writing(connection, commit=True) as cursor:
            self.pool.hold()
            yield cursor


    def empty_log(self) -> None:
        """What was written lies in the file itself, and nothing is left in the log beside it, as soon as
        nobody reads what was before."""
        for _ in range(ATTEMPTS):
            with self.get_connection(commit=True) as connection:
                cursor = connection.cursor()
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                if not cursor.fetchone()[0]:
                    return
            time.sleep(POLL_SECONDS)
        log.warning("Others read all the time: the log of the store is emptied later")


class Factory(SQLiteFactory):
    """The library's, with our recorder and pool (`PERSISTENCE_MODULE = "domain.store.recorders:Factory"`)."""

    aggregate_recorder_class = SnapshotRecorder
    application_recorder_class = Recorder

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.datastore.close()
        self.datastore = Datastore(
            self.env["SQLITE_DBNAME"],
            synchronous=self.env.get("SQLITE_SYNCHRONOUS", "full"),
            max_pages=int(self.env.get("SQLITE_MAX_PAGES", "0")),
        )


class MemoryRecorder(POPOApplicationRecorder):
    """The library's, whose set of listeners must not change while it wakes them."""

    def __init__(self) -> None:
        super().__init__()
        self._guard = Lock()

    def listen(self, event: Event) -> None:
        with self._guard:
            super().listen(event)

    def unlisten(self, event: Event) -> None:
        with self._guard:
            super().unlisten(event)

    def _notify_listeners(self) -> None:
        with self._guard:
            super()._notify_listeners()

    def put(self, _cursor: Any, stored_events: Sequence[StoredEvent]) -> None:
        """Insert events: all of them, or none."""
        self.insert_events(stored_events)

    def wake(self) -> None:
        """The listeners know already."""


class MemoryFactory(POPOFactory):
    """The library's, with our recorder."""

    def application_recorder(self) -> ApplicationRecorder:
        return MemoryRecorder()
