"""Exact chances of fire and of close combat, for each chit that the enemy may play."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import msgspec

from domain.brandywine.combat.strength import (
    attack_points,
    column,
    defence_points,
    diversion_shift,
    line_of,
    modifiers,
)
from domain.brandywine.combat.tactics import swing
from domain.brandywine.facts.tables import DICE, Tactic
from domain.brandywine.position.state import Combat, State, changed


class Chances(msgspec.Struct, frozen=True):
    """How probable each result of a combat is, and that either side gains momentum."""

    results: Mapping[str, Fraction]
    total: int
    column: str
    defender_gains: Fraction = Fraction(0)
    attacker_gains: Fraction = Fraction(0)

    @property
    def hurts_defender(self) -> Fraction:
        return sum((chance for each, chance in self.results.items() if not each.endswith("/-")
                    and each not in ("PIN", "NC")), start=Fraction(0))  # fmt: skip

    @property
    def hurts_attacker(self) -> Fraction:
        return sum((chance for each, chance in self.results.items() if not each.startswith("-/")
                    and each not in ("PIN", "NC")), start=Fraction(0))  # fmt: skip


NO_COMBAT = Chances({"NC": Fraction(1)}, 0, "")


def supposed_fight(state: State, fight: Combat) -> Combat:
    """The fight with a lead unit on each side, the one of best morale where none is named yet."""
    from_best = {
        name: own or best(state, line_of(state, units))
        for name, own, units in (
            ("attack_lead", fight.attack_lead, fight.attackers),
            ("defence_lead", fight.defence_lead, fight.defenders),
        )
    }
    return changed(fight, **from_best)


def best(state: State, units: list[str]) -> str:
    """Who would lead: in parade order if anybody is, and of the highest morale."""
    ordered = [unit for unit in units if unit not in state.condition] or units
    return max(ordered, key=lambda unit: state.units.units[unit].morale[unit in state.reduced])


def chances(state: State, fight: Combat, added: int | None) -> Chances:
    """One roll with what the chits add (None: no combat)."""
    if added is None:
        return NO_COMBAT
    known = changed(fight, swing=added)
    total = sum(modifiers(state, known).values())
    number = column(state, known)
    table = state.tables.close_combat
    results: dict[str, Fraction] = {}
    for face in range(DICE):
        each = table.result(number, face + total)
        results[each] = results.get(each, Fraction(0)) + Fraction(1, DICE)
    low = sum(face + total < 0 for face in range(DICE))
    high = sum(face + total >= DICE for face in range(DICE))
    return Chances(results, total, table.columns[number], Fraction(low, DICE), Fraction(high, DICE))


def against(state: State, fight: Combat, own: Tactic, is_attacker: bool) -> dict[Tactic, Chances]:
    """Each chit of the enemy -> the chances if one plays this one."""
    found = matrix(state, fight)
    chits = state.tables.tactics.chits
    return {other: found[(own, other) if is_attacker else (other, own)] for other in chits}


def matrix(state: State, fight: Combat) -> dict[tuple[Tactic, Tactic], Chances]:
    """The chits of attacker and defender -> the chances if they play these."""
    known: dict[int | None, Chances] = {}
    found: dict[tuple[Tactic, Tactic], Chances] = {}
    chits = state.tables.tactics.chits
    for attack, defence in product(chits, chits):
        added = swing(state, fight, attack, defence)[0]
        if added not in known:
            known[added] = chances(state, fight, added)
        found[attack, defence] = known[added]
    return found


def odds_of(state: State, fight: Combat) -> tuple[int, int, Combat]:
    """The points of both sides, and the fight with the shift of a diversion."""
    shifted = changed(fight, shifts=diversion_shift(state, fight.attackers))
    return attack_points(state, fight), defence_points(state, fight), shifted
