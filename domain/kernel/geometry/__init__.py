"""Where things lie: squares, hexes and places joined by lines. Pure and exact; lengths are whole numbers."""

from domain.kernel.geometry.cells import FLAT, POINTY, SQUARE, Area, Cells, Point, Shape, Spread
from domain.kernel.geometry.grids import flat_hexes, pointy_hexes, squares
from domain.kernel.geometry.paths import cheapest, distances, joined, reach, within
from domain.kernel.geometry.sight import crossed, is_clear, line, ways_in

__all__ = [
    "FLAT",
    "POINTY",
    "SQUARE",
    "Area",
    "Cells",
    "Point",
    "Shape",
    "Spread",
    "cheapest",
    "crossed",
    "distances",
    "flat_hexes",
    "is_clear",
    "joined",
    "line",
    "pointy_hexes",
    "reach",
    "squares",
    "ways_in",
    "within",
]
