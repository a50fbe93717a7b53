"""Everything that was played as files: what is in it, what never is, and that it goes on where it was."""

import re
from pathlib import Path

import polars as pl
import pytest

from domain.store import open_games
from replays.archive import load
from replays.exported_tables import TABLES
from replays.exporting import CannotExport, export
from replays.verification import verify
from tests.replays.forks import forked_skirmish, plays_on

DOCUMENT = Path(__file__).parents[2] / "docs" / "data.md"


def tables(folder: Path) -> dict[str, pl.DataFrame]:
    return {table: pl.read_parquet(folder / f"{table}.parquet") for table in TABLES}


def archives(folder: Path) -> set[str]:
    return {path.stem for path in (folder / "archives").iterdir()}


def test_finished_games_are_written_with_all_that_was_played(tmp_path: Path) -> None:
    games, parent, fork, point = forked_skirmish()
    found = export(games, tmp_path)
    assert (found.games, found.new, found.left_out) == (2, 2, {})
    for game in (parent, fork):
        path = tmp_path / "archives" / f"{game}.jsonl"
        assert verify(path.read_bytes()).events == len(games.recorded(game))
        assert load(path).recorded == tuple(games.recorded(game))
    told = tables(tmp_path)
    for table, columns in TABLES.items():
        assert dict(told[table].schema) == columns, table
        assert set(told[table]["game"]) == {parent, fork}
    events = told["events"].filter(pl.col("game") == fork)
    assert events["version"].to_list() == [each.version for each in games.recorded(fork)]
    assert events.filter(~pl.col("own"))["version"].to_list() == [*range(2, point + 1)]
    own = told["orders"].filter("own", ~pl.col("passes"))
    given = dict(told["games"].select("game", "orders").iter_rows())
    assert given == {game: own.filter(pl.col("game") == game).height for game in (parent, fork)}
    seats = told["seats"].filter(pl.col("game") == parent)
    result = games.rule_set(parent).result(games.standing(parent).state)
    assert result is not None and set(seats.filter("won")["seat"]) == set(result.winners)
    ends = told["measures"].filter("end", pl.col("game") == parent)
    last = games.rule_set(parent).measure(games.standing(parent).state)
    assert dict(ends.select("measure", "value").iter_rows()) == last
    assert set(told["rolls"]["kind"]) <= {"roll", "draw"} and told["rolls"].height
    games.close()


def test_nothing_of_a_game_that_goes_on_is_told_nor_of_what_was_forked_from_it(tmp_path: Path) -> None:
    games, over, _fork, _point = forked_skirmish()
    running = games.create("skirmish", "line", name="goes on")
    for _ in range(6):
        seat = games.desk(running).waiting[0]
        games.order(running, seat, games.desk(running).menu(seat)[-1])
    told_by = games.fork(running, games.standing(running).rest, same_fate=False, name="over before it")
    plays_on(games, told_by, last=False)
    hidden = games.create("skirmish", "line")
    plays_on(games, hidden, last=True)
    games.shelf.put(hidden, "hidden")
    found = export(games, tmp_path)
    assert found.left_out == {"not over": 2, "put away": 1} and over in archives(tmp_path)
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    for game in (running, told_by, hidden):
        assert game.encode() not in written and not any(game in str(path) for path in tmp_path.rglob("*"))
    games.close()


def test_an_export_goes_on_where_it_was_stopped_and_follows_the_store(tmp_path: Path) -> None:
    class Stopped(Exception):
        pass

    def stop(done: int) -> None:
        raise Stopped

    games, parent, fork, _point = forked_skirmish()
    with pytest.raises(Stopped):
        export(games, tmp_path, stop)
    (first,) = archives(tmp_path)
    assert export(games, tmp_path).new == 1 and archives(tmp_path) == {parent, fork}
    again = tmp_path.parent / f"{tmp_path.name}-again"
    export(games, again)
    made_at_once = tables(again)
    assert all(table.equals(made_at_once[name]) for name, table in tables(tmp_path).items())
    games.shelf.put(first, "removed")
    assert (export(games, tmp_path).games, archives(tmp_path)) == (1, {parent, fork} - {first})
    assert first not in set(tables(tmp_path)["events"]["game"])
    games.shelf.put(fork, "removed")
    games.shelf.put(parent, "removed")
    assert export(games, tmp_path).games == 0 and tables(tmp_path)["games"].height == 0
    games.close()


def test_no_folder_of_somebody_else_is_written_into(tmp_path: Path) -> None:
    games, other = open_games("memory:"), open_games("memory:")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("Dear Anna")
    export(games, tmp_path / "theirs")
    for folder, whose in (("mine", games), ("theirs", other)):
        with pytest.raises(CannotExport):
            export(whose, tmp_path / folder)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["letter.txt"]
    games.close()
    other.close()


def test_every_column_is_described() -> None:
    text = DOCUMENT.read_text("utf-8")
    chapters = dict(re.findall(r"^### (\w+)\.parquet\n(.*?)(?=^### |\Z)", text, re.M | re.S))
    assert chapters.keys() == TABLES.keys()
    for table, columns in TABLES.items():
        heads = [line.split("|")[1] for line in chapters[table].splitlines() if line.startswith("| `")]
        described = re.findall(r"`(\w+)`", " ".join(heads))
        assert sorted(described) == sorted(set(columns) - {"game"}), table
