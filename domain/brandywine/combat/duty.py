"""Who must attack whom, and which attacks can be declared (12.1.1 to 12.1.4, 16.2.3, R-64 to R-67).

A unit fights once and a stack is attacked once. A declaration can always be completed as long as every stack
that must be attacked is touched by somebody free, and everybody who must attack still finds an enemy: then
the free units and the stacks left can be joined in stars, one unit at several stacks or several at one.
"""

from collections.abc import Collection, Iterable, Mapping
from itertools import combinations

import msgspec

from domain.brandywine.facts.board import ADJACENT, Hex
from domain.brandywine.facts.sides import ENEMY
from domain.brandywine.movement.areas import may_attack
from domain.brandywine.orders.combat import Attack, Divert
from domain.brandywine.position.pieces import foe, units_of
from domain.brandywine.position.state import Combat, State, changed, is_gun, is_rifle, pinned


class Duty(msgspec.Struct, frozen=True, eq=False):
    """The stacks that each unit can attack without more ado, those it may attack over the creek, those that a
    pinned unit may attack beside its own enemies, who must attack, and which stacks must be attacked."""

    can: Mapping[str, tuple[Hex, ...]]
    across: Mapping[str, tuple[Hex, ...]]
    beside: Mapping[str, tuple[Hex, ...]]
    obliged: frozenset[str]
    required: frozenset[Hex]

    def near(self, unit: str) -> tuple[Hex, ...]:
        """Every stack that a unit may attack."""
        return *self.can[unit], *self.across.get(unit, ()), *self.beside.get(unit, ())

    def freely(self, unit: str, over: bool) -> tuple[Hex, ...]:
        """The stacks that it can attack so that no further ones must be; `over`: over the creek too."""
        return (*self.can[unit], *self.across.get(unit, ())) if over else self.can[unit]


def able(state: State, unit: str) -> bool:
    """Can a unit attack at all: in parade order, no artillery, not withdrawn (13.3 to 13.5, R-64)?"""
    return unit not in state.condition and not is_gun(state, unit) and unit not in state.withdrawn


def duty(state: State, diverted: Hex = "") -> Duty:
    """What is to be attacked by whom; `diverted` is the stack of a diversion."""
    side, pins = state.active, pinned(state)
    enemy = foe(state, side)
    held = enemy.held
    can: dict[str, tuple[Hex, ...]] = {}
    across: dict[str, tuple[Hex, ...]] = {}
    beside: dict[str, tuple[Hex, ...]] = {}
    obliged: set[str] = set()
    required: set[Hex] = set()
    for unit in units_of(state, side):
        if not able(state, unit):
            continue
        at = state.at[unit]
        if at not in enemy.near:
            can[unit] = across[unit] = ()
            continue
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


def _declared(combats: Iterable[Combat]) -> tuple[set[str], set[Hex]]:
    every = tuple(combats)
    return {unit for each in every for unit in each.attackers}, {at for each in every for at in each.targets}


def combat_at(combats: Iterable[Combat], at: Hex) -> Combat | None:
    return next((each for each in combats if at in each.targets), None)


def is_joinable(state: State, unit: str, combat: Combat, near: Collection[Hex]) -> bool:
    """May a unit that may attack these stacks join a combat: one of one stack, or one of its own hex
    (12.1.4)?"""
    if len(combat.targets) == 1:
        return True
    own = state.at[unit]
    return all(state.at[each] == own for each in combat.attackers) and set(combat.targets) <= {*near}


NO_HEXES: frozenset[Hex] = frozenset()


class Front(msgspec.Struct, frozen=True, eq=False):
    """What a declaration has come to: who is free, and what an attack must leave so that it can be completed.

    `sole` are the stacks still to be attacked that only one free unit touches (under "": nobody); `finds`
    are the stacks left to a free unit that must attack and can join no combat that is declared. From `banks`
    attacks go over the creek.
    """

    found: Duty
    targets: frozenset[Hex]
    free: tuple[str, ...]
    sole: Mapping[str, set[Hex]]
    finds: Mapping[str, set[Hex]]
    banks: frozenset[Hex]
    pins: Collection[str]

    def can_be_completed(self, state: State, order: Attack) -> bool:
        """Is every stack still touched that must be attacked, and has everybody an enemy who must attack?"""
        group = self.targets.union(order.targets)
        if any(not self.sole.get(unit, NO_HEXES) <= group for unit in ("", order.unit)):
            return False
        at, is_wide = state.at[order.unit], len(order.targets) > 1
        for unit, left in self.finds.items():
            if unit == order.unit or (left and not (is_wide and left <= group)):
                continue
            joins = state.at[unit] == at and {*order.targets} <= {*self.found.near(unit)}
            if not (left and joins) and not self._goes_over(state, unit, order, group):
                return False
        return True

    def _goes_over(self, state: State, unit: str, order: Attack, group: frozenset[Hex]) -> bool:
        """Can a unit whose own enemies others attack meet its duty over the creek (12.1.1, 16.2.3)? It joins
        a combat, or attacks at once all who are left beside its hex, and others still find an enemy."""
        near, beside = self.found.near(unit), beside_banks(state, (state.at[unit],))
        taken = {*near} - group
        if unit in self.pins or not beside <= group | taken:
            return False
        if not taken:
            combats = (combat_at(state.combats, at) for at in near)
            return any(each is not None and is_joinable(state, unit, each, near) for each in combats)
        others = (left for each, left in self.finds.items() if each not in (unit, order.unit))
        return all(left - group - taken for left in others)


