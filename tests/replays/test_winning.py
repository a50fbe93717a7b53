"""Allies win together, in simulations, on the server and in every number that is made of them.

Wellington 19.1: a side wins first; of its two players only the one with more points. Waterloo 13: the
coalition wins or loses as one.
"""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import polars as pl
import pytest

from domain.kernel import Rolled, Seat, titled
from domain.kernel.errors import InvalidSetup
from domain.washingtons_war.winter.attrition import DEADLY
from projections.following import Followed, worth
from projections.statistics import document, game_row
from projections.title_facts import facts_of
from projections.winning import results, subjects, won
from replays import findings
from replays.always_valid import always_valid
from replays.cohorts import compare_groups
from replays.selection import read_rows
from replays.simulating import Progress, counted, progress_of, told
from replays.simulation import Run, kept_game, simulated
from replays.statistics import wilson
from tests.thorough import times

Row = dict[str, Any]
TABLES = [
    pytest.param(title, scenario, seats, id=f"{title}-{'-'.join(seats)}")
    for title, scenario in (("waterloo", "long"), ("wellington", "1813"))
    for seats in titled(title).scenario(scenario).seatings
]
every_table = pytest.mark.parametrize(("title", "scenario", "seats"), TABLES)
GAMES = 4


def run(title: str, scenario: str, seats: tuple[Seat, ...]) -> Run:
    return Run(title, scenario, ("random",) * len(seats), 11, None, seats)


@cache
def both_ways(played: Run) -> tuple[list[Row], list[Row]]:
    """The same games as rows of a simulation and as rows of a server that holds them."""
    hosted = []
    for number in range(GAMES):
        recorded = kept_game(played, number, 0)
        followed = Followed(recorded[0].game, played.rule_set)
        followed.extend(recorded)
        hosted.append(game_row(document(followed)))
    return [simulated(played, number)[0] for number in range(GAMES)], hosted


@every_table
def test_a_simulation_plays_the_seats_that_were_asked_for(
    title: str, scenario: str, seats: tuple[Seat, ...]
) -> None:
    rows, hosted = both_ways(run(title, scenario, seats))
    assert {row["seats"] for row in (*rows, *hosted)} == {",".join(seats)}


@every_table
def test_a_simulated_game_and_the_same_one_on_the_server_tell_the_same(
    title: str, scenario: str, seats: tuple[Seat, ...]
) -> None:
    rows, hosted = both_ways(run(title, scenario, seats))
    known = ("game", "seats", "players", "winners", "rule", "first_side", "turns", "orders", "cards")
    for row, other in zip(rows, hosted, strict=True):
        for column in row:
            if column in known or column.startswith(("powers:", "opening:", "measure:")):
                assert row[column] == other[column], column
        for column in ("margin", "luck_z"):
            assert row[column] == pytest.approx(other[column]), column
    shares = [findings.balance(each, str, wilson, "en", 1).rows for each in (rows, hosted)]
    assert shares[0] == shares[1]


@every_table
def test_who_was_never_a_seat_there_is_refused(title: str, scenario: str, seats: tuple[Seat, ...]) -> None:
    strangers = (*seats[:-1], Seat("austria"))
    with pytest.raises(InvalidSetup, match="austria"):
        run(title, scenario, strangers).checked()


def test_the_same_dice_are_other_games_with_other_seats() -> None:
    two_allied, two_french = (
        msgspec.structs.replace(run("wellington", "1813", seats), bots=("random",) * 3)
        for seats in titled("wellington").scenario("1813").seatings
        if len(seats) == 3 and "player_1" not in seats
    )
    assert simulated(two_allied, 0)[0]["game"] != simulated(two_french, 0)[0]["game"]


