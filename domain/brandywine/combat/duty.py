"""Who must attack whom, and which attacks can be declared (12.1.1 to 12.1.4, 16.2.3, R-64 to R-67).

A unit fights once and a stack is attacked once. A declaration can always be completed as long as every stack
that must be attacked is touched by somebody free, and everybody who must attack still finds an enemy: then
the free units and the stacks left can be joined in stars, one unit at several stacks or several at one.
"""

from collections.abc import Collection, Iterable, Mapping
from itertools import combinations

import msgspec

from domain.brandywine.facts.board import ADJACENT, AROUND, Hex
from domain.brandywine.facts.sides import ENEMY
from domain.brandywine.movement.areas import may_attack
from domain.brandywine.orders.combat import Attack, Divert
from domain.brandywine.position.pieces import foe, units_of
from domain.brandywine.position.state import Combat, State, is_gun, is_rifle, pinned


class Duty(msgspec.Struct, frozen=True, eq=False):
    """The stacks that each unit can attack without more ado, those it may attack over the creek, those that a
    pinned unit may attack beside its own enemies, who must attack, and which stacks must be attacked."""

    can: Mapping[str, tuple[Hex, ...]]
    across: Mapping[str, tuple[Hex, ...]]
    beside: Mapping[str, tuple[Hex, ...]]
    obliged: frozenset[str]
    required: frozenset[Hex]


def able(state: State, unit: str) -> bool:
    """Can a unit attack at all: in parade order, no artillery, not withdrawn (13.3 to 13.5, R-64)?"""
    return unit not in state.condition and not is_gun(state, unit) and unit not in state.withdrawn


def duty(state: State, diverted: Hex = "") -> Duty:
    """What is to be attacked by whom; `diverted` is the stack of a diversion."""
    side, pins = state.active, pinned(state)
    held = foe(state, side).held
    can: dict[str, tuple[Hex, ...]] = {}
    across: dict[str, tuple[Hex, ...]] = {}
    beside: dict[str, tuple[Hex, ...]] = {}
    obliged: set[str] = set()
    required: set[Hex] = set()
    for unit in units_of(state, side):
        if not able(state, unit):
            continue
        at = state.at[unit]
        near = [to for to in ADJACENT[at] if to in held and to != diverted]
        pin = pins.get(unit)
        group = {state.at[each] for each in pin.of(ENEMY[side])} if pin is not None else set()
        if any(to in group for to in near):
            can[unit] = tuple(to for to in near if to in group)
            others = [to for to in near if to not in group and may_attack(state, unit, to)]
            beside[unit] = tuple(to for to in others if (at, to) not in state.ground.unforded)
            obliged.add(unit)
            required.update(can[unit])
            continue
        near = [to for to in near if may_attack(state, unit, to)]
        can[unit] = tuple(to for to in near if (at, to) not in state.ground.unforded)
        across[unit] = tuple(to for to in near if (at, to) in state.ground.unforded)
        if can[unit] and not is_exempt(state, unit):
            obliged.add(unit)
            required.update(can[unit])
    return Duty(can, across, beside, frozenset(obliged), frozenset(required))


def is_exempt(state: State, unit: str) -> bool:
    """Rifles and units in the meeting house need not attack (12.1.1, 17.1.1)."""
    return is_rifle(state, unit) or state.ground.kind[state.at[unit]] == "meeting_house"


# Declaring ----------------------------------------------------------------------------------------


def is_complete(found: Duty, combats: Iterable[Combat]) -> bool:
    """Does everybody attack who must, and is everybody attacked who must be?"""
    attackers, targets = _declared(combats)
    return found.obliged <= attackers and found.required <= targets


def can_be_completed(state: State, found: Duty, combats: Collection[Combat]) -> bool:
    attackers, targets = _declared(combats)
    free = [unit for unit in found.can if unit not in attackers]
    touched = {to for unit in free for to in found.can[unit]}
    if not found.required - targets <= touched:
        return False
    return all(
        any(to not in targets or is_joinable(state, unit, to, combats) for to in found.can[unit])
        for unit in free
        if unit in found.obliged
    )


