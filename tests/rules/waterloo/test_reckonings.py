"""A battle's sentence can be added up: its numbers are read back and give the totals that the event holds."""

import re
from functools import cache
from random import Random
from typing import Any, TypeGuard

import pytest

from domain.bots.playing import opening, play_out
from domain.kernel.prose import prose
from domain.waterloo.events.battle import BattlePoints, BattleResolved
from domain.waterloo.title import WATERLOO
from tests.rules.waterloo.test_playout import fierce_bot

GAMES = 24
SIDES = {
    "en": r"attack (\d+) against defence (\d+)\. "
    r"Attacker: (.+); cards (\d+)\. Defender: (.+); cards (\d+)\.$",
    "it": r"attacco (\d+), difesa (\d+)\. Attaccante: (.+); carte (\d+)\. Difensore: (.+); carte (\d+)\.$",
}
FACTOR = re.compile(r" (×|\+|−) (\d+) \(([^)]+)\)")
AND = {"en": " and ", "it": " e "}


def is_battle(event: Any) -> TypeGuard[BattleResolved]:
    return isinstance(event, BattleResolved)


@cache
def battles() -> tuple[BattleResolved, ...]:
    """The battles of some fierce games in every seating, and what random games seldom bring together."""
    found: list[BattleResolved] = []
    tables = [(each.id, seats) for each in WATERLOO.scenarios for seats in each.seatings]
    for number in range(GAMES):
        scenario, seats = tables[number % len(tables)]
        seed = b"reckoning %d" % number
        opened = opening(WATERLOO, scenario, seats, seed, "game")
        play_out(
            WATERLOO, opened, seed, dict.fromkeys(seats, fierce_bot), Random(number),
            lambda play, rounds: found.extend(filter(is_battle, play.events)),
        )  # fmt: skip
    points = 4 * 2 * 3 * 3 + 2 - 1
    rare = BattlePoints(
        "fr_cav_hv_g", 4, points, elite=2, charge=3, side=3, command=2, edge=1, across="slope"
    )
    held = BattlePoints("aa_inf_1_i", 4, 4 * 2 * 2 + 4, elite=2, terrain=2, command=4)
    total = rare.total + 3
    made = BattleResolved("aa_inf_1_i", "G7", (rare,), held, 3, 0, total, held.total, "attacker", True)
    return (*found, made)


def unit_points(said: str, points: BattlePoints, language: str) -> int:
    """What the words about one unit come to, reckoned from left to right."""
    name = WATERLOO.names(language)[points.unit]
    assert said.startswith(f"{name} "), said
    printed, rest = re.match(r"(\d+)(.*)", said[len(name) + 1 :]).groups()  # type: ignore[union-attr]
    value, end = int(printed), 0
    for found in FACTOR.finditer(rest):
        assert found.start() == end, rest
        sign, number, end = found[1], int(found[2]), found.end()
        value = value * number if sign == "×" else value + number if sign == "+" else value - number
    assert end == len(rest), rest
    return value


def split(said: str, units: Any, language: str) -> list[str]:
    """The words about each unit: names hold blanks and figures, so the known names part them."""
    starts = []
    for each in units:
        starts.append(said.index(WATERLOO.names(language)[each.unit], starts[-1] + 1 if starts else 0))
    ends = [*starts[1:], len(said)]
    pieces = [said[start:end] for start, end in zip(starts, ends, strict=True)]
    return [piece.removesuffix(AND[language]).removesuffix(", ") for piece in pieces]


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_numbers_of_a_battles_sentence_add_up_to_its_totals(language: str) -> None:
    factors = set()
    for battle in battles():
        sentence = prose("waterloo", language).event(battle)
        told = re.search(SIDES[language], sentence)
        assert told is not None, sentence
        attackers = split(told[3], battle.attackers, language)
        values = [
            unit_points(said, each, language) for said, each in zip(attackers, battle.attackers, strict=True)
        ]
        assert values == [each.total for each in battle.attackers], sentence
        assert sum(values) + int(told[4]) == int(told[1]) == battle.attack, sentence
        assert unit_points(told[5], battle.defender, language) == battle.defender.total, sentence
        assert battle.defender.total + int(told[6]) == int(told[2]) == battle.defence, sentence
        factors |= {found[3] for found in FACTOR.finditer(sentence)}
    assert len(battles()) > 200
    assert len(factors) == 8, "Elite, charge, flank, rear, terrain, Command, slope, stream: all were told"


def test_a_reckoning_reads_in_the_order_of_the_rules() -> None:
    sentence = prose("waterloo").event(battles()[-1])
    assert "Heavy/G Guyot (heavy cavalry of the Guard) 4 × 2 (Elite) × 3 (charge) × 3 (rear)" in sentence
    assert "× 3 (rear) + 2 (Command) − 1 (slope); cards 3." in sentence
    assert "Defender: 1/I Cooke (Guards) 4 × 2 (Elite) × 2 (terrain) + 4 (Command); cards 0." in sentence


def test_what_takes_a_point_off_is_named_as_the_map_shows_it() -> None:
    """8.3 and 9.3 tell "un Rilievo" and "un Ruscello" apart, and so does the map."""
    across = {each.across for battle in battles() for each in battle.attackers if each.edge}
    assert across == {"slope", "stream"}
    for battle in battles()[:-1]:
        for each in battle.attackers:
            assert (each.across == "slope_or_stream") == (each.edge == 0), battle


def test_a_battle_of_before_the_edge_was_kept_names_both() -> None:
    attackers, held = (BattlePoints("fr_inf_1_i", 4, 3, edge=1),), BattlePoints("aa_inf_1_i", 4, 4)
    old = BattleResolved("aa_inf_1_i", "H5", attackers, held, 0, 0, 3, 4, "defender", False)
    assert "1/I Allix (Quiot) 4 − 1 (slope or stream)" in prose("waterloo").event(old)
    assert "1/I Allix (Quiot) 4 − 1 (Rilievo o Ruscello)" in prose("waterloo", "it").event(old)
