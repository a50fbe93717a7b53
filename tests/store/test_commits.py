"""What is written at the same time shares a transaction, and each writer has its own answer."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from domain.kernel.errors import StoreUnavailable
from domain.store import Games, open_games
from domain.store.commits import Commits
from domain.store.faults import Conflict
from tests.store.parley import SEATS, Hush, Speak

EAST, WEST = SEATS


@pytest.fixture(params=["sqlite", "postgres"])
def stored(request: pytest.FixtureRequest, tmp_path: Any) -> Iterator[Games]:
    url = f"sqlite:///{tmp_path}/games.db"
    games = open_games(request.getfixturevalue("postgres")() if request.param == "postgres" else url)
    yield games
    games.close()


def counted(games: Games, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many jobs each transaction took, from now on."""
    found: list[int] = []
    carry_out = Commits._carry_out

    def noted(self: Commits, batch: list[Any]) -> None:
        found.append(len(batch))
        carry_out(self, batch)

    monkeypatch.setattr(Commits, "_carry_out", noted)
    return found


def at_once(games: Games, *ways: Callable[[], object]) -> list[BaseException | None]:
    """Carries these out while somebody else is writing, so that all of them wait together; how each ended."""
    commits, begun, go_on = games._notes.commits, Event(), Event()
    ended: list[BaseException | None] = [None] * len(ways)

    def hold(_cursor: Any) -> None:
        begun.set()
        go_on.wait()

    def go(number: int, way: Callable[[], object]) -> None:
        try:
            way()
        except Exception as problem:
            ended[number] = problem

    first = Thread(target=lambda: commits.write(hold))
    first.start()
    begun.wait()
    threads = [Thread(target=go, args=each) for each in enumerate(ways)]
    for thread in threads:
        thread.start()
    while len(commits._waiting) < len(ways):
        go_on.wait(0.01)
    go_on.set()
    for thread in (first, *threads):
        thread.join()
    return ended


def test_an_order_is_one_transaction_whatever_lies_on_the_table(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.create("parley", "talk")
    written = counted(games, monkeypatch)
    for first, second in ((Speak(1), Hush()), (Hush(), Hush()), (Hush(), Speak(2))):
        for seat, order in ((EAST, first), (WEST, second)):
            written.clear()
            games.order(game, seat, order)
            assert written == [1], f"{seat} orders {order}"
    assert games.desk(game).drafts == {} and games.desk(game).version == 3
    kept = games._notes.about(game, ("draft", "round", "takeback"))
    assert kept == [], "what belonged to the old rest is gone with it"


def test_games_that_are_answered_together_share_a_commit(
    stored: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    several = [stored.create("parley", "alone") for _ in range(6)]
    for game in several:
        stored.desk(game)
    written = counted(stored, monkeypatch)
    ended = at_once(stored, *(lambda game=game: stored.order(game, EAST, Speak(1)) for game in several))
    assert ended == [None] * 6 and sum(written) == 7 and len(written) < 7
    assert [stored.desk(game).version for game in several] == [2] * 6


def note(games: Games, place: str, body: str = "", then: Exception | None = None) -> Callable[[], Any]:
    """Writes a note about a game that there is not, and raises `then`."""

    def job(cursor: Any) -> None:
        notes = games._notes
        notes._asked(cursor, WRITE, "note", "nowhere", place, body)
        if then is not None:
            raise then

    return lambda: games._notes.commits.write(job)


WRITE = "INSERT INTO {table} (kind, game, place, body) VALUES (?,?,?,?) RETURNING kind"


def places(games: Games) -> list[str]:
    return [place for _, place, _ in games._notes.about("nowhere", ("note",))]


@pytest.mark.parametrize("then", [Conflict("somebody was first"), LookupError("a fault of its own")])
def test_a_write_that_is_refused_does_not_fail_its_neighbours(stored: Games, then: Exception) -> None:
    ways = [note(stored, "a"), note(stored, "b", then=then), note(stored, "c")]
    assert at_once(stored, *ways) == [None, then, None]
    assert places(stored) == ["a", "c"]


def test_of_the_same_write_twice_in_one_commit_the_second_is_refused(stored: Games) -> None:
    first, second, third = at_once(stored, note(stored, "a"), note(stored, "a"), note(stored, "c"))
    assert [type(each) for each in (first, second, third)].count(type(None)) == 2 and third is None
    assert isinstance(first or second, Conflict) and places(stored) == ["a", "c"]


def test_a_write_that_the_disk_has_no_room_for_does_not_fail_its_neighbours(tmp_path: Path) -> None:
    open_games(f"sqlite:///{tmp_path}/games.db").close()
    games = open_games(f"sqlite:///{tmp_path}/games.db?max_pages=40")
    ways = [note(games, "a"), note(games, "b", body="." * 1_000_000), note(games, "c")]
    first, second, third = at_once(games, *ways)
    assert first is None and third is None and "full" in str(second)
    assert places(games) == ["a", "c"]
    games.close()


def locker(folder: Path) -> sqlite3.Connection:
    return sqlite3.connect(folder / "games.db", isolation_level=None, check_same_thread=False)


def test_while_another_process_locks_the_store_all_who_wait_are_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = open_games(f"sqlite:///{tmp_path}/games.db")
    several = [games.create("parley", "alone") for _ in range(6)]
    for game in several:
        games.desk(game)
    commits, tried = games._notes.commits, []
    begin = commits._begin
    commits.write(lambda cursor: cursor.execute("PRAGMA busy_timeout=0"))
    with closing(locker(tmp_path)) as other:

        def begun(is_locking: bool) -> Any:
            tried.append(is_locking)
            if len(tried) == 2:  # the first is what they wait for
                other.execute("BEGIN IMMEDIATE")
            return begin(is_locking)

        monkeypatch.setattr(commits, "_begin", begun)
        ended = at_once(games, *(lambda game=game: games.order(game, EAST, Speak(1)) for game in several))
        other.execute("ROLLBACK")
    assert ["locked" in str(each) for each in ended] == [True] * 6
    assert len(tried) == 2, "a store that is locked is locked for all of them"
    assert [games.desk(game).version for game in several] == [1] * 6
    assert all(games.order(game, EAST, Speak(1)).version == 2 for game in several)
    games.close()


def test_whoever_waits_too_long_is_told_and_nothing_of_it_is_written(
    stored: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = stored.create("parley", "alone")
    stored.desk(game)
    monkeypatch.setattr("domain.store.commits.PATIENCE_SECONDS", 0.01)
    with stored._notes.commits._turn, pytest.raises(StoreUnavailable, match="Timed out"):
        stored.order(game, EAST, Speak(1))
    assert stored.desk(game).version == 1
    assert stored.order(game, EAST, Speak(1)).version == 2
