"""Where pieces can go: ways by road and over land, at double pace, and over the creek (9.1, 9.2, 16.1).

A reach is found again as long as nothing has changed in the region that a piece can come to at all.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

import msgspec

from domain.brandywine.events.movement import Mode
from domain.brandywine.facts.board import BIT, BOARD, Hex
from domain.brandywine.facts.sides import Mover, Side
from domain.brandywine.facts.terrain import Ground
from domain.brandywine.movement.areas import Limits, is_fixed, limits_of
from domain.brandywine.orders.movement import MoveLeader, MoveUnit
from domain.brandywine.position.pieces import GUNS, Force, foe, layout
from domain.brandywine.position.state import (
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

REMEMBERED = 2048
"""Reaches; the largest take 40 kB."""
FAR, NO_POINTS = 1_000, -2
"""What it costs to come to a hex that nobody has come to yet, and what leaders count for in a stack."""
Move = MoveUnit | MoveLeader
Step = tuple[int, Hex]
"""What it costs to come there, and the hex before it."""


class Reach(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Where one can go: in an ordinary move, at double pace along roads, and by fording."""

    start: Hex
    normal: Mapping[Hex, Step]
    strategic: Mapping[Hex, Step]
    ford: tuple[Hex, ...]
    ends: Mapping[Hex, Mode]
    orders: dict[str, tuple[Move, ...]]
    """Of each piece that was asked about."""

    @cached_property
    def entered(self) -> Area:
        """Every hex on the way."""
        return BOARD.area({self.start, *self.normal, *self.strategic, *self.ford})


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

    @property
    def region(self) -> Area:
        """All hexes that are near enough: what stands elsewhere does not matter."""
        return BOARD.area_within(self.start, max(self.points, self.strategic))


class Obstacles(NamedTuple):
    """Who is in the way: enemies, their zones, those of their rifles and the hexes next to them; the stacks
    without room, and the hex where a piece may pass but not stay."""

    held: Area
    zone: Area
    rifles: Area
    near: Area
    full: Area
    passing: Area


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
                yield kept.reach
                continue
        kept = known[piece] = _known(state, piece, enemy, fulls)
        yield kept.reach


class Known(NamedTuple):
    """A reach, the stacks without room for so many points that it was found with, and where they mattered."""

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
    region, full = going.region, fulls.get(points, enemy.lone_area)
    found = _reach(going, Obstacles(
        enemy.held_area & region,
        enemy.zone_area & region,
        0 if going.is_leader else enemy.rifle_area & region,
        enemy.near_area & region,
        full & region,
        passable(state, piece) & region,
    ))  # fmt: skip
    return Known(found, points, full, region & ~BIT[going.start])


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
    strategic = {} if going.is_disrupted else _strategic(going, met, to_pass)
    ford = () if going.is_disrupted else _fording(going, met, closed)
    short: Mode = "one_hex" if going.is_disrupted else "normal"
    ends: dict[Hex, Mode] = dict.fromkeys(normal, short)
    for at in strategic:
        ends.setdefault(at, "strategic")
    for at in ford:
        ends.setdefault(at, "ford")
    for at in (going.start, *BOARD.cells(met.passing & met.full), *going.limits.no_end):
        ends.pop(at, None)
    return Reach(going.start, normal, strategic, ford, ends, {})


def _normal(going: Going, met: Obstacles, closed: Area) -> dict[Hex, Step]:
    """By movement points; who enters an enemy zone stops there, and one hex can always be gone."""
    steps, start, points = going.ground.steps[going.mover], going.start, going.points
    zone, rifles = met.zone, met.rifles
    surcharge = going.ground.tables.movement.rifle_zone
    found: dict[Hex, Step] = {}
    spent = {start: 0}
    waiting: list[list[Hex]] = [[start], *([] for _ in range(1, points))]
    for cost in range(points):
        for at in waiting[cost]:
            if spent[at] != cost or (zone and at != start and BIT[at] & zone):
                continue
            leaving = rifles and BIT[at] & rifles
            for to, bit, price, _is_strategic in steps[at]:
                total = cost + price
                if rifles and (leaving or bit & rifles):
                    total += surcharge
                if (total > points and at != start) or spent.get(to, FAR) <= total or bit & closed:
                    continue
                spent[to] = total
                found[to] = (total, at)
                if total < points:
                    waiting[total].append(to)
    return found


def _one_hex(going: Going, met: Obstacles, closed: Area) -> dict[Hex, Step]:
    """A disrupted unit goes one hex, not next to the enemy, and fords nothing (13.3)."""
    return {
        near.to: (near.cost, going.start)
        for near in going.ground.steps[going.mover][going.start]
        if not near.bit & (met.near | closed)
    }


def _strategic(going: Going, met: Obstacles, closed: Area) -> dict[Hex, Step]:
    """Twice as far along roads and tracks, never next to an enemy, over no ford (9.2.2, R-24)."""
    start = going.start
    if not going.strategic or BIT[start] & met.near:
        return {}
    steps, way = going.ground.steps[going.mover], going.ground.tables.movement.way_cost
    shut = closed | met.near
    found: dict[Hex, Step] = {start: (0, start)}
    edge = [start]
    while edge:
        further = []
        for at in edge:
            total = found[at][0] + way
            if total > going.strategic:
                continue
            for to, bit, _cost, is_strategic in steps[at]:
                if is_strategic and to not in found and not bit & shut:
                    found[to] = (total, at)
                    further.append(to)
        edge = further
    del found[start]
    return found


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


def ends(state: State, piece: str) -> Mapping[Hex, Mode]:
    """Where a piece may end a move, and how it goes there."""
    return reach(state, piece).ends


def moves(reach: Reach, piece: str, order: type[Move]) -> tuple[Move, ...]:
    """Every move of a piece that can come there."""
    orders = reach.orders.get(piece)
    if orders is None:
        orders = reach.orders[piece] = tuple([order(piece, at) for at in reach.ends])
    return orders


def path_to(state: State, piece: str, to: Hex) -> tuple[tuple[Hex, ...], int, Mode]:
    """The way to an end, what it costs, and how it is gone."""
    found = reach(state, piece)
    mode = found.ends[to]
    if mode == "ford":
        return (state.at[piece], to), piece_fact(state, piece).ma, mode
    steps = found.strategic if mode == "strategic" else found.normal
    path = [to]
    while path[-1] != state.at[piece]:
        path.append(steps[path[-1]][1])
    return tuple(reversed(path)), steps[to][0], mode
