"""What was read of a game is used again until somebody writes, in this process or in another."""

import sqlite3
from pathlib import Path
from threading import Thread

import pytest

from domain.kernel.errors import NotAsked, StaleOrder
from domain.store import Games, open_games
from tests.store.parley import SEATS, Speak, talk

EAST, WEST = SEATS


def counted(games: Games, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every time that the store is read from now on."""
    reads: list[str] = []
    read, about, note = games._stream.read, games._notes.about, games._notes.read
    monkeypatch.setattr(games._stream, "read", lambda *given: [reads.append("events"), read(*given)][1])
    monkeypatch.setattr(games._notes, "about", lambda *given: [reads.append("table"), about(*given)][1])
    monkeypatch.setattr(games._notes, "read", lambda *given: [reads.append("note"), note(*given)][1])
    return reads


def test_nothing_is_read_again_while_nobody_writes(sqlite: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    game, other = sqlite.create("parley", "talk"), sqlite.create("parley", "talk")
    for _ in range(2):
        before = sqlite.desk(game), sqlite.seat_key(game, EAST)
        history, holders = sqlite.history(game), sqlite.holders(game)
    reads = counted(sqlite, monkeypatch)
    sqlite.order(other, EAST, Speak(1))
    reads.clear()
    assert (sqlite.desk(game), sqlite.seat_key(game, EAST)) == before
    assert sqlite.head(game).standing is before[0].standing
    assert sqlite.history(game) is history and sqlite.holders(game) == holders
    assert reads == []


def test_an_order_looks_once_whether_another_process_has_written(
    sqlite: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = sqlite.create("parley", "talk")
    changes, looks = sqlite._stream.changes, []
    others = changes._others
    monkeypatch.setattr(changes, "_others", lambda: [looks.append(1), others()][1])
    desk = sqlite._try(game, None, "trying", lambda desk: None)
    assert len(looks) == 1 and desk == sqlite.desk(game)


def test_what_another_process_writes_is_seen_at_once(sqlite: Games, tmp_path: Path) -> None:
    game = sqlite.create("parley", "talk")
    other = open_games(f"sqlite:///{tmp_path}/games.db")
    for _ in range(3):
        there = other.order(game, EAST, Speak(1))
        assert sqlite.desk(game).waiting == there.waiting == (WEST,)
        here = sqlite.order(game, WEST, Speak(1))
        assert other.desk(game).version == other.history(game).head.version == here.version
    assert sqlite.seat_key(game, EAST) == other.seat_key(game, EAST)
    assert other.new_seat_key(game, EAST) == sqlite.seat_key(game, EAST)
    other.close()


def test_who_looks_while_this_process_writes_sees_what_is_committed(sqlite: Games) -> None:
    game = sqlite.create("parley", "talk")
    version = sqlite.desk(game).version
    seen: list[int] = []
    looking = Thread(target=lambda: seen.extend(sqlite.desk(game).version for _ in range(300)))
    looking.start()
    for _ in range(10):
        done = talk(sqlite, game, Speak(1), Speak(1)).version
        assert sqlite.desk(game).version == done > version
        version = done
    looking.join()
    assert seen == sorted(seen)


def test_a_write_that_failed_leaves_nothing_behind_in_memory(sqlite: Games, tmp_path: Path) -> None:
    game = sqlite.create("parley", "talk")
    before = sqlite.desk(game)
    rogue = sqlite3.connect(tmp_path / "games.db")
    rogue.execute("CREATE TRIGGER no BEFORE INSERT ON notes BEGIN SELECT RAISE(ABORT, 'no room'); END")
    with pytest.raises(StaleOrder):
        sqlite.order(game, EAST, Speak(1))
    rogue.execute("DROP TRIGGER no")
    rogue.close()
    assert sqlite.desk(game).drafts == before.drafts == {}
    assert sqlite.order(game, EAST, Speak(1)).waiting == (WEST,)


def test_a_connection_that_cannot_end_its_transaction_is_replaced(sqlite: Games, tmp_path: Path) -> None:
    game = sqlite.create("parley", "talk")
    pool = sqlite._stream.factory.datastore.pool  # type: ignore[attr-defined]
    before = pool.others_wrote()
    stuck = pool.get_connection(is_writer=True)
    assert pool.others_wrote() is None
    stuck.cursor().execute("BEGIN")
    pool.put_connection(stuck)
    assert talk(sqlite, game, Speak(1), Speak(1)).version == 2
    assert pool.others_wrote() != before


def test_who_reads_much_looks_once_and_an_order_that_comes_too_late_looks_again(
    sqlite: Games, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = sqlite.create("parley", "talk")
    other = open_games(f"sqlite:///{tmp_path}/games.db")
    changes, looks = sqlite._stream.changes, []
    others = changes._others
    monkeypatch.setattr(changes, "_others", lambda: [looks.append(1), others()][1])
    with sqlite.one_look():
        before = [(sqlite.desk(game), sqlite.holders(game), sqlite.recorded(game)) for _ in range(3)]
        assert len(looks) == 1 and before[0] == before[2]
        there = other.order(game, EAST, Speak(1))
        assert sqlite.desk(game) == before[0][0]
        with pytest.raises(NotAsked):
            sqlite.order(game, EAST, Speak(1))
        assert len(looks) == 2
        assert sqlite.desk(game).waiting == there.waiting == (WEST,)
    other.close()
