"""A battle's sentence can be added up: every line of both sides and the dice give the totals (9.4)."""

import re
from functools import cache
from random import Random

import pytest

from domain.bots.playing import Situation, opening, play_out, random_bot
from domain.kernel.orders import Order
from domain.kernel.prose import prose
from domain.washingtons_war.events.battle import BattleResolved
from domain.washingtons_war.orders.impulses import ActivateGeneral
from domain.washingtons_war.orders.movement import March
from domain.washingtons_war.title import WASHINGTONS_WAR

GAMES = 12
SIDES = re.compile(r" (\d+) \(([^)]+); \w+ (\d)\)")
NUMBER = re.compile(r": (\d+)")


FIGHTING = (ActivateGeneral, March)


def fierce_bot(situation: Situation) -> Order:
    """Rather marches than anything else, so that games see many battles."""
    menu = situation.ask.menu(situation.draft)
    bold = [order for order in menu if isinstance(order, FIGHTING)]
    if bold and situation.random.random() < 0.8:
        return situation.random.choice(bold)
    return random_bot(situation)


@cache
def battles() -> tuple[BattleResolved, ...]:
    """The battles of some fierce games, and one with every line that there is."""
    found: list[BattleResolved] = []
    scenario, seats = WASHINGTONS_WAR.scenarios[0], WASHINGTONS_WAR.scenarios[0].seatings[0]
    for number in range(GAMES):
        seed = b"reckoning %d" % number
        opened = opening(WASHINGTONS_WAR, scenario.id, seats, seed, "game")
        play_out(
            WASHINGTONS_WAR, opened, seed, dict.fromkeys(seats, fierce_bot), Random(number),
            lambda play, rounds: found.extend(e for e in play.events if isinstance(e, BattleResolved)),
        )  # fmt: skip
    made = BattleResolved(
        "york", "american", "british", "american",
        {"units": 5, "general": 4, "militia": 1, "winter_offensive": 2, "battle_card": 2, "interception": 1},
        1, 16,
        {"units": 6, "general": 5, "regulars": 1, "royal_navy": 1, "discard": 1}, 2, 16,
    )  # fmt: skip
    return (*found, made)


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_is_told_of_a_battle_adds_up(language: str) -> None:
    """9.2 Step 4, 9.4: the sentence alone is enough to check who won."""
    told = prose(WASHINGTONS_WAR, language)
    for battle in battles():
        sentence = told.event(battle)
        attack, defence = SIDES.findall(sentence)
        for total, lines, die in (attack, defence):
            assert sum(map(int, NUMBER.findall(lines))) + int(die) == int(total), sentence
        is_won = int(attack[0]) >= int(defence[0])
        assert battle.winner == (battle.attacker if is_won else battle.defender)
