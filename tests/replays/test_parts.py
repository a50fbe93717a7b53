"""More games than fit into memory: parts that are whole, resumed where they were stopped, and scanned."""

from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from domain.kernel.errors import InvalidSetup
from domain.kernel.prose import prose
from replays import parts, selection
from replays.balance_findings import ends, handicap
from replays.comparison import compare_files
from replays.figures import encoded
from replays.findings import balance, length
from replays.kinship import CannotCompare
from replays.parts import is_whole, play_parts, scanned
from replays.simulation import Run, simulate
from replays.statistics import wilson
from replays.vast import made_in_parts, vast_blocks, vast_files

RUN = Run("waterloo", "short", ("random", "random"), 7)
GAMES, PART = 23, 5


class Stopped(Exception):
    pass


def stopped_after(games: int):
    """A progress that stops the simulation as soon as so many games are there."""

    def progress(done: int) -> None:
        if done >= games:
            raise Stopped

    return progress


def test_a_simulation_that_was_stopped_goes_on_with_what_is_missing_and_holds_the_same_games(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "w.parts"
    with pytest.raises(Stopped):
        play_parts(RUN, GAMES, folder, 1, stopped_after(10), PART)
    assert not is_whole(folder)
    kept = {path: path.stat().st_mtime_ns for path in folder.glob("*.parquet")}
    assert scanned(folder).select(pl.len()).collect().item() == 10
    told: list[int] = []
    play_parts(RUN, GAMES, folder, 2, told.append, PART)
    assert (told[0], told[-1], is_whole(folder)) == (10, GAMES, True)
    assert {path: path.stat().st_mtime_ns for path in kept} == kept, "what was there is not played again"
    whole, _turns = simulate(RUN, GAMES)
    assert_frame_equal(scanned(folder).sort("number").collect(), whole, check_column_order=False)


def test_what_parts_show_is_what_the_same_games_in_one_file_show(tmp_path: Path) -> None:
    folder = tmp_path / "w.parts"
    play_parts(RUN, GAMES, folder, 1, lambda done: None, PART)
    rows, name = simulate(RUN, GAMES)[0].to_dicts(), prose("waterloo").name
    known = [balance(rows, name, wilson), handicap(rows, name), ends(rows, name), length(rows, name)]
    for one, other in zip(vast_blocks(folder, name, wilson), known, strict=True):
        assert (one.headline, one.head, one.games) == (other.headline, other.head, other.games)
        assert one.rows == other.rows
        assert (one.figure is None) == (other.figure is None)
        assert one.figure is None or encoded(one.figure) == encoded(other.figure)
    assert vast_files(tmp_path) == ["w.parts"] and made_in_parts(tmp_path, "w.parts").games == GAMES


def test_the_first_games_of_simulations_in_parts_are_compared_as_those_of_one_file_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Run(RUN.title, RUN.scenario, RUN.bots, RUN.seed + 1)
    for name, run in (("a", RUN), ("b", other)):
        play_parts(run, GAMES, tmp_path / f"{name}.parts", 1, lambda done: None, PART)
        games, turns = simulate(run, 12)
        games.write_parquet(tmp_path / f"{name}.parquet")
        turns.write_parquet(tmp_path / f"{name}.turns.parquet")
    monkeypatch.setattr(parts, "MOST_COMPARED", 12)
    in_parts = compare_files(tmp_path / "a.parts", tmp_path / "b.parts")
    assert in_parts == compare_files(tmp_path / "a.parquet", tmp_path / "b.parquet")
    games, turns = selection.simulation(tmp_path, "a.parts")
    whole = selection.simulation(tmp_path, "a.parquet")
    assert_frame_equal(games, whole[0], check_column_order=False)
    assert_frame_equal(turns, whole[1], check_column_order=False)
    next((tmp_path / "a.parts").glob("games-000000005-*")).unlink()
    with pytest.raises(CannotCompare, match="not all played yet"):
        selection.simulation(tmp_path, "a.parts")


def test_parts_of_one_simulation_take_no_games_of_another(tmp_path: Path) -> None:
    play_parts(RUN, 2, tmp_path / "w.parts", 1, lambda done: None, PART)
    other = Run(RUN.title, RUN.scenario, RUN.bots, RUN.seed + 1)
    with pytest.raises(InvalidSetup, match="another simulation"):
        play_parts(other, 2, tmp_path / "w.parts", 1, lambda done: None, PART)
