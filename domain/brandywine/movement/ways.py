"""Where pieces can go: ways by road and over land, at double pace, and over the creek (9.1, 9.2, 16.1).

A reach is found again as long as nothing has changed where a piece could come if nobody were in its way.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

import msgspec

from domain.brandywine.events.movement import Mode
from domain.brandywine.facts.board import BIT, BOARD, NUMBER, Hex
from domain.brandywine.facts.sides import Mover, Side
from domain.brandywine.facts.terrain import Ground
from domain.brandywine.movement.areas import NEVER, Limits, is_fixed, limits_of
from domain.brandywine.orders.movement import MoveLeader, MoveUnit
from domain.brandywine.position.pieces import GUNS, Force, foe, layout
from domain.brandywine.position.state import (
    Hexes,
    State,
    is_leader,
    piece_fact,
    pinned,
    side_of,
    strength,
    unit_fact,
)
from domain.kernel.geometry import Area
from domain.kernel.memory import Memory

REMEMBERED, REGIONS = 2048, 16_384
"""Reaches, of which the largest take 40 kB, and areas."""
ROUSED_WITHIN = 2
"""How near to Delaware one rouses it (9.6.2)."""
NO_POINTS = -2
"""What leaders count for in a stack."""
Move = MoveUnit | MoveLeader


class Steps(NamedTuple):
    """Where one comes: each hex -> the one before it, and what it costs to come there."""

    before: Mapping[Hex, Hex]
    cost: Mapping[Hex, int]


class Way(NamedTuple):
    """A whole way, what it costs, and how it is gone."""

    path: tuple[Hex, ...]
    cost: int
    mode: Mode


class Reach(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Where one can go: in an ordinary move, at double pace along roads, and by fording.

    These ways end where an enemy leader stands alone; `detours` go on from there: end and the leaders' hexes
    -> the way (14.3.2, R-33).
    """

    start: Hex
    normal: Steps
    strategic: Steps
    ford: tuple[Hex, ...]
    detours: Mapping[tuple[Hex, Hexes], Way]
    ends: Mapping[Hex, Mode]
    orders: dict[str, tuple[Move, ...]]
    """Of each piece that was asked about."""

    @cached_property
    def entered(self) -> Area:
        """Every hex on the way."""
        further = (at for way in self.detours.values() for at in way.path)
        return BOARD.area({self.start, *self.normal.before, *self.strategic.before, *self.ford, *further})


class Going(msgspec.Struct, frozen=True):
    """What a piece brings along on its way, whoever stands where."""

    ground: Ground
    mover: Mover
    start: Hex
    points: int
    strategic: int
    limits: Limits
    is_leader: bool
    is_disrupted: bool


class Obstacles(NamedTuple):
    """Who is in the way: enemies, their leaders alone, their zones, those of their rifles and the hexes next
    to them; the stacks without room, and the hex where a piece may pass but not stay."""

    held: Area
    lone: Area
    zone: Area
    rifles: Area
    near: Area
    full: Area
    passing: Area


NOWHERE = Steps({}, {})
NOBODY = Obstacles(0, 0, 0, 0, 0, 0, 0)


def reach(state: State, piece: str) -> Reach:
    """Where a piece that has not moved can go."""
    return next(reaches(state, side_of(state, piece), (piece,)))


def reaches(state: State, side: Side, pieces: Iterable[str]) -> Iterator[Reach]:
    """Where each of a side's pieces can go. While only friends move, it is known as long as the piece stands
    as it stood and the same stacks have no room for it."""
    where, fulls = state.at, layout(state).full(side)
    enemy, proctor = foe(state, side), state.units.fixed["9.6.3"]
    known: dict[str, Known] = _memory.get(
        (enemy, state.field, state.condition, state.arrived, state.released, state.reduced),
        (state.turn, state.march, state.roused, state.at.get(proctor)),
        dict,
    )
    for piece in pieces:
        kept = known.get(piece)
        if kept is not None and kept.reach.start == where[piece]:
            full = fulls.get(kept.points, enemy.lone_area)
            if full == kept.full or kept.holds_for(full):
                if full != kept.full:
                    known[piece] = Known(kept.reach, kept.points, full, kept.region)
                yield kept.reach
                continue
        kept = known[piece] = _known(state, piece, enemy, fulls)
        yield kept.reach


