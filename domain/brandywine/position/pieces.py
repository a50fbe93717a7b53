"""Who stands where: stacks, zones of control, neighbours. Nothing here changes anything."""

from collections.abc import Iterable, Mapping

import msgspec

from domain.brandywine.facts.board import ADJACENT, AROUND, Hex
from domain.brandywine.facts.sides import ENEMY, SIDES, Side
from domain.brandywine.position.state import Pieces, State, strength, unit_fact


class Force(msgspec.Struct, frozen=True, eq=False, dict=True):
    """What one side has on the map: hexes with combat units, zones, zones of rifles, hexes next to it."""

    held: frozenset[Hex]
    zone: frozenset[Hex]
    rifles: frozenset[Hex]
    near: frozenset[Hex]
    lone: frozenset[Hex]
    """Hexes with leaders and no combat unit."""


class Layout(msgspec.Struct, frozen=True, eq=False):
    """Stacks by hex, forces by side, what each stack loads, and the stacks found full for so many points."""

    units: Mapping[Hex, Pieces]
    leaders: Mapping[Hex, Pieces]
    force: Mapping[Side, Force]
    loads: Mapping[Hex, tuple[int, int]]
    full: dict[tuple[Side, int], frozenset[Hex]]


_forces: dict[tuple[frozenset[Hex], ...], Force] = {}
_latest: list[tuple[object, object, object, str, Layout]] = []
GUNS = -1
"""Stands for artillery where points of a unit are asked for."""


def layout(state: State) -> Layout:
    """Who stands where in this state."""
    if _latest:
        at, condition, reduced, data, found = _latest[0]
        if (
            at is state.at
            and condition is state.condition
            and reduced is state.reduced
            and data == state.data
        ):
            return found
    made = _make(state)
    _latest[:] = [(state.at, state.condition, state.reduced, state.data, made)]
    return made


def full_for(state: State, side: Side, points: int) -> frozenset[Hex]:
    """The stacks of a side that have no room for a unit of so many points, or for GUNS."""
    here = layout(state)
    found = here.full.get((side, points))
    if found is None:
        limit = state.tables.stacking
        found = here.full[side, points] = frozenset(
            at
            for at in here.force[side].held
            if (
                here.loads[at][1] >= limit.artillery
                if points == GUNS
                else here.loads[at][0] + points > limit.strength
            )
        )
    return found


def _make(state: State) -> Layout:
    known_units, side = state.units.units, state.units.side
    units: dict[Hex, list[str]] = {}
    leaders: dict[Hex, list[str]] = {}
    for piece, at in state.at.items():
        (units if piece in known_units else leaders).setdefault(at, []).append(piece)
    force = {}
    for each in SIDES:
        held = frozenset(at for at, there in units.items() if side[there[0]] == each)
        ordered = [
            (at, any(known_units[unit].rifle and unit not in state.condition for unit in units[at]))
            for at in held
            if any(unit not in state.condition for unit in units[at])
        ]
        reached = state.ground.zone_of
        force[each] = _interned(
            held,
            frozenset().union(*(reached[at] for at, _ in ordered)),
            frozenset().union(*(reached[at] for at, is_rifle in ordered if is_rifle)),
            frozenset().union(*(AROUND[at] for at in held)),
            frozenset(at for at, there in leaders.items() if side[there[0]] == each and at not in held),
        )
    return Layout(
        {at: tuple(there) for at, there in units.items()},
        {at: tuple(there) for at, there in leaders.items()},
        force,
        {at: load(state, there) for at, there in units.items()},
        {},
    )


def _interned(*parts: frozenset[Hex]) -> Force:
    """Equal forces are one and the same, so that what follows from them is found again."""
    found = _forces.get(parts)
    if found is None:
        if len(_forces) >= 4096:
            _forces.clear()
        found = _forces[parts] = Force(*parts)
    return found


def foe(state: State, side: Side) -> Force:
    """The force of the enemy of a side."""
    return layout(state).force[ENEMY[side]]


def units_at(state: State, at: Hex) -> Pieces:
    """The combat units in a hex."""
    return layout(state).units.get(at, ())


def leaders_at(state: State, at: Hex) -> Pieces:
    return layout(state).leaders.get(at, ())


def units_of(state: State, side: Side) -> list[str]:
    """The combat units of a side on the map, in the order of the counters."""
    return [unit for unit in state.units.of[side] if unit in state.at]


def leaders_of(state: State, side: Side) -> list[str]:
    return [leader for leader in state.units.leaders_of[side] if leader in state.at]


def is_near_enemy(state: State, at: Hex, side: Side) -> bool:
    """Is an enemy combat unit in one of the six hexes, whatever lies between (R-103)?"""
    return at in foe(state, side).near


def enemies_beside(state: State, at: Hex, side: Side) -> list[Hex]:
    """The adjacent hexes with enemy combat units."""
    held = foe(state, side).held
    return [near for near in ADJACENT[at] if near in held]


# Stacking (7.1) ---------------------------------------------------------------------------------


def load(state: State, units: Iterable[str]) -> tuple[int, int]:
    """The points and the pieces of artillery that units have together."""
    points = guns = 0
    known_units, reduced = state.units.units, state.reduced
    for unit in units:
        fact = known_units[unit]
        if fact.type == "artillery":
            guns += 1
        else:
            points += fact.sp[-1] if unit in reduced else fact.sp[0]
    return points, guns


def fits(state: State, unit: str, at: Hex, points: int | None = None) -> bool:
    """Would the limit hold with this unit in a hex? `points`: if it had so many."""
    limit = state.tables.stacking
    there = [each for each in units_at(state, at) if each != unit]
    own, guns = load(state, there)
    if unit_fact(state, unit).type == "artillery":
        return guns < limit.artillery
    return own + (strength(state, unit) if points is None else points) <= limit.strength


def is_overstacked(state: State, at: Hex) -> bool:
    points, guns = layout(state).loads.get(at, (0, 0))
    return points > state.tables.stacking.strength or guns > state.tables.stacking.artillery


# Surrounded (R-28) --------------------------------------------------------------------------------


def is_surrounded(state: State, unit: str) -> bool:
    """Is every way out of a unit's hex held by the enemy or in his zone, with no friend in it?"""
    side, at = unit_fact(state, unit).side, state.at[unit]
    own, enemy = layout(state).force[side], foe(state, side)
    open_hexes = [
        near
        for near in ADJACENT[at]
        if near not in enemy.held
        and (near not in enemy.zone or near in own.held)
        and state.ground.is_passable(unit_fact(state, unit).mover, at, near)
    ]
    return not open_hexes
