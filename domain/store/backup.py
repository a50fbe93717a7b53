"""A copy of everything that a server keeps, taken while it runs, and put back into an empty place.

A copy is a `.tar.gz`: what it is (`about.json`), the secrets that sign links, and the SQLite file, or the
tables of PostgreSQL as one moment shows them. Views are not in it: they are made again from the games.
"""

import gzip
import io
import json
import os
import sqlite3
import tarfile
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from domain.kernel import GrognardError

if TYPE_CHECKING:
    from psycopg import Connection

ABOUT, KEYS, DATABASE = "about.json", "secret.key", "grognard.db"
TABLES = ("events", "snapshots", "notes", "packs")
FORMAT = 1
PIECE = 1 << 20


class CannotCopy(GrognardError):
    """A copy cannot be taken or put back; the message says why and what would work."""

    code = "cannot_copy"


# Taking


def take(data: Path, database: str, file: Path, secret_key: str = "") -> dict[str, Any]:
    """Writes a copy of the server's games to `file` and tells what is in it. Raises CannotCopy."""
    about: dict[str, Any] = {"format": FORMAT, "made_at": int(time.time())}
    whole = file.with_name(f".{file.name}.part")
    try:
        with os.fdopen(os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            with tarfile.open(fileobj=out, mode="w:gz", compresslevel=5) as copy:
                if keys := secret_key or _keys(data):
                    _add(copy, KEYS, keys.encode())
                about |= _take_postgres(copy, database) if database else _take_sqlite(copy, data)
                _add(copy, ABOUT, json.dumps(about).encode())
            out.flush()
            os.fsync(out.fileno())
        whole.replace(file)
    finally:
        whole.unlink(missing_ok=True)
    return about


def _keys(data: Path) -> str:
    return (data / KEYS).read_text() if (data / KEYS).is_file() else ""


def _add(copy: tarfile.TarFile, name: str, content: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode, member.mtime = len(content), 0o600, int(time.time())
    copy.addfile(member, io.BytesIO(content))


def _take_sqlite(copy: tarfile.TarFile, data: Path) -> dict[str, Any]:
    """The file as one moment shows it: the server writes on beside it."""
    with tempfile.TemporaryDirectory(prefix=".copy-", dir=data) as folder:
        kept = Path(folder) / DATABASE
        live, new = sqlite3.connect(data / DATABASE, timeout=60), sqlite3.connect(kept)
        with closing(live), closing(new):
            live.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")
            events = new.execute("SELECT count(*) FROM stored_events").fetchone()[0]
        copy.add(kept, DATABASE)
    return {"store": "sqlite", "events": events}


def _take_postgres(copy: tarfile.TarFile, database: str) -> dict[str, Any]:
    """Every table in one transaction that sees one moment; nobody waits for it."""
    columns, counts = {}, {}
    with _postgres(database) as (connection, schema):
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        for table in TABLES:
            columns[table] = _columns(connection, schema, table)
            if not columns[table]:
                raise CannotCopy("There are no games in that database: no server has been started on it.")
            with tempfile.TemporaryFile() as content, connection.cursor() as cursor:
                named = ", ".join(f'"{each}"' for each in columns[table])
                order = f'COPY "{schema}".grognard_{table} ({named}) TO STDOUT (FORMAT BINARY)'
                with cursor.copy(order.encode()) as rows:
                    for row in rows:
                        content.write(row)
                counts[table] = cursor.rowcount
                member = tarfile.TarInfo(f"{table}.copy")
                member.size, member.mode = content.tell(), 0o600
                content.seek(0)
                copy.addfile(member, content)
    return {"store": "postgresql", "columns": columns, "events": counts["events"]}


@contextmanager
def _postgres(database: str) -> "Iterator[tuple[Connection[Any], str]]":
    """A connection to the database of the store, and the schema of its tables."""
    import psycopg

    from domain.store.backends import settings_for

    known = settings_for(database, os.environ)
    parts = ("dbname", "host", "port", "user", "password")
    named: dict[str, Any] = {key: known.get(f"POSTGRES_{key.upper()}") or None for key in parts}
    try:
        with psycopg.connect(**named) as connection:
            yield connection, known.get("POSTGRES_SCHEMA") or "public"
    except psycopg.Error as problem:
        raise CannotCopy(f"The database does not do that: {str(problem).strip()}") from problem


def _columns(connection: "Connection[Any]", schema: str, table: str) -> list[str]:
    found = connection.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_schema = %s AND table_name = %s "
        "ORDER BY ordinal_position",
        (schema, f"grognard_{table}"),
    )
    return [name for (name,) in found]


# Putting back


def put_back(file: Path, data: Path, database: str) -> dict[str, Any]:
    """Puts the games of a copy into an empty data folder or database. Raises CannotCopy."""
    try:
        _check_whole(file)
        with tarfile.open(file, "r:gz") as copy:
            about = json.loads(_member(copy, ABOUT).read())
            _check(about, file, database)
            (_put_postgres if database else _put_sqlite)(copy, about, data, database)
            if KEYS in copy.getnames():
                _put_keys(data, _member(copy, KEYS).read())
    except (tarfile.TarError, EOFError, ValueError, zlib.error, gzip.BadGzipFile) as problem:
        raise CannotCopy(f"{file} is no copy of a server, or is damaged or cut off ({problem}).") from problem
    return dict(about)


def _check_whole(file: Path) -> None:
    """Reads the file to its end, where its checksum is: a tar is over before, and its checksums are of names
    alone. A bit that changed in a game would be put back and told as what was played."""
    with gzip.open(file) as content:
        while content.read(PIECE):
            pass


def _member(copy: tarfile.TarFile, name: str) -> Any:
    try:
        found = copy.extractfile(name)
    except KeyError as problem:
        raise CannotCopy(f"There is no {name} in the copy: `grognard backup` has not made it.") from problem
    assert found is not None
    return found


def _check(about: dict[str, Any], file: Path, database: str) -> None:
    if about.get("format") != FORMAT:
        raise CannotCopy(f"{file} has the format {about.get('format')}; this Grognard reads {FORMAT}.")
    kind = "postgresql" if database else "sqlite"
    if about.get("store") != kind:
        hint = "take --database away" if database else "name the database: --database postgresql://..."
        raise CannotCopy(f"{file} is of {about.get('store')}, not of {kind}; {hint}.")


def _put_sqlite(copy: tarfile.TarFile, _about: dict[str, Any], data: Path, _database: str) -> None:
    target = data / DATABASE
    if target.exists():
        raise CannotCopy(f"There are games in {data} already; give an empty folder: --data FOLDER")
    part = data / f".{DATABASE}.part"
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            content = _member(copy, DATABASE)
            while piece := content.read(PIECE):
                out.write(piece)
            out.flush()
            os.fsync(out.fileno())
        if (told := _damage(part)) != "ok":
            raise CannotCopy(f"The database in the copy is damaged ({told}).")
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)


