"""Hex grids, flat-top and pointy-top: where a hex is, and what lies where in it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from domain.kernel import geometry
from domain.kernel.geometry import FLAT, Cells
from web.boards.cells import Edge, Spots, outline, rim, sides, stretch
from web.boards.ink import Point, polygon


@dataclass(frozen=True)
class Hexes:
    """A board of hexes as it is drawn, `radius` pixels from their middle to a corner."""

    board: Cells
    radius: float

    @property
    def is_flat(self) -> bool:
        return self.board.shape is FLAT

    @property
    def width(self) -> float:
        return self._measures[0]

    @property
    def height(self) -> float:
        return self._measures[1]

    @cached_property
    def _measures(self) -> Point:
        corners = [corner for cell in self.board.middle for corner in self.board.corners(cell)]
        return self._at((max(x for x, _ in corners), max(y for _, y in corners)))

    def _at(self, point: geometry.Point) -> Point:
        """A point of the board's lattice in pixels, so that shared corners are equal to the last bit."""
        long, short = point if self.is_flat else point[::-1]
        along, across = long * self.radius / 2, short * self.radius * math.sqrt(3) / 2
        return (along, across) if self.is_flat else (across, along)

    @property
    def cells(self) -> tuple[str, ...]:
        """All hexes, row by row from the north-west."""
        return tuple(self.board.middle)

    def centre(self, cell: str) -> Point:
        """To a tenth of a pixel, as the page and its script are told it."""
        x, y = self._at(self.board.middle[cell])
        return (round(x, 1), round(y, 1))

    def corners(self, cell: str) -> list[Point]:
        """Clockwise on the screen."""
        return [self._at(corner) for corner in self.board.corners(cell)]

    @cached_property
    def spots(self) -> Spots:
        half = self.radius * math.sqrt(3) / 2
        shape = self.board.shape
        ways = sorted((*shape.steps.items(), *shape.corners.items()))
        return Spots(
            owner=(22, -25) if self.is_flat else (27, -25),
            mark=(-23, -25) if self.is_flat else (-27, -25),
            cost=round(half - 9.4, 1) if self.is_flat else self.radius - 13,
            frame=self._ring(0.9),
            inset=self._ring(0.84),
            turns={word: turn(bearing(self._at(way))) for word, way in ways},
            body=round(1.24 * self.radius, 1),
            room=round(1.5 * self.radius, 1),
            row=0.0,
        )

    def _ring(self, share: float) -> str:
        """A hex about the origin, this much smaller than its cell."""
        ring = [self._at(corner) for corner in self.board.shape.corners.values()]
        return polygon((x * share, y * share) for x, y in ring)

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
        return (x, y - (self.radius * math.sqrt(3) / 2 - 16 if self.is_flat else self.radius - 21))

    def outside(self, point: Point, by: float) -> Point:
        away = [normal(side) for side in self._rim if is_on(point, side)]
        x, y = sum(each[0] for each in away), sum(each[1] for each in away)
        far = math.hypot(x, y)
        return (point[0] + x / far * by, point[1] + y / far * by) if far > 0.01 else point

    def way_out(self, cell: str, end: Point, before: Point) -> Point:
        """Over that side of the rim which lies most straight on."""
        x, y = self.centre(cell)
        course = (end[0] - before[0], end[1] - before[1])
        normals = [normal(side) for side, owner in self._rim.items() if owner == cell]
        out = max(normals, key=lambda each: each[0] * course[0] + each[1] * course[1])
        return (x + out[0] * 1.5 * self.radius, y + out[1] * 1.5 * self.radius)


def bearing(way: Point) -> int:
    """Which way a step leads, in degrees clockwise from the north."""
    return round(math.degrees(math.atan2(way[0], -way[1]))) % 360


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
