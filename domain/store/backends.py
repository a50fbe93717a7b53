"""Where games are kept: in memory, in an SQLite file, or in PostgreSQL, each from one address."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit
from uuid import UUID

from eventsourcing.persistence import EventStore
from eventsourcing.sqlite import SQLiteRecorder
from eventsourcing.utils import get_topic

from domain.kernel.errors import InvalidSetup, StoreUnavailable
from domain.kernel.numbers import whole_number
from domain.kernel.prose_files import plain_refusal
from domain.store.changes import Changes, nobody_else, nobody_knows
from domain.store.faults import storing
from domain.store.mapper import EnvelopeMapper
from domain.store.names import Names
from domain.store.recorders import SYNCHRONOUS, Factory, MemoryFactory, Recorder
from domain.store.stream import NAME, Stream
from domain.store.vault import Dialect, Notes

ADDRESS = {
    "dbname": "POSTGRES_DBNAME", "host": "POSTGRES_HOST", "port": "POSTGRES_PORT", "user": "POSTGRES_USER",
    "password": "POSTGRES_PASSWORD",
}  # fmt: skip
"""What is read from the address of a PostgreSQL, and what the library calls it."""
UNREADABLE = (
    "The store address cannot be read; it should look like postgresql://user:password@host:5432/database. In "
    "user and password write % as %25, / as %2F, : as %3A, @ as %40."
)
INIT_LOCK = 815_1815
"""The PostgreSQL advisory lock that one process at a time holds while it makes the tables."""


def open_backend(url: str, environ: Mapping[str, str] | None = None) -> tuple[Stream, Notes]:
    """The stream and the notes at an address.

    `memory:`, `sqlite:///data/grognard.db` (options `?synchronous=normal` and `?max_pages=N`), or
    `postgresql://user:password@host:port/database` (empty parts come from the library's
    variables POSTGRES_HOST, POSTGRES_PASSWORD and so on). Raises InvalidSetup, StoreUnavailable.
    """
    settings = settings_for(url, os.environ if environ is None else environ)
    what = f"Opening the store at {without_password(url)}"
    with _told_why(settings, what), storing(what):
        stream = Stream(settings)
        stream.changes = _changes(stream)
        try:
            notes = _notes(stream)
            stream.commits, stream.names = notes.commits, Names(notes, stream.changes)
            with _one_at_a_time(stream):
                for store in (stream.events, stream.snapshots):
                    _create_table(store)
                notes.create_table()
        except BaseException:
            stream.close()
            raise
    return stream, notes


@contextmanager
def _told_why(settings: Mapping[str, str], what: str) -> Iterator[None]:
    """PostgreSQL: where no connection could be had, the database is asked once more why; the library says
    that it has waited."""
    try:
        yield
    except StoreUnavailable as problem:
        if why := _why_not(settings):
            raise StoreUnavailable(plain_refusal("store_failed", what=what, problem=why)) from problem
        raise


def _why_not(settings: Mapping[str, str]) -> str:
    """Why PostgreSQL gives no connection; empty if it gives one, or is not asked at all."""
    if "POSTGRES_DBNAME" not in settings:
        return ""
    import psycopg

    named: dict[str, Any] = {key: settings.get(name) or None for key, name in ADDRESS.items()}
    try:
        psycopg.connect(**named, connect_timeout=2).close()
    except psycopg.Error as problem:
        return " ".join(str(problem).split())
    return ""


def settings_for(url: str, environ: Mapping[str, str]) -> dict[str, str]:
    """The library's settings. Raises InvalidSetup for an address or option that would lose events."""
    try:
        parts = urlsplit(url)
    except ValueError as problem:
        raise InvalidSetup(UNREADABLE) from problem
    common = {
        "MAPPER_TOPIC": get_topic(EnvelopeMapper),
        "IS_SNAPSHOTTING_ENABLED": "y",
        "CREATE_TABLE": "n",
    }
    if parts.scheme == "memory":
        return {**common, "PERSISTENCE_MODULE": f"{MemoryFactory.__module__}:{MemoryFactory.__name__}"}
    if parts.scheme == "sqlite":
        return {**common, **_sqlite(url)}
    if parts.scheme in ("postgresql", "postgres"):
        return {**common, **_postgres(url, environ)}
    raise InvalidSetup(
        f"The store address {without_password(url)!r} is none of memory:, sqlite:///file, postgresql://..."
    )


def _sqlite(url: str) -> dict[str, str]:
    parts = urlsplit(url)
    path = unquote(parts.path[1:])
    options = dict(parse_qsl(parts.query))
    synchronous, pages = options.pop("synchronous", "full"), options.pop("max_pages", "0")
    is_clear = synchronous in SYNCHRONOUS and whole_number(pages, digits=10) is not None
    if not path or parts.netloc or options or not is_clear:
        raise InvalidSetup(
            f"The store address {url!r} cannot be read; it should look like sqlite:///data/grognard.db "
            "(a path from here) or sqlite:////srv/grognard.db (from the root), with "
            "?synchronous=full or normal and &max_pages=N if wanted."
        )
    try:
        Path(path).absolute().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise StoreUnavailable(f"The folder of the store {path!r} cannot be made: {problem}.") from problem
    return {
        "PERSISTENCE_MODULE": f"{Factory.__module__}:{Factory.__name__}",
        "SQLITE_DBNAME": Path(path).absolute().as_uri(),
        "SQLITE_SYNCHRONOUS": synchronous,
        "SQLITE_MAX_PAGES": pages,
    }


