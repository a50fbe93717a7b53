"""Exact chances of a battle: every result of the six dice, counted (9.2, 9.3, 9.5)."""

from collections import Counter
from fractions import Fraction
from functools import cache

import msgspec

FACES = range(1, 7)
HALF_UP_TO = 3
"""A general is worth half his rating up to this face, then all of it (9.3)."""
LOSSES = (1, 1, 1, 2, 2, 3)
"""The CU that the loser loses, by the face of his die (9.5)."""
HEAVY_LOSSES = 3
"""So many British CU lost in one battle cost the Regulars their name (9.41)."""


class Army(msgspec.Struct, frozen=True):
    """One side of a battle before its dice. `battle` and `agility` are None without a general (9.3, 9.5).

    `modifiers` are all that is added but CU and general; `may_retreat` tells whether it surrenders if beaten.
    """

    units: int
    battle: int | None = None
    agility: int | None = None
    modifiers: int = 0
    may_retreat: bool = True


class Chances(msgspec.Struct, frozen=True):
    """What comes of a battle: the attacker's victory, and the CU that each side loses on average.

    `heavy` are the chances that attacker and defender lose so many CU that the Regulars are beaten (9.41).
    """

    win: Fraction
    attacker_lost: Fraction
    defender_lost: Fraction
    attacker_heavy: Fraction
    defender_heavy: Fraction


def general_value(battle: int | None, units: int, die: int) -> int:
    """Half the rating or all of it, never more than the CU; nothing without a general (9.3, R-58)."""
    if battle is None:
        return 0
    return min(battle // 2 if die <= HALF_UP_TO else battle, units)


def loser_losses(die: int, units: int) -> int:
    """The CU that the beaten side loses, of those that it has (9.5)."""
    return min(LOSSES[die - 1], units)


def winner_losses(die: int, units: int, agility: int | None) -> int:
    """The CU that the winner loses to a general of this agility, or to none (9.5)."""
    return min(int(die <= 1 + (agility or 0)), units)


def wins(attacker: Army, defender: Army) -> Fraction:
    """The chance that the attacker wins; he wins ties (9.2)."""
    lead = attacker.units + attacker.modifiers - defender.units - defender.modifiers
    won = Fraction(0)
    for mine, chance in _values(attacker).items():
        for theirs, other in _values(defender).items():
            won += Fraction(chance * other, 36) * _at_least(theirs - mine - lead)
    return won


@cache
def _at_least(difference: int) -> Fraction:
    """The chance that one die shows at least so much more than another."""
    return Fraction(sum(a - b >= difference for a in FACES for b in FACES), 36)


def _values(army: Army) -> Counter[int]:
    """What the general may be worth, and how many faces of his die say so."""
    return Counter(general_value(army.battle, army.units, die) for die in FACES)


def battle_chances(attacker: Army, defender: Army) -> Chances:
    """Victory, losses with those who surrender, and losses that cost the Regulars their name (9.41)."""
    win = wins(attacker, defender)
    lost, heavy = [Fraction(0), Fraction(0)], [Fraction(0), Fraction(0)]
    armies = (attacker, defender)
    for number, chance in ((0, win), (1, 1 - win)):
        winner, loser = armies[number], armies[1 - number]
        for die in FACES:
            fallen = loser_losses(die, loser.units) if loser.may_retreat else loser.units
            spent = winner_losses(die, winner.units, loser.agility)
            for side, units in ((1 - number, fallen), (number, spent)):
                lost[side] += chance * units / 6
                heavy[side] += chance * int(units >= HEAVY_LOSSES) / 6
    return Chances(win, lost[0], lost[1], heavy[0], heavy[1])
