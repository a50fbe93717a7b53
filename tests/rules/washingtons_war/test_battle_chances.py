"""Exact chances of battles: the table of section H of the examples, P-1 to P-40, and E-97, E-35, E-31."""

from fractions import Fraction
from itertools import product

import pytest

from domain.washingtons_war.battle.chances import (
    Army,
    battle_chances,
    general_value,
    loser_losses,
    winner_losses,
    wins,
)

NOBODY = None
TABLE: tuple[tuple[str, Army, Army, int], ...] = (
    ("P-1", Army(5, 2, modifiers=2), Army(5, 2, modifiers=3), 549),
    ("P-2", Army(5, 2, modifiers=1), Army(5, 2, modifiers=1), 747),
    ("P-3", Army(5, 2), Army(5, 2, modifiers=1), 549),
    ("P-4", Army(5, 1), Army(5, 1), 747),
    ("P-5", Army(5, 2), Army(5, NOBODY), 1008),
    ("P-6", Army(5, 6, modifiers=1), Army(5, 4, modifiers=1), 900),
    ("P-7", Army(5, 6, modifiers=3), Army(5, 4, modifiers=3), 900),
    ("P-8", Army(3, 6, modifiers=1), Army(5, 4, modifiers=1), 378),
    ("P-9", Army(2, 6, modifiers=1), Army(2, 4), 936),
    ("P-10", Army(1, 6, modifiers=1), Army(1, NOBODY), 1080),
    ("P-11", Army(5, 4, modifiers=1), Army(5, 6, modifiers=2), 396),
    ("P-12", Army(5, 4, modifiers=3), Army(5, 6, modifiers=2), 738),
    ("P-13", Army(5, 4, modifiers=2), Army(3, 4), 1260),
    ("P-14", Army(5, 4, modifiers=3), Army(8, 6, modifiers=2), 216),
    ("P-15", Army(5, 4, modifiers=1), Army(10, 6, modifiers=2), 9),
    ("P-16", Army(5, 4, modifiers=1), Army(2, NOBODY, modifiers=1), 1296),
    ("P-17", Army(5, 1), Army(2, NOBODY, modifiers=2), 1008),
    ("P-18", Army(5, 4, modifiers=1), Army(5, 4, modifiers=2), 558),
    ("P-19", Army(5, 4, modifiers=1), Army(8, 4, modifiers=2), 144),
    ("P-20", Army(5, 2, modifiers=1), Army(2, 5, modifiers=1), 1134),
    ("P-21", Army(5, 2, modifiers=1), Army(5, 5, modifiers=1), 405),
    ("P-22", Army(5, 2, modifiers=3), Army(5, NOBODY, modifiers=1), 1224),
    ("P-23", Army(3, 5), Army(2, 2, modifiers=3), 549),
    ("P-24", Army(3, 5), Army(2, 2, modifiers=2), 747),
    ("P-25", Army(5, 4, modifiers=1), Army(5, 4, modifiers=1), 738),
    ("P-26", Army(5, 4, modifiers=1), Army(5, 4), 900),
    ("P-27", Army(5, 4), Army(4, 3, modifiers=2), 738),
    ("P-28", Army(3, 3), Army(3, 3, modifiers=1), 558),
    ("P-29", Army(1, 4), Army(1, NOBODY), 936),
    ("P-30", Army(5, 2, modifiers=1), Army(1, 2), 1296),
    ("P-31", Army(4, 4, modifiers=1), Army(2, NOBODY), 1296),
    ("P-32", Army(3, 3, modifiers=1), Army(1, NOBODY, modifiers=1), 1242),
    ("P-33", Army(5, 2), Army(9, 3, modifiers=2), 9),
    ("P-34", Army(1, 1), Army(9, 6, modifiers=2), 0),
    ("P-35", Army(5, 6, modifiers=5), Army(1, NOBODY), 1296),
    ("P-36", Army(4, 4), Army(4, 4), 738),
    ("P-37", Army(5, 3), Army(5, 5), 486),
    ("P-38", Army(5, 3, modifiers=2), Army(5, 2, modifiers=2), 828),
    ("P-39", Army(5, 6, modifiers=2), Army(6, 4, modifiers=1), 900),
    ("P-40", Army(4, 5), Army(1, 6, modifiers=1), 1242),
)  # fmt: skip


