"""Where pieces can go: ways by road and over land, at double pace, and over the creek (9.1, 9.2, 16.1).

A reach is found again as long as the enemy stands as before and the friendly stacks that it met have not
changed; menus of many pieces are put together from such reaches.
"""

from collections.abc import Mapping

import msgspec

from domain.brandywine.events.movement import Mode
from domain.brandywine.facts.board import Hex
from domain.brandywine.facts.sides import Mover
from domain.brandywine.facts.terrain import Ground
from domain.brandywine.movement.areas import Area, area_of, is_fixed
from domain.brandywine.orders.movement import MoveUnit
from domain.brandywine.position.pieces import GUNS, Force, foe, full_for
from domain.brandywine.position.state import (
    State,
    is_leader,
    mover_of,
    piece_fact,
    pinned,
    side_of,
    strength,
    unit_fact,
)

Step = tuple[int, Hex]
"""What it costs to come there, and the hex before it."""


class Reach(msgspec.Struct, frozen=True, eq=False):
    """Where one can go: in an ordinary move, at double pace along roads, and by fording.

    `entered` are all hexes on the way, `full` those that were found full.
    """

    normal: Mapping[Hex, Step]
    strategic: Mapping[Hex, Step]
    ford: tuple[Hex, ...]
    ends: Mapping[Hex, Mode]
    entered: frozenset[Hex]
    full: frozenset[Hex]
    orders: dict[str, tuple[MoveUnit, ...]]
    """Of each unit that was asked about."""


class Going(msgspec.Struct, frozen=True):
    """What a reach depends on, but for friendly stacks."""

    ground: Ground
    mover: Mover
    start: Hex
    points: int
    strategic: int
    area: Area
    enemy: Force
    is_leader: bool
    is_disrupted: bool

    def __hash__(self) -> int:
        return hash((self.mover, self.start, self.points, self.strategic, id(self.area), id(self.enemy)))


_reaches: dict[Going, list[Reach]] = {}


def reach(state: State, piece: str) -> Reach:
    """Where a piece that has not moved can go."""
    going = _going(state, piece)
    full = full_hexes(state, piece)
    kept = _reaches.setdefault(going, [])
    for found in kept:
        if found.full <= full and found.entered.isdisjoint(full):
            return found
    if len(_reaches) > 6_000:
        _reaches.clear()
        kept = _reaches.setdefault(going, [])
    made = _search(going, full, passable(state, piece))
    kept.append(made)
    if len(kept) > 6:
        del kept[0]
    return made


