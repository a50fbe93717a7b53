"""How far one comes, whoever moves: by movement points, at double pace, and over the creek (9.1, 9.2, 16.1).

Hexes are searched many at a time, by what it costs to come there; of one of them the way is then told.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, overload

import msgspec

from domain.brandywine.events.movement import Mode
from domain.brandywine.facts.board import BIT, BOARD, Hex
from domain.brandywine.facts.sides import Mover
from domain.brandywine.facts.terrain import Ground, Near
from domain.brandywine.movement.areas import Limits
from domain.brandywine.orders.movement import MoveLeader, MoveUnit
from domain.brandywine.position.state import Hexes
from domain.kernel.geometry import Area
from domain.kernel.orders import Order

Move = MoveUnit | MoveLeader
Levels = Sequence[Area]
"""What one comes to at each cost, the start at 0."""


class Way(NamedTuple):
    """A whole way, what it costs, and how it is gone."""

    path: Hexes
    cost: int
    mode: Mode


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


NOBODY = Obstacles(0, 0, 0, 0, 0, 0, 0)
NOWHERE: Levels = ()


class Reach(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Where one can go: in an ordinary move, at double pace along roads, and by fording.

    These ways end where an enemy leader stands alone; `detours` go on from there: end and the leaders' hexes
    -> the way (14.3.2, R-33).
    """

    going: Going
    met: Obstacles
    normal: Levels
    strategic: Levels
    ford: Area
    detours: Mapping[tuple[Hex, Hexes], Way]
    ends: Area
    orders: dict[str, tuple[Move, ...]]
    """Of each piece that was asked about."""

    def without(self, closed: Area) -> "Reach":
        """The same where one may not end in some hexes."""
        if not closed or not (self.detours or self.ends & closed):
            return self
        left = {end: way for end, way in self.detours.items() if not BIT[end[0]] & closed}
        return msgspec.structs.replace(self, ends=self.ends & ~closed, detours=left, orders={})

    @cached_property
    def count(self) -> int:
        """How many moves there are."""
        return self.ends.bit_count() + len(self.detours)

    def moves(self, piece: str) -> tuple[Move, ...]:
        """Every move of a piece that can come there."""
        found = self.orders.get(piece)
        if found is None:
            order = MoveLeader if self.going.is_leader else MoveUnit
            further = [MoveUnit(piece, at, via) for at, via in sorted(self.detours)]
            found = self.orders[piece] = (*[order(piece, at) for at in BOARD.cells(self.ends)], *further)
        return found

    def move(self, piece: str, number: int) -> Move:
        """One of these moves, without the others."""
        if self.detours or piece in self.orders:
            return self.moves(piece)[number]
        order = MoveLeader if self.going.is_leader else MoveUnit
        return order(piece, BOARD.cell(self.ends, number))

    @cached_property
    def entered(self) -> Area:
        """Every hex on the way."""
        found = BIT[self.going.start] | self.ford
        for area in (*self.normal, *self.strategic):
            found |= area
        for way in self.detours.values():
            found |= BOARD.area(set(way.path) - {self.going.start}) & ~found
        return found

    def cost_to(self, to: Hex, via: Hexes) -> int | None:
        """What the way to an end costs; None over the creek."""
        if via:
            return self.detours[to, via].cost
        bit = BIT[to]
        for levels in (self.normal, self.strategic):
            for cost, area in enumerate(levels):
                if area & bit:
                    return cost
        return None

    def way_to(self, to: Hex) -> Way:
        """The way to an end."""
        going, bit = self.going, BIT[to]
        for cost, area in enumerate(self.normal):
            if area & bit:
                mode: Mode = "one_hex" if going.is_disrupted else "normal"
                return Way(_path(going, self.met, self.normal, to, cost), cost, mode)
        for cost, area in enumerate(self.strategic):
            if area & bit:
                return Way(_march(going, self.met, self.strategic, to, cost), cost, "strategic")
        return Way((going.start, to), going.points, "ford")


