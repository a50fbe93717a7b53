"""Who stands where: stacks, zones of control, neighbours. Nothing here changes anything."""

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from operator import is_
from typing import NamedTuple

import msgspec

from domain.brandywine.facts.board import ADJACENT, BIT, BOARD, Hex
from domain.brandywine.facts.sides import ENEMY, Side
from domain.brandywine.facts.terrain import Ground
from domain.brandywine.facts.units import Units
from domain.brandywine.position.state import Pieces, State, is_gun, strength, unit_fact
from domain.kernel.geometry import Area

GUNS = -1
"""Stands for artillery where points of a unit are asked for."""


class Force(msgspec.Struct, frozen=True, eq=False, dict=True):
    """What one side has on the map: the hexes with combat units, those of them with somebody in parade order,
    and with rifles in parade order; and the hexes with leaders and no combat unit."""

    ground: Ground
    held_area: Area
    ordered: Area
    rifled: Area
    lone_area: Area

    @cached_property
    def held(self) -> frozenset[Hex]:
        return frozenset(BOARD.cells(self.held_area))

    @cached_property
    def lone(self) -> frozenset[Hex]:
        return frozenset(BOARD.cells(self.lone_area))

    @cached_property
    def zone_area(self) -> Area:
        return self.ground.zones.of(self.ordered)

    @cached_property
    def zone(self) -> frozenset[Hex]:
        return frozenset(BOARD.cells(self.zone_area))

    @cached_property
    def rifle_area(self) -> Area:
        """The zones of rifles."""
        return self.ground.zones.of(self.rifled)

    @cached_property
    def near(self) -> frozenset[Hex]:
        """The hexes next to combat units."""
        return frozenset(BOARD.cells(self.near_area))

    @cached_property
    def near_area(self) -> Area:
        return BOARD.beside_all.of(self.held_area)


