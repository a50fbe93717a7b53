"""Attacks by their odds, losses by place, time per player: what is counted, and how far the numbers reach."""

from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from domain.kernel import Recorded, Seat
from domain.kernel.events import Event
from projections.fighting import attacks_of, losses_of, odds_of
from projections.statistics import PAUSE, thought
from projections.title_facts import facts_of
from replays.fighting_findings import attacks, losses, pace, share_by_games
from replays.ratings import Name
from tests.thorough import times


@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [(1, 3, "<1:2"), (1, 2, "1:2"), (3, 3, "1:1"), (3, 2, "3:2"), (4, 2, "2:1"), (9, 3, "3:1"),
     (8, 2, "4:1+"), (2, 0, "4:1+"), (-1, 2, "<1:2")],
)  # fmt: skip
def test_odds_are_rounded_in_favour_of_the_defender(attack: int, defence: int, odds: str) -> None:
    assert odds_of(attack, defence) == odds


class BattleResolved(Event, frozen=True):
    attack: int
    defence: int
    winner: str


class UnitEliminated(Event, frozen=True):
    square: str
    full_value: int


def test_attacks_are_counted_by_odds_and_losses_by_place() -> None:
    fought = [
        BattleResolved(4, 2, "attacker"), BattleResolved(5, 2, "defender"), UnitEliminated("G7", 3),
        BattleResolved(2, 2, "defender"), UnitEliminated("G7", 1), UnitEliminated("J2", 2),
    ]  # fmt: skip
    assert attacks_of(facts_of("waterloo"), fought) == {"2:1": (2, 1), "1:1": (1, 0)}
    assert losses_of(facts_of("waterloo"), fought) == {"G7": 4, "J2": 2}


def row(**counted: Any) -> dict[str, Any]:
    return {name: msgspec.json.encode(each).decode() for name, each in counted.items()}


def test_each_odds_has_its_share_and_few_games_no_interval() -> None:
    games = [row(attacks={"2-1": (2, 1), "3-1": (1, 1)}) for _ in range(20)]
    games[0] = row(attacks={"2-1": (2, 2), "5-1": (1, 1)})
    block = attacks(games)
    assert [each[:4] for each in block.rows] == [
        ("2-1", 40, 20, 21 / 40), ("3-1", 19, 19, 1.0), ("5-1", 1, 1, 1.0),
    ]  # fmt: skip
    assert block.rows[0][4] is not None and block.rows[1][4:] == block.rows[2][4:] == (None, None)
    assert "Most" not in attacks(games[:19]).headline and not attacks(games[:19]).has_enough
    assert not attacks([{} for _ in range(30)]).has_enough, "rows of before it was counted"


def test_a_share_without_an_interval_is_told_without_one() -> None:
    games = [row(attacks={f"{number % 5}-1": (1, 1)}) for number in range(20)]
    for language, word in (("en", "interval 0"), ("it", "da 0 a 0")):
        headline = attacks(games, language).headline
        assert "100 %" in headline and word not in headline


def test_losses_say_where_most_was_lost() -> None:
    games = [{"title": "waterloo", **row(lost=each)} for each in ({"G7": 3, "J2": 1}, *[{}] * 19)]
    block = losses(games, str)
    assert block.rows[0][:4] == ("G7", 1, 3, 3 / 20) and "75" in block.headline


def test_the_share_of_attacks_is_covered_though_those_of_one_game_are_alike() -> None:
    random, held, sets = Random(14), 0, times(300, 2000)
    for _ in range(sets):
        games = []
        for _ in range(30):
            attacks_here, chance = random.randint(1, 9), random.choice((0.3, 0.7))
            games.append((attacks_here, sum(random.random() < chance for _ in range(attacks_here))))
        rate = share_by_games(games)
        assert rate.low is not None and rate.high is not None
        held += rate.low <= 0.5 <= rate.high
    assert 0.91 <= held / sets <= 0.98


def answered(version: int, at: int, *seats: str) -> Recorded:
    told = ({Seat(seat): () for seat in seats},) if seats else None
    return Recorded("game", version, at, BattleResolved(1, 1, "attacker"), answers=told)


def test_time_runs_from_the_command_before_and_a_long_pause_is_none() -> None:
    found = thought([
        answered(1, 0), answered(2, 5000, "red"), answered(3, 9000, "blue"),
        answered(4, 9000 + PAUSE + 1, "red"), answered(5, 9000 + PAUSE + 1001, "red"),
    ])  # fmt: skip
    assert found == {"red": (6000, 2), "blue": (4000, 1)}


def test_people_are_told_how_long_they_take_and_computers_are_not() -> None:
    ann = Name("person", "ann")
    game = {
        "seats": "red,blue", "kind:red": "person", "player:red": "Ann", "answers:red": 10,
        "thought:red": 60000,
        "kind:blue": "bot", "player:blue": "greedy", "answers:blue": 10, "thought:blue": 10,
    }  # fmt: skip
    block = pace([game] * 5, {ann: "Ann", Name("bot", "greedy"): "greedy"})
    assert block.rows == (("Ann", 5, 6.0, None, None, 1.0),)
    assert not pace([game] * 4, {ann: "Ann"}).has_enough


@pytest.mark.parametrize(("games", "truth"), [(10, 0.5), (10, 0.85), (40, 0.95)])
def test_the_share_of_attacks_is_covered_in_few_games_and_near_the_edge(games: int, truth: float) -> None:
    """Every game has a chance of its own; a normal interval covered 86 to 88 of 100."""
    rng, held, told = np.random.default_rng(10), 0, 0
    for _ in range(times(500, 3000)):
        fought = rng.geometric(0.3, games)
        won = rng.binomial(fought, rng.beta(8 * truth, 8 * (1 - truth), games))
        rate = share_by_games(list(zip(fought.tolist(), won.tolist(), strict=True)))
        if rate.low is not None and rate.high is not None:
            told += 1
            held += rate.low <= truth <= rate.high
    assert held / told >= 0.93 - 3 * (0.065 / told) ** 0.5
