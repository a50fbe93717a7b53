"""Where the pieces of a position can go, and which of them may move (9.1, 9.2, 14.3.2, 16.1).

A reach is found again as long as nothing has changed where a piece could come if nobody were in its way.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from domain.brandywine.facts.board import BIT, BOARD, Hex
from domain.brandywine.facts.sides import Side
from domain.brandywine.movement.areas import is_fixed, limits_of
from domain.brandywine.movement.search import NOBODY, Going, Obstacles, Reach, Way, search
from domain.brandywine.position.pieces import GUNS, Force, foe, full_for
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
"""Reaches and areas."""
ROUSED_WITHIN = 2
"""How near to Delaware one rouses it (9.6.2)."""
NO_POINTS = -2
"""What leaders count for in a stack."""


def reach(state: State, piece: str) -> Reach:
    """Where a piece that has not moved can go; a menu asks about it for each of its moves."""
    if _asked and (asked := _asked[0])[0] is state and asked[1] == piece:
        return asked[2]
    [found] = reaches(state, side_of(state, piece), (piece,))
    _asked[:] = [(state, piece, found)]
    return found


def reaches(state: State, side: Side, pieces: Iterable[str]) -> list[Reach]:
    """Where each of a side's pieces can go. While only friends move, it is known as long as the piece stands
    as it stood and the same stacks have no room for it."""
    where, fulls = state.at, full_for(state, side)
    enemy, proctor = foe(state, side), state.units.fixed["9.6.3"]
    known: dict[str, Known] = _memory.get(
        (enemy, state.field, state.condition, state.arrived, state.released, state.reduced),
        (state.turn, state.march, state.roused, state.at.get(proctor)),
        dict,
    )
    found = []
    for piece in pieces:
        kept = known.get(piece)
        if kept is not None and kept.start == where[piece]:
            full = fulls.get(kept.points, enemy.lone_area)
            changed = (full ^ kept.full) & kept.region
            if not changed:
                found.append(kept.reach)
                continue
            if kept.holds_for(changed, full):
                known[piece] = kept._replace(full=full)
                found.append(kept.reach)
                continue
        kept = known[piece] = _known(state, piece, enemy, fulls)
        found.append(kept.reach)
    return found


class Known(NamedTuple):
    """A reach, from where, the stacks without room for so many points that it was found with, and where they
    matter."""

    reach: Reach
    start: Hex
    points: int
    full: Area
    region: Area

    def holds_for(self, changed: Area, full: Area) -> bool:
        """Whether it is the same with these: none of its hexes is closed now, and none beside them open."""
        entered = self.reach.entered
        return not changed & full & entered and not BOARD.with_neighbours(changed & ~full) & entered


_memory = Memory()
_asked: list[tuple[State, str, Reach]] = []


def _known(state: State, piece: str, enemy: Force, fulls: Mapping[int, Area]) -> Known:
    """Stacks in which a piece does not fit are in its way; for a leader the hexes of enemy leaders."""
    going, points = _going(state, piece), points_of(state, piece)
    full, region = fulls.get(points, enemy.lone_area), _region(going)
    found = _reach(going, _met(state, piece, enemy, full, region))
    return Known(found, going.start, points, full, region & ~BIT[going.start])


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
    return search(going, met)


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


# Who may move, where to, and how ----------------------------------------------------------------


def movable(state: State, side: Side) -> list[str]:
    """The units that have not moved, and that nothing holds: none shattered, withdrawn, bound, pinned for an
    attack."""
    stuck = {*state.moved, *state.withdrawn}
    stuck.update(unit for unit, condition in state.condition.items() if condition == "shattered")
    stuck.update(unit for unit, pin in pinned(state).items() if pin.choice != "break_off")
    stuck.update(unit for unit in state.units.fixed.values() if is_fixed(state, unit))
    return [unit for unit in state.units.of[side] if unit in state.at and unit not in stuck]


def path_to(state: State, piece: str, to: Hex, via: Hexes = ()) -> Way:
    """The way to an end, over these leaders. Of ways that are alike the British go one that does not rouse
    Delaware, the Americans one that does (9.6.2, R-107)."""
    found = reach(state, piece)
    way = found.detours[to, via] if via else found.way_to(to)
    if way.mode == "ford":
        return way._replace(cost=piece_fact(state, piece).ma)
    near = near_delaware(state, piece) & found.entered
    if not near:
        return _past_battery(state, piece, found, to, via, way)
    if near & BIT[to] or bool(near & BOARD.area(set(way.path[1:]))) == is_rouser(state, piece):
        return way
    return min(_otherwise(state, piece, found, to, via, near), key=lambda each: each.cost, default=way)


def _past_battery(state: State, piece: str, found: Reach, to: Hex, via: Hexes, way: Way) -> Way:
    """Of ways that cost the same the Americans go one past the battery that the British hold (4.3.4)."""
    near = near_battery(state, piece) & found.entered
    if not near or near & BOARD.area(set(way.path[1:])):
        return way
    past = _through(state, piece, found, to, via, near)
    return next((each for each in past if each.cost == way.cost), way)


def cost_to(state: State, piece: str, to: Hex, via: Hexes = ()) -> int:
    """What the way to an end costs."""
    found = reach(state, piece)
    if near_delaware(state, piece) & found.entered:
        return path_to(state, piece, to, via).cost
    cost = found.cost_to(to, via)
    return piece_fact(state, piece).ma if cost is None else cost


def near_delaware(state: State, piece: str) -> Area:
    """The hexes in which this unit would rouse Delaware (R-42)."""
    there = state.at.get(delaware := state.units.fixed["9.6.2"])
    if state.roused or there is None or piece == delaware or is_leader(state, piece):
        return 0
    return BOARD.area_within(there, ROUSED_WITHIN)


def near_battery(state: State, piece: str) -> Area:
    """The hexes in which this unit would take the marker of Proctor's Battery away (4.3.4, R-16)."""
    if not state.battery or is_leader(state, piece) or side_of(state, piece) == "british":
        return 0
    return BOARD.area_within(state.tables.battery.hex, 1)


def is_rouser(state: State, piece: str) -> bool:
    """Does it serve a unit to rouse Delaware?"""
    return side_of(state, piece) == "american"


def _otherwise(state: State, piece: str, found: Reach, to: Hex, via: Hexes, near: Area) -> Iterator[Way]:
    """The ways to the same end, over the same leaders, that rouse Delaware or do not."""
    if is_rouser(state, piece):
        yield from _through(state, piece, found, to, via, near)
        return
    full = full_for(state, side_of(state, piece)).get(points_of(state, piece), 0)
    quiet = search(found.going, found.met._replace(full=full | near))
    if via and (to, via) in quiet.detours:
        yield quiet.detours[to, via]
    elif not via and quiet.ends & BIT[to]:
        yield quiet.way_to(to)


def _through(state: State, piece: str, found: Reach, to: Hex, via: Hexes, near: Area) -> Iterator[Way]:
    """The ways to the same end, over the same leaders, that pass through each of these hexes."""
    going, met = found.going, found.met
    full = full_for(state, side_of(state, piece)).get(points_of(state, piece), 0)
    over = BOARD.area(set(via))
    others = full | met.lone & ~over & ~BIT[to]
    for at in BOARD.cells(near & found.entered & ~BIT[going.start]):
        loud = search(going, met._replace(lone=over | BIT[at], full=others))
        way = loud.detours.get((to, tuple(sorted((*via, at)))))
        if way is not None:
            yield way
