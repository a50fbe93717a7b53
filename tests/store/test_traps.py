"""Each trap that the library and the databases set, pinned."""

import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import psycopg
import pytest

from domain.kernel.codec import codec
from domain.kernel.errors import InvalidSetup, StoreUnavailable
from domain.store import Games, open_games
from domain.store.backends import open_backend, settings_for
from domain.store.mapper import snapshot_topic
from tests.patience import PATIENCE
from tests.store.parley import SEATS, Hush, Speak, talk
from tests.store.play import BLUE, RED

ROOT = Path(__file__).parents[2]


def rows(path: Path, statement: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    found = connection.execute(statement).fetchall()
    connection.close()
    return found


def test_only_the_store_imports_the_library() -> None:
    ours = [
        path for top in ("domain", "projections", "replays", "web") for path in (ROOT / top).rglob("*.py")
    ]
    assert len(ours) > 20
    for path in ours:
        assert "store" in path.parts or "import eventsourcing" not in path.read_text("utf-8"), path
        assert "store" in path.parts or "from eventsourcing" not in path.read_text("utf-8"), path


def test_events_are_json_under_topics_of_our_own_that_sql_can_read(sqlite: Games, tmp_path: Path) -> None:
    game = sqlite.create("parley", "talk")
    talk(sqlite, game, Speak(1), Hush())
    found = rows(
        tmp_path / "games.db",
        "SELECT originator_id, topic, json_extract(state, '$[2].seats') FROM stored_events",
    )
    assert found[1] == (game, "parley:Spoken/1", '["east"]')


def test_db_functions_that_lose_events_are_forbidden(postgres: Callable[[], str]) -> None:
    for name in ("POSTGRES_ENABLE_DB_FUNCTIONS", "GROGNARD_POSTGRES_ENABLE_DB_FUNCTIONS"):
        with pytest.raises(InvalidSetup, match="lose some of them. Unset it"):
            settings_for("postgresql://localhost/games", {name: "y"})
    stream, notes = open_backend(postgres(), {"POSTGRES_ENABLE_DB_FUNCTIONS": "no"})
    assert stream.factory.datastore.enable_db_functions is False  # type: ignore[attr-defined]
    stream.close()


def test_a_database_that_keeps_bytes_for_text_is_refused_before_a_game_is_lost(
    postgres: Callable[[], str],
) -> None:
    address = postgres()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE DATABASE of_bytes ENCODING SQL_ASCII LOCALE 'C' TEMPLATE template0")
    with pytest.raises(StoreUnavailable, match="ENCODING 'UTF8'"):
        open_games(re.sub(r"/store_\d+", "/of_bytes", address))


def test_what_an_address_says_is_obeyed_or_refused() -> None:
    with pytest.raises(InvalidSetup, match="says sslmode, which is not read"):
        settings_for("postgresql://db/games?sslmode=verify-full", {})


def test_postgresql_takes_the_librarys_variables() -> None:
    settings = settings_for(
        "postgresql:///games", {"POSTGRES_HOST": "db", "GROGNARD_POSTGRES_PASSWORD": "pw", "CIPHER_KEY": "x"}
    )
    assert settings["POSTGRES_HOST"] == "db" and settings["POSTGRES_DBNAME"] == "games"
    assert settings["POSTGRES_PASSWORD"] == "pw" and "CIPHER_KEY" not in settings


def test_stray_variables_do_not_change_how_events_are_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, value in (
        ("COMPRESSOR_TOPIC", "zlib"),
        ("MAPPER_TOPIC", "eventsourcing.persistence:Mapper"),
        ("PERSISTENCE_MODULE", "eventsourcing.popo"),
        ("CREATE_TABLE", "n"),
    ):
        monkeypatch.setenv(name, value)
        monkeypatch.setenv(f"GROGNARD_{name}", value)
    games = open_games(f"sqlite:///{tmp_path}/games.db")
    games.create("parley", "talk")
    assert rows(tmp_path / "games.db", "SELECT topic FROM stored_events") == [("parley:Opened/1",)]
    games.close()


def test_looking_again_reads_only_what_is_new(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.create("parley", "talk")
    for _ in range(50):
        talk(games, game, Speak(1), Speak(1))
    games.history(game)
    asked: list[int] = []
    read = games._stream.read

    def noted(game: str, after: int = 0, upto: int | None = None) -> object:
        asked.append(after)
        return read(game, after, upto)

    monkeypatch.setattr(games._stream, "read", noted)
    for _ in range(3):
        games.history(game)
    assert set(asked) <= {51}


def test_whoever_looks_back_again_and_again_finds_the_history_loaded(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.create("parley", "talk")
    for _ in range(40):
        talk(games, game, Speak(1), Speak(1))
    whole = games.history(game)
    games._histories._loaded.clear()
    for version in (7, 23):  # the first look may be the last one: it goes by a snapshot
        assert game not in games._histories._loaded
        assert games.standing(game, version) == whole.at(version)
    loading = games._histories._behind._thread
    if loading is not None:
        loading.join()
    reads: list[object] = []
    monkeypatch.setattr(games._stream, "read", lambda *given: reads.append(given) or [])
    assert [games.standing(game, version) for version in range(1, 42)] == [
        whole.at(version) for version in range(1, 42)
    ]
    assert {given for given in reads if given[1] < 41} == set()  # type: ignore[index]


def test_histories_that_were_handed_out_never_change(games: Games) -> None:
    game = games.create("parley", "talk")
    before = games.history(game)
    talk(games, game, Speak(1), Speak(1))
    assert before.head.version == 1 and games.history(game).head.version == 2


def test_snapshots_are_put_every_hundred_versions_and_never_needed(sqlite: Games, tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    game = sqlite.create("parley", "talk")
    for _ in range(210):
        talk(sqlite, game, Speak(1), Speak(1))
    expected = sqlite.standing(game, 205)
    assert rows(path, "SELECT originator_version FROM stored_snapshots") == [(100,), (200,)]
    for damage in ("topic='parley:Snapshot/0-older'", "state=x'00'"):
        connection = sqlite3.connect(path)
        with connection:
            connection.execute(f"UPDATE stored_snapshots SET {damage} WHERE originator_version=200")
        connection.close()
        again = open_games(f"sqlite:///{path}")
        assert again.standing(game, 205) == expected
        assert again._stream.snapshot(game, 205).version == 100  # type: ignore[union-attr]
        again.close()


def test_a_snapshot_is_read_back_as_it_was(games: Games) -> None:
    game = games.create("skirmish", "line")
    standing = games.standing(game)
    assert codec("skirmish").read_standing(codec("skirmish").write_standing(standing)) == standing
    assert snapshot_topic("skirmish").startswith("skirmish:Snapshot/1-")
    assert snapshot_topic("skirmish") != snapshot_topic("parley")


def test_notification_ids_are_never_used_twice_and_events_never_deleted(
    sqlite: Games, tmp_path: Path
) -> None:
    sqlite.create("skirmish", "line")
    connection = sqlite3.connect(tmp_path / "games.db")
    for statement in ("DELETE FROM stored_events", "UPDATE stored_events SET state=x'00'"):
        with pytest.raises(sqlite3.IntegrityError, match="never changed or deleted"):
            connection.execute(statement)
    connection.rollback()
    before = sqlite.notifications(1, 100)
    connection.execute("VACUUM")
    connection.close()
    assert sqlite.notifications(1, 100) == before
    (sql,) = rows(tmp_path / "games.db", "SELECT sql FROM sqlite_master WHERE name='stored_events'")[0]
    assert "AUTOINCREMENT" in str(sql)


def test_sqlite_is_durable_unless_asked_otherwise(tmp_path: Path) -> None:
    for option, level in (("", 2), ("?synchronous=full", 2), ("?synchronous=normal", 1)):
        games = open_games(f"sqlite:///{tmp_path}/games.db{option}")
        with games._stream.factory.datastore.transaction(commit=False) as cursor:  # type: ignore[attr-defined]
            cursor.execute("PRAGMA synchronous")
            assert cursor.fetchone()[0] == level
            cursor.execute("PRAGMA journal_mode")
            assert cursor.fetchone()[0] == "wal"
        games.close()


def test_a_subscriber_hears_of_other_processes(sqlite: Games, tmp_path: Path) -> None:
    game = sqlite.create("parley", "talk")
    other = open_games(f"sqlite:///{tmp_path}/games.db")
    with sqlite.subscribe(2) as events:
        talk(other, game, Speak(1), Speak(2))
        number, event = next(events)
        assert (number, event.game, event.version) == (2, game, 2)
    other.close()


def test_a_stopped_subscription_ends_and_closing_stops_all(games: Games) -> None:
    ended: list[str] = []
    events = games.subscribe(1)

    def follow() -> None:
        ended.extend("event" for _ in events)
        ended.append("end")

    reader = Thread(target=follow)
    reader.start()
    games.close()
    reader.join()
    assert ended == ["end"]


FORGETFUL = """
import sys, tests.toy
from domain.store import open_games
games = open_games(sys.argv[1])
games.create("skirmish", "line")
print(next(games.subscribe(1))[0])
"""


def test_a_program_that_forgets_to_stop_still_exits(address: str) -> None:
    subprocess.run(
        [sys.executable, "-c", FORGETFUL, address], cwd=ROOT, check=True, capture_output=True,
        timeout=PATIENCE,
    )


BOOT = """
import sys
from domain.store import open_games
print(open_games(sys.argv[1]).store_id)
"""


def test_several_programs_may_make_the_same_store_at_once(
    tmp_path: Path, postgres: Callable[[], str]
) -> None:
    for url in (f"sqlite:///{tmp_path}/new/games.db", postgres()):
        running = [
            subprocess.Popen([sys.executable, "-c", BOOT, url], cwd=ROOT, stdout=subprocess.PIPE, text=True)
            for _ in range(4)
        ]
        names = {process.communicate()[0] for process in running}
        assert [process.returncode for process in running] == [0] * 4 and len(names) == 1


def test_a_connection_that_cannot_be_had_does_not_block_the_next_writer(tmp_path: Path) -> None:
    from eventsourcing.persistence import PersistenceError

    games = open_games(f"sqlite:///{tmp_path}/games.db")
    pool = games._stream.factory.datastore.pool  # type: ignore[attr-defined]
    held = [pool.get_connection() for _ in range(15)] + [pool.get_connection(is_writer=True)]
    for is_writer in (True, False, True):
        with pytest.raises(PersistenceError):
            pool.get_connection(0.01, is_writer=is_writer)
    for each in held:
        pool.put_connection(each)
    assert games.desk(games.create("skirmish", "line")).asked == (RED, BLUE)
    games.close()


def test_the_seed_is_in_no_event_before_the_end(sqlite: Games, tmp_path: Path) -> None:
    seed = bytes(range(32))
    game = sqlite.create("parley", "talk", seed=seed)
    talk(sqlite, game, Speak(1), Speak(1))
    found = rows(tmp_path / "games.db", "SELECT state FROM stored_events")
    assert all(seed.hex().encode() not in bytes(state) for (state,) in found)  # type: ignore[arg-type]
    assert sqlite.desk(game).asked == SEATS


def test_no_msgspec_type_is_built_after_its_module_is_loaded() -> None:
    """Threads that build one type at the same time bring the process down: decoders are made beforehand."""
    parts = ("domain", "projections", "replays", "web")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for part in parts
        for path in (ROOT / part).rglob("*.py")
        for line in path.read_text().splitlines()
        if re.search(r"\.decode\(.*type=", line) or re.match(r"\s+.*(?<!Generic)\bDecoder\(", line)
        if path.name != "codec.py"
    ]
    assert found == []
