"""Ratings: teams, sides as team mates, what is not rated, bands instead of numbers."""

import math
from random import Random
from typing import Any

import pytest

import domain.titles  # noqa: F401  (registers the titles)
from projections.title_facts import facts_of
from replays.rating_findings import rating_over_games, ratings
from replays.ratings import (
    DEVIATION,
    MODEL,
    POINTS,
    START,
    SURE,
    Name,
    Team,
    player_of,
    rate_games,
    rated_names,
    teams_of,
    updated,
    why_unrated,
)
from tests.thorough import times

WATERLOO, WELLINGTON = facts_of("waterloo"), facts_of("wellington")


def game(number: int, winner: str, **players: str) -> dict[str, Any]:
    """A finished game of people, by seat."""
    row: dict[str, Any] = {
        "game": f"{number:05}", "ended_at": number, "scenario": "short", "parent": None, "dice_of": "",
        "consented": 0, "seats": ",".join(players), "winners": winner or "draw",
    }  # fmt: skip
    for seat, name in players.items():
        row[f"kind:{seat}"], row[f"player:{seat}"] = "person", name
    return row


def test_who_was_forgotten_is_nobody_that_is_rated() -> None:
    row = game(1, "french", french="somebody", coalition="Bruno")
    assert player_of(row, "french") == Name("person", "") and player_of(row, "coalition").name == "bruno"
    assert why_unrated(row, teams_of(row, WATERLOO)) == "nameless"


def duels(number: int, side_effect: float, seed: int = 1) -> list[dict[str, Any]]:
    """Games of 30 people with skills of their own; `side_effect` (in logits) is for the French."""
    random = Random(seed)
    skills = {f"P{each}": random.gauss(0, 1) for each in range(30)}
    rows = []
    for each in range(number):
        french, coalition = random.sample(sorted(skills), 2)
        chance = 1 / (1 + math.exp(-(skills[french] - skills[coalition] + side_effect)))
        winner = "french" if random.random() < chance else "coalition"
        rows.append(game(each, winner, french=french, coalition=coalition))
    return rows


def foretold(rows: list[dict[str, Any]], with_sides: bool) -> list[tuple[float, bool]]:
    """(chance that the model gave the French before each game, whether they won)."""
    known: dict[Name, Any] = {}
    found = []
    for row in rows:
        teams = teams_of(row, WATERLOO)
        if not with_sides:
            teams = [Team(each.players, (), each.has_won) for each in teams]
        found.append((chance_of_first([rated_names(team, known) for team in teams]), teams[0].has_won))
        updated(teams, known)
    return found


def chance_of_first(teams: list[list[Any]]) -> float:
    """The law that Plackett-Luce learns by; openskill's `predict_win` is of another one and too sure."""
    first, second = (sum(each.mu for each in team) for team in teams)
    spread = math.sqrt(sum(each.sigma**2 for team in teams for each in team) + 2 * MODEL.beta**2)
    return 1 / (1 + math.exp((second - first) / spread))


def log_loss(found: list[tuple[float, bool]]) -> float:
    return -sum(math.log(chance if won else 1 - chance) for chance, won in found) / len(found)


def calibration_error(found: list[tuple[float, bool]]) -> float:
    """The mean distance of what was foretold from what came, over ten equal groups."""
    ordered = sorted(found)
    size = len(ordered) // 10
    groups = [ordered[start : start + size] for start in range(0, 10 * size, size)]
    gaps = [abs(sum(chance - won for chance, won in group)) / size for group in groups]
    return sum(gaps) / len(gaps)


def test_a26_the_side_as_a_team_mate_foretells_results_better() -> None:
    rows = duels(3000, side_effect=0.5)
    plain, sided = foretold(rows, False)[500:], foretold(rows, True)[500:]
    assert log_loss(sided) < log_loss(plain) - 0.01
    assert calibration_error(sided) <= 0.05


def test_the_better_side_is_rated_and_not_those_who_play_it() -> None:
    random, rows = Random(2), []
    for number in range(400):
        winner = "french" if random.random() < 0.75 else "coalition"
        one, other = random.sample("ABCD", 2)
        rows.append(game(number, winner, french=one, coalition=other))
    found = rate_games(rows, "waterloo")
    bands = {name.name: history[-1] for name, history in found.histories.items()}
    assert bands["french"].middle - bands["coalition"].middle > 100
    assert all(bands[player].low < START < bands[player].high for player in "abcd")


def test_everybody_begins_in_the_middle_and_knowing_more_narrows_the_band() -> None:
    rows = [game(each, "french", french="Anna", coalition="Bruno") for each in range(12)]
    found = rate_games(rows, "waterloo")
    anna = found.histories[Name("person", "anna")]
    assert anna[0].low < START < anna[0].high
    assert anna[-1].deviation < anna[0].deviation < DEVIATION
    assert all(each.is_provisional for each in anna), "ten games are not enough: the band is too wide"
    assert POINTS * MODEL.sigma == pytest.approx(DEVIATION)


def test_allies_win_together_and_both_are_rated() -> None:
    four = game(0, "spain", britain="Anna", sud="Bruno", spain="Carla", nord="Dino")
    teams = teams_of(four, WELLINGTON)
    assert [[name.name for name in team.players] for team in teams] == [["anna", "carla"], ["bruno", "dino"]]
    found = rate_games([four], "wellington").histories
    assert found[Name("person", "anna")][-1].middle > START > found[Name("person", "dino")][-1].middle