def test_allies_of_waterloo_win_together_and_of_wellington_one_of_them_is_named() -> None:
    rows, _ = both_ways(run("waterloo", "long", seating("waterloo", "long", 3)))
    facts = facts_of("waterloo")
    for row in rows:
        found = {name: has_won for name, (has_won, _) in results(row, facts).items()}
        assert found["anglo_allied"] == found["prussian"] == found["coalition"] != found["french"]
    rows, _ = both_ways(run("wellington", "1813", seating("wellington", "1813", 4)))
    facts = facts_of("wellington")
    for row in rows:
        found = {name: has_won for name, (has_won, _) in results(row, facts).items()}
        assert found["allied"] == (found["britain"] or found["spain"]) != found["french"]
        assert sum(found[seat] for seat in ("britain", "spain", "sud", "nord")) == 1


def test_pips_that_are_looked_up_on_a_table_are_no_losses() -> None:
    """As pips, evasion and interception alone made six tenths of Wellington's luck, the rolls that end the
    war a five-hundredth (10.4, 10.7, 18.6)."""
    facts = facts_of("wellington")

    def rolled(purpose: str, score: float, mean: float, variance: float) -> tuple[float, float, float]:
        roll = Rolled(purpose=purpose, index=0, sides=6, values=(6, 6), seat=Seat("sud"), cites="",
                      score=score, mean=mean, variance=variance)  # fmt: skip
        return worth(roll, facts)

    assert rolled("battle_attack", 2, 1, 0.5) == (2, 1, 0.5)
    score, mean, variance = rolled("evasion", 12, 7, 35 / 6)
    assert variance == 1 and score - mean == pytest.approx(5 / (35 / 6) ** 0.5)
    assert rolled("conquest", 1, 1 / 6, 5 / 36)[2] == 1


def test_a_roll_that_costs_a_unit_or_nothing_is_worth_that_unit_and_not_its_pips() -> None:
    """Washington's War's winter attrition (11.1): a 4 spares a unit as a 6 does, and as pips it made five
    sixths of the luck of random games, the losses of battles a hundredth."""
    facts = facts_of("washingtons_war")
    assert facts.losing == {"attrition": DEADLY}

    def rolled(face: int) -> tuple[float, float, float]:
        roll = Rolled(purpose="attrition", index=0, sides=6, values=(face,), seat=Seat("british"), cites="",
                      score=float(face), mean=3.5, variance=35 / 12)  # fmt: skip
        return worth(roll, facts)

    assert [rolled(face) for face in (1, 3, 4, 6)] == [(-1, -0.5, 0.25)] * 2 + [(0, -0.5, 0.25)] * 2


def seating(title: str, scenario: str, players: int) -> tuple[Seat, ...]:
    return next(each for each in titled(title).scenario(scenario).seatings if len(each) == players)


def made_up(title: str, seats: str, winners: str = "draw", **powers: str) -> Row:
    own = {f"powers:{seat}": held.replace("_", " ") for seat, held in powers.items()}
    return {
        "game": "", "title": title, "scenario": "s", "seats": seats, "winners": winners, "seats_kind": "bots",
        "players": ",".join("greedy" for _ in seats.split(",")), "first_side": seats.split(",")[0], **own,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("row", "even"),
    [
        (made_up("waterloo", "french,coalition"), {"french": 1 / 2, "coalition": 1 / 2}),
        (
            made_up("waterloo", "french,anglo_allied,prussian"),
            {"french": 1 / 2, "coalition": 1 / 2, "anglo_allied": 1 / 2, "prussian": 1 / 2},
        ),
        (
            made_up("wellington", "britain,sud,spain,nord"),
            {"allied": 1 / 2, "french": 1 / 2, "britain": 1 / 4, "spain": 1 / 4, "sud": 1 / 4, "nord": 1 / 4},
        ),
        (
            made_up("wellington", "allied,sud,nord", allied="britain_spain"),
            {"allied": 1 / 2, "french": 1 / 2, "sud": 1 / 4, "nord": 1 / 4},
        ),
        (
            made_up("wellington", "player_1,player_2", player_1="sud_nord", player_2="britain_spain"),
            {"allied": 1 / 2, "french": 1 / 2, "player_1": 1 / 2, "player_2": 1 / 2},
        ),
        (made_up("waterloo", "red,blue,green"), {"red": 1 / 3, "blue": 1 / 3, "green": 1 / 3}),
    ],
)
def test_an_even_share_takes_sides_and_allies_into_account(row: Row, even: dict[str, float]) -> None:
    assert {name: share for name, (_, share) in results(row, facts_of(row["title"])).items()} == even


