"""Who may fire at whom, with what (10.1, 11.1, R-49 to R-57)."""

from collections.abc import Iterable

from domain.brandywine.events.fire import Kind
from domain.brandywine.facts.board import ADJACENT, AROUND, BOARD, Hex, comes_from, distance
from domain.brandywine.facts.sides import Side
from domain.brandywine.facts.tables import DICE, FireTable
from domain.brandywine.fire.sight import sees
from domain.brandywine.position.pieces import foe, layout, units_at, units_of
from domain.brandywine.position.state import State, is_gun, is_rifle, side_of, strength, unit_fact


def table_of(state: State, kind: Kind) -> FireTable:
    return state.tables.artillery_fire if kind == "artillery" else state.tables.rifle_fire


def may_fire(state: State, unit: str, kind: Kind) -> bool:
    """Artillery or rifles in parade order that have not fired in this phase (10.1.2, 11.1.2, R-51)."""
    is_armed = is_gun(state, unit) if kind == "artillery" else is_rifle(state, unit)
    return is_armed and unit not in state.condition and unit not in state.shot


def target_hexes(state: State, unit: str, kind: Kind) -> list[Hex]:
    """The hexes with enemies that a unit may fire at: adjacent, or for artillery in range and in sight."""
    start = state.at[unit]
    enemy = foe(state, side_of(state, unit))
    if kind == "rifle":
        return [at for at in ADJACENT[start] if at in enemy.held]
    near = BOARD.area_within(start, table_of(state, kind).range)
    return [at for at in BOARD.cells(enemy.held_area & near) if sees(state, start, at)]


def targets(state: State, unit: str, kind: Kind) -> list[str]:
    """The units that a unit may fire at: each is fired at by one group in a phase (R-50)."""
    return [
        target
        for at in target_hexes(state, unit, kind)
        for target in units_at(state, at)
        if target not in state.targeted
    ]


def shooters(state: State, side: Side, kind: Kind) -> list[str]:
    return [unit for unit in units_of(state, side) if may_fire(state, unit, kind)]


# The dice ---------------------------------------------------------------------------------------


def reach_of(state: State, firers: Iterable[str], target: str) -> int:
    """The longest distance of a group (R-49)."""
    return max(distance(state.at[unit], state.at[target]) for unit in firers)


def is_first_fire(state: State, firers: Iterable[str]) -> bool:
    """Has no rifle of the group ever fired (10.1.6, R-53)?"""
    return all(unit not in state.fired for unit in firers)


def modifiers(state: State, kind: Kind, firers: Iterable[str], target: str, first: bool) -> dict[str, int]:
    """What is added to the die, without what adds nothing."""
    fire, at = state.tables.fire, state.at[target]
    group = tuple(firers)
    behind = all(
        (at, near) in state.ground.works for unit in group for near in comes_from(state.at[unit], at)
    )
    found = {
        "first_fire": fire.first_rifle_fire if kind == "rifle" and first else 0,
        "ground": state.ground.land[at].fire,
        "breastwork": fire.breastwork if behind else 0,
        "dragoon_target": fire.dragoon if unit_fact(state, target).type == "dragoon" else 0,
    }
    return {name: value for name, value in found.items() if value}


def needed(state: State, kind: Kind, firers: Iterable[str], target: str) -> int:
    """The modified die that hits."""
    group = tuple(firers)
    points = sum(strength(state, unit) for unit in group)
    return table_of(state, kind).needed(points, reach_of(state, group, target))


def dice(state: State, firers: Iterable[str], target: str) -> int:
    """Two dice for Jaegers under cover with an open flank (10.1.9, R-54), else one."""
    if not state.advanced:
        return 1
    return 2 if all(is_double(state, unit, target) for unit in firers) else 1


def is_double(state: State, unit: str, target: str) -> bool:
    """Is a Jaeger under cover, with a flank open as 12.2.3 has it: not over the creek without a ford
    (16.3.2)?"""
    at, to = state.at[unit], state.at[target]
    if not unit_fact(state, unit).jaeger or state.ground.kind[at] in ("clear", "cultivated"):
        return False
    stacks = layout(state).units
    return (at, to) not in state.ground.unforded and any(
        flank not in stacks for flank in AROUND[at] & AROUND[to]
    )


def hitting(state: State, kind: Kind, firers: Iterable[str], target: str, first: bool) -> int:
    """How many faces of one die hit."""
    group = tuple(firers)
    least = needed(state, kind, group, target) - sum(modifiers(state, kind, group, target, first).values())
    return DICE - max(0, min(least, DICE))
