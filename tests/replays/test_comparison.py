"""Two games part where they part; groups are chosen by facts; every figure says what the numbers say."""

from pathlib import Path

import msgspec
import polars as pl
import pytest

import tests.toy  # noqa: F401
from domain.kernel import ALL
from domain.kernel.history import History
from domain.store import open_games
from replays import comparison, figures
from replays.cohorts import compare_groups
from replays.comparison import CannotCompare, as_json, as_text, bands_of, compare_files, compare_games
from replays.selection import Choice, chosen_rows, simulation, simulations, turns_of
from replays.simulation import Run, kept_game, simulate
from tests.replays.forks import forked_skirmish, plays_on

RUN = Run("waterloo", "short", ("random", "random"), 3)
NAMES = {"french": "French", "coalition": "Coalition"}


def test_a_fork_parts_from_its_parent_at_the_event_after_the_fork_or_later() -> None:
    games, parent, fork, point = forked_skirmish()
    found = compare_games(games.recorded(parent), games.recorded(fork), ALL)
    assert found.fork_at == point
    assert found.parting is not None
    assert found.parting.version > point
    assert found.parting.a != found.parting.b
    assert "They part at event" in as_text(found)
    games.close()


def test_the_same_fate_and_the_same_choices_give_the_same_events() -> None:
    games = open_games("memory:")
    parent = games.create("skirmish", "line")
    plays_on(games, parent, last=True)
    fork = games.fork(parent, games.history(parent).rests()[2], same_fate=True)
    plays_on(games, fork, last=True)
    bodies = [
        [each.body for each in games.recorded(game) if each.answers is not None] for game in (parent, fork)
    ]
    assert bodies[0] == bodies[1]
    games.close()


def test_games_of_different_titles_are_not_laid_side_by_side() -> None:
    games = open_games("memory:")
    ours = games.create("skirmish", "line")
    with pytest.raises(CannotCompare, match="Waterloo"):
        compare_games(games.recorded(ours), kept_game(RUN, 0, 0))
    games.close()


def test_two_games_are_aligned_by_turn_and_round_with_gaps_where_one_has_none() -> None:
    found = compare_games(kept_game(RUN, 0, 0), kept_game(RUN, 1, 0), ALL)
    assert len(found.ticks) == len({label for label, _, _ in found.ticks})
    assert all(first is not None or second is not None for _, first, second in found.ticks)
    figure = figures.overlaid(RUN.rule_set, RUN.rule_set.measures[0].group, found.ticks, found.names)
    assert figure.data
    assert msgspec.json.decode(msgspec.json.encode(as_json(found)))["title"] == "waterloo"


@pytest.fixture(scope="module")
def two_files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("simulations")
    paths = []
    for seed in (1, 2):
        rows, turns = simulate(Run("waterloo", "short", ("random", "random"), seed), 40)
        path = folder / f"seed{seed}.parquet"
        rows.write_parquet(path)
        turns.write_parquet(path.with_suffix(".turns.parquet"))
        paths.append(path)
    return paths


def test_two_simulations_of_the_same_bots_show_no_difference(two_files: list[Path]) -> None:
    found = compare_files(*two_files)
    assert "no difference stands out" in found.headline.lower()
    assert found == compare_files(*two_files)


def test_figures_of_groups_hold_what_the_findings_say(two_files: list[Path]) -> None:
    found = compare_files(*two_files)
    labels = ("seed1", "seed2")
    rates = [finding for finding in found.findings if finding.question == "rate"]
    forest = figures.forest(found.findings, labels, NAMES)
    assert [trace.name for trace in forest.data] == list(labels)
    assert list(forest.data[0].x) == [100 * finding.a.estimate.estimate for finding in rates]
    funnel = figures.luck_funnel(found)
    assert [trace.x[0] for trace in funnel.data if trace.type == "scatter"] == [
        each.mean for each in found.luck
    ]
    assert figures.distributions(found, "margin").data
    bands = {path.stem: bands_of(pl.read_parquet(path.with_suffix(".turns.parquet"))) for path in two_files}
    assert figures.encoded(figures.curves_with_bands(bands, "strength_french"))


def test_a_file_that_is_no_simulation_is_refused(tmp_path: Path, two_files: list[Path]) -> None:
    wrong = tmp_path / "wrong.parquet"
    wrong.write_text("not parquet")
    with pytest.raises(CannotCompare, match=r"wrong.parquet cannot be read"):
        compare_files(wrong, two_files[0])
    with pytest.raises(CannotCompare, match="cannot be read"):
        compare_files(tmp_path / "missing.parquet", two_files[0])
    other = tmp_path / "other.parquet"
    pl.DataFrame({"a": [1]}).write_parquet(other)
    with pytest.raises(CannotCompare, match="other.parquet"):
        compare_files(other, two_files[0])


def test_only_simulations_of_the_folder_are_offered(two_files: list[Path]) -> None:
    folder = two_files[0].parent
    assert simulations(folder) == ["seed1.parquet", "seed2.parquet"]
    assert simulations(None) == []
    with pytest.raises(CannotCompare, match="no simulation '../secret.parquet'"):
        simulation(folder, "../secret.parquet")


def a_row(game: str, **facts: object) -> dict[str, object]:
    row = {"game": game, "title": "waterloo", "scenario": "short", "seats_kind": "bots"}
    return {**row, "parent": None, "dice_of": "", "data": "", "ended_at": 1_781_784_000_000, **facts}


def test_a_group_is_chosen_by_title_scenario_players_and_period() -> None:
    rows = [
        a_row("a"),
        a_row("b", scenario="long"),
        a_row("c", seats_kind="people"),
        a_row("d", ended_at=1_000),
        a_row("e", title="skirmish"),
        a_row("f", parent="a"),
        a_row("g", dice_of="a"),
        a_row("h", data="75a88c38"),
    ]

    def games(**choice: str) -> list[str]:
        found = chosen_rows(rows, Choice(**choice))
        return found["game"].to_list() if found.height else []

    assert games() == ["a", "b", "c", "d", "e"], "forks share their past with another game"
    assert games(title="waterloo", scenario="long") == ["b"]
    assert games(kind="people") == ["c"]
    assert games(since="2026-06-18", until="2026-06-18", title="waterloo") == ["a", "b", "c"]
    assert games(until="1970-01-01") == ["d"]
    assert games(data="75a88c38") == ["h"], "games on other data are never mixed in"
    with pytest.raises(CannotCompare, match="not a day"):
        games(since="yesterday")


def test_curves_of_played_games_are_those_of_the_simulation() -> None:
    _, turns = simulate(RUN, 1)
    played = turns_of([History(RUN.rule_set, kept_game(RUN, 0, 0))])
    last = turns.filter(pl.col("turn") == turns["turn"].max())
    for measure in RUN.rule_set.measures:
        assert played.sort("turn")[measure.id][-1] == last[measure.id][-1]


def test_text_of_a_comparison_begins_with_its_headline(two_files: list[Path]) -> None:
    found = compare_files(*two_files)
    assert as_text(found).startswith(found.headline)
    assert comparison.as_json(found)["headline"] == found.headline
    frames = [pl.read_parquet(path) for path in two_files]
    assert compare_groups(*frames, "seed1", "seed2", 1).headline == found.headline
