"""Straight lines from the middle of a cell to that of another: what they run through, and whether one sees.

A line runs through the inside of cells, or along the side between two, or only touches a corner. Cells beyond
the edge of the map are None.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import msgspec

from domain.kernel.geometry.cells import Cells, Point, Shape

Stretch = tuple[str | None, ...]
"""Part of a line: one cell that it runs through, or the two along whose side it runs."""


class _Met(msgspec.Struct, frozen=True):
    """How a line meets a cell: from where to where, as parts of the line's squared length.

    `on` are the corners of the cell that lie on the line; `is_inside` says that it runs through the cell.
    """

    at: Point
    start: Fraction
    end: Fraction
    is_inside: bool
    on: tuple[Point, ...]


def line(cells: Cells, start: str, end: str) -> tuple[Stretch, ...]:
    """What the line runs through or along on its way, in order; both ends left out. Corners that it only
    touches are not named. The line from the end to the start is the same, read backwards."""
    x, y = cells.middle[start]
    return tuple(
        tuple(cells.named.get((x + east, y + south)) for east, south in part)
        for part in _parts(cells.shape, *_apart(cells, start, end))
    )


def is_clear(cells: Cells, start: str, end: str, blocks: Callable[[str], bool]) -> bool:
    """Does one see from one cell to the other? A cell that blocks hides what is behind it, a side hides it
    only if the cells on both sides of it block; what is beyond the map blocks. The ends never do."""
    return not any(
        all(cell is None or blocks(cell) for cell in stretch) for stretch in line(cells, start, end)
    )


def crossed(cells: Cells, start: str, end: str) -> tuple[tuple[str, str], ...]:
    """The sides that the line crosses within their length, each as (cell left, cell entered)."""
    (x, y), named = cells.middle[start], cells.named
    sides = [
        (named.get((x + ax, y + ay)), named.get((x + bx, y + by)))
        for (ax, ay), (bx, by) in _sides(cells.shape, *_apart(cells, start, end))
    ]
    return tuple((left, entered) for left, entered in sides if left is not None and entered is not None)


def ways_in(cells: Cells, start: str, end: str) -> tuple[str, ...]:
    """The neighbours of `end` over whose side the line comes in: one, or through a corner the two whose sides
    meet there; only those on the map, clockwise."""
    apart = _apart(cells, start, end)
    met = {each.at: each for each in _met(cells.shape, *apart)}
    into = met.get(apart)
    return () if into is None else tuple(
        cell
        for cell in cells.adjacent[end]
        if (near := met.get(_apart(cells, start, cell))) is not None and near.end == into.start
    )


# By what the ends are apart -----------------------------------------------------------------------
#
# Lines between cells as far apart in the same direction are alike wherever they run, and a board has few such
# distances: what a line from (0, 0) meets is worked out once for each.


def _apart(cells: Cells, start: str, end: str) -> Point:
    """From one middle to the other."""
    (ax, ay), (bx, by) = cells.middle[start], cells.middle[end]
    return bx - ax, by - ay


@cache
def _parts(shape: Shape, east: int, south: int) -> tuple[tuple[Point, ...], ...]:
    """The middles of the cells that each part of the line runs through or along, in order, not its ends."""
    found: dict[tuple[Fraction, Fraction], list[Point]] = {}
    for met in _met(shape, east, south):
        if met.start < met.end and met.at not in ((0, 0), (east, south)):
            found.setdefault((met.start, met.end), []).append(met.at)
    return tuple(tuple(sorted(found[part])) for part in sorted(found))


@cache
def _sides(shape: Shape, east: int, south: int) -> tuple[tuple[Point, Point], ...]:
    """The middles of the cells left and entered over each side that is crossed within its length."""
    inside = sorted((met for met in _met(shape, east, south) if met.is_inside), key=lambda met: met.start)
    return tuple(
        (one.at, other.at)
        for one, other in zip(inside, inside[1:], strict=False)
        if one.end == other.start and not set(one.on) & set(other.on)
    )


@cache
def _met(shape: Shape, east: int, south: int) -> tuple[_Met, ...]:
    """Every cell, on the map or not, that the line meets, if only in a corner."""
    if not east and not south:
        return ()
    waiting, seen, found = [(0, 0)], {(0, 0)}, list[_Met]()
    while waiting:
        at = waiting.pop()
        met = _meeting(shape, at, east, south)
        if met is None:
            continue
        found.append(met)
        around = [(at[0] + dx, at[1] + dy) for dx, dy in shape.steps.values()]
        waiting += [near for near in around if near not in seen]
        seen.update(around)
    return tuple(found)


def _meeting(shape: Shape, at: Point, east: int, south: int) -> _Met | None:
    """How the line meets the cell with this middle; None if it passes it by."""
    corners = [(at[0] + dx, at[1] + dy) for dx, dy in shape.corners.values()]
    off = [east * y - south * x for x, y in corners]  # 0 on the line, by side else
    along = [east * x + south * y for x, y in corners]
    places = [Fraction(along[k]) for k, side in enumerate(off) if side == 0]
    for k, side in enumerate(off):
        if side * off[k - 1] < 0:
            places.append(Fraction(along[k - 1] * side - along[k] * off[k - 1], side - off[k - 1]))
    if not places or max(places) < 0 or min(places) > east * east + south * south:
        return None
    on = tuple(corner for corner, side in zip(corners, off, strict=True) if side == 0)
    return _Met(at, min(places), max(places), min(off) < 0 < max(off), on)
