"""What is kept beside the stream of events: seeds, answers that are not in effect yet, take-backs, seat keys,
standing orders, how long response windows stay open, what browsers were given, what is agreed or said
beside the rules, tournaments, and accounts.

One small table of notes, the same on SQLite, PostgreSQL and in memory. A note's place says where
it belongs: `41.0.red` is the answer of red at rest 41, after no silent round. Writes are
compare-and-set, so that two processes never overwrite each other unseen.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import RLock
from typing import Any, NamedTuple

from domain.store.changes import Changes
from domain.store.commits import Commits, Cursor

SEED, ROUND, DRAFT, TAKEBACK, KEY, STORE = "seed", "round", "draft", "takeback", "key", "store"
STANDING, COVER, WINDOW, RESIGNING = "standing", "cover", "window", "resigning"
CLOCK, TIMED, BEAT, AWAY = "clock", "timed", "beat", "away"
TERMS, NUDGE, ADDRESS = "terms", "nudge", "address"
NOTE, LINE, WATCHERS = "note", "line", "watchers"
PIN, PHRASE = "pin", "phrase"
LEASE, PASS = "lease", "pass"
MATCH = "match"
SHELF, TEXTS = "shelf", "texts"
BAN = "ban"
TOURNAMENT, PLAYED_IN, ENTRANT = "tournament", "played_in", "entrant"
ACCOUNT, LOG_IN = "account", "log_in"
PASSKEY, CHALLENGE = "passkey", "challenge"
NAME, FORGOTTEN = "name", "forgotten"
HINT, UPLOADED = "hint", "uploaded"
"""The kinds of notes."""

DECIDING = (ROUND, DRAFT, STANDING)
"""What the next command is made of: it is written only while nobody appends events."""

TABLE = (
    "CREATE TABLE IF NOT EXISTS {table} (kind TEXT NOT NULL, game TEXT NOT NULL, "
    "place TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (game, kind, place))"
)
PACKS = (
    "CREATE TABLE IF NOT EXISTS {packs} (title TEXT NOT NULL, digest TEXT NOT NULL, name TEXT NOT NULL, "
    "body TEXT NOT NULL, added BIGINT NOT NULL, is_offered INTEGER NOT NULL, PRIMARY KEY (title, digest))"
)
"""The data packs, each kept once by its digest; see `domain.store.packs`."""
BY_KIND = "CREATE INDEX IF NOT EXISTS {name}_by_kind ON {table} (kind)"


def subject(kind: str, game: str) -> str:
    """What a note belongs to, in the words of `Changes`: a game's table, its keys or its seed."""
    own = (
        KEY, SEED, TERMS, NUDGE, ADDRESS, NOTE, LINE, WATCHERS, PIN, PHRASE, LEASE, PASS, MATCH, SHELF, TEXTS,
        BAN, TOURNAMENT, PLAYED_IN, ENTRANT, ACCOUNT, LOG_IN, NAME, FORGOTTEN, TIMED, BEAT, AWAY, HINT,
        UPLOADED, PASSKEY, CHALLENGE,
    )  # fmt: skip
    return f"{game}/{kind}" if kind in own else f"{game}/table"


Within = Callable[[Cursor], object]
"""Looks at the table, or changes it, within the transaction that writes; may raise Conflict to stop it."""


class Point(NamedTuple):
    """Where a game stands: its last event, and the decision that it waits for."""

    game: str
    version: int
    moment: str


class Dialect(NamedTuple):
    """How a database is spoken to. `begin` gives a transaction that is committed at its end; `lock` makes it
    wait for those that append events; `number` is the column of the notification ids."""

    datastore: Any
    begin: Callable[[], AbstractContextManager[Cursor]]
    table: str
    mark: str
    events: str
    lock: str = ""
    number: str = "rowid"

    @property
    def packs(self) -> str:
        """The table of data packs, beside that of the notes."""
        return self.table.removesuffix("notes") + "packs"

    def still_at(self, at: Point) -> tuple[str, tuple[Any, ...]]:
        """A condition that holds while no event and no silent round went beyond a point."""
        no_round = "NOT EXISTS (SELECT 1 FROM {table} AS r WHERE r.game=? AND r.kind='round' AND r.place=?)"
        if not self.events:  # in memory there is only this program, and it locks each game
            return no_round, (at.game, at.moment)
        newest = f"(SELECT max(originator_version) FROM {self.events} WHERE originator_id=?)=?"
        return f"{newest} AND {no_round}", (at.game, at.version, at.game, at.moment)


NO_DATABASE: AbstractContextManager[Any] = nullcontext()
MEMORY = Dialect(None, lambda: NO_DATABASE, "notes", "?", "")