def coalition_wins(random: Random) -> Row:
    side = random.choice(["french", "anglo_allied,prussian"])
    return made_up("waterloo", "french,anglo_allied,prussian", side)


def one_of_four_wins(random: Random) -> Row:
    seats = ["britain", "sud", "spain", "nord"]
    return made_up("wellington", ",".join(seats), random.choice(seats))


def drawn_often(random: Random) -> Row:
    return made_up("waterloo", "french,coalition", random.choice(["french", "coalition", "draw"]))


def one_of_three_wins(random: Random) -> Row:
    return made_up("waterloo", "red,blue,green", random.choice(["red", "blue", "green"]))


def any_table(random: Random) -> Row:
    return random.choice([coalition_wins, drawn_often])(random)


def announced(rows: Sequence[Row], rate: findings.Rate) -> bool:
    return findings.foremost(findings.tallied(rows, facts_of(rows[0]["title"]))[0], rate)[2]


EVEN_GAMES = [coalition_wins, one_of_four_wins, drawn_often, one_of_three_wins, any_table]


@pytest.mark.parametrize("even_game", EVEN_GAMES)
@pytest.mark.parametrize("rate", [wilson, always_valid])
def test_an_even_game_is_seldom_announced_as_uneven(
    even_game: Callable[[Random], Row], rate: findings.Rate
) -> None:
    """Groups of 20 to 120 even games: 5 % and three standard errors of so many groups at most."""
    random, groups = Random(f"{even_game.__name__}"), times(200, 1_000)
    found = sum(
        announced([even_game(random) for _ in range(random.randint(20, 120))], rate) for _ in range(groups)
    )
    assert found / groups <= 0.05 + 3 * (0.05 * 0.95 / groups) ** 0.5


def test_an_uneven_game_of_allies_is_announced_and_says_who_played() -> None:
    random = Random(1)
    rows = [coalition_wins(random) if random.random() < 0.4 else made_up(
        "waterloo", "french,anglo_allied,prussian", "anglo_allied,prussian") for _ in range(200)]  # fmt: skip
    block = findings.balance(rows, str, wilson)
    assert block.headline.startswith(
        "Coalition won more often than an even share in games between greedy computers: 78 % of 200 games"
    )
    shares = {row[0]: row[2] for row in block.rows}
    assert shares["Coalition"] == shares["Anglo_allied"] == shares["Prussian"] == 1 - shares["French"]


@pytest.mark.parametrize(
    ("kinds", "words"),
    [
        ([("bots", "greedy,greedy")], "in games between greedy computers"),
        ([("bots", "greedy,random")], "in games between computers (french: greedy; coalition: random)"),
        ([("bots", "greedy,random"), ("bots", "random,greedy")],
         "in games between computers of several kinds (greedy, random)"),
        ([("people", "Anna,Bruno")], "in games between people"),
        ([("bots", "greedy,greedy"), ("people", "Anna,Bruno")],
         "in games of people and of computers (greedy)"),
    ],
)  # fmt: skip
def test_a_page_on_the_balance_of_sides_says_who_played(kinds: list[tuple[str, str]], words: str) -> None:
    rows = [
        {**made_up("waterloo", "french,coalition", "french"), "seats_kind": kind, "players": players}
        for kind, players in kinds
    ]
    assert findings.played_by(rows, str, "en") == words
    assert f" {words}: " in findings.balance(rows * 20, str, wilson).headline