class Layout(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Where everybody stands: what follows from it is worked out when it is asked for."""

    state: State

    @cached_property
    def _stacks(self) -> tuple[dict[Hex, Pieces], dict[Hex, Pieces]]:
        known_units = self.state.units.units
        units: dict[Hex, list[str]] = {}
        leaders: dict[Hex, list[str]] = {}
        for piece, at in self.state.at.items():
            stacks = units if piece in known_units else leaders
            if at in stacks:
                stacks[at].append(piece)
            else:
                stacks[at] = [piece]
        return (
            {at: tuple(there) for at, there in units.items()},
            {at: tuple(there) for at, there in leaders.items()},
        )

    @property
    def units(self) -> Mapping[Hex, Pieces]:
        """Hex -> the combat units there."""
        return self._stacks[0]

    @property
    def leaders(self) -> Mapping[Hex, Pieces]:
        return self._stacks[1]

    def force(self, side: Side) -> Force:
        """What a side has."""
        found = self._forces.get(side)
        if found is None:
            where, condition, units = self.state.at.get, self.state.condition, self.state.units
            found = self._forces[side] = _force(
                self.state.ground,
                units,
                side,
                tuple(map(where, units.of[side])),
                tuple(map(where, units.leaders_of[side])),
                tuple([unit for unit in condition if units.side[unit] == side]),
            )
        return found

    @cached_property
    def _forces(self) -> dict[Side, Force]:
        return {}

    @cached_property
    def loads(self) -> Mapping[Hex, tuple[int, int]]:
        """Hex -> the points and the pieces of artillery of its stack."""
        units, reduced = self.state.units, self.state.reduced
        return {at: _load(units, there, reduced) for at, there in self.units.items()}


@lru_cache(maxsize=1024)
def _force(
    ground: Ground,
    units: Units,
    side: Side,
    at: tuple[Hex | None, ...],
    leaders: tuple[Hex | None, ...],
    broken: Pieces,
) -> Force:
    """The force of a side that stands so; equal ones are one and the same."""
    held = ordered = rifled = 0
    for unit, where in zip(units.of[side], at, strict=True):
        if where is None:
            continue
        held |= BIT[where]
        if unit not in broken:
            ordered |= BIT[where]
            if units.units[unit].rifle:
                rifled |= BIT[where]
    led = BOARD.area({where for where in leaders if where is not None})
    return _interned(ground, held, ordered, rifled, led & ~held)


@lru_cache(maxsize=1024)
def _interned(ground: Ground, held: Area, ordered: Area, rifled: Area, lone: Area) -> Force:
    return Force(ground, held, ordered, rifled, lone)


@lru_cache(maxsize=8192)
def _load(units: Units, stack: Pieces, reduced: Pieces) -> tuple[int, int]:
    points = guns = 0
    for unit in stack:
        fact = units.units[unit]
        if fact.type == "artillery":
            guns += 1
        else:
            points += fact.sp[-1] if unit in reduced else fact.sp[0]
    return points, guns


_latest: list[tuple[object, object, object, str, Layout]] = []


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
    made = Layout(state)
    _latest[:] = [(state.at, state.condition, state.reduced, state.data, made)]
    return made


def foe(state: State, side: Side) -> Force:
    """The force of the enemy of a side."""
    return layout(state).force(ENEMY[side])


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


# Stacking (7.1) ---------------------------------------------------------------------------------


def load(state: State, units: Iterable[str]) -> tuple[int, int]:
    """The points and the pieces of artillery that units have together."""
    return _load(state.units, tuple(units), state.reduced)


def fits(state: State, unit: str, at: Hex, points: int | None = None) -> bool:
    """Would the limit hold with this unit in a hex? `points`: if it had so many."""
    limit = state.tables.stacking
    there = [each for each in units_at(state, at) if each != unit]
    own, guns = load(state, there)
    if unit_fact(state, unit).type == "artillery":
        return guns < limit.artillery
    return own + (strength(state, unit) if points is None else points) <= limit.strength


class Rooms(NamedTuple):
    """The units of a side, where they stand and what they count for, and so the stacks without room: by the
    points of a unit, or GUNS."""

    parts: tuple[object, ...]
    at: Mapping[str, Hex]
    units: Pieces
    points: tuple[int, ...]
    places: tuple[Hex | None, ...]
    loads: dict[int, dict[Hex, int]]
    full: dict[int, Area]


_rooms: dict[Side, Rooms] = {}


def full_for(state: State, side: Side) -> Mapping[int, Area]:
    """Points of a unit, or GUNS -> the stacks of a side that have no room for it. Carried on from the
    position that was asked about last, by those who stand elsewhere now."""
    kept = _rooms.get(side)
    if kept is not None and kept.at is state.at and kept.parts[-1] is state.reduced:
        return kept.full
    parts = (state.units, state.tables, state.reduced)
    if kept is None or not all(map(is_, kept.parts, parts)):
        units = state.units.of[side]
        points = tuple(GUNS if is_gun(state, unit) else strength(state, unit) for unit in units)
        nothing = dict.fromkeys(range(GUNS, state.units.most_points + 1), 0)
        kept = Rooms(parts, {}, units, points, (None,) * len(units), {GUNS: {}, 0: {}}, nothing)
    places = tuple(map(state.at.get, kept.units))
    _rooms[side] = kept = _moved_on(state, kept, places)._replace(at=state.at)
    return kept.full


def _moved_on(state: State, kept: Rooms, places: tuple[Hex | None, ...]) -> Rooms:
    """The same with everybody in these places."""
    if places == kept.places:
        return kept
    limit, full = state.tables.stacking, {**kept.full}
    loads = {kind: {**each} for kind, each in kept.loads.items()}
    changed = set()
    for points, before, after in zip(kept.points, kept.places, places, strict=True):
        if before == after:
            continue
        kind = min(points, 0)
        for at, by in ((before, -abs(points)), (after, abs(points))):
            if at is not None:
                loads[kind][at] = loads[kind].get(at, 0) + by
                changed.add((kind, at))
    for kind, at in changed:
        room = (limit.strength if kind == 0 else limit.artillery) - loads[kind][at]
        for points in range(state.units.most_points + 1) if kind == 0 else (GUNS,):
            full[points] = full[points] & ~BIT[at] if abs(points) <= room else full[points] | BIT[at]
    return kept._replace(places=places, loads=loads, full=full)


def excess(state: State, at: Hex) -> tuple[int, int]:
    """How many SP stand in a hex over its limit, and how many artillery units (7.1.1)."""
    points, guns = layout(state).loads.get(at, (0, 0))
    limit = state.tables.stacking
    return max(0, points - limit.strength), max(0, guns - limit.artillery)


def is_overstacked(state: State, at: Hex) -> bool:
    return any(excess(state, at))


# Surrounded (R-28) --------------------------------------------------------------------------------


def is_surrounded(state: State, unit: str) -> bool:
    """Is every way out of a unit's hex held by the enemy or in his zone, with no friend in it?"""
    side, at = unit_fact(state, unit).side, state.at[unit]
    own, enemy = layout(state).force(side), foe(state, side)
    open_hexes = [
        near
        for near in ADJACENT[at]
        if near not in enemy.held
        and (near not in enemy.zone or near in own.held)
        and state.ground.is_passable(unit_fact(state, unit).mover, at, near)
    ]
    return not open_hexes