class Notes:
    """The table in the database of the stream, or in memory if there is none."""

    def __init__(self, changes: Changes, dialect: "Dialect | None" = None) -> None:
        self._changes = changes
        self._dialect = dialect or MEMORY
        self._lock = RLock()
        self._memory = None
        if dialect is None:
            self._memory = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        self.commits = Commits(self._begin, is_shared=dialect is not None)

    def create_table(self) -> None:
        """Must be done once, by one process at a time."""
        with self._begin(False) as cursor:
            table = self._dialect.table
            cursor.execute(TABLE.format(table=table))
            cursor.execute(PACKS.format(packs=self._dialect.packs))
            cursor.execute(BY_KIND.format(table=table, name=table.rpartition(".")[2]))

    def close(self) -> None:
        if self._memory is not None:
            with self._lock:
                self._memory.close()

    def read(self, kind: str, game: str, place: str = "") -> str | None:
        """The note, or None."""
        found = self.rows("SELECT body FROM {table} WHERE kind=? AND game=? AND place=?", kind, game, place)
        return found[0][0] if found else None

    def about(
        self, game: str, kinds: Sequence[str], within: Cursor | None = None
    ) -> list[tuple[str, str, str]]:
        """Every (kind, place, body) of these kinds about a game, in order (`within` a transaction)."""
        marks = ",".join("?" * len(kinds))
        statement = f"SELECT kind, place, body FROM {{table}} WHERE game=? AND kind IN ({marks})"
        if within is None:
            return sorted(self.rows(statement, game, *kinds))
        return sorted(self._asked(within, statement, game, *kinds))

    def everywhere(self, kind: str) -> list[tuple[str, str, str]]:
        """Every (game, place, body) of this kind, of all games."""
        return sorted(self.rows("SELECT game, place, body FROM {table} WHERE kind=?", kind))

    def write(
        self, kind: str, game: str, place: str, body: str, was: str | None = None, then: Within | None = None
    ) -> bool:
        """Writes the note if it still says `was` (None: if there is none). False if it does not.

        `then` follows in the same transaction.
        """
        if was is None:
            statement = (
                "INSERT INTO {table} (kind, game, place, body) VALUES (?,?,?,?) ON CONFLICT DO NOTHING "
                "RETURNING kind"
            )
            return bool(self._change(kind, game, statement, kind, game, place, body, then=then))
        statement = "UPDATE {table} SET body=? WHERE kind=? AND game=? AND place=? AND body=? RETURNING kind"
        return bool(self._change(kind, game, statement, body, kind, game, place, was, then=then))

    def put(self, cursor: Cursor, kind: str, game: str, place: str, body: str) -> None:
        """Writes a note that is not there yet, within a transaction."""
        statement = "INSERT INTO {table} (kind, game, place, body) VALUES (?,?,?,?) RETURNING kind"
        self._asked(cursor, statement, kind, game, place, body)

    def say(self, cursor: Cursor, kind: str, game: str, place: str, body: str) -> None:
        """Writes a note, whatever it said, within a transaction."""
        statement = (
            "INSERT INTO {table} (kind, game, place, body) VALUES (?,?,?,?) "
            "ON CONFLICT (game, kind, place) DO UPDATE SET body=excluded.body RETURNING kind"
        )
        self._asked(cursor, statement, kind, game, place, body)

    def write_at(
        self,
        kind: str,
        place: str,
        body: str,
        was: str | None,
        at: "Point",
        check: Within | None = None,
        then: Within | None = None,
    ) -> bool:
        """As `write`, but only while the game still stands at that point: nothing comes too late.

        Raises what `check` raises; then nothing is written. `then` follows in the same transaction.
        """
        here, where = self._dialect.still_at(at)
        if was is None:
            statement = (
                f"INSERT INTO {{table}} (kind, game, place, body) SELECT ?,?,?,? WHERE {here} "
                "ON CONFLICT DO NOTHING RETURNING kind"
            )
            new = (kind, at.game, place, body, *where)
            return bool(self._change(kind, at.game, statement, *new, lock=True, check=check, then=then))
        statement = (
            f"UPDATE {{table}} SET body=? WHERE kind=? AND game=? AND place=? AND body=? AND {here} "
            "RETURNING kind"
        )
        params = (body, kind, at.game, place, was, *where)
        return bool(self._change(kind, at.game, statement, *params, lock=True, check=check, then=then))

    def made_once(self, kind: str, game: str, place: str, body: str) -> str:
        """The note as whoever was first wrote it."""
        found = self.read(kind, game, place)
        if found is None:
            self.write(kind, game, place, body)
            found = self.read(kind, game, place)
        assert found is not None
        return found

    def remove(self, kind: str, game: str, place: str = "", was: str | None = None) -> bool:
        """Takes a note away, whatever it says or if it still says `was`. False if there was none."""
        statement = "DELETE FROM {table} WHERE kind=? AND game=? AND place=?{still} RETURNING kind"
        statement = statement.replace("{still}", "" if was is None else " AND body=?")
        params = (kind, game, place) if was is None else (kind, game, place, was)
        return bool(self._change(kind, game, statement, *params))

    def clear(self, game: str, kinds: Sequence[str], under: str, within: Cursor) -> None:
        """Takes away what belongs to a decision that is over: all whose place is, or lies, under that one.

        `within` a transaction; `wrote` is for whoever ends it to call.
        """
        marks = ",".join("?" * len(kinds))
        statement = (
            f"DELETE FROM {{table}} WHERE game=? AND kind IN ({marks}) "
            "AND (place = ? OR substr(place, 1, ?) = ?) RETURNING kind"
        )
        self._asked(within, statement, game, *kinds, under, len(under) + 1, f"{under}.")

    def drop(self, kind: str, game: str, within: Cursor) -> None:
        """Takes all notes of a kind away, `within` a transaction; `wrote` is for whoever ends it to call."""
        self._asked(within, "DELETE FROM {table} WHERE kind=? AND game=? RETURNING kind", kind, game)

    def add(self, kind: str, game: str, place: str, body: str, within: Cursor) -> None:
        """Writes a note if there is none, `within` a transaction; `wrote` is for whoever ends it to call."""
        statement = (
            "INSERT INTO {table} (kind, game, place, body) VALUES (?,?,?,?) ON CONFLICT DO NOTHING "
            "RETURNING kind"
        )
        self._asked(within, statement, kind, game, place, body)

    def _change(
        self,
        kind: str,
        game: str,
        statement: str,
        *params: Any,
        lock: bool = False,
        check: Within | None = None,
        then: Within | None = None,
    ) -> list[tuple[Any, ...]]:
        def job(cursor: Cursor) -> list[tuple[Any, ...]]:
            if check is not None:
                check(cursor)
            found = self._asked(cursor, statement, *params)
            if found and then is not None:
                then(cursor)
            return found

        try:
            return self.commits.write(job, is_locking=lock or kind in DECIDING)
        finally:
            self._changes.wrote(subject(kind, game))

    def change(self, about: str, statement: str, *params: Any) -> list[tuple[Any, ...]]:
        """Carries out a statement that writes and returns rows; `about` is the subject of the change."""

        def job(cursor: Cursor) -> list[tuple[Any, ...]]:
            return self._asked(cursor, statement, *params)

        try:
            return self.commits.write(job, is_locking=False)
        finally:
            self._changes.wrote(about)

    def scrub(self) -> None:
        """Nothing is left in the file of what notes once said. SQLite leaves it lying in half empty pages
        and in its log; other databases see to it themselves."""
        if self._dialect.number != "rowid" or self._dialect.datastore is None:
            return
        table = self._dialect.table
        with self._dialect.begin() as cursor:
            cursor.execute(TABLE.format(table=f"{table}_anew"))
            cursor.execute(f"INSERT INTO {table}_anew SELECT kind, game, place, body FROM {table}")
            cursor.execute(f"DROP TABLE {table}")
            cursor.execute(f"ALTER TABLE {table}_anew RENAME TO {table}")
            cursor.execute(BY_KIND.format(table=table, name=table))
        self._dialect.datastore.empty_log()

    def rows(self, statement: str, *params: Any) -> list[tuple[Any, ...]]:
        """What a statement finds; `{table}` and `{packs}` name the tables, `?` stands for each parameter."""
        if self._memory is not None:
            with self._lock:
                return self._asked(self._memory.cursor(), statement, *params)
        with self._dialect.datastore.transaction(commit=False) as cursor:
            return self._asked(cursor, statement, *params)

    def _asked(self, cursor: Cursor, statement: str, *params: Any) -> list[tuple[Any, ...]]:
        told = statement.format(table=self._dialect.table, packs=self._dialect.packs)
        cursor.execute(told.replace("?", self._dialect.mark), params)
        return [tuple(row.values()) if isinstance(row, dict) else tuple(row) for row in cursor.fetchall()]

    @contextmanager
    def _begin(self, is_locking: bool) -> Iterator[Cursor]:
        if self._memory is not None:
            with self._lock, self._memory:
                self._memory.execute("BEGIN")
                yield self._memory.cursor()
            return
        with self._dialect.begin() as cursor:
            if is_locking and self._dialect.lock:
                cursor.execute(self._dialect.lock)
            yield cursor
