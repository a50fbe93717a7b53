"""The ground: terrain, creek and runs, ways, and what follows from them for movement, zones and sight."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Literal, NamedTuple

import msgspec

from domain.brandywine.facts.board import ADJACENT, AROUND, BIT, BOARD, EDGES, HEXES, Hex
from domain.brandywine.facts.sides import MOVERS, Mover
from domain.brandywine.facts.tables import Kind, SideKind, Tables, TerrainFact
from domain.kernel.datafiles import DataFile, Entry, Name, Source
from domain.kernel.geometry import Area, Spread

Pair = tuple[Hex, Hex]
WayKind = Literal["road", "track", "trail"]
FordKind = Literal["primary", "secondary"]
Letter = Literal["A", "B", "C", "D"]
SECTIONS = ("terrain", "zones", "belts", "side", "ford", "way", "entry", "place", "area")
TERRAIN: Mapping[str, Kind] = {
    ".": "clear", ",": "cultivated", "o": "light_woods", "f": "forest", "t": "town", "M": "meeting_house",
}  # fmt: skip
STRATEGIC: tuple[WayKind, ...] = ("road", "track")
MAXWELLS_AREA = "maxwell"
"""The area of zone m (9.5.2)."""
SideList = tuple[Annotated[str, msgspec.Meta(pattern=r"^\d{4}[->]\d{4}$")], ...]


class Rows(Entry, frozen=True, kw_only=True):
    rows: tuple[str, ...]
    src: Source


class SidesFact(Entry, frozen=True, kw_only=True):
    """Sides of one kind, written `0826-0926`; of a slope the high hex first: `0826>0926`."""

    id: Name
    kind: Literal["creek", "stream", "slope", "slope_stream", "breastwork"]
    name: str
    sides: SideList
    src: Source

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return tuple((each[:4], each[5:]) for each in self.sides)


class FordFact(Entry, frozen=True, kw_only=True):
    id: Name
    name: Name
    kind: FordKind
    side: Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d{4}$")]
    move: Annotated[int, msgspec.Meta(ge=0, le=6)]
    src: Source

    @property
    def pair(self) -> Pair:
        return self.side[:4], self.side[5:]


class _Course(Entry, frozen=True, kw_only=True):
    id: Name
    hexes: str
    src: Source

    @property
    def cells(self) -> tuple[Hex, ...]:
        return tuple(self.hexes.split())


class WayFact(_Course, frozen=True, kw_only=True):
    name: Name
    kind: WayKind


class PlaceFact(_Course, frozen=True, kw_only=True):
    name: Name


class AreaFact(_Course, frozen=True, kw_only=True):
    meaning: Name


class EntryFact(Entry, frozen=True, kw_only=True):
    id: Letter
    hex: Hex
    edge: Literal["west", "north", "south", "east"]
    src: Source


class Near(NamedTuple):
    """A step from a hex: where to (and that hex as an area), and what it costs."""

    to: Hex
    bit: Area
    cost: int


class Price(NamedTuple):
    """The steps that cost so much, and the hexes from which there are any."""

    cost: int
    sources: Area
    steps: Spread


class Ground(msgspec.Struct, frozen=True, eq=False, dict=True, kw_only=True):
    """The map ready to be played on. Sets of pairs hold both orders unless a direction matters."""

    tables: Tables
    kind: Mapping[Hex, Kind]
    zone: Mapping[Hex, str]
    belt: Mapping[Hex, str]
    sides: tuple[SidesFact, ...]
    fords: tuple[FordFact, ...]
    roads: tuple[WayFact, ...]
    entries: Mapping[Letter, EntryFact]
    places: Mapping[str, PlaceFact]
    areas: Mapping[str, tuple[Hex, ...]]

    def _pairs(self, kind: str) -> frozenset[Pair]:
        return frozenset(pair for each in self.sides if each.kind == kind for pair in each.pairs)

    @cached_property
    def creek(self) -> frozenset[Pair]:
        return both(self._pairs("creek"))

    @cached_property
    def ford(self) -> Mapping[Pair, FordFact]:
        return {pair: each for each in self.fords for pair in both((each.pair,))}

    @cached_property
    def unforded(self) -> frozenset[Pair]:
        """The sides of the creek without a passage."""
        return frozenset(pair for pair in self.creek if pair not in self.ford)

    @cached_property
    def stream(self) -> frozenset[Pair]:
        return both(self._pairs("stream"))

    @cached_property
    def slope(self) -> frozenset[Pair]:
        """(high, low) of every slope, those over streams among them (R-59)."""
        return self._pairs("slope") | self.slope_stream

    @cached_property
    def slope_stream(self) -> frozenset[Pair]:
        return self._pairs("slope_stream")

    @cached_property
    def works(self) -> frozenset[Pair]:
        """(defended hex, the other) of every breastwork."""
        return self._pairs("breastwork")

    @cached_property
    def way(self) -> Mapping[Pair, WayKind]:
        """A pair that a way joins -> its kind, the best one of several."""
        order: tuple[WayKind, ...] = ("trail", "track", "road")
        found: dict[Pair, WayKind] = {}
        for kind in order:
            for each in self.roads:
                if each.kind == kind:
                    steps = zip(each.cells, each.cells[1:], strict=False)
                    found.update(dict.fromkeys(both(steps), kind))
        return found

    @cached_property
    def land(self) -> Mapping[Hex, TerrainFact]:
        return {at: self.tables.terrain[self.kind[at]] for at in HEXES}

    @cached_property
    def opaque(self) -> frozenset[Hex]:
        """The hexes that hide what is behind them (R-58)."""
        return frozenset(at for at in HEXES if self.land[at].blocks_sight)

    def crossing(self, start: Hex, to: Hex) -> tuple[SideKind, ...]:
        """The kinds of the side between two hexes, as one crosses it; the creek itself is none of them."""
        found: list[SideKind] = []
        up, down = (to, start) in self.slope, (start, to) in self.slope
        double = (to, start) in self.slope_stream or (start, to) in self.slope_stream
        if up:
            found.append("slope_stream_up" if double else "slope_up")
        if down:
            found.append("slope_stream_down" if double else "slope_down")
        if (start, to) in self.stream and not double:
            found.append("stream")
        if (to, start) in self.works:
            found.append("breastwork_in")
        if (start, to) in self.works:
            found.append("breastwork_out")
        return tuple(found)

    def cost(self, mover: Mover, start: Hex, to: Hex) -> int | None:
        """What a step costs (9.1.7, 9.2.1, R-23); None where nobody of the kind can go but by fording."""
        if (start, to) in self.unforded:
            return None
        passage = self.ford.get((start, to))
        extra = 0 if passage is None else passage.move
        if (start, to) in self.way:
            return self.tables.movement.way_cost + extra
        own: int = getattr(self.land[to], mover)
        sides = sum(self.tables.side[each].move for each in self.crossing(start, to))
        return own + sides + extra if own else None

    def is_passable(self, mover: Mover, start: Hex, to: Hex) -> bool:
        """Is the next hex no prohibited ground to a mover, whatever lies between (R-28)?"""
        return bool(getattr(self.land[to], mover)) or (start, to) in self.way

    def is_strategic(self, start: Hex, to: Hex) -> bool:
        """Does the step go along a road or track, over no ford (9.2.2)?"""
        return self.way.get((start, to)) in STRATEGIC and (start, to) not in self.ford

    @cached_property
    def steps(self) -> Mapping[Mover, Mapping[Hex, tuple[Near, ...]]]:
        """Kind of mover -> hex -> the steps from it."""
        return {
            mover: {
                at: tuple(
                    Near(to, BIT[to], cost)
                    for to in ADJACENT[at]
                    if (cost := self.cost(mover, at, to)) is not None
                )
                for at in HEXES
            }
            for mover in MOVERS
        }

    @cached_property
    def prices(self) -> Mapping[Mover, tuple[Price, ...]]:
        """Kind of mover -> all its steps, by what they cost."""
        found = {}
        for mover, steps in self.steps.items():
            pairs = [(near.cost, at, near.to) for at, nears in steps.items() for near in nears]
            found[mover] = tuple(
                Price(
                    cost,
                    BOARD.area({at for each, at, _ in pairs if each == cost}),
                    BOARD.spread((at, to) for each, at, to in pairs if each == cost),
                )
                for cost in sorted({each for each, _, _ in pairs})
            )
        return found

    @cached_property
    def roadside(self) -> Mapping[Hex, tuple[Near, ...]]:
        """The steps along roads and tracks alone."""
        cost = self.tables.movement.way_cost
        return {
            at: tuple(Near(to, BIT[to], cost) for to in ADJACENT[at] if self.is_strategic(at, to))
            for at in HEXES
        }

    @cached_property
    def marches(self) -> Spread:
        """The same steps at once."""
        return BOARD.spread((at, near.to) for at, steps in self.roadside.items() for near in steps)

    @cached_property
    def across(self) -> Mapping[Hex, Area]:
        """Hex -> its neighbours over the creek where there is no ford (16.1.2)."""
        return {at: BOARD.area(to for to in ADJACENT[at] if (at, to) in self.unforded) for at in HEXES}

    @cached_property
    def zones(self) -> Spread:
        """From each hex those that a zone of control from it reaches (R-27)."""
        return BOARD.spread(
            (at, to)
            for at in HEXES
            for to in ADJACENT[at]
            if self.land[to].zone_reaches_in and (to, at) not in self.works
        )

    @cached_property
    def belt_areas(self) -> Mapping[str, Area]:
        """Belt -> its hexes."""
        return {
            belt: BOARD.area(at for at in HEXES if self.belt[at] == belt) for belt in {*self.belt.values()}
        }

    @cached_property
    def combat(self) -> Mapping[Pair, int]:
        """What the side adds to a close combat from one hex into another."""
        sides = self.tables.side
        return {
            (at, to): sum(sides[each].close_combat for each in self.crossing(at, to))
            for at in HEXES
            for to in ADJACENT[at]
        }


def both(pairs: Iterable[Pair]) -> frozenset[Pair]:
    """The pairs in both orders."""
    found = tuple(pairs)
    return frozenset((*found, *((other, one) for one, other in found)))


def read_ground(file: DataFile, tables: Tables) -> Ground:
    """The map of a `map.toml`. Raises DataError."""
    sides = tuple(file.read_list("side", SidesFact))
    fords = tuple(file.read_list("ford", FordFact))
    ways = tuple(file.read_list("way", WayFact))
    places = {each.id: each for each in file.read_list("place", PlaceFact)}
    areas = {each.id: each for each in file.read_list("area", AreaFact)}
    entries = {each.id: each for each in file.read_list("entry", EntryFact)}
    _check_courses(file, sides, fords, ways)
    for each in (*places.values(), *areas.values()):
        file.require(all(at in AROUND for at in each.cells), each.id, "hexes", "must be hexes of the map")
        file.require(bool(each.cells), each.id, "hexes", "must have some")
    file.require(set(entries) == set("ABCD"), "entry", "id", "must be A, B, C and D")
    for entry in entries.values():
        file.require(entry.hex in EDGES[entry.edge], entry.id, "hex", f"must lie on the {entry.edge} edge")
    kind = _rows(file, "terrain", "".join(TERRAIN))
    zone = _rows(file, "zones", "wmbe")
    return Ground(
        tables=tables,
        kind={at: TERRAIN[letter] for at, letter in kind.items()},
        zone=zone,
        belt=_rows(file, "belts", "ANBSnsr"),
        sides=sides,
        fords=fords,
        roads=ways,
        entries=entries,
        places=places,
        areas={
            MAXWELLS_AREA: tuple(at for at in HEXES if zone[at] == "m"),
            **{name: each.cells for name, each in areas.items()},
        },
    )


def _rows(file: DataFile, name: str, letters: str) -> dict[Hex, str]:
    rows = file.read_table(name, Rows).rows
    columns = len(BOARD.named) // 33
    file.require(len(rows) == 33, name, "rows", "must be 33")
    for number, row in enumerate(rows, start=1):
        file.require(len(row) == columns, name, f"row {number}", f"must have {columns} letters")
        file.require(set(row) <= set(letters), name, f"row {number}", f"has letters beside {letters}")
    return {at: rows[int(at[2:]) - 1][int(at[:2]) - 1] for at in HEXES}


def _check_courses(
    file: DataFile, sides: tuple[SidesFact, ...], fords: tuple[FordFact, ...], ways: tuple[WayFact, ...]
) -> None:
    for side in sides:
        for one, other in side.pairs:
            beside = one in AROUND and other in AROUND[one]
            file.require(beside, side.id, "sides", f"{one} and {other} are no neighbours")
        mark = ">" if side.kind in ("slope", "slope_stream") else "-"
        file.require(
            all(each[4] == mark for each in side.sides), side.id, "sides", f"are written with {mark}"
        )
    creek = both(pair for side in sides if side.kind == "creek" for pair in side.pairs)
    for ford in fords:
        file.require(ford.pair in creek, ford.id, "side", "is no side of the creek")
    crossings = {pair for ford in fords for pair in both((ford.pair,))}
    for way in ways:
        for step in zip(way.cells, way.cells[1:], strict=False):
            beside = step[0] in AROUND and step[1] in AROUND[step[0]]
            file.require(beside, way.id, "hexes", f"{step[0]} and {step[1]} are no neighbours")
            file.require(step not in creek or step in crossings, way.id, "hexes",
                         f"crosses the creek at {step[0]} without a ford")  # fmt: skip
