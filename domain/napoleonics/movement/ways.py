"""Where pieces can go: ways of units and leaders, with what stops them (R-42 to R-48)."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from domain.kernel.geometry import Area
from domain.napoleonics.facts.board import BESIDE, BIT, BOARD, HEXES, Hex
from domain.napoleonics.facts.sides import ENEMY
from domain.napoleonics.facts.terrain import Ground
from domain.napoleonics.movement.allowance import allowance, allowance_by, card_in_force, leader_allowance
from domain.napoleonics.orders.movement import MoveLeader, MoveUnit
from domain.napoleonics.position.pieces import leader_at, leader_of, standing, unit_of
from domain.napoleonics.position.state import State, side_of, unit_fact

Path = tuple[Hex, ...]
Reach = tuple[Ground, Hex, int, Area, Area]
REMEMBERED = 16_384


class Ways(NamedTuple):
    """Each hex that a unit can move to, the nearest first -> the hex before it on a shortest way; that hex
    where further ways go `through` one that the shortest way halts in; and all in which it is halted."""

    start: Hex
    before: Mapping[Hex, Hex]
    through: Mapping[Hex, Hex]
    halting: Area

    def to(self, end: Hex) -> tuple[Path, bool]:
        """The way there, and whether the unit is halted by it."""
        return self._over(end, self.before[end]), bool(BIT[end] & self.halting)

    def past(self, end: Hex) -> Path | None:
        """The shortest way there after which the unit may go on; none if it is halted by all of them."""
        if end in self.through:
            return self._over(end, self.through[end])
        path, halted = self.to(end)
        return None if halted else path

    def _over(self, end: Hex, last: Hex) -> Path:
        path = [end, last]
        while path[-1] != self.start:
            path.append(self.through.get(path[-1]) or self.before[path[-1]])
        return tuple(reversed(path))


def may_enter(state: State, unit: str, to: Hex, led: bool) -> bool:
    """May a unit go there: no unit, no enemy leader, and no leader at all if it is `led` (R-42, R-45)."""
    if to in state.ground.closed[unit_fact(state, unit).arm]:
        return False
    here = standing(state)
    if to in here.unit:
        return False
    leader = here.leader.get(to)
    return leader is None or (side_of(state, leader) == side_of(state, unit) and not led)


def unit_ways(state: State, unit: str) -> Ways:
    """Where a unit can move to. Of two ways as short the one that does not halt it is taken."""
    return unit_ways_on(*unit_reach(state, unit))


def unit_moves(state: State, unit: str) -> tuple[MoveUnit, ...]:
    """Its moves, the nearest first."""
    return tuple(map(_every_move(unit).__getitem__, unit_ways(state, unit).before))


@cache
def _every_move(unit: str) -> Mapping[Hex, MoveUnit]:
    return {to: MoveUnit(unit, to) for to in HEXES}


def unit_reach(state: State, unit: str) -> Reach:
    """All that a unit's ways depend on: where it begins, how far it goes, and within reach the hexes that it
    cannot enter (see `may_enter`), and those with a lone friend who stops it. Most units stand as they stood,
    so ways are kept."""
    here, field, start = standing(state), state.field, state.at[unit]
    piece, ground, leader = field.pieces[unit], field.ground, here.leader.get(start)
    most = allowance_by(state.data, card_in_force(state), piece, leader is not None).most
    near = BOARD.area_within(start, most)
    is_alone = leader is None or state.ordered.get(leader) == "apart"
    friends = here.alone[piece.side] & near if is_alone else 0
    return ground, start, most, ground.closed_area[piece.mover] & near | here.taken & near & ~friends, friends


@lru_cache(REMEMBERED)
def unit_ways_on(ground: Ground, start: Hex, most: int, closed: Area, friends: Area) -> Ways:
    steps, done = ground.steps, closed | BIT[start]  # what is come to without a halt is come to no better way
    before: dict[Hex, Hex] = {}
    through: dict[Hex, Hex] = {}
    halting, edge = 0, [start]
    for _ in range(most):
        further: list[Hex] = []
        halting_before = halting
        for at in edge:
            free = BESIDE[at] & ~done
            if not free:
                continue
            for to, bit, halted in steps[at]:
                if not bit & free:
                    continue
                if halted:
                    before.setdefault(to, at)
                    halting |= bit
                    continue
                done |= bit
                if bit & halting_before:
                    through[to] = at
                else:
                    before[to] = at
                    halting &= ~bit
                if bit & friends:
                    halting |= bit
                else:
                    further.append(to)
        edge = further
    return Ways(start, before, through, halting)


def goes_along(state: State, unit: str) -> str | None:
    """The leader who moves with a unit: one attached to it that is not ordered on his own (R-14)."""
    leader = leader_of(state, unit)
    return leader if leader is not None and state.ordered.get(leader) != "apart" else None


def may_move(state: State, unit: str) -> bool:
    """An ordered unit that has not moved, is no square, and is not pinned by a leader who moved to it
    (R-40, R-69)."""
    moved, at = state.moved, state.at
    if unit in moved or unit in state.squares or unit not in state.ordered or unit not in at:
        return False
    return not moved or standing(state).leader.get(at[unit]) not in moved


def exits(state: State, unit: str) -> dict[Hex, Path]:
    """Each exit that a unit can leave the map by, and the way to it (R-114)."""
    doors = state.field.exits[side_of(state, unit)]
    if not doors:
        return {}
    most, start = allowance(state, unit).most, state.at[unit]
    found: dict[Hex, Path] = {start: (start,)} if start in doors and most >= 1 else {}
    if len(doors) > len(found):
        ways = unit_ways(state, unit)
        for to in ways.before:
            path = ways.past(to) if to in doors else None
            if path is not None and leader_at(state, to) is None and len(path) <= most:
                found[to] = path
    return found


def leader_ways(state: State, leader: str) -> Mapping[Hex, Path]:
    """Each hex that a leader on his own can end in -> a shortest way (R-43)."""
    return leader_ways_on(*leader_reach(state, leader))


def leader_moves(state: State, leader: str) -> tuple[MoveLeader, ...]:
    """His moves, in the same order."""
    return tuple([MoveLeader(leader, to) for to in leader_ways(state, leader)])


def leader_reach(state: State, leader: str) -> Reach:
    """All that a leader's ways depend on: within reach the hexes with enemies, and those with leaders."""
    start, most, enemy = state.at[leader], leader_allowance(state), ENEMY[side_of(state, leader)]
    here, near = standing(state), BOARD.area_within(start, most)
    return state.ground, start, most, (here.units[enemy] | here.alone[enemy]) & near, here.leaders & near


@lru_cache(REMEMBERED)
def leader_ways_on(ground: Ground, start: Hex, most: int, enemies: Area, leaders: Area) -> Mapping[Hex, Path]:
    steps, done = ground.steps, ground.closed_area["leader"] | enemies | BIT[start]
    found: dict[Hex, Path] = {}
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