class Moves(Sequence[Order]):
    """The moves of several pieces, and what else may be ordered. Orders are made as they are looked at."""

    __slots__ = ("_found", "_length", "_others")

    def __init__(self, found: Sequence[tuple[str, Reach]], others: Sequence[Order]) -> None:
        self._found, self._others = found, others
        self._length = sum([ways.count for _, ways in found]) + len(others)

    def __len__(self) -> int:
        return self._length

    @property
    def parts(self) -> tuple[Sequence[tuple[str, Reach]], Sequence[Order]]:
        """Each piece with where it can go, and the orders beside."""
        return self._found, self._others

    @property
    def numbers(self) -> dict[str, int]:
        """How many moves each piece has."""
        return {piece: ways.count for piece, ways in self._found}

    def of(self, piece: str | None) -> Sequence[Order]:
        """The moves of a piece; without one what else may be ordered."""
        return self._others if piece is None else dict(self._found)[piece].moves(piece)

    def __iter__(self) -> Iterator[Order]:
        for piece, ways in self._found:
            yield from ways.moves(piece)
        yield from self._others

    @overload
    def __getitem__(self, which: int) -> Order: ...
    @overload
    def __getitem__(self, which: slice) -> Sequence[Order]: ...
    def __getitem__(self, which: int | slice) -> Order | Sequence[Order]:
        if isinstance(which, slice):
            return list(self)[which]
        left = which if which >= 0 else self._length + which
        if not 0 <= left < self._length:
            raise IndexError(which)
        for piece, ways in self._found:
            if left < ways.count:
                return ways.move(piece, left)
            left -= ways.count
        return self._others[left]


def search(going: Going, met: Obstacles) -> Reach:
    """Where one comes, and over which leaders."""
    start = BIT[going.start]
    barred = going.limits.outside | met.held
    closed, to_pass = barred | met.full, barred | met.full & ~met.passing
    if going.is_disrupted:
        normal, strategic, ford = _one_hex(going, met, closed), NOWHERE, 0
    else:
        normal, strategic = _normal(going, met, to_pass), _strategic(going, met, to_pass)
        ford = _fording(going, met, closed)
    ends = ford
    for area in (*normal, *strategic):
        ends |= area
    no_end = start | met.passing & met.full | going.limits.no_end
    detours: dict[tuple[Hex, Hexes], Way] = {}
    for via, way in _detours(going, met, to_pass, normal, strategic) if met.lone else ():
        end = way.path[-1], tuple(sorted(via))
        if not BIT[way.path[-1]] & no_end and (end not in detours or way.cost < detours[end].cost):
            detours[end] = way
    return Reach(going, met, normal, strategic, ford, detours, ends & ~no_end, {})


def _normal(going: Going, met: Obstacles, closed: Area) -> Levels:
    """By movement points; who enters an enemy zone stops there, who meets a leader alone goes on by a
    detour, and one hex can always be gone."""
    points, prices, rifles = going.points, going.ground.prices[going.mover], met.rifles
    surcharge = going.ground.tables.movement.rifle_zone
    levels = [0] * (points + prices[-1].cost + surcharge + 1)
    levels[0] = start = BIT[going.start]
    for near in going.ground.steps[going.mover][going.start]:
        levels[near.cost + (surcharge if rifles & (start | near.bit) else 0)] |= near.bit
    left, stops = ~(closed | start), met.zone | met.lone
    for spent in range(1, points):
        levels[spent] = front = levels[spent] & left
        left ^= front
        front &= ~stops
        if not front:
            continue
        for cost, sources, steps in prices:
            if cost > points - spent:
                break
            if not front & sources:
                continue
            if not rifles:
                levels[spent + cost] |= steps.of(front)
                continue
            freely, reached = steps.of(front & ~rifles), steps.of(front & rifles)
            levels[spent + cost] |= freely & ~rifles
            if cost + surcharge <= points - spent:
                levels[spent + cost + surcharge] |= reached | freely & rifles
    for spent in range(max(points, 1), len(levels)):
        levels[spent] &= left
        left ^= levels[spent]
    return levels


def _one_hex(going: Going, met: Obstacles, closed: Area) -> Levels:
    """A disrupted unit goes one hex, not next to the enemy, and fords nothing (13.3)."""
    steps = going.ground.steps[going.mover][going.start]
    levels = [0] * (max((near.cost for near in steps), default=0) + 1)
    for near in steps:
        levels[near.cost] |= near.bit & ~(met.near | closed)
    levels[0] = BIT[going.start]
    return levels


