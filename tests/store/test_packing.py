"""Events are stored short, and whatever form older programs stored them in is still read."""

import sqlite3
import zlib
from pathlib import Path
from random import Random

import pytest

import domain.titles
from benchmarks.core import whole_game
from domain.kernel import RuleSet
from domain.kernel.codec import codec
from domain.kernel.errors import SetAside
from domain.store import open_games, packing
from tests.store.play import play_on, written

OLD_TABLES = """
CREATE TABLE stored_snapshots (originator_id TEXT, originator_version INTEGER, topic TEXT, state BLOB,
PRIMARY KEY (originator_id, originator_version)) WITHOUT ROWID
"""
"""As they were made before snapshots had row ids."""
TITLES = pytest.mark.parametrize("rule_set", domain.titles.TITLES, ids=lambda each: each.id)


def stored(path: Path, column: str = "state") -> list[bytes]:
    connection = sqlite3.connect(path)
    found = connection.execute(f"SELECT {column} FROM stored_events ORDER BY rowid").fetchall()
    connection.close()
    return [each for (each,) in found]


@TITLES
def test_what_is_packed_is_read_back_byte_for_byte_and_is_much_shorter(rule_set: RuleSet) -> None:
    writer = codec(rule_set.id)
    plain = [writer.write(each) for each in whole_game(rule_set, rule_set.scenarios[-1].id, 4)]
    short = [packing.packed(rule_set.folder, each) for each in plain]
    assert [packing.unpacked(rule_set.folder, each) for each in short] == plain
    assert sum(map(len, short)) < 0.4 * sum(map(len, plain))
    assert all(len(each) <= len(other) for each, other in zip(short, plain, strict=True))


@TITLES
def test_games_of_an_older_program_are_played_on(
    rule_set: RuleSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"
    connection = sqlite3.connect(path)
    connection.execute(OLD_TABLES)
    connection.close()
    with monkeypatch.context() as older:
        older.setattr(packing, "newest", lambda folder: 0)
        games = open_games(f"sqlite:///{path}")
        game = games.create(rule_set.id, rule_set.scenarios[0].id, seed=bytes(32))
        play_on(games, game, Random(1), orders=150)
        before = written(games, game)
        games.close()
    assert all(each.startswith(b"[") for each in stored(path))
    games = open_games(f"sqlite:///{path}")
    assert written(games, game) == before
    desk = play_on(games, game, Random(2), orders=60)
    assert any(each[0] == packing.newest(rule_set.folder) for each in stored(path))
    games.close()
    games = open_games(f"sqlite:///{path}")
    assert games.history(game).head == games.standing(game) == desk.standing
    assert [each.version for each in games.recorded(game)] == list(range(1, desk.version + 1))
    games.close()


def test_a_title_without_phrases_is_stored_as_plain_json(tmp_path: Path) -> None:
    assert packing.newest(tmp_path) == 0
    assert packing.packed(tmp_path, b"[1]") == packing.unpacked(tmp_path, b"[1]") == b"[1]"


def test_an_event_whose_phrases_or_end_are_missing_sets_its_game_aside(tmp_path: Path) -> None:
    rule_set = domain.titles.TITLES[0]
    short = packing.packed(rule_set.folder, b"[" + b"0," * 200 + b"0]")
    with pytest.raises(zlib.error):
        packing.unpacked(rule_set.folder, short[:-2])
    path = tmp_path / "games.db"
    games = open_games(f"sqlite:///{path}")
    lost, other = (games.create(rule_set.id, rule_set.scenarios[0].id) for _ in range(2))
    games.close()
    connection = sqlite3.connect(path)
    for version, state in ((1, b"\x1f" + short[1:]), (2, short[:-2])):
        connection.execute("DROP TRIGGER stored_events_same")
        connection.execute(
            "UPDATE stored_events SET state=? WHERE originator_id=? AND originator_version=?",
            (state, lost, version),
        )
        connection.commit()
        games = open_games(f"sqlite:///{path}")
        with pytest.raises(SetAside):
            games.desk(lost)
        assert games.desk(other).version >= 1
        games.close()
    connection.close()


@TITLES
def test_phrases_are_numbered_without_a_gap_and_no_longer_than_is_looked_at(rule_set: RuleSet) -> None:
    last = packing.newest(rule_set.folder)
    assert 1 <= last <= packing.LARGEST
    for number in range(1, last + 1):
        assert 1000 < len(packing.phrases(rule_set.folder, number)) <= 32_768
