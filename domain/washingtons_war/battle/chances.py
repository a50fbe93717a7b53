"""Exact chances of a battle: every result of the six dice, counted (9.2, 9.3, 9.5)."""

from collections import Counter
from fractions import Fraction
from functools import cache

import msgspec

FACES = range(1, 7)


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


class Reckoning(msgspec.Struct, frozen=True):
    """The numbers that the tables 9.3 and 9.5 print."""

    half_up_to: int = 3
    losses: tuple[int, ...] = (1, 1, 1, 2, 2, 3)
    winner_loses_up_to: int = 1
    heavy: int = 3


PRINTED = Reckoning()


def general_value(battle: int | None, units: int, die: int, rules: Reckoning = PRINTED) -> int:
    """Half the rating or all of it, never more than the CU; nothing without a general (9.3, R-58)."""
    if battle is None:
        return 0
    return min(battle // 2 if die <= rules.half_up_to else battle, units)


def loser_losses(die: int, units: int, rules: Reckoning = PRINTED) -> int:
    """The CU that the beaten side loses, of those that it has (9.5)."""
    return min(rules.losses[die - 1], units)


def winner_losses(die: int, units: int, agility: int | None, rules: Reckoning = PRINTED) -> int:
    """The CU that the winner loses to a general of this agility, or to none (9.5)."""
    return min(int(die <= rules.winner_loses_up_to + (agility or 0)), units)


def wins(attacker: Army, defender: Army) -> Fraction:
    """The chance that the attacker wins; he wins ties (9.2)."""
    lead = attacker.units + attacker.modifiers - defender.units - defender.modifiers
    won = Fraction(0)
    for mine, chance in _values(attacker).items():
        for theirs, other in _values(defender).items():
            won += chance * other * _at_least(theirs - mine - lead)
    return won


@cache
def _at_least(difference: int) -> Fraction:
    """The chance that one die shows at least so much more than another."""
    return Fraction(sum(a - b >= difference for a in FACES for b in FACES), 36)


@cache
def _values(army: Army) -> Counter[int]:
    """What the general may be worth, and how likely that is."""
    found: Counter[int] = Counter()
    for die in FACES:
        found[general_value(army.battle, army.units, die)] += Fraction(1, 6)  # type: ignore[assignment]
    return found


def battle_chances(attacker: Army, defender: Army) -> Chances:
    """Victory, losses with those who surrender, and losses that cost the Regulars their name (9.41)."""
    win = wins(attacker, defender)
    lost, heavy = [Fraction(0), Fraction(0)], [Fraction(0), Fraction(0)]
    armies = (attacker, defender)
    for number, chance in ((0, win), (1, 1 - win)):
        winner, loser = armies[number], armies[1 - number]
        for die in FACES:
            fallen = loser_losses(die, loser.units)
            if not loser.may_retreat:
                fallen = loser.units
            spent = winner_losses(die, winner.units, loser.agility)
            for side, units in ((1 - number, fallen), (number, spent)):
                lost[side] += chance * units / 6
                heavy[side] += chance * int(units >= PRINTED.heavy) / 6
    return Chances(win, lost[0], lost[1], heavy[0], heavy[1])