def _going(state: State, piece: str) -> Going:
    fact, side = piece_fact(state, piece), side_of(state, piece)
    movement = state.tables.movement
    extra = movement.march_bonus if state.march and state.turn == 7 and piece in state.arrived else 0
    extra = extra if side == "british" else 0
    return Going(
        state.ground,
        mover_of(state, piece),
        state.at[piece],
        fact.ma + extra,
        fact.ma * movement.strategic_times + extra if may_march(state, piece) else 0,
        area_of(state, piece),
        foe(state, side),
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


def full_hexes(state: State, piece: str) -> frozenset[Hex]:
    """The friendly stacks in which a piece does not fit; for a leader the hexes of enemy leaders."""
    side = side_of(state, piece)
    if is_leader(state, piece):
        return foe(state, side).lone
    is_gun = unit_fact(state, piece).type == "artillery"
    return full_for(state, side, GUNS if is_gun else strength(state, piece)) - {state.at[piece]}


def passable(state: State, piece: str) -> frozenset[Hex]:
    """Where American artillery may pass but not stay: the battery while Proctor's guns are in it (R-26)."""
    proctor, at = state.units.fixed["9.6.3"], state.tables.battery.hex
    is_gun = not is_leader(state, piece) and unit_fact(state, piece).type == "artillery"
    if is_gun and side_of(state, piece) == "american" and state.at.get(proctor) == at:
        return frozenset((at,))
    return frozenset()


def _search(going: Going, full: frozenset[Hex], passing: frozenset[Hex]) -> Reach:
    met: set[Hex] = set()
    normal = _one_hex(going, full, met) if going.is_disrupted else _normal(going, full - passing, met)
    strategic = {} if going.is_disrupted else _strategic(going, full - passing, met)
    ford = () if going.is_disrupted else _fording(going, full, met)
    short: Mode = "one_hex" if going.is_disrupted else "normal"
    ends: dict[Hex, Mode] = dict.fromkeys(normal, short)
    for at in strategic:
        ends.setdefault(at, "strategic")
    for at in ford:
        ends.setdefault(at, "ford")
    for at in (going.start, *(passing & full), *going.area.no_end):
        ends.pop(at, None)
    entered = frozenset((*normal, *strategic, *ford))
    return Reach(normal, strategic, ford, ends, entered - passing, frozenset(met) - passing, {})


def _closed(going: Going, full: frozenset[Hex], to: Hex, met: set[Hex]) -> bool:
    """Can a piece not enter a hex at all?"""
    if to in going.enemy.held or (going.area.within is not None and to not in going.area.within):
        return True
    if to in full:
        met.add(to)
        return True
    return False


def _normal(going: Going, full: frozenset[Hex], met: set[Hex]) -> dict[Hex, Step]:
    """By movement points; who enters an enemy zone stops there, and one hex can always be gone."""
    steps, start, points = going.ground.steps[going.mover], going.start, going.points
    zone = going.enemy.zone
    rifles: frozenset[Hex] = frozenset() if going.is_leader else going.enemy.rifles
    surcharge = going.ground.tables.movement.rifle_zone
    found: dict[Hex, Step] = {}
    spent = {start: 0}
    waiting: list[list[Hex]] = [[start], *([] for _ in range(points))]
    for cost in range(points + 1):
        for at in waiting[cost]:
            if spent[at] != cost or (at != start and at in zone):
                continue
            leaving = at in rifles
            for near in steps[at]:
                to = near.to
                if to == start:
                    continue
                total = cost + near.cost + (surcharge if leaving or to in rifles else 0)
                if total > points:
                    if at != start:
                        continue
                    total = max(points, total)
                known = found.get(to)
                if (known is not None and known[0] <= total) or _closed(going, full, to, met):
                    continue
                found[to] = (total, at)
                if total <= points:
                    spent[to] = total
                    waiting[total].append(to)
    return found


def _one_hex(going: Going, full: frozenset[Hex], met: set[Hex]) -> dict[Hex, Step]:
    """A disrupted unit goes one hex, not next to the enemy, and fords nothing (13.3)."""
    return {
        near.to: (near.cost, going.start)
        for near in going.ground.steps[going.mover][going.start]
        if near.to not in going.enemy.near and not _closed(going, full, near.to, met)
    }


def _strategic(going: Going, full: frozenset[Hex], met: set[Hex]) -> dict[Hex, Step]:
    """Twice as far along roads and tracks, never next to an enemy, over no ford (9.2.2, R-24)."""
    start, near_enemy = going.start, going.enemy.near
    if not going.strategic or start in near_enemy:
        return {}
    steps, way = going.ground.steps[going.mover], going.ground.tables.movement.way_cost
    found: dict[Hex, Step] = {start: (0, start)}
    edge = [start]
    while edge:
        further = []
        for at in edge:
            total = found[at][0] + way
            if total > going.strategic:
                continue
            for near in steps[at]:
                to = near.to
                if near.is_strategic and to not in found and to not in near_enemy:
                    if _closed(going, full, to, met):
                        continue
                    found[to] = (total, at)
                    further.append(to)
        edge = further
    del found[start]
    return found


def _fording(going: Going, full: frozenset[Hex], met: set[Hex]) -> tuple[Hex, ...]:
    """Over the creek without a ford: the only step, no artillery, not from zone to zone (16.1)."""
    if going.mover == "artillery":
        return ()
    from_zone = going.start in going.enemy.zone
    return tuple(
        to
        for to in going.ground.across[going.start]
        if not (from_zone and to in going.enemy.zone) and not _closed(going, full, to, met)
    )


# Who may move, where to, and how ----------------------------------------------------------------


def may_move(state: State, unit: str) -> bool:
    """Has a unit not moved, and nothing that holds it: shattered, withdrawn, bound, pinned for an attack?"""
    if unit in state.moved or unit in state.withdrawn or state.condition.get(unit) == "shattered":
        return False
    pin = pinned(state).get(unit) if state.pins else None
    return not is_fixed(state, unit) and (pin is None or pin.choice == "break_off")


def ends(state: State, piece: str) -> Mapping[Hex, Mode]:
    """Where a piece may end a move, and how it goes there."""
    return reach(state, piece).ends


def moves(state: State, unit: str) -> tuple[MoveUnit, ...]:
    """Every move of a unit."""
    found = reach(state, unit)
    orders = found.orders.get(unit)
    if orders is None:
        orders = found.orders[unit] = tuple(MoveUnit(unit, at) for at in found.ends)
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