def _postgres(url: str, environ: Mapping[str, str]) -> dict[str, str]:
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    given = {
        name.removeprefix(f"{NAME.upper()}_"): value
        for name, value in sorted(environ.items())
        if name.removeprefix(f"{NAME.upper()}_").startswith("POSTGRES_")
    }
    if given.pop("POSTGRES_ENABLE_DB_FUNCTIONS", "").lower() in ("y", "yes", "t", "true", "on", "1"):
        raise InvalidSetup(
            "POSTGRES_ENABLE_DB_FUNCTIONS is set, but it inserts events without the table lock, so that "
            "subscribers lose some of them. Unset it."
        )
    try:
        named = conninfo_to_dict(url)
        if named.get("port") and not str(named["port"]).isdecimal():
            raise InvalidSetup(UNREADABLE)
    except ProgrammingError as problem:  # what it says may hold the password
        raise InvalidSetup(UNREADABLE) from problem
    if unread := sorted(named.keys() - ADDRESS.keys()):
        raise InvalidSetup(
            f"The store address says {', '.join(unread)}, which is not read from there. Set it by "
            "PostgreSQL's own variables (PGSSLMODE and so on), which are obeyed."
        )
    addressed = {
        variable: str(named[key])
        for key, variable in ADDRESS.items()
        if named.get(key)
    }
    defaults = {
        "POSTGRES_HOST": "127.0.0.1",
        "POSTGRES_USER": "grognard",
        "POSTGRES_PASSWORD": "",
        "POSTGRES_DBNAME": "grognard",
        "POSTGRES_CONNECT_TIMEOUT": "2",
        "POSTGRES_POOL_SIZE": "2",
        "POSTGRES_MAX_OVERFLOW": "30",
    }
    return {
        **defaults,
        **given,
        **addressed,
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "APPLICATION_RECORDER_TOPIC": f"{__package__}.postgres:PostgresRecorder",
        "POSTGRES_ENABLE_DB_FUNCTIONS": "n",
    }


def without_password(url: str) -> str:
    """The address as it may be shown."""
    password = urlsplit(url).password
    return url.replace(f":{password}@", ":...@") if password else url


def _notes(stream: Stream) -> Notes:
    if isinstance(stream.factory, MemoryFactory):
        return Notes(stream.changes)
    stream.dialect = _dialect(stream)
    return Notes(stream.changes, stream.dialect)


def _dialect(stream: Stream) -> Dialect:
    datastore = stream.factory.datastore  # type: ignore[attr-defined]
    if isinstance(stream.recorder, SQLiteRecorder):
        return Dialect(datastore, datastore.writing, "notes", "?", "stored_events")
    events = f"{datastore.schema}.{NAME.lower()}_events"
    lock = f"LOCK TABLE {events} IN EXCLUSIVE MODE"  # as the library takes to append
    table = f"{datastore.schema}.{NAME.lower()}_notes"
    begin = partial(datastore.transaction, commit=True)
    return Dialect(datastore, begin, table, "%s", events, lock, number="notification_id")


def _changes(stream: Stream) -> Changes:
    if isinstance(stream.factory, MemoryFactory):
        return Changes(nobody_else)
    if isinstance(stream.recorder, Recorder):
        return Changes(stream.recorder.datastore.pool.others_wrote)  # type: ignore[attr-defined]
    return Changes(nobody_knows)


@contextmanager
def _one_at_a_time(stream: Stream) -> Iterator[None]:
    """PostgreSQL: two processes that make the same table at once would fail on each other."""
    datastore = getattr(stream.factory, "datastore", None)
    if datastore is None or isinstance(stream.recorder, SQLiteRecorder):
        yield
        return
    with datastore.get_connection() as connection:
        check_text(connection.info.parameter_status("server_encoding"))
        connection.execute("SELECT pg_advisory_lock(%s)", (INIT_LOCK,))
        try:
            yield
        finally:
            connection.execute("SELECT pg_advisory_unlock(%s)", (INIT_LOCK,))


def check_text(encoding: str | None) -> None:
    """Raises StoreUnavailable for a PostgreSQL database that keeps bytes and knows no letters."""
    if encoding == "SQL_ASCII":
        raise StoreUnavailable(
            "The database keeps text as SQL_ASCII, in which no game can be read back. Make one that knows "
            "all letters: CREATE DATABASE grognard ENCODING 'UTF8' TEMPLATE template0."
        )


def _create_table(store: EventStore[UUID] | None) -> None:
    assert store is not None
    create = getattr(store.recorder, "create_table", None)
    if create is not None:
        create()