def _strategic(going: Going, met: Obstacles, closed: Area) -> Levels:
    """Twice as far along roads and tracks, never next to an enemy, over no ford (9.2.2, R-24)."""
    front = BIT[going.start]
    if not going.strategic or front & met.near:
        return ()
    left, marches = ~(closed | met.near | front), going.ground.marches
    cost = going.ground.tables.movement.way_cost
    levels = [front]
    while front and len(levels) * cost <= going.strategic:
        front = marches.of(front) & left
        left ^= front
        levels += [*[0] * (cost - 1), front]
        front &= ~met.lone
    return levels


def _fording(going: Going, met: Obstacles, closed: Area) -> Area:
    """Over the creek without a ford: the only step, no artillery, not from zone to zone (16.1)."""
    if going.mover == "artillery":
        return 0
    shut = closed | met.zone if BIT[going.start] & met.zone else closed
    return going.ground.across[going.start] & ~shut


# Ways -------------------------------------------------------------------------------------------


def _path(going: Going, met: Obstacles, levels: Levels, to: Hex, cost: int) -> Hexes:
    """The way of an ordinary move."""
    if going.is_disrupted:
        return going.start, to
    surcharge = going.ground.tables.movement.rifle_zone
    steps = going.ground.steps[going.mover]
    return _cheapest(going.start, steps, levels, to, cost, met.zone | met.lone, met.rifles, surcharge)


def _march(going: Going, met: Obstacles, levels: Levels, to: Hex, cost: int) -> Hexes:
    """The way at double pace."""
    return _cheapest(going.start, going.ground.roadside, levels, to, cost, met.lone, 0, 0)


def _cheapest(
    start: Hex, steps: Mapping[Hex, tuple[Near, ...]], levels: Levels, to: Hex, most: int,
    stops: Area, rifles: Area, surcharge: int,
) -> Hexes:  # fmt: skip
    """The cheapest way, the first one found from the start; looked for only where it can lead through."""
    within = 0
    for spent in range(most + 1):
        within |= levels[spent] & BOARD.area_within(to, most - spent)
    before: dict[Hex, Hex] = {}
    cost_of = {start: 0}
    waiting: list[list[Hex]] = [[start], *([] for _ in range(most))]
    for spent, hexes in enumerate(waiting):
        for at in hexes:
            if cost_of[at] != spent or (spent and BIT[at] & stops):
                continue
            for near, bit, price in steps[at]:
                if not bit & within:
                    continue
                total = spent + price + (surcharge if rifles & (bit | BIT[at]) else 0)
                if total <= most and cost_of.get(near, total + 1) > total:
                    cost_of[near], before[near] = total, at
                    waiting[total].append(near)
    path = [to]
    while path[-1] != start:
        path.append(before[path[-1]])
    return tuple(reversed(path))


def _detours(
    going: Going, met: Obstacles, closed: Area, normal: Levels, strategic: Levels
) -> Iterator[tuple[Hexes, Way]]:
    """The ways over each leader; who is disrupted has gone his one hex."""
    legs: tuple[tuple[Mode, Levels, int], ...] = (
        ("normal", normal, 0 if going.is_disrupted else going.points),
        ("strategic", strategic, going.strategic),
    )
    for mode, levels, points in legs:
        path = _march if mode == "strategic" else _path
        for at in BOARD.cells(met.lone & ~met.zone):
            cost = next((cost for cost, area in enumerate(levels) if area & BIT[at]), points)
            if cost < points:
                first = Way(path(going, met, levels, at, cost), cost, mode)
                yield from _onward(going, met, closed, first, (at,), points - cost)


def _onward(
    going: Going, met: Obstacles, closed: Area, before: Way, via: Hexes, left: int
) -> Iterator[tuple[Hexes, Way]]:
    """The ways on from the last of these leaders, over further ones too."""
    rest = msgspec.structs.replace(going, start=via[-1], points=left, strategic=left)
    others = met._replace(lone=met.lone & ~BOARD.area(set(via)))
    further, path = (_strategic, _march) if before.mode == "strategic" else (_normal, _path)
    levels = further(rest, others, closed)
    for cost in range(1, min(left + 1, len(levels))):  # one hex may always be gone, but not after others
        for at in BOARD.cells(levels[cost]):
            way = Way(
                (*before.path, *path(rest, others, levels, at, cost)[1:]), before.cost + cost, before.mode
            )
            yield via, way
            if cost < left and BIT[at] & others.lone & ~met.zone:
                yield from _onward(going, met, closed, way, (*via, at), left - cost)