@pytest.mark.parametrize(("attacker", "defender", "won"), [row[1:] for row in TABLE])
def test_the_attacker_wins_as_often_as_the_examples_say(attacker: Army, defender: Army, won: int) -> None:
    """9.2, 9.3: every entry of the table, counted over 1296 results."""
    assert wins(attacker, defender) * 1296 == won


@pytest.mark.parametrize(
    ("lead", "won"),
    [(-4, 144), (-3, 252), (-2, 396), (-1, 558), (0, 738), (1, 900), (2, 1044), (3, 1152), (4, 1224)],
)
def test_e_97_one_modifier_at_a_time(lead: int, won: int) -> None:
    """9.4: four CU and a general of four on each side."""
    assert wins(Army(4, 4, modifiers=max(lead, 0)), Army(4, 4, modifiers=max(-lead, 0))) * 1296 == won


def test_e_117_battle_values() -> None:
    """9.3: half the rating, rounded down, on 1 to 3; never more than the CU; nothing without a general."""
    assert [general_value(6, 5, 2), general_value(6, 5, 5), general_value(6, 2, 5)] == [3, 5, 2]
    assert [general_value(3, 5, 3), general_value(1, 5, 2), general_value(None, 4, 6)] == [1, 0, 0]


def test_losses_are_read_off_the_table() -> None:
    """9.5: one, two or three CU for the loser, capped by what he has; at most one for the winner."""
    assert [loser_losses(die, 5) for die in range(1, 7)] == [1, 1, 1, 2, 2, 3]
    assert [loser_losses(die, 2) for die in range(1, 7)] == [1, 1, 1, 2, 2, 2]
    for agility, chance in ((None, 1), (1, 2), (2, 3), (3, 4)):
        assert sum(winner_losses(die, 5, agility) for die in range(1, 7)) == chance
    assert winner_losses(1, 0, 3) == 0


def test_who_must_surrender_loses_all() -> None:
    """9.63: the compound checks of section H for P-1 and P-2."""
    for modifiers, won in ((2, 549), (1, 747)):
        gates = Army(5, 2, agility=1, modifiers=3 if won == 549 else 1)
        found = battle_chances(Army(5, 2, 1, modifiers, may_retreat=False), gates)
        assert found.win == Fraction(won, 1296)
        assert found.attacker_heavy == 1 - found.win
    way_back = battle_chances(Army(5, 2, 1, 2), Army(5, 2, 1, 3))
    assert way_back.attacker_heavy == (1 - way_back.win) / 6


def test_losses_on_average_are_those_of_every_result_counted() -> None:
    """9.2 to 9.5: the sums agree with a plain enumeration of all six dice."""
    attacker, defender = Army(4, 4, 2, 1), Army(3, 3, 1, 2)
    lost = taken = won = 0
    dice = list(product(range(1, 7), repeat=2))
    for values, rolls in product(dice, dice):
        own, other = (
            army.units + army.modifiers + general_value(army.battle, army.units, die)
            for army, die in zip((attacker, defender), values, strict=True)
        )
        is_win = own + rolls[0] >= other + rolls[1]
        won += is_win
        for loser_die, winner_die in dice:
            if is_win:
                taken += loser_losses(loser_die, defender.units)
                lost += winner_losses(winner_die, attacker.units, defender.agility)
            else:
                lost += loser_losses(loser_die, attacker.units)
                taken += winner_losses(winner_die, defender.units, attacker.agility)
    found = battle_chances(attacker, defender)
    assert found.win == Fraction(won, 6**4)
    assert (found.attacker_lost, found.defender_lost) == (Fraction(lost, 6**6), Fraction(taken, 6**6))
