"""Who must attack whom (12.1.1, 12.1.3, 16.2.3, R-64, R-67)."""

from collections.abc import Iterable, Mapping

import msgspec

from domain.brandywine.facts.board import ADJACENT, Hex
from domain.brandywine.facts.sides import ENEMY
from domain.brandywine.movement.areas import may_attack
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
        if is_exempt(state, unit):
            continue
        if can[unit]:
            obliged.add(unit)
            required.update(can[unit])
        elif across[unit] and diverted and is_beside(state, unit, diverted):
            obliged.add(unit)  # whom a diversion spares his own enemy attacks others, over the creek (12.1.3)
    return Duty(can, across, beside, frozenset(obliged), frozenset(required))


def is_beside(state: State, unit: str, stack: Hex) -> bool:
    """Must a unit attack a stack, if no diversion holds it: next to it, over no creek (12.1.1)?"""
    at = state.at[unit]
    beside = stack in ADJACENT[at] and (at, stack) not in state.ground.unforded
    return beside and may_attack(state, unit, stack)


def is_exempt(state: State, unit: str) -> bool:
    """Rifles and units in the meeting house need not attack (12.1.1, 17.1.1)."""
    return is_rifle(state, unit) or state.ground.kind[state.at[unit]] == "meeting_house"


def is_complete(found: Duty, combats: Iterable[Combat]) -> bool:
    """Does everybody attack who must, and is everybody attacked who must be?"""
    attackers, targets = declared(combats)
    return found.obliged <= attackers and found.required <= targets


def declared(combats: Iterable[Combat]) -> tuple[set[str], set[Hex]]:
    """Who attacks in these combats, and which stacks."""
    every = tuple(combats)
    return {unit for each in every for unit in each.attackers}, {at for each in every for at in each.targets}
