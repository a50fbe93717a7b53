"""Who stands where: stacks, zones of control, neighbours. Nothing here changes anything."""

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

import msgspec

from domain.brandywine.facts.board import ADJACENT, AROUND, BIT, BOARD, Hex
from domain.brandywine.facts.sides import ENEMY, Side
from domain.brandywine.facts.terrain import Ground
from domain.brandywine.facts.units import Units
from domain.brandywine.position.state import Pieces, State, strength, unit_fact
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
        return self.ground.zone_around(self.ordered)

    @cached_property
    def zone(self) -> frozenset[Hex]:
        return frozenset(BOARD.cells(self.zone_area))

    @cached_property
    def rifle_area(self) -> Area:
        """The zones of rifles."""
        return self.ground.zone_around(self.rifled)

    @cached_property
    def near(self) -> frozenset[Hex]:
        """The hexes next to combat units."""
        return frozenset().union(*(AROUND[at] for at in self.held))

    @cached_property
    def near_area(self) -> Area:
        return BOARD.area(self.near)


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

    def full(self, side: Side) -> Mapping[int, Area]:
        """Points of a unit, or GUNS -> the stacks of a side that have no room for it."""
        found = self._full.get(side)
        if found is None:
            found = self._full[side] = self._made_full(side)
        return found

    @cached_property
    def _full(self) -> dict[Side, Mapping[int, Area]]:
        return {}

    def _made_full(self, side: Side) -> Mapping[int, Area]:
        limit, units = self.state.tables.stacking, self.state.units
        where, (line, artillery) = self.state.at, _points(units, side, self.state.reduced)
        found = dict.fromkeys(range(GUNS, units.most_points + 1), 0)
        loads: dict[Hex, int] = {}
        guns: dict[Hex, int] = {}
        for unit, points in line:
            if unit in where:
                at = where[unit]
                loads[at] = loads.get(at, 0) + points
        for gun in artillery:
            if gun in where:
                guns[where[gun]] = guns.get(where[gun], 0) + 1
        for at, count in guns.items():
            if count >= limit.artillery:
                found[GUNS] |= BIT[at]
        stacks: dict[int, Area] = {}
        for at, load in loads.items():
            stacks[load] = stacks.get(load, 0) | BIT[at]
        for load, area in stacks.items():
            for each in range(max(0, limit.strength - load + 1), units.most_points + 1):
                found[each] |= area
        return found


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


@lru_cache(maxsize=256)
def _points(units: Units, side: Side, reduced: Pieces) -> tuple[tuple[tuple[str, int], ...], Pieces]:
    """The units of a side with the points that they show, and its artillery."""
    facts = {unit: units.units[unit] for unit in units.of[side]}
    line = {unit: fact.sp for unit, fact in facts.items() if fact.type != "artillery"}
    return (
        tuple((unit, sp[-1 if unit in reduced else 0]) for unit, sp in line.items()),
        tuple(unit for unit in facts if unit not in line),
    )


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


def is_overstacked(state: State, at: Hex) -> bool:
    points, guns = layout(state).loads.get(at, (0, 0))
    return points > state.tables.stacking.strength or guns > state.tables.stacking.artillery


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
