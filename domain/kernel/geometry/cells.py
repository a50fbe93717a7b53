"""Cells that touch along their sides: squares, and hexes that stand on a side or on a corner.

All middles and corners lie on a lattice of whole numbers, x to the east and y to the south: for a hex one
unit along the axis through two of its corners is half its radius, across it half its height. Such a picture
is stretched, but straight lines stay straight, so that what a line meets is exact.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property

import msgspec

Point = tuple[int, int]
Area = int
"""A set of cells, a bit for each: areas meet (`&`), join (`|`) and compare at once."""


class Shape(msgspec.Struct, frozen=True, eq=False):
    """What all cells of a board have in common.

    `steps` lead from a middle to those of the neighbours, `corners` from it to the corners, each by the
    direction in which they lie, clockwise.
    """

    name: str
    steps: Mapping[str, Point]
    corners: Mapping[str, Point]
    pitch: Point  # from column to column, from row to row

    def apart(self, x: int, y: int) -> int:
        """How many cells one goes, over sides only, to a middle this far away."""
        x, y = abs(x), abs(y)
        if self.name == "square":
            return (x + y) // 2
        along, across = (x, y) if self.name == "flat" else (y, x)
        return along // 3 + max(0, across - along // 3) // 2

    @property
    def opposite(self) -> Mapping[str, str]:
        """Each direction of a side -> the one that leads back."""
        words = tuple(self.steps)
        half = len(words) // 2
        return dict(zip(words, words[half:] + words[:half], strict=True))


SQUARE = Shape(
    "square",
    {"N": (0, -2), "E": (2, 0), "S": (0, 2), "W": (-2, 0)},
    {"NW": (-1, -1), "NE": (1, -1), "SE": (1, 1), "SW": (-1, 1)},
    (2, 2),
)
FLAT = Shape(
    "flat",
    {"N": (0, -2), "NE": (3, -1), "SE": (3, 1), "S": (0, 2), "SW": (-3, 1), "NW": (-3, -1)},
    {"W": (-2, 0), "NNW": (-1, -1), "NNE": (1, -1), "E": (2, 0), "SSE": (1, 1), "SSW": (-1, 1)},
    (3, 2),
)
"""Hexes with a side in the north, which stand in columns."""
POINTY = Shape(
    "pointy",
    {"NE": (1, -3), "E": (2, 0), "SE": (1, 3), "SW": (-1, 3), "W": (-2, 0), "NW": (-1, -3)},
    {"ENE": (1, -1), "ESE": (1, 1), "S": (0, 2), "WSW": (-1, 1), "WNW": (-1, -1), "N": (0, -2)},
    (2, 3),
)
"""Hexes with a corner in the north, which stand in rows."""


class Spread(msgspec.Struct, frozen=True, eq=False):
    """Steps between cells, taken at once from every cell of an area: those to later cells of the board and
    those to earlier ones, each as (how far, the cells from which there is such a step)."""

    later: tuple[tuple[int, Area], ...]
    earlier: tuple[tuple[int, Area], ...]

    def of(self, area: Area) -> Area:
        """Where the steps from these cells lead."""
        found = 0
        for by, sources in self.later:
            found |= (area & sources) << by
        for by, sources in self.earlier:
            found |= (area & sources) >> by
        return found


class Cells(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A board: its cells by name, row by row from the north-west, and where their middles lie."""

    shape: Shape
    middle: Mapping[str, Point]

    @cached_property
    def named(self) -> Mapping[Point, str]:
        """The cell with this middle; none beyond the edge of the map."""
        return {at: cell for cell, at in self.middle.items()}

    @cached_property
    def beside(self) -> Mapping[str, Mapping[str, str | None]]:
        """Cell -> its neighbour in each direction, clockwise; None beyond the edge of the map."""
        return {
            cell: {word: self.named.get((x + dx, y + dy)) for word, (dx, dy) in self.shape.steps.items()}
            for cell, (x, y) in self.middle.items()
        }

    @cached_property
    def adjacent(self) -> Mapping[str, tuple[str, ...]]:
        """Cell -> those that share a side with it, clockwise."""
        return {
            cell: tuple(near for near in sides.values() if near is not None)
            for cell, sides in self.beside.items()
        }

    @cached_property
    def direction(self) -> Mapping[tuple[str, str], str]:
        """(cell, neighbour) -> the side of the cell that they share."""
        return {
            (cell, near): word
            for cell, sides in self.beside.items()
            for word, near in sides.items()
            if near is not None
        }

    @cached_property
    def bit(self) -> Mapping[str, Area]:
        """Cell -> the area of it alone."""
        return {cell: 1 << number for number, cell in enumerate(self.middle)}

    def area(self, cells: Iterable[str]) -> Area:
        """The area of these cells, each given once."""
        return sum(map(self.bit.__getitem__, cells))

    @cached_property
    def _by_number(self) -> tuple[str, ...]:
        return tuple(self.middle)

    def cells(self, area: Area) -> list[str]:
        """The cells of an area, in the order of the board."""
        names, found = self._by_number, list[str]()
        while area:
            lowest = area & -area
            found.append(names[lowest.bit_length() - 1])
            area ^= lowest
        return found

    def cell(self, area: Area, number: int) -> str:
        """One of these cells, without the others."""
        for _ in range(number):
            area &= area - 1
        return self._by_number[(area & -area).bit_length() - 1]

    @cached_property
    def _within(self) -> dict[tuple[str, int], Area]:
        return {}

    def area_within(self, centre: str, most: int) -> Area:
        """The cells at most so far away over sides, the centre among them; worked out once."""
        found = self._within.get((centre, most))
        if found is None:
            found = self.bit[centre]
            for near in self.adjacent[centre] if most else ():
                found |= self.area_within(near, most - 1)
            self._within[centre, most] = found
        return found

    def spread(self, steps: Iterable[tuple[str, str]]) -> Spread:
        """These steps, each (from, to), ready to be taken together."""
        sources: dict[int, Area] = {}
        for frm, to in steps:
            by = self.bit[to].bit_length() - self.bit[frm].bit_length()
            sources[by] = sources.get(by, 0) | self.bit[frm]
        return Spread(
            tuple((by, area) for by, area in sources.items() if by > 0),
            tuple((-by, area) for by, area in sources.items() if by < 0),
        )

    @cached_property
    def beside_all(self) -> Spread:
        """The steps from every cell to its neighbours."""
        return self.spread((cell, near) for cell, others in self.adjacent.items() for near in others)

    def with_neighbours(self, area: Area) -> Area:
        """The cells of an area and those next to them."""
        return area | self.beside_all.of(area)

    def column_and_row(self, cell: str) -> Point:
        """The place of a cell: its column from the west and its row from the north, both from 0."""
        x, y = self.middle[cell]
        across, down = self.shape.pitch
        return ((x - 1) // across, (y - 1) // down)

    def corners(self, cell: str) -> tuple[Point, ...]:
        """The corners of a cell, clockwise."""
        x, y = self.middle[cell]
        return tuple((x + dx, y + dy) for dx, dy in self.shape.corners.values())

    def distance(self, one: str, other: str) -> int:
        """How many cells one goes from one to the other, the last one counted, over sides only."""
        (ax, ay), (bx, by) = self.middle[one], self.middle[other]
        return self.shape.apart(bx - ax, by - ay)
