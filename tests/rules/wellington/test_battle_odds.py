"""Exact chances of battles, every roll of the engine's rules counted once (EX-P2, EX-P3)."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import msgspec
import pytest

from domain.kernel import Play, SealedChance
from domain.wellington.battle.battle import (
    ApplyDice,
    BeginRound,
    EndBattle,
    RollDice,
    Rout,
    at_hand,
)
from domain.wellington.battle.dice import battle_dice
from domain.wellington.facts import FACTS
from domain.wellington.facts.world import OTHER_SIDE
from domain.wellington.position import card_changes, card_table
from domain.wellington.position.conflict import Battle, Laid
from domain.wellington.position.state import State, changed
from tests.rules.wellington.position import SEED, StartBattle, position

RULES = FACTS.tables.battle
HIT = Fraction(len(RULES.eliminates) + len(RULES.disorganises), 6)


@cache
def hits(dice: int) -> dict[int, Fraction]:
    """How likely so many hits are."""
    return {n: comb(dice, n) * HIT**n * (1 - HIT) ** (dice - n) for n in range(dice + 1)}


ONE_ROUND = {
    (2, 2): ("8/27", "11/27", "8/27", "0", "0"),
    (4, 6): ("1424/6561", "4756/19683", "10655/19683", "256/19683", "2128/19683"),
    (5, 5): ("806/2187", "575/2187", "806/2187", "32/729", "32/729"),
    (8, 2): ("5537/6561", "256/2187", "256/6561", "2369/6561", "0"),
}


@pytest.mark.parametrize("pools", ONE_ROUND)
def test_one_round(pools: tuple[int, int]) -> None:
    """EX-P2: each die hits once in three."""
    leads: dict[int, Fraction] = {}
    for n, one in hits(pools[0]).items():
        for m, other in hits(pools[1]).items():
            leads[n - m] = leads.get(n - m, Fraction(0)) + one * other
    rout = RULES.rout_margin
    found = (
        sum(chance for lead, chance in leads.items() if lead > 0),
        leads[0],
        sum(chance for lead, chance in leads.items() if lead < 0),
        sum(chance for lead, chance in leads.items() if lead >= rout),
        sum(chance for lead, chance in leads.items() if lead <= -rout),
    )
    assert found == tuple(map(Fraction, ONE_ROUND[pools]))


# Whole battles ------------------------------------------------------------------------------------


def rolls(dice: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every roll up to the order of its dice, and how likely it is; a 1 stands for every miss."""
    for sixes in range(dice + 1):
        for fives in range(dice + 1 - sixes):
            ways = comb(dice, sixes) * comb(dice - sixes, fives)
            misses = dice - sixes - fives
            yield (6,) * sixes + (5,) * fives + (1,) * misses, Fraction(ways * 4**misses, 6**dice)


def after(play: Play[State], *stops: type) -> State:
    """Goes on until one of these steps is next; nobody holds a card."""
    while not isinstance(play.agenda[-1], stops):
        assert play.agenda[-1].advance(play) is None
    return play.state


class Odds:
    """The chances of a battle: who wins, both gone, an attacker's rout, a second round."""

    def __init__(self, battle: Battle, *, to_the_end: bool, **facts: Any) -> None:
        self.attacker = self.defender = self.nobody = self.rout = Fraction(0)
        self.later: dict[bytes, tuple[State, Fraction]] = {}
        play = Play(position(**facts), [StartBattle(battle)], SealedChance(SEED))
        self._count(after(play, RollDice), Fraction(1))
        rounds = tuple(self.later.values())
        self.second = sum((chance for _, chance in rounds), Fraction(0))
        for state, chance in rounds if to_the_end else ():
            self._count(state, chance)

    def _count(self, state: State, chance: Fraction) -> None:
        battle = at_hand(state)
        mine, theirs = battle.attacker, OTHER_SIDE[battle.attacker]
        for attack, one in rolls(battle_dice(state, battle, mine)):
            for defence, other in rolls(battle_dice(state, battle, theirs)):
                camps = {
                    mine: changed(battle.camps[mine], dice=attack),
                    theirs: changed(battle.camps[theirs], dice=defence),
                }
                rolled = changed(state, battles=(changed(battle, camps=camps),))
                self._judge(rolled, chance * one * other)

    def _judge(self, state: State, chance: Fraction) -> None:
        play: Play[State] = Play(state, [ApplyDice()], SealedChance(SEED))
        after(play, BeginRound, Rout, EndBattle)
        if isinstance(play.agenda[-1], BeginRound):
            self._put_off(after(play, RollDice), chance)
        elif isinstance(play.agenda[-1], EndBattle):
            self.nobody += chance
        else:
            play.agenda[-1].advance(play)
            battle = at_hand(play.state)
            won = battle.winner == battle.attacker
            self.attacker += chance * won
            self.defender += chance * (not won)
            self.rout += chance * (won and battle.is_rout)

    def _put_off(self, state: State, chance: Fraction) -> None:
        """A tie goes on; ties that differ only in what was hit before are the same."""
        battle = at_hand(state)
        camps = {
            side: changed(camp, hits=0, shaken=0, lost=0, fallen=()) for side, camp in battle.camps.items()
        }
        tied = changed(state, battles=(changed(battle, camps=camps),))
        key = msgspec.json.encode((tied.troops, tied.leaders, tied.battles))
        self.later[key] = (tied, self.later.get(key, (tied, Fraction(0)))[1] + chance)


