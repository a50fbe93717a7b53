"""The battlefield of Waterloo: squares, terrain, edges, roads and places (rulebook 2.1, 8.3, 10).

Squares are called "A1" to "T14": the column from west to east, the row from north to south.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, NamedTuple, cast

import msgspec

from domain.kernel.datafiles import DataFile, Entry, Name, NotNegative, Positive, Source
from domain.kernel.geometry import SQUARE, Cells, squares

Square = str
Crossing = tuple[Square, Square]
"""Out of one square into the next."""
Facing = Literal["N", "E", "S", "W"]
Terrain = Literal["clear", "woods", "village", "chateau", "hill"]
EdgeKind = Literal["slope", "stream", "bridge", "pond"]

FACINGS: tuple[Facing, ...] = ("N", "E", "S", "W")
OPPOSITE = cast(Mapping[Facing, Facing], SQUARE.opposite)
TERRAINS: tuple[Terrain, ...] = ("clear", "woods", "village", "chateau", "hill")
EDGE_KINDS: tuple[EdgeKind, ...] = ("slope", "stream", "bridge", "pond")


class CostParts(NamedTuple):
    """What entering a square costs, in movement points; `road` is what a road takes off (W-31, W-32)."""

    square: int
    slope: int
    stream: int
    road: int

    @property
    def total(self) -> int:
        return self.square + self.slope + self.stream + self.road


GridSide = Annotated[int, msgspec.Meta(ge=1, le=50)]


class Grid(Entry, frozen=True, kw_only=True):
    columns: GridSide
    rows: GridSide
    square_metres: Positive
    column_letters: Name
    src: Source


class TerrainFact(Entry, frozen=True, kw_only=True):
    """A kind of square: the letter of the map rows, and the movement points to enter it (8.3)."""

    letter: Name
    cost: Positive
    cost_from_hill: Positive | None = None
    src: Source


class TerrainRows(Entry, frozen=True, kw_only=True):
    rows: tuple[str, ...]
    src: Source


class Edges(Entry, frozen=True, kw_only=True):
    """The edges that matter, each written "X|Y" (8.3)."""

    slope: tuple[str, ...]
    stream: tuple[str, ...]
    bridge: tuple[str, ...]
    pond: tuple[str, ...]
    src: Source


class RoadFact(Entry, frozen=True, kw_only=True):
    """A road is a chain of squares; it crosses the edge between each pair of neighbours (8.3)."""

    id: Name
    squares: tuple[Square, ...]
    src: Source


class PlaceFact(Entry, frozen=True, kw_only=True):
    """A named place. `cdp` are the destruction points of a chateau at the start (10)."""

    id: Name
    name: Name
    squares: tuple[Square, ...]
    cdp: Positive | None = None
    road_entry_cost: Positive | None = None
    vp_short: bool
    vp_long: bool
    src: Source


class LabelFact(Entry, frozen=True, kw_only=True):
    """A name to read on the map; no rules effect."""

    square: Square
    text: Name
    src: Source


class PrussianEntry(Entry, frozen=True, kw_only=True):
    """Where reinforcements come on, and what the first square costs (5.0)."""

    squares: tuple[Square, ...]
    first_square_cost: NotNegative
    src: Source


class Battlefield(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """The map, with everything that movement and battle ask of it worked out beforehand."""

    grid: Grid
    terrains: Mapping[Terrain, TerrainFact]
    squares: tuple[Square, ...]                               # row by row from the north-west
    board: Cells                                              # distances
    position: Mapping[Square, tuple[int, int]]                # column and row, counted from 0, for drawing
    terrain: Mapping[Square, Terrain]
    neighbour: Mapping[Square, Mapping[Facing, Square | None]]  # None beyond the edge of the map
    adjacent: Mapping[Square, tuple[Square, ...]]             # in the order N, E, S, W
    direction: Mapping[Crossing, Facing]                      # from one square to its neighbour
    entry_cost: Mapping[Crossing, int]                        # W-31, W-32; no entry over a pond (W-33)
    cost_parts: Mapping[Crossing, CostParts]
    beyond: Mapping[Square, Mapping[Facing, Square | None]]   # None over a pond too (W-33)
    ahead: Mapping[Square, Mapping[Facing, tuple[Square, int] | None]]  # the same with its cost
    edge_penalty: Mapping[Crossing, int]                      # 1 over a slope or any stream (W-47)
    across: Mapping[Crossing, Literal["slope", "stream"]]     # which of them it is, both ways
    pond_crossings: frozenset[Crossing]                       # W-33, both ways
    blocked_runs: frozenset[Crossing]                         # W-76, both ways
    edges: Mapping[EdgeKind, tuple[Crossing, ...]]
    roads: tuple[RoadFact, ...]
    labels: tuple[LabelFact, ...]
    places: tuple[PlaceFact, ...]
    place_of: Mapping[Square, PlaceFact]
    chateaux: Mapping[Square, int]                            # destruction points at the start (10)
    entry_squares: tuple[Square, ...]                         # 5.0
    first_square_cost: int

    def is_pond(self, frm: Square, to: Square) -> bool:
        """Is there a pond between these neighbours (W-33)?"""
        return (frm, to) in self.pond_crossings

    def run_blocked(self, frm: Square, to: Square) -> bool:
        """May a charge not run from one neighbour to the other: slope, pond, stream, bridge or not (W-76)?"""
        return (frm, to) in self.blocked_runs


def read_battlefield(file: DataFile) -> Battlefield:
    """The map of a `map.toml`. Raises DataError."""
    grid = file.read_table("grid", Grid)
    file.require(len(grid.column_letters) == grid.columns == len(set(grid.column_letters)), "grid",
                 "column_letters", f"must be {grid.columns} different letters, one a column")
    terrains = _terrains(file)
    board = squares(grid.column_letters, grid.rows)
    position = {square: board.column_and_row(square) for square in board.middle}
    terrain = _terrain(file, grid, terrains)
    direction = cast(Mapping[Crossing, Facing], board.direction)
    edges = _edges(file, direction, position)
    roads = _roads(file, position, direction)
    places = _places(file, terrain)
    entry = _entry(file, position, grid)
    labels = file.read_list("label", LabelFact, key="square")
    for label in labels:
        file.require(label.square in position, label.square, "square", "is not on the map")
    place_of = {square: place for place in places for square in place.squares}
    slopes, streams, bridges, ponds = (frozenset(_both_ways(edges[kind])) for kind in EDGE_KINDS)
    fords, on_road = streams - bridges, _road_crossings(roads)
    parts = {crossing: _cost_parts(crossing, terrains, terrain, place_of, slopes, fords, on_road)
             for crossing in direction if crossing not in ponds}
    neighbour = cast(Mapping[Square, Mapping[Facing, Square | None]], board.beside)
    cost = {crossing: each.total for crossing, each in parts.items()}
    ahead = {square: {facing: (to, cost[square, to]) if to is not None and (square, to) in cost else None
                      for facing, to in sides.items()}
             for square, sides in neighbour.items()}
    return Battlefield(
        grid=grid, terrains=terrains, squares=tuple(position), board=board, position=position,
        terrain=terrain,
        neighbour=neighbour,
        direction=direction, adjacent=board.adjacent,
        cost_parts=parts, entry_cost=cost,
        beyond={square: {facing: step[0] if step is not None else None for facing, step in steps.items()}
                for square, steps in ahead.items()},
        ahead=ahead,
        edge_penalty={crossing: int(crossing in slopes or crossing in streams) for crossing in direction},
        across={**dict.fromkeys(streams, "stream"), **dict.fromkeys(slopes, "slope")},
        pond_crossings=ponds, blocked_runs=slopes | ponds | streams, edges=edges, roads=tuple(roads),
        labels=tuple(labels), places=tuple(places), place_of=place_of,
        chateaux={square: place.cdp for square, place in place_of.items() if place.cdp is not None},
        entry_squares=entry.squares, first_square_cost=entry.first_square_cost,
    )


def _terrains(file: DataFile) -> dict[Terrain, TerrainFact]:
    legend = file.mapping("terrain_legend", file.tables["terrain_legend"])
    for name in legend:
        file.require(name in TERRAINS, name, "terrain_legend",
                     f"is no terrain; there are {', '.join(TERRAINS)}")
    for name in TERRAINS:
        file.require(name in legend, name, "terrain_legend", "is missing")
    facts = {name: file.read(name, TerrainFact, legend[name]) for name in TERRAINS}
    letters = [fact.letter for fact in facts.values()]
    for name, fact in facts.items():
        file.require(len(fact.letter) == 1 and letters.count(fact.letter) == 1, name, "letter",
                     f"{fact.letter!r} must be one character that no other terrain has")
    return facts


def _terrain(file: DataFile, grid: Grid, terrains: Mapping[Terrain, TerrainFact]) -> dict[Square, Terrain]:
    rows = file.read_table("terrain", TerrainRows).rows
    file.require(len(rows) == grid.rows, "terrain", "rows", f"has {len(rows)} rows, must have {grid.rows}")
    by_letter = {fact.letter: name for name, fact in terrains.items()}
    terrain: dict[Square, Terrain] = {}
    for number, row in enumerate(rows, start=1):
        file.require(len(row) == grid.columns, "terrain", f"row {number}",
                     f"has {len(row)} squares, must have {grid.columns}")
        for column, letter in zip(grid.column_letters, row, strict=True):
            file.require(letter in by_letter, "terrain", f"row {number}",
                         f"{letter!r} at {column}{number} is no terrain; there are {' '.join(by_letter)}")
            terrain[f"{column}{number}"] = by_letter[letter]
    return terrain


def _edges(file: DataFile, direction: Mapping[Crossing, Facing],
           position: Mapping[Square, tuple[int, int]]) -> dict[EdgeKind, tuple[Crossing, ...]]:
    written = file.read_table("edges", Edges)
    lists: dict[EdgeKind, tuple[str, ...]] = {
        "slope": written.slope, "stream": written.stream, "bridge": written.bridge, "pond": written.pond}
    edges: dict[EdgeKind, tuple[Crossing, ...]] = {}
    for kind, names in lists.items():
        for name in names:
            first, _, second = name.partition("|")
            for square in (first, second):
                file.require(square in position, name, kind, f"{square!r} is not on the map")
            file.require((first, second) in direction, name, kind,
                         f"{first} and {second} do not share a side")
            file.require(direction[first, second] in "ES", name, kind,
                         f"must be written {second}|{first}: the western or northern square first")
            file.require(names.count(name) == 1, name, kind, "stands in the list twice")
        edges[kind] = tuple((name.partition("|")[0], name.partition("|")[2]) for name in names)
    for name in lists["bridge"]:
        file.require(name in lists["stream"], name, "bridge", "does not lie on a stream")
    for kind, other in (("slope", "stream"), ("slope", "pond"), ("stream", "pond")):
        for name in getattr(written, kind):
            file.require(name not in getattr(written, other), name, kind,
                         f"is a {other} too; an edge is one kind only")
    return edges


def _roads(file: DataFile, position: Mapping[Square, tuple[int, int]],
           direction: Mapping[Crossing, Facing]) -> list[RoadFact]:
    roads = file.read_list("road", RoadFact)
    for road in roads:
        for square in road.squares:
            file.require(square in position, road.id, "squares", f"{square!r} is not on the map")
        for crossing in _crossings(road):
            file.require(crossing in direction, road.id, "squares",
                         f"{crossing[0]} and {crossing[1]} do not share a side")
    return roads


def _places(file: DataFile, terrain: Mapping[Square, Terrain]) -> list[PlaceFact]:
    """Places with destruction points are chateaux, the others villages; every chateau is a place (10)."""
    places = file.read_list("place", PlaceFact)
    taken: set[Square] = set()
    for place in places:
        wanted = "chateau" if place.cdp is not None else "village"
        file.require(bool(place.squares), place.id, "squares", "is empty; a place lies on one square or more")
        for square in place.squares:
            file.require(square in terrain, place.id, "squares", f"{square!r} is not on the map")
            file.require(square not in taken, place.id, "squares", f"{square} belongs to a place already")
            file.require(terrain[square] == wanted, place.id, "squares",
                         f"{square} is {terrain[square]}, must be {wanted}")
            taken.add(square)
    for square, kind in terrain.items():
        file.require(kind != "chateau" or square in taken, square, "place",
                     "is a chateau, but no place gives its destruction points")
    return places


def _entry(file: DataFile, position: Mapping[Square, tuple[int, int]], grid: Grid) -> PrussianEntry:
    entry = file.read_table("prussian_entry", PrussianEntry)
    file.require(bool(entry.squares), "prussian_entry", "squares", "is empty; reinforcements need a way in")
    for square in entry.squares:
        file.require(square in position, "prussian_entry", "squares", f"{square!r} is not on the map")
        column, row = position[square]
        at_edge = column in (0, grid.columns - 1) or row in (0, grid.rows - 1)
        file.require(at_edge, "prussian_entry", "squares", f"{square} is not at the edge of the map")
        file.require(entry.squares.count(square) == 1, "prussian_entry", "squares",
                     f"{square} is there twice")
    return entry


def _crossings(road: RoadFact) -> Iterator[Crossing]:
    return zip(road.squares, road.squares[1:], strict=False)


def _both_ways(edges: tuple[Crossing, ...]) -> Iterator[Crossing]:
    for first, second in edges:
        yield first, second
        yield second, first


def _road_crossings(roads: list[RoadFact]) -> frozenset[Crossing]:
    return frozenset(_both_ways(tuple(crossing for road in roads for crossing in _crossings(road))))


def _cost_parts(
    crossing: Crossing, terrains: Mapping[Terrain, TerrainFact], terrain: Mapping[Square, Terrain],
    place_of: Mapping[Square, PlaceFact], slopes: frozenset[Crossing], fords: frozenset[Crossing],
    on_road: frozenset[Crossing],
) -> CostParts:
    """What this crossing costs a unit, part by part (8.3; W-31, W-32)."""
    frm, to = crossing
    into = terrains[terrain[to]]
    square = into.cost
    if terrain[frm] == "hill" and into.cost_from_hill is not None:
        square = into.cost_from_hill
    place = place_of.get(to)
    road = 0
    if place is not None and place.road_entry_cost is not None and crossing in on_road:
        road = place.road_entry_cost - square
    return CostParts(square=square, slope=int(crossing in slopes), stream=int(crossing in fords), road=road)