class Known(NamedTuple):
    """A reach, the stacks without room for so many points that it was found with, and where they matter."""

    reach: Reach
    points: int
    full: Area
    region: Area

    def holds_for(self, full: Area) -> bool:
        """Whether it is the same with these: none of its hexes is closed now, and none beside them open."""
        changed = (full ^ self.full) & self.region
        if not changed or changed & full & self.reach.entered:
            return not changed
        return not BOARD.with_neighbours(changed & ~full) & self.reach.entered


_memory = Memory()


def _known(state: State, piece: str, enemy: Force, fulls: Mapping[int, Area]) -> Known:
    """Stacks in which a piece does not fit are in its way; for a leader the hexes of enemy leaders."""
    going, points = _going(state, piece), points_of(state, piece)
    full, region = fulls.get(points, enemy.lone_area), _region(going)
    found = _reach(going, _met(state, piece, enemy, full, region))
    return Known(found, points, full, region & ~BIT[going.start])


@lru_cache(maxsize=REGIONS)
def _region(going: Going) -> Area:
    """Where a piece could come if nobody were in its way: whoever stands elsewhere does not matter."""
    return _reach(going, NOBODY).entered


def _met(state: State, piece: str, enemy: Force, full: Area, region: Area) -> Obstacles:
    is_rider = is_leader(state, piece)
    return Obstacles(
        enemy.held_area & region,
        0 if is_rider else enemy.lone_area & region,
        enemy.zone_area & region,
        0 if is_rider else enemy.rifle_area & region,
        enemy.near_area & region,
        full & region,
        passable(state, piece) & region,
    )


@lru_cache(maxsize=REMEMBERED)
def _reach(going: Going, met: Obstacles) -> Reach:
    return _search(going, met)


def _going(state: State, piece: str) -> Going:
    fact, side = piece_fact(state, piece), side_of(state, piece)
    movement = state.tables.movement
    extra = movement.march_bonus if state.march and state.turn == 7 and piece in state.arrived else 0
    extra = extra if side == "british" else 0
    return Going(
        state.ground,
        fact.mover,
        state.at[piece],
        fact.ma + extra,
        fact.ma * movement.strategic_times + extra if may_march(state, piece) else 0,
        limits_of(state, piece),
        is_leader(state, piece),
        piece in state.condition,
    )


def may_march(state: State, piece: str) -> bool:
    """Those who arrive on turn 11 of Howe's Flank Attack do not march at double pace (18.2.2)."""
    if piece not in state.arrived:
        return True
    return all(
        each.strategic
        for each in state.field.fact.arrivals
        if each.turn == state.turn and piece in each.pieces
    )


def points_of(state: State, piece: str) -> int:
    """What a piece counts for in a stack: its points, GUNS, or NO_POINTS of a leader."""
    fact = state.units.units.get(piece)
    if fact is None:
        return NO_POINTS
    return GUNS if fact.type == "artillery" else strength(state, piece)


def passable(state: State, piece: str) -> Area:
    """Where American artillery may pass but not stay: the battery while Proctor's guns are in it (R-26)."""
    proctor, at = state.units.fixed["9.6.3"], state.tables.battery.hex
    is_gun = not is_leader(state, piece) and unit_fact(state, piece).type == "artillery"
    if is_gun and side_of(state, piece) == "american" and state.at.get(proctor) == at:
        return BIT[at]
    return 0