def test_a_person_whose_name_holds_a_comma_is_nobodys_computer() -> None:
    row = {
        **made_up("waterloo", "french,coalition", "french"), "seats_kind": "mixed", "players": "A, B,greedy",
        "kind:french": "person", "player:french": "A, B",
        "kind:coalition": "bot", "player:coalition": "greedy",
    }  # fmt: skip
    assert findings.played_by([row], str, "en") == "in games of people against computers (greedy)"


# Comparisons


def group(prefix: str, seats: str, winners: Sequence[str], **powers: str) -> pl.DataFrame:
    return pl.DataFrame([
        {**made_up("waterloo", seats, each, **powers), "game": f"{prefix}{number:03}", "margin": 1.0,
         "turns": 4, "orders": 90 + number, "luck_z": 0.0}
        for number, each in enumerate(winners)
    ])  # fmt: skip


def test_a_comparison_counts_every_ally_and_one_question_once() -> None:
    three = group("a", "french,anglo_allied,prussian", ["anglo_allied,prussian"] * 30 + ["french"] * 10)
    two = group("b", "french,coalition", ["coalition"] * 10 + ["french"] * 30)
    found = {each.name: each for each in compare_groups(three, two, "Three", "Two", 1).findings
             if each.question == "rate"}  # fmt: skip
    assert found["coalition"].difference.estimate == pytest.approx(0.5)
    assert found["french"].adjusted == found["coalition"].adjusted < 0.05
    assert found["prussian"].a.count == 30
    assert (found["prussian"].b.games, found["prussian"].difference) == (0, None), "nobody sat there"
    other = group("c", "french,anglo_allied,prussian", ["anglo_allied,prussian"] * 20 + ["french"] * 20)
    same = compare_groups(three, other, "One", "Other", 1)
    assert len({each.adjusted for each in same.findings if each.question == "rate"}) == 1
    assert same.notes[0] == "One: in games between greedy computers."


# What was kept before


def test_a_file_of_before_gets_all_its_winners_and_loses_a_luck_counted_wrong(tmp_path: Path) -> None:
    path = tmp_path / "old.parquet"
    old = group("a", "french,anglo_allied,prussian", ["anglo_allied", "french", "draw"])
    old.rename({"winners": "winner"}).drop("first_side").write_parquet(path)
    found = read_rows(path)
    assert found["winners"].to_list() == ["anglo_allied,prussian", "french", "draw"]
    assert found["first_side"].unique().to_list() == ["french"]
    assert found["luck_z"].to_list() == [None] * 3 and "winner" not in found.columns
    one_winner = group("a", "britain,sud,spain,nord", ["spain"]).with_columns(title=pl.lit("wellington"))
    one_winner.rename({"winners": "winner"}).drop("first_side").write_parquet(path)
    assert read_rows(path)["winners"].to_list() == ["spain"]


def progress(**more: Any) -> Progress:
    return Progress(
        name="x", title="waterloo", scenario="long", seats=("french", "anglo_allied", "prussian"),
        bots=("random",) * 3, seed=1, games=10, narrower=0, state="done", server=1, asked_at=0, **more,
    )  # fmt: skip


def test_a_simulation_of_before_shows_allies_as_winners(tmp_path: Path) -> None:
    told(tmp_path, progress(done=10, wins={"anglo_allied": 6, "french": 3, "draw": 1}))
    found = progress_of(tmp_path, "x")
    assert found.wins == {"french": 3, "coalition": 6, "anglo_allied": 6, "prussian": 6}
    assert found.draws == 1 and set(found.played.values()) == {10}
    assert found.rate("prussian").estimate == 0.6


def test_the_counts_of_a_running_simulation_are_those_of_its_rows() -> None:
    played = run("wellington", "1813", seating("wellington", "1813", 4))
    rows, _ = both_ways(played)
    found = msgspec.structs.replace(progress(done=GAMES), title="wellington", seats=played.seats)
    for row in rows:
        found = counted(found, row)
    for seat in played.seats:
        assert found.wins[seat] == sum(won(row, seat) for row in rows)
    sides, seats = subjects(rows, facts_of("wellington"))
    assert list(found.played) == [*sides, *seats]