def test_powers_that_were_bid_for_make_the_teams() -> None:
    row = game(0, "player_1", player_1="Anna", player_2="Bruno", player_3="Carla")
    taken = {"player_1": "britain", "player_2": "sud nord", "player_3": "spain"}
    row |= {f"powers:{seat}": powers for seat, powers in taken.items()}
    assert [len(team.players) for team in teams_of(row, WELLINGTON)] == [2, 1]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"parent": "0" * 32}, "fork"),
        ({"dice_of": "seed"}, "known_dice"),
        ({"consented": 1}, "taken_back"),
        ({"player:french": " "}, "nameless"),
        ({"player:french": " BRUNO"}, "against_oneself"),
        ({}, ""),
    ],
)
def test_some_games_are_not_rated(change: dict[str, Any], reason: str) -> None:
    row = {**game(0, "french", french="Anna", coalition="Bruno"), **change}
    assert why_unrated(row, teams_of(row, WATERLOO)) == reason
    found = rate_games([row], "waterloo")
    assert (found.rated, found.unrated) == ((0, {reason: 1}) if reason else (1, {}))


def test_a_computer_and_a_person_of_one_name_are_two() -> None:
    row = {**game(0, "french", french="random", coalition="random"), "kind:french": "bot"}
    assert {Name("bot", "random"), Name("person", "random")} <= rate_games([row], "waterloo").histories.keys()


def test_a_draw_between_equals_moves_nobody() -> None:
    found = rate_games([game(0, "", french="Anna", coalition="Bruno")], "waterloo")
    assert found.histories[Name("person", "anna")][-1].middle == pytest.approx(START)


def test_the_headline_follows_from_the_bands() -> None:
    def said(rows: list[dict[str, Any]]) -> str:
        return ratings(rate_games(rows, "waterloo"), lambda each: each.name).headline

    def duel(number: int, winner: str) -> dict[str, Any]:
        """Anna and Bruno take turns with the sides; `winner` is one of them."""
        sides = {"french": "Anna", "coalition": "Bruno"}
        if number % 2:
            sides = {"french": "Bruno", "coalition": "Anna"}
        return game(number, next(seat for seat, name in sides.items() if name == winner), **sides)

    random = Random(3)
    assert said([duel(each, "Anna") for each in range(19)]) == "Too few games (19 of 20)."
    assert said([duel(each, random.choice(["Anna", "Bruno"])) for each in range(60)]).startswith("Nobody")
    often = [duel(each, random.choice(["Anna"] * 9 + ["Bruno"])) for each in range(160)]
    newcomers = [game(200 + each, "french", french="Carla", coalition=f"D{each}") for each in range(9)]
    for rows in (often, [*often, *newcomers]):  # Carla's band reaches higher than Anna's, and is not known
        assert said(rows).startswith("Anna stands clear of everybody else whose rating has settled: ")
    known = rate_games([*often, *newcomers], "waterloo").histories
    assert known[Name("person", "carla")][-1].high > known[Name("person", "anna")][-1].low
    assert said([duel(each, "Anna") for each in range(60)]).startswith("No rating has settled yet: anna")
    strangers = [game(each, "french", french=f"P{each}", coalition=f"Q{each}") for each in range(30)]
    assert said(strangers).startswith("No rating has settled yet")


def test_no_table_of_ratings_holds_a_single_number() -> None:
    rows = [game(each, "french", french="Anna", coalition="Bruno") for each in range(30)]
    block = ratings(rate_games(rows, "waterloo"), lambda each: each.name)
    assert block.head == ("Name", "Games", "Band from", "Band to", "Settled")
    assert all(row[3] > row[2] for row in block.rows)


def test_people_and_computers_have_a_list_each() -> None:
    rows = [
        {**game(each, "french", french="Anna", coalition="random"), "kind:coalition": "bot"}
        for each in range(30)
    ]
    found = rate_games(rows, "waterloo")
    people, programs = (ratings(found, lambda each: each.name, "en", kind) for kind in ("person", "bot"))
    assert ([row[0] for row in people.rows], [row[0] for row in programs.rows]) == (["anna"], ["random"])


@pytest.mark.thorough
def test_a_settled_band_is_narrow_and_holds_the_truth() -> None:
    """Eight people as good as each other, each with forty games and more: the settled bands hold 1500."""
    random, inside = Random(5), []
    for _ in range(times(6, 60)):
        rows = []
        for each in range(200):
            one, other = random.sample("ABCDEFGH", 2)
            rows.append(game(each, random.choice(["french", "coalition"]), french=one, coalition=other))
        found = [each for _, each in rate_games(rows, "waterloo").latest(("person",))]
        settled = [each for each in found if not each.is_provisional]
        assert settled and all(each.high - each.low <= 4 * SURE and each.games >= 10 for each in settled)
        inside += [each.low <= START <= each.high for each in settled]
    assert sum(inside) / len(inside) >= 0.9


def test_the_way_of_one_rating_is_told_game_by_game() -> None:
    rows = [game(each, "french", french="Anna", coalition="Bruno") for each in range(7)]
    history = rate_games(rows, "waterloo").histories[Name("person", "anna")]
    block = rating_over_games(history, lambda at: f"day {at}")
    assert block.headline.startswith("Provisional") and "after 7 rated games" in block.headline
    assert [row[:2] for row in block.rows] == [(each + 1, f"day {each}") for each in range(7)]
    assert not block.has_enough