def _search(going: Going, met: Obstacles) -> Reach:
    barred = going.limits.outside | met.held
    closed, to_pass = barred | met.full, barred | met.full & ~met.passing
    normal = _one_hex(going, met, closed) if going.is_disrupted else _normal(going, met, to_pass)
    strategic = NOWHERE if going.is_disrupted else _strategic(going, met, to_pass)
    ford = () if going.is_disrupted else _fording(going, met, closed)
    short: Mode = "one_hex" if going.is_disrupted else "normal"
    ends: dict[Hex, Mode] = dict.fromkeys(normal.before, short)
    for at in strategic.before:
        ends.setdefault(at, "strategic")
    for at in ford:
        ends.setdefault(at, "ford")
    no_end = {going.start, *BOARD.cells(met.passing & met.full), *(ends.keys() & going.limits.no_end)}
    for at in no_end:
        ends.pop(at, None)
    detours: dict[tuple[Hex, Hexes], Way] = {}
    for via, way in _detours(going, met, to_pass, normal, strategic) if met.lone else ():
        end = way.path[-1], tuple(sorted(via))
        if way.path[-1] in no_end or way.path[-1] in going.limits.no_end:
            continue
        if end not in detours or way.cost < detours[end].cost:
            detours[end] = way
    return Reach(going.start, normal, strategic, ford, detours, ends, {})


def _detours(
    going: Going, met: Obstacles, closed: Area, normal: Steps, strategic: Steps
) -> Iterator[tuple[Hexes, Way]]:
    """The ways over each leader; who is disrupted has gone his one hex."""
    legs: tuple[tuple[Mode, Steps, int], ...] = (
        ("normal", normal, 0 if going.is_disrupted else going.points),
        ("strategic", strategic, going.strategic),
    )
    for mode, steps, points in legs:
        for at in BOARD.cells(met.lone & ~met.zone):
            left = points - steps.cost[at] if at in steps.before else 0
            if left > 0:
                first = Way(_path(steps, going.start, at), steps.cost[at], mode)
                yield from _onward(going, met, closed, first, (at,), left)


def _onward(
    going: Going, met: Obstacles, closed: Area, before: Way, via: Hexes, left: int
) -> Iterator[tuple[Hexes, Way]]:
    """The ways on from the last of these leaders, over further ones too."""
    rest = msgspec.structs.replace(going, start=via[-1], points=left, strategic=left)
    others = met._replace(lone=met.lone & ~BOARD.area(set(via)))
    search = _strategic if before.mode == "strategic" else _normal
    steps = search(rest, others, closed)
    for at in steps.before:
        cost = steps.cost[at]
        if cost > left:
            continue  # one hex may always be gone, but not after others
        way = Way((*before.path, *_path(steps, via[-1], at)[1:]), before.cost + cost, before.mode)
        yield via, way
        if cost < left and BIT[at] & others.lone & ~met.zone:
            yield from _onward(going, met, closed, way, (*via, at), left - cost)


def _path(steps: Steps, start: Hex, end: Hex) -> Hexes:
    path = [end]
    while path[-1] != start:
        path.append(steps.before[path[-1]])
    return tuple(reversed(path))


def _normal(going: Going, met: Obstacles, closed: Area) -> Steps:
    """By movement points; who enters an enemy zone stops there, who meets a leader alone goes on by a
    detour, and one hex can always be gone."""
    ground, start, points = going.ground, going.start, going.points
    stops, rifles = met.zone | met.lone, met.rifles
    surcharge = ground.tables.movement.rifle_zone
    before: dict[Hex, Hex] = {}
    cost_of = {start: 0}
    spent = [*going.limits.unspent]
    for at in BOARD.cells(closed & ~going.limits.outside):
        spent[NUMBER[at]] = NEVER
    spent[NUMBER[start]] = 0
    waiting: list[list[Hex]] = [[start], *([] for _ in range(1, points))]
    steps = ground.steps[going.mover]
    for cost in range(points):
        if cost:
            steps = ground.affordable(going.mover, points - cost)
        for at in waiting[cost]:
            if cost_of[at] != cost or (stops and cost and BIT[at] & stops):
                continue
            leaving = rifles and BIT[at] & rifles
            for to, number, bit, price, _is_strategic in steps[at]:
                total = cost + price
                if rifles and (leaving or bit & rifles):
                    total += surcharge
                    if cost and total > points:
                        continue
                if spent[number] <= total:
                    continue
                spent[number] = cost_of[to] = total
                before[to] = at
                if total < points:
                    waiting[total].append(to)
    return Steps(before, cost_of)


