"""Hex grids, flat-top and pointy-top: where a hex is, and what lies where in it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from web.boards.cells import Edge, Spots, outline, rim, sides, stretch
from web.boards.ink import Point, polygon

LATTICE = ((-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1))
"""The corners of a flat-top hex, clockwise, in half radii across and half heights down."""
SIDES_OF_FLAT = {"N": 0, "NE": 60, "SE": 120, "S": 180, "SW": 240, "NW": 300}
CORNERS_OF_FLAT = {"NNE": 30, "E": 90, "SSE": 150, "SSW": 210, "W": 270, "NNW": 330}
SIDES_OF_POINTY = {"NE": 30, "E": 90, "SE": 150, "SW": 210, "W": 270, "NW": 330}
CORNERS_OF_POINTY = {"N": 0, "ENE": 60, "ESE": 120, "S": 180, "WSW": 240, "WNW": 300}


@dataclass(frozen=True)
class Hexes:
    """A board of hexes, `radius` from their middle to a corner.

    Flat-top ones (`is_flat`) stand in columns, every second column half a hex lower, named by four digits,
    column and row, counted from `first`. Pointy-top ones stand in rows, every second row half a hex further
    right and one hex shorter, named by the row's letter and the number in the row."""

    columns: int
    rows: int
    radius: float
    is_flat: bool
    first: tuple[int, int] = (1, 1)

    @property
    def width(self) -> float:
        return self._measures[0]

    @property
    def height(self) -> float:
        return self._measures[1]

    @property
    def _measures(self) -> Point:
        if self.is_flat:
            return self._at(3 * self.columns + 1, 2 * self.rows + 1)
        return self._at(3 * self.rows + 1, 2 * self.columns)

    def _at(self, along: int, across: int) -> Point:
        """A point of the lattice that all corners lie on, so that shared corners are equal to the last bit:
        half radii along the axis through two corners, half heights across it."""
        long, short = along * self.radius / 2, across * self.radius * math.sqrt(3) / 2
        return (long, short) if self.is_flat else (short, long)

    @cached_property
    def _middles(self) -> dict[str, tuple[int, int]]:
        """Each hex's middle on the lattice, row by row from the north-west."""
        found = {}
        for row in range(self.rows):
            for column in range(self.columns if self.is_flat or row % 2 == 0 else self.columns - 1):
                if self.is_flat:
                    name = f"{column + self.first[0]:02}{row + self.first[1]:02}"
                    found[name] = (3 * column + 2, 2 * row + 1 + column % 2)
                else:
                    found[f"{chr(ord('A') + row)}{column + 1}"] = (3 * row + 2, 2 * column + 1 + row % 2)
        return found

    @property
    def cells(self) -> tuple[str, ...]:
        """All hexes, row by row from the north-west."""
        return tuple(self._middles)

    def centre(self, cell: str) -> Point:
        """To a tenth of a pixel, as the page and its script are told it."""
        x, y = self._at(*self._middles[cell])
        return (round(x, 1), round(y, 1))

    def corners(self, cell: str) -> list[Point]:
        """Clockwise on the screen."""
        along, across = self._middles[cell]
        corners = [self._at(along + a, across + b) for a, b in LATTICE]
        return corners if self.is_flat else corners[::-1]

    @cached_property
    def spots(self) -> Spots:
        half = self.radius * math.sqrt(3) / 2
        to_sides = SIDES_OF_FLAT if self.is_flat else SIDES_OF_POINTY
        to_corners = CORNERS_OF_FLAT if self.is_flat else CORNERS_OF_POINTY
        return Spots(
            owner=(22, -25) if self.is_flat else (27, -25),
            mark=(-23, -25) if self.is_flat else (-27, -25),
            corner=(21, 19) if self.is_flat else (24, 4),
            cost=round(half - 9.4, 1) if self.is_flat else self.radius - 13,
            ticks="".join(self._tick(corner) for corner in range(6)),
            turns={word: turn(angle) for word, angle in sorted((to_sides | to_corners).items())},
        )

    def _tick(self, corner: int) -> str:
        """A short angle within a corner of a hex about the origin."""
        ring = [self._at(a, b) for a, b in LATTICE]
        spots = [(x * 0.88, y * 0.88) for x, y in (ring[corner - 1], ring[corner], ring[(corner + 1) % 6])]
        before, here, after = spots
        ends = [tuple(h + (e - h) * 0.27 for h, e in zip(here, end, strict=True)) for end in (before, after)]
        return stretch(here, (ends[0][0], ends[0][1])) + stretch(here, (ends[1][0], ends[1][1]))

    @property
    def wood_shake(self) -> float:
        return self.radius * 0.13

    @property
    def hill_shake(self) -> float:
        return self.radius * 0.2

    @property
    def shares(self) -> tuple[float, ...]:
        return (0.0, 0.5)

    @cached_property
    def _rim(self) -> dict[Edge, str]:
        return rim(self, self.cells)

    @cached_property
    def land(self) -> str:
        return "".join(polygon(loop) for loop in outline(self, self.cells))

    @cached_property
    def lines(self) -> str:
        inner = {side for cell in self.cells for side in sides(self.corners(cell))} - set(self._rim)
        return "".join(stretch(a, b) for a, b in sorted(inner) if a < b)

    @property
    def letters_beside(self) -> list[tuple[str, float, float]]:
        """None: every hex has its number."""
        return []

    @property
    def number_style(self) -> Mapping[str, str]:
        """With a halo, since woods cover whole hexes."""
        return {
            "text_anchor": "middle",
            "stroke": "#E9E4C6",
            "stroke_width": "2",
            "stroke_linejoin": "round",
            "paint_order": "stroke",
        }

    def number_at(self, cell: str) -> Point:
        """Under the upper side or corner."""
        x, y = self.centre(cell)
        return (x, y - (self.radius * math.sqrt(3) / 2 - 9.5 if self.is_flat else self.radius - 17))

    def outside(self, point: Point, by: float) -> Point:
        away = [normal(side) for side in self._rim if is_on(point, side)]
        x, y = sum(each[0] for each in away), sum(each[1] for each in away)
        far = math.hypot(x, y)
        return (point[0] + x / far * by, point[1] + y / far * by) if far > 0.01 else point

    def is_on_rim(self, cell: str) -> bool:
        return cell in self._rim.values()

    def way_out(self, cell: str, end: Point, before: Point) -> Point:
        """Over that side of the rim which lies most straight on."""
        x, y = self.centre(cell)
        course = (end[0] - before[0], end[1] - before[1])
        normals = [normal(side) for side, owner in self._rim.items() if owner == cell]
        out = max(normals, key=lambda each: each[0] * course[0] + each[1] * course[1])
        return (x + out[0] * 1.5 * self.radius, y + out[1] * 1.5 * self.radius)


def turn(angle: int) -> str:
    """The transform of a facing triangle: over a corner of the card it stands further out."""
    return f"rotate({angle})" + (" translate(0 -5)" if angle % 90 else "")


def normal(side: Edge) -> Point:
    """Out of the cell that the side belongs to, one pixel long."""
    (ax, ay), (bx, by) = side
    far = math.dist(*side)
    return ((by - ay) / far, -(bx - ax) / far)


def is_on(point: Point, side: Edge) -> bool:
    return math.dist(side[0], point) + math.dist(point, side[1]) - math.dist(*side) < 1e-6