def _declared(combats: Iterable[Combat]) -> tuple[set[str], set[Hex]]:
    every = tuple(combats)
    return {unit for each in every for unit in each.attackers}, {at for each in every for at in each.targets}


def combat_at(combats: Iterable[Combat], at: Hex) -> Combat | None:
    return next((each for each in combats if at in each.targets), None)


def is_joinable(state: State, unit: str, at: Hex, combats: Iterable[Combat]) -> bool:
    """May a unit join the combat against a hex: one of one stack, or one of its own hex (12.1.4)?"""
    combat = combat_at(combats, at)
    assert combat is not None
    if len(combat.targets) == 1:
        return True
    own = state.at[unit]
    return all(state.at[each] == own for each in combat.attackers) and set(combat.targets) <= AROUND[own]


def attacks(state: State) -> list[Attack]:
    """Every attack that can be declared now and leaves the declaration one that can be completed."""
    found = duty(state, state.diverted)
    attackers, targets = _declared(state.combats)
    menu: list[Attack] = []
    for unit, near in found.can.items():
        if unit not in attackers:
            more = (*found.across.get(unit, ()), *found.beside.get(unit, ()))
            menu += [
                order
                for order in _offers(state, unit, (*near, *more), targets)
                if _is_legal(state, found, order)
            ]
    return menu


def _offers(state: State, unit: str, near: tuple[Hex, ...], targets: set[Hex]) -> list[Attack]:
    """The combats that a unit may join, and the sets of free stacks that it may attack."""
    joined = [combat_at(state.combats, to) for to in near if to in targets]
    offers = {
        combat.targets: Attack(unit, combat.targets)
        for combat in joined
        if combat is not None and is_joinable(state, unit, combat.targets[0], state.combats)
    }
    free = [to for to in near if to not in targets]
    for count in range(1, len(free) + 1):
        for group in combinations(free, count):
            offers[group] = Attack(unit, group)
    return list(offers.values())


def _is_legal(state: State, found: Duty, order: Attack) -> bool:
    if order.unit in found.beside and set(order.targets).isdisjoint(found.can[order.unit]):
        return False
    combat = next((each for each in state.combats if each.targets == order.targets), None)
    rest = [each for each in state.combats if each is not combat]
    before = combat.attackers if combat is not None else ()
    made = Combat((*before, order.unit), order.targets)
    combats = [*rest, made]
    return keeps_creek_rule(state, found, made, combats) and can_be_completed(state, found, combats)


def keeps_creek_rule(state: State, found: Duty, made: Combat, combats: Iterable[Combat]) -> bool:
    """An attack over the creek leaves no enemy next to its hexes unattacked but a diverted one (R-65); pinned
    units must fight in any case (16.2.3)."""
    unforded, pins = state.ground.unforded, pinned(state)
    free = {state.at[unit] for unit in made.attackers if unit not in pins}
    hexes = {at for at in free if any((at, to) in unforded for to in made.targets)}
    held = foe(state, state.active).held
    _, targets = _declared(combats)
    near = {to for at in hexes for to in ADJACENT[at] if to in held and to != state.diverted}
    return near <= targets | found.required


# Diversion (R-67) ---------------------------------------------------------------------------------


def diversions(state: State) -> list[Divert]:
    """The stacks that a diversion may hold, over the creek too (16.2.3): nobody pinned in them, and everybody
    next to them who must attack finds another enemy."""
    found, pins = duty(state), pinned(state)
    held_by_pins = {state.at[unit] for unit in pins}
    touched = dict.fromkeys(to for near in found.can.values() for to in near)
    for unit, over in found.across.items():
        if len(over) + len(found.can[unit]) > 1:
            touched.update(dict.fromkeys(over))
    menu = []
    for at in touched:
        if at in held_by_pins or any(found.can[unit] == (at,) for unit in found.obliged):
            continue
        if can_be_completed(state, duty(state, at), ()):
            menu.append(Divert(at))
    return menu
