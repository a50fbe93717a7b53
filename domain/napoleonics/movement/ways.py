"""Where pieces can go: ways of units and leaders, with what stops them (R-42 to R-48)."""

from functools import lru_cache

from domain.kernel.geometry import Area
from domain.napoleonics.facts.board import BIT, BOARD, Hex
from domain.napoleonics.facts.scenarios import Piece
from domain.napoleonics.facts.sides import ENEMY
from domain.napoleonics.facts.terrain import Ground
from domain.napoleonics.movement.allowance import allowance, leader_allowance
from domain.napoleonics.orders.movement import MoveLeader, MoveUnit
from domain.napoleonics.position.pieces import Standing, leader_at, leader_of, standing, unit_of
from domain.napoleonics.position.state import State, side_of, unit_fact

Path = tuple[Hex, ...]
UnitWays = dict[Hex, tuple[Path, bool]]
LeaderWays = dict[Hex, Path]
REMEMBERED = 16_384


def may_enter(state: State, unit: str, to: Hex, led: bool) -> bool:
    """May a unit go there: no unit, no enemy leader, and no leader at all if it is `led` (R-42, R-45)."""
    if to in state.ground.closed[unit_fact(state, unit).arm]:
        return False
    here = standing(state)
    if to in here.unit:
        return False
    leader = here.leader.get(to)
    return leader is None or (side_of(state, leader) == side_of(state, unit) and not led)


def unit_ways(state: State, unit: str) -> UnitWays:
    """Each hex that a unit can move to -> a shortest way, and whether it is halted there.

    Of two ways as short the one that does not halt it is taken.
    """
    return unit_ways_on(*unit_reach(state, unit))


def unit_moves(state: State, unit: str) -> tuple[MoveUnit, ...]:
    """Its moves, in the same order."""
    return unit_moves_on(unit, *unit_reach(state, unit))


def unit_reach(state: State, unit: str) -> tuple[Ground, Hex, int, Area, Area]:
    """All that a unit's ways depend on: where it begins, how far it goes, and within reach the hexes that it
    cannot enter, and those with a friend who stops it. Most units stand as they stood, so ways are kept."""
    field, here, start = state.field, standing(state), state.at[unit]
    piece, leader = field.pieces[unit], here.leader.get(start)
    is_led = leader is not None and state.ordered.get(leader) != "apart"
    most = allowance(state, unit).most
    near = BOARD.area_within(start, most)
    closed, friends = barriers(here, field.ground, piece, is_led)
    return field.ground, start, most, closed & near, friends & near


@lru_cache(REMEMBERED)
def unit_moves_on(
    unit: str, ground: Ground, start: Hex, most: int, closed: Area, friends: Area
) -> tuple[MoveUnit, ...]:
    return tuple([MoveUnit(unit, to) for to in unit_ways_on(ground, start, most, closed, friends)])


@lru_cache(REMEMBERED)
def unit_ways_on(ground: Ground, start: Hex, most: int, closed: Area, friends: Area) -> UnitWays:
    steps = ground.steps
    found: UnitWays = {}
    edge: list[Path] = [(start,)]
    done = closed | BIT[start]  # a hex that is come to without a halt is come to no better way later
    for length in range(2, most + 2):
        further: list[Path] = []
        for path in edge:
            for to, bit, halted in steps[path[-1]]:
                if bit & done:
                    continue
                way, known = (*path, to), found.get(to)
                if known is None or (known[1] and not halted and len(known[0]) == length):
                    found[to] = (way, halted)
                if not halted:
                    done |= bit
                    if not bit & friends:
                        further.append(way)
        edge = further
    return found


def barriers(here: Standing, ground: Ground, unit: Piece, led: bool) -> tuple[Area, Area]:
    """The hexes that a unit cannot enter (see `may_enter`), and those with a lone friend who stops it."""
    met = 0 if led else here.alone[unit.side]
    return ground.closed_area[unit.mover] | here.taken & ~met, met


def goes_along(state: State, unit: str) -> str | None:
    """The leader who moves with a unit: one attached to it that is not ordered on his own (R-14)."""
    leader = leader_of(state, unit)
    return leader if leader is not None and state.ordered.get(leader) != "apart" else None


def may_move(state: State, unit: str) -> bool:
    """An ordered unit that has not moved, is no square, and is not pinned by a leader who moved to it
    (R-40, R-69)."""
    if unit in state.moved or unit in state.squares or unit not in state.ordered or unit not in state.at:
        return False
    leader = leader_of(state, unit)
    return leader is None or leader not in state.moved


def exits(state: State, unit: str) -> dict[Hex, Path]:
    """Each exit that a unit can leave the map by, and the way to it (R-114)."""
    doors = state.field.exits[side_of(state, unit)]
    if not doors:
        return {}
    most, start = allowance(state, unit).most, state.at[unit]
    found: dict[Hex, Path] = {start: (start,)} if start in doors and most >= 1 else {}
    if len(doors) > len(found):
        for to, (path, halted) in unit_ways(state, unit).items():
            if to in doors and not halted and leader_at(state, to) is None and len(path) <= most:
                found[to] = path
    return found


def leader_ways(state: State, leader: str) -> LeaderWays:
    """Each hex that a leader on his own can end in -> a shortest way (R-43)."""
    return leader_ways_on(*leader_reach(state, leader))


def leader_moves(state: State, leader: str) -> tuple[MoveLeader, ...]:
    """His moves, in the same order."""
    return leader_moves_on(leader, *leader_reach(state, leader))


def leader_reach(state: State, leader: str) -> tuple[Ground, Hex, int, Area, Area]:
    """All that a leader's ways depend on: within reach the hexes with enemies, and those with leaders."""
    start, most, enemy = state.at[leader], leader_allowance(state), ENEMY[side_of(state, leader)]
    here, near = standing(state), BOARD.area_within(start, most)
    return state.ground, start, most, (here.units[enemy] | here.alone[enemy]) & near, here.leaders & near


@lru_cache(REMEMBERED)
def leader_moves_on(
    leader: str, ground: Ground, start: Hex, most: int, enemies: Area, leaders: Area
) -> tuple[MoveLeader, ...]:
    return tuple([MoveLeader(leader, to) for to in leader_ways_on(ground, start, most, enemies, leaders)])


@lru_cache(REMEMBERED)
def leader_ways_on(ground: Ground, start: Hex, most: int, enemies: Area, leaders: Area) -> LeaderWays:
    steps, done = ground.steps, ground.closed_area["leader"] | enemies | BIT[start]
    found: LeaderWays = {}
    edge: list[Path] = [(start,)]
    for _ in range(most):
        further: list[Path] = []
        for path in edge:
            for to, bit, halted in steps[path[-1]]:
                if bit & done:
                    continue
                way = (*path, to)
                if not bit & leaders and to not in found:
                    found[to] = way
                if not halted:
                    done |= bit
                    further.append(way)
        edge = further
    return found


def may_move_leader(state: State, leader: str) -> bool:
    """A leader who was ordered and has not moved; from a square he goes only once it has left (R-68)."""
    if leader not in state.ordered or leader in state.moved or leader not in state.at:
        return False
    unit = unit_of(state, leader)
    return unit is None or unit not in state.squares