def _one_hex(going: Going, met: Obstacles, closed: Area) -> Steps:
    """A disrupted unit goes one hex, not next to the enemy, and fords nothing (13.3)."""
    cost = {
        near.to: near.cost
        for near in going.ground.steps[going.mover][going.start]
        if not near.bit & (met.near | closed)
    }
    return Steps(dict.fromkeys(cost, going.start), cost)


def _strategic(going: Going, met: Obstacles, closed: Area) -> Steps:
    """Twice as far along roads and tracks, never next to an enemy, over no ford (9.2.2, R-24)."""
    start = going.start
    if not going.strategic or BIT[start] & met.near:
        return NOWHERE
    steps, way = going.ground.marches[going.mover], going.ground.tables.movement.way_cost
    shut = closed | met.near
    before: dict[Hex, Hex] = {}
    cost_of = {start: 0}
    edge = [start]
    while edge:
        further = []
        for at in edge:
            total = cost_of[at] + way
            if total > going.strategic or (at != start and BIT[at] & met.lone):
                continue
            for to, _number, bit, _cost, _is_strategic in steps[at]:
                if to not in cost_of and not bit & shut:
                    cost_of[to], before[to] = total, at
                    further.append(to)
        edge = further
    return Steps(before, cost_of)


def _fording(going: Going, met: Obstacles, closed: Area) -> tuple[Hex, ...]:
    """Over the creek without a ford: the only step, no artillery, not from zone to zone (16.1)."""
    if going.mover == "artillery":
        return ()
    shut = closed | met.zone if BIT[going.start] & met.zone else closed
    return tuple(to for to in going.ground.across[going.start] if not BIT[to] & shut)


# Who may move, where to, and how ----------------------------------------------------------------


def movable(state: State, side: Side) -> list[str]:
    """The units that have not moved, and that nothing holds: none shattered, withdrawn, bound, pinned for an
    attack."""
    stuck = {*state.moved, *state.withdrawn}
    stuck.update(unit for unit, condition in state.condition.items() if condition == "shattered")
    stuck.update(unit for unit, pin in pinned(state).items() if pin.choice != "break_off")
    stuck.update(unit for unit in state.units.fixed.values() if is_fixed(state, unit))
    return [unit for unit in state.units.of[side] if unit in state.at and unit not in stuck]


def moves(reach: Reach, piece: str, order: type[Move]) -> tuple[Move, ...]:
    """Every move of a piece that can come there."""
    orders = reach.orders.get(piece)
    if orders is None:
        further = [MoveUnit(piece, at, via) for at, via in reach.detours]
        orders = reach.orders[piece] = (*[order(piece, at) for at in reach.ends], *further)
    return orders


def path_to(state: State, piece: str, to: Hex, via: Hexes = ()) -> Way:
    """The way to an end."""
    found = reach(state, piece)
    if via:
        return found.detours[to, via]
    way = _way(found, piece_fact(state, piece).ma, to)
    quiet = _quiet(state, piece, way)
    return _way(quiet, way.cost, to) if quiet is not None and to in quiet.ends else way


def _way(found: Reach, all_points: int, to: Hex) -> Way:
    mode = found.ends[to]
    if mode == "ford":
        return Way((found.start, to), all_points, mode)
    steps = found.strategic if mode == "strategic" else found.normal
    return Way(_path(steps, found.start, to), steps.cost[to], mode)


def _quiet(state: State, piece: str, way: Way) -> Reach | None:
    """Where a British unit can go without rousing Delaware, if this way would rouse it (9.6.2, R-42)."""
    there = state.at.get(state.units.fixed["9.6.2"])
    if state.roused or there is None or is_leader(state, piece) or side_of(state, piece) == "american":
        return None
    near = BOARD.area_within(there, ROUSED_WITHIN)
    if not BOARD.area(set(way.path[1:-1])) & near:
        return None
    going, enemy = _going(state, piece), foe(state, "british")
    full = layout(state).full("british")[points_of(state, piece)] | near
    return _search(going, _met(state, piece, enemy, full, _region(going)))
