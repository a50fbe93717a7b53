"""Exact chances of an attack: hits, flags, elimination, and what a battle back costs (examples 15)."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb

import msgspec

from domain.napoleonics.combat.blows import Blow
from domain.napoleonics.combat.dice import melee_dice, scoring
from domain.napoleonics.combat.retreats import ignorable, retreats
from domain.napoleonics.facts import COMBAT
from domain.napoleonics.position.state import State, is_leader, unit_fact

FLAG = Fraction(COMBAT.faces.count("flag"), len(COMBAT.faces))


class Chances(msgspec.Struct, frozen=True):
    """`dice` in all; the chances of a hit, of a flag, and that the target is eliminated, or `gone` from its
    hex; the blocks that it is expected to lose, and to cost by its battle back."""

    dice: int
    hit: Fraction
    flag: Fraction
    eliminated: Fraction
    gone: Fraction
    taken: Fraction
    lost: Fraction


def hit_chance(faces: frozenset[str]) -> Fraction:
    """The chance that one die shows one of these faces."""
    return Fraction(sum(face in faces for face in COMBAT.faces), len(COMBAT.faces))


@cache
def exactly(dice: int, hits: int, chance: Fraction) -> Fraction:
    """The chance of so many hits with so many dice."""
    return comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits)


def at_least(dice: int, hits: int, chance: Fraction) -> Fraction:
    """The chance of so many hits or more."""
    return sum((exactly(dice, count, chance) for count in range(hits, dice + 1)), start=Fraction(0))


def outcomes(dice: int, chance: Fraction) -> Iterator[tuple[int, int, Fraction]]:
    """Every number of hits and of flags that so many dice can show, and how probable it is."""
    for hits in range(dice + 1):
        among_others = FLAG / (1 - chance) if chance < 1 else Fraction(0)
        for flags in range(dice - hits + 1):
            yield hits, flags, exactly(dice, hits, chance) * exactly(dice - hits, flags, among_others)


def chances(state: State, blow: Blow) -> Chances:
    """The chances of an attack on a unit that stands, its flags ignored as far as can be."""
    own, combined = blow.dice(state)
    dice, target = own.total + combined, blow.target
    is_melee = blow.kind != "ranged"
    chance = hit_chance(scoring(state, blow.unit, target, is_melee))
    if is_leader(state, target):
        falls = at_least(dice, 1, chance)
        return Chances(dice, falls, at_least(dice, 1, FLAG), falls, Fraction(1), Fraction(0), Fraction(0))
    blocks, ignores = state.blocks[target], ignorable(state, target, state.at[blow.unit])
    back: dict[int, Fraction] = {}
    eliminated = gone = taken = lost = Fraction(0)
    for hits, flags, weight in outcomes(dice, chance):
        left, stays = _left(state, target, min(hits, blocks), max(0, flags - ignores))
        taken += weight * (blocks - left)
        eliminated += weight * (not left)
        gone += weight * (not left or not stays)
        if left and stays and blow.kind == "melee":
            if left not in back:
                back[left] = _battle_back(state, blow, left)
            lost += weight * back[left]
    return Chances(dice, at_least(dice, 1, chance), at_least(dice, 1, FLAG), eliminated, gone, taken, lost)


def _left(state: State, unit: str, hits: int, flags: int) -> tuple[int, bool]:
    """The blocks that are left, and whether the unit still stands in its hex."""
    left = state.blocks[unit] - hits
    due = flags * unit_fact(state, unit).retreat_per_flag
    if not left or not due:
        return left, True
    if unit in state.squares:
        return max(0, left - due), True
    ways = retreats(state, unit, due)
    if not ways:
        return max(0, left - due), True
    made = max(len(path) - 1 for path in ways.values())
    is_whole = made == due or any(to in state.at.values() for to in ways)
    return (left if is_whole else max(0, left - (due - made))), False


def _battle_back(state: State, blow: Blow, left: int) -> Fraction:
    """The blocks that the attacker is expected to lose to so many blocks of its target."""
    weaker = state.changed(blocks={**state.blocks, blow.target: left})
    start, hex = state.at[blow.target], state.at[blow.unit]
    if unit_fact(state, blow.unit).arm == "cavalry" and blow.target in state.squares:
        return Fraction(0)
    dice = melee_dice(weaker, blow.target, blow.unit, start, hex, with_card=False).total
    chance = hit_chance(scoring(state, blow.target, blow.unit, is_melee=True))
    own = state.blocks[blow.unit]
    return sum((min(hits, own) * exactly(dice, hits, chance) for hits in range(dice + 1)), start=Fraction(0))
