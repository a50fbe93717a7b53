"""Square grids: where a square is, and what lies where in it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from domain.kernel.geometry import Cells
from web.boards.cells import Spots
from web.boards.ink import Point, box, num, polygon

TURNS = {word: f"rotate({angle})" for word, angle in (("N", 0), ("E", 90), ("S", 180), ("W", 270))}


@dataclass(frozen=True)
class Squares:
    """A board of squares named by column letter and row number, as it is drawn: `size` pixels to a side."""

    board: Cells
    size: float = 74.0

    @cached_property
    def letters(self) -> str:
        """The columns from west to east."""
        return "".join(cell[0] for cell in self.board.middle if self.board.column_and_row(cell)[1] == 0)

    @cached_property
    def rows(self) -> int:
        return len(self.board.middle) // len(self.letters)

    @property
    def width(self) -> float:
        return len(self.letters) * self.size

    @property
    def height(self) -> float:
        return self.rows * self.size

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """All squares, row by row from the north-west."""
        return tuple(self.board.middle)

    def corner(self, cell: str) -> Point:
        """The north-west corner."""
        column, row = self.board.column_and_row(cell)
        return (column * self.size, row * self.size)

    def centre(self, cell: str) -> Point:
        x, y = self.corner(cell)
        return (x + self.size / 2, y + self.size / 2)

    def corners(self, cell: str) -> list[Point]:
        """Clockwise on the screen from the north-west."""
        x, y = self.corner(cell)
        s = self.size
        return [(x, y), (x + s, y), (x + s, y + s), (x, y + s)]

    @cached_property
    def spots(self) -> Spots:
        half = self.size / 2
        return Spots(
            owner=(half - 3, 12 - half),
            mark=(8 - half, 12 - half),
            cost=round(half - 12, 1),
            frame=polygon(box(0.93 * self.size, 0.93 * self.size)),
            inset=polygon(box(0.86 * self.size, 0.86 * self.size)),
            turns=TURNS,
            body=round(0.82 * self.size, 1),
            room=self.size,
            row=self.size,
        )

    @property
    def wood_shake(self) -> float:
        return self.size * 0.14

    @property
    def hill_shake(self) -> float:
        return self.size * 0.13

    @property
    def shares(self) -> tuple[float, ...]:
        return (0.22, 0.5, 0.78)

    @property
    def land(self) -> str:
        return f"M0 0h{num(self.width)}v{num(self.height)}H0z"

    @property
    def lines(self) -> str:
        upright = "".join(f"M{num(k * self.size)} 0v{num(self.height)}" for k in range(1, len(self.letters)))
        return upright + "".join(f"M0 {num(k * self.size)}h{num(self.width)}" for k in range(1, self.rows))

    @property
    def letters_beside(self) -> list[tuple[str, float, float]]:
        """Column letters above and below, row numbers on both sides."""
        found = []
        for k, letter in enumerate(self.letters):
            found += [(letter, (k + 0.5) * self.size, y) for y in (-10.5, self.height + 20)]
        for row in range(1, self.rows + 1):
            found += [(str(row), x, (row - 0.5) * self.size + 4.5) for x in (-15.5, self.width + 15.5)]
        return found

    @property
    def number_style(self) -> Mapping[str, str]:
        return {}

    def number_at(self, cell: str) -> Point:
        """At the north-west corner, below the names between the rows."""
        x, y = self.corner(cell)
        return (x + 3.5, y + 18)

    def outside(self, point: Point, by: float) -> Point:
        x, y = point
        return (
            -by if x == 0 else self.width + by if x == self.width else x,
            -by if y == 0 else self.height + by if y == self.height else y,
        )

    def way_out(self, cell: str, end: Point, before: Point) -> Point:
        """Straight on, along a row or a column."""
        dx, dy = end[0] - before[0], end[1] - before[1]
        if abs(dx) > abs(dy):
            return (end[0] + math.copysign(60, dx), end[1])
        return (end[0], end[1] + math.copysign(60, dy))