def front(state: State) -> Front:
    pins, banks = pinned(state), _banks(state)
    found = duty(state, state.diverted)
    found = changed(found, required=found.required | beside_banks(state, banks))
    attackers, targets = _declared(state.combats)
    free = tuple(unit for unit in found.can if unit not in attackers)
    touching: dict[Hex, list[str]] = {at: [] for at in found.required if at not in targets}
    finds: dict[str, set[Hex]] = {}
    for unit in free:
        near = found.can[unit]
        for at in found.freely(unit, state.at[unit] in banks):
            if at in touching:
                touching[at].append(unit)
        if unit in found.obliged and not any(
            is_joinable(state, unit, combat, found.near(unit))
            for at in near
            if (combat := combat_at(state.combats, at)) is not None
        ):
            finds[unit] = {at for at in near if at not in targets}
    sole: dict[str, set[Hex]] = {}
    for at, units in touching.items():
        if len(units) <= 1:
            sole.setdefault(units[0] if units else "", set()).add(at)
    return Front(found, frozenset(targets), free, sole, finds, banks, pins)


def _banks(state: State) -> frozenset[Hex]:
    """The hexes from which attacks over the creek are declared, those of pinned units apart (16.2.3)."""
    unforded, pins, where = state.ground.unforded, pinned(state), state.at
    return frozenset(
        where[unit]
        for combat in state.combats
        for unit in combat.attackers
        if unit not in pins and any((where[unit], to) in unforded for to in combat.targets)
    )


def beside_banks(state: State, banks: Collection[Hex]) -> set[Hex]:
    """The enemies that must be attacked since attacks go over the creek from these hexes (R-65)."""
    held = foe(state, state.active).held
    return {to for at in banks for to in ADJACENT[at] if to in held and to != state.diverted}


def attacks(state: State, now: Front | None = None) -> list[Attack]:
    """Every attack that can be declared now and leaves the declaration one that can be completed."""
    now = now or front(state)
    menu = list[Attack]()
    for unit in now.free:
        offers = _offers(state, unit, now.found.near(unit), now.targets)
        legal = [order for order in offers if _is_legal(state, now, order)]
        if unit in now.found.beside and not is_exempt(state, unit):
            legal = [order for order in legal if not _leaves_out(now, order, legal)]
        menu += legal
    return menu


def _leaves_out(now: Front, order: Attack, legal: Iterable[Attack]) -> bool:
    """Could it take in stacks that only the pinned touch, and that nobody else is left for (R-66)?"""
    group, found = {*order.targets}, now.found
    touched = {at for unit in now.free if unit not in found.beside for at in found.near(unit)}
    for unit in now.free:
        if unit != order.unit and any(at not in now.targets | group for at in found.can[unit]):
            touched.update(found.beside.get(unit, ()))
    lonely = {*found.beside[order.unit]} - touched
    return any(group < {*each.targets} <= group | lonely for each in legal)


def _offers(state: State, unit: str, near: tuple[Hex, ...], targets: Collection[Hex]) -> list[Attack]:
    """The combats that a unit may join, and the sets of free stacks that it may attack."""
    joined = [combat_at(state.combats, to) for to in near if to in targets]
    offers = {
        combat.targets: Attack(unit, combat.targets)
        for combat in joined
        if combat is not None and is_joinable(state, unit, combat, near)
    }
    free = [to for to in near if to not in targets]
    for count in range(1, len(free) + 1):
        for group in combinations(free, count):
            offers[group] = Attack(unit, group)
    return list(offers.values())


def _is_legal(state: State, now: Front, order: Attack) -> bool:
    found = now.found
    if order.unit in found.beside and set(order.targets).isdisjoint(found.can[order.unit]):
        return False
    return now.can_be_completed(state, order) and keeps_creek_rule(state, now, order)


def keeps_creek_rule(state: State, now: Front, order: Attack) -> bool:
    """An attack over the creek leaves no enemy next to its hex unattacked but a diverted one: it takes them
    in, or others can still attack them, from the same hex or over no creek (R-65). Pinned units must fight in
    any case (16.2.3)."""
    at = state.at[order.unit]
    if order.unit in now.pins or all((at, to) not in state.ground.unforded for to in order.targets):
        return True
    left = beside_banks(state, (at,)) - now.targets.union(order.targets, now.found.required)
    return left <= {
        to
        for unit in now.free
        if left and unit != order.unit
        for to in now.found.freely(unit, state.at[unit] == at or state.at[unit] in now.banks)
    }


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
        others = duty(state, at)
        touched_then = {to for near in others.can.values() for to in near}
        if others.required <= touched_then and all(others.can[unit] for unit in others.obliged):
            menu.append(Divert(at))
    return menu