def _damage(database: Path) -> str:
    """What SQLite finds wrong with a file; `ok` if nothing."""
    with closing(sqlite3.connect(database)) as kept:
        try:
            return str(kept.execute("PRAGMA integrity_check").fetchone()[0])
        except sqlite3.DatabaseError as problem:
            return str(problem)


def _put_postgres(copy: tarfile.TarFile, about: dict[str, Any], _data: Path, database: str) -> None:
    from domain.store import open_games

    open_games(database).close()  # makes the tables
    with _postgres(database) as (connection, schema):
        if connection.execute(f'SELECT 1 FROM "{schema}".grognard_events LIMIT 1'.encode()).fetchone():
            raise CannotCopy("There are games in that database already; give an empty one.")
        for table in TABLES:
            if about["columns"][table] != _columns(connection, schema, table):
                raise CannotCopy(f"The table {table} has other columns than the copy; use the same Grognard.")
            name = f'"{schema}".grognard_{table}'
            named = ", ".join(f'"{each}"' for each in about["columns"][table])
            connection.execute(f"DELETE FROM {name}".encode())
            content = _member(copy, f"{table}.copy")
            order = f"COPY {name} ({named}) FROM STDIN (FORMAT BINARY)"
            with connection.cursor() as cursor, cursor.copy(order.encode()) as rows:
                while piece := content.read(PIECE):
                    rows.write(piece)
        events = f"{schema}.grognard_events"
        connection.execute(
            f"SELECT setval(pg_get_serial_sequence('{events}', 'notification_id'), "
            f'greatest(1, (SELECT max(notification_id) FROM "{schema}".grognard_events)))'.encode()
        )


def _put_keys(data: Path, keys: bytes) -> None:
    """The secrets by which old links stay good, unless the folder has its own."""
    if not (data / KEYS).exists():
        with os.fdopen(os.open(data / KEYS, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(keys)
