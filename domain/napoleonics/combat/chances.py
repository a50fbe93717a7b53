"""Exact chances of an attack: hits, flags, elimination, and what a battle back costs (examples 15)."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb

import msgspec

from domain.napoleonics.combat.blows import Blow
from domain.napoleonics.combat.dice import scoring
from domain.napoleonics.combat.escape import escapes
from domain.napoleonics.combat.retreats import ignorable, retreats
from domain.napoleonics.facts import COMBAT
from domain.napoleonics.position.pieces import leader_of
from domain.napoleonics.position.state import State, is_leader, unit_fact

FLAG = Fraction(COMBAT.faces.count("flag"), len(COMBAT.faces))
SABERS = Fraction(COMBAT.faces.count("sabers"), len(COMBAT.faces))


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


def taken_by(dice: int, blocks: int, chance: Fraction) -> Fraction:
    """The blocks of so many that the hits take on average."""
    return sum((min(hits, blocks) * exactly(dice, hits, chance) for hits in range(dice + 1)), Fraction(0))


def outcomes(dice: int, chance: Fraction) -> Iterator[tuple[int, int, Fraction]]:
    """Every number of hits and of flags that so many dice can show, and how probable it is."""
    for hits in range(dice + 1):
        among_others = FLAG / (1 - chance) if chance < 1 else Fraction(0)
        for flags in range(dice - hits + 1):
            yield hits, flags, exactly(dice, hits, chance) * exactly(dice - hits, flags, among_others)


def chances(state: State, blow: Blow) -> Chances:
    """The chances of an attack on whoever stands, or retires, its flags ignored as far as can be. A lone
    leader without a way back falls to it, hit or not (R-88)."""
    own, combined = blow.dice(state)
    dice, target = own.total + sum(combined.values()), blow.target
    is_melee = blow.kind != "ranged"
    chance = hit_chance(scoring(state, blow.unit, target, is_melee, blow.retires))
    if is_leader(state, target):
        falls = at_least(dice, 1, chance) if escapes(state, target) else Fraction(1)
        return Chances(dice, falls, at_least(dice, 1, FLAG), falls, Fraction(1), Fraction(0), Fraction(0))
    blocks = state.blocks[target]
    if blow.retires:
        return _of_retiring(dice, chance, blocks)
    ignores = 0 if blow.bounces(state) else ignorable(state, target, state.at[blow.unit])
    back: dict[int, Fraction] = {}
    eliminated = gone = taken = lost = Fraction(0)
    for hits, flags, weight in outcomes(dice, chance):
        for share, ignored in _fates(state, target, hits, ignores):
            left, stays = _left(state, target, min(hits, blocks), max(0, flags - ignored))
            taken += weight * share * (blocks - left)
            eliminated += weight * share * (not left)
            gone += weight * share * (not left or not stays)
            if left and stays and blow.kind == "melee":
                if left not in back:
                    back[left] = _battle_back(state, blow, left)
                lost += weight * share * back[left]
    return Chances(dice, at_least(dice, 1, chance), at_least(dice, 1, FLAG), eliminated, gone, taken, lost)


def _of_retiring(dice: int, chance: Fraction, blocks: int) -> Chances:
    """Against cavalry that retires: only its own symbol hits, flags do nothing, and it goes (R-77)."""
    taken, falls = taken_by(dice, blocks, chance), at_least(dice, blocks, chance)
    return Chances(dice, at_least(dice, 1, chance), Fraction(0), falls, Fraction(1), taken, Fraction(0))


def _fates(state: State, unit: str, hits: int, ignores: int) -> tuple[tuple[Fraction, int], ...]:
    """What a leader who is checked makes of the flags that his unit may ignore (R-81, R-83)."""
    if leader_of(state, unit) is None or not 0 < hits < state.blocks[unit]:
        return ((Fraction(1), ignores),)
    falls = SABERS**2
    return ((1 - falls, ignores), (falls, ignores - 1))


class Met(msgspec.Struct, frozen=True):
    """What the die of a square does to cavalry that attacks it: the chance that it is `stopped`, and the
    blocks that it is expected to lose."""

    stopped: Fraction
    lost: Fraction


def met_by_square(state: State, square: str, cavalry: str) -> Met:
    """One die: a hit, or a flag that nothing ignores (R-62, R-63)."""
    blow = Blow("square", square, cavalry)
    if not blow.dice(state)[0].total:
        return Met(Fraction(0), Fraction(0))
    hit, blocks = hit_chance(scoring(state, square, cavalry, is_melee=True)), state.blocks[cavalry]
    left, stays = _left(state, cavalry, 0, 1)
    stopped = hit * (blocks == 1) + FLAG * (not left or not stays)
    return Met(stopped, hit + FLAG * (blocks - left))


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
    if unit_fact(state, blow.unit).arm == "cavalry" and blow.target in state.squares:
        return Fraction(0)
    weaker = state.changed(blocks={**state.blocks, blow.target: left})
    return chances(weaker, Blow("battle_back", blow.target, blow.unit)).taken
