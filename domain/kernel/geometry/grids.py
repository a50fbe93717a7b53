"""Boards of cells by the way in which they are numbered."""

from collections.abc import Iterator
from string import ascii_uppercase
from typing import Literal

from domain.kernel.geometry.cells import FLAT, POINTY, SQUARE, Cells

Parity = Literal["odd", "even"]


def squares(letters: str, rows: int) -> Cells:
    """Squares called by the letter of their column, west to east, and the number of their row from the north,
    which begins with 1: "A1"."""
    middle = {
        f"{letter}{row}": (2 * column + 1, 2 * row - 1)
        for row in range(1, rows + 1)
        for column, letter in enumerate(letters)
    }
    return Cells(SQUARE, middle)


def flat_hexes(columns: int, rows: int, first: tuple[int, int] = (1, 1), low: Parity = "even") -> Cells:
    """Hexes in columns, called by two digits of their column and two of their row: "0928".

    `first` numbers the column in the west and the row in the north; columns with an odd or with an even
    number stand half a hex lower (`low`).
    """
    middle = {
        f"{column:02}{row:02}": (3 * east + 2, 2 * south + 1 + (column % 2 == (low == "odd")))
        for south, row in _counted(rows, first[1])
        for east, column in _counted(columns, first[0])
    }
    return Cells(FLAT, middle)


def pointy_hexes(columns: int, rows: int) -> Cells:
    """Hexes in rows, called by the letter of their row, from the north, and their number in it: "E7".

    Rows of `columns` hexes and rows of one less alternate; these begin half a hex further east.
    """
    middle = {
        f"{letter}{east + 1}": (2 * east + 1 + south % 2, 3 * south + 2)
        for south, letter in enumerate(ascii_uppercase[:rows])
        for east in range(columns - south % 2)
    }
    return Cells(POINTY, middle)


def _counted(many: int, first: int) -> Iterator[tuple[int, int]]:
    """(place from 0, number from `first`)."""
    return enumerate(range(first, first + many))