def near(chance: Fraction) -> float:
    return round(float(chance), 6)


WELLINGTON = {
    "battle": Battle("salamanca", "allied", "britain", line="broken"),
    "soldiers_at": {"salamanca": "britain 1 2 0, nord 2 0 0"},
    "leaders_at": {"wellington": "salamanca", "marmont": "salamanca"},
}
SOULT = {
    "battle": Battle("salamanca", "french", "sud"),
    "soldiers_at": {"salamanca": "sud 4 0 0, spain 5 0 0"},
    "leaders_at": {"soult": "salamanca", "castanos": "salamanca"},
}
JOSEPH = {
    "battle": Battle("ciudad_rodrigo", "french", "nord", evasion_failed=True),
    "soldiers_at": {"ciudad_rodrigo": "nord 0 2 0, spain 0 1 0"},
    "leaders_at": {"joseph": "ciudad_rodrigo"},
}
MASSES = {
    "battle": Battle("valladolid", "allied", "spain", cards=(Laid("the_spanish_masses", "spain", 1),)),
    "soldiers_at": {"valladolid": "spain 0 1 0, nord 2 0 0"},
    "leaders_at": {"marmont": "valladolid"},
}
HILL = {
    "battle": Battle("salamanca", "allied", "britain", line="broken"),
    "soldiers_at": {"salamanca": "britain 3 0 0, nord 1 0 0"},
    "leaders_at": {"hill": "salamanca"},
}
INFANTRY = {
    "battle": Battle("salamanca", "allied", "britain", line="open"),
    "soldiers_at": {"salamanca": "britain 1 0 0, nord 1 0 0"},
}
RIVER = {
    "battle": Battle("salamanca", "allied", "britain", line="river"),
    "soldiers_at": {"salamanca": "britain 5 0 0, nord 5 0 0"},
    "leaders_at": {"beresford": "salamanca", "marmont": "salamanca"},
}


@pytest.fixture(autouse=True)
def masses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two dice of the Spanish Masses in the first round (#90)."""
    monkeypatch.setitem(
        card_table.dice,
        "the_spanish_masses",
        lambda state, fight, laid, side: (
            2 * (side == card_changes.helped(laid) and fight.round == laid.round)
        ),
    )


@pytest.mark.parametrize(
    ("case", "attacker", "defender", "nobody", "rout", "second"),
    [
        (MASSES, 0.214285, 0.781450, 0.004265, 0.013006, 0.204252),
        (JOSEPH, 0.943895, 0.056105, 0, 0.387678, 0.109468),
        (HILL, 0.888277, 0.111167, 0.000556, 0.181361, 0.078039),
        (WELLINGTON, 0.804463, 0.195454, 0.000083, 0.319887, 0.140348),
        (INFANTRY, near(Fraction(567437, 1889568)), 0.551504, 0.148196, 0, 0.182613),
    ],
)
def test_a_whole_battle(
    case: dict[str, Any], attacker: float, defender: float, nobody: float, rout: float, second: float
) -> None:
    """EX-P3."""
    odds = Odds(**case, to_the_end=True)
    found = (odds.attacker, odds.defender, odds.nobody, odds.rout, odds.second)
    assert tuple(map(near, found)) == (attacker, defender, nobody, rout, second)


@pytest.mark.parametrize(("case", "second"), [(WELLINGTON, 0.140348), (SOULT, 0.179876), (RIVER, 0.155817)])
def test_how_often_there_is_a_second_round(case: dict[str, Any], second: float) -> None:
    """EX-P3, the large battles: their first round."""
    assert near(Odds(**case, to_the_end=False).second) == second
