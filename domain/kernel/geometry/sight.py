"""Straight lines from the middle of a cell to that of another: what they run through, and whether one sees.

A line runs through the inside of cells, or along the side between two, or only touches a corner. Cells beyond
the edge of the map are None.
"""

from collections.abc import Callable
from fractions import Fraction

import msgspec

from domain.kernel.geometry.cells import Cells, Point

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
    found: dict[tuple[Fraction, Fraction], list[Point]] = {}
    for met in _met(cells, start, end):
        if met.start < met.end and met.at not in (cells.middle[start], cells.middle[end]):
            found.setdefault((met.start, met.end), []).append(met.at)
    return tuple(
        tuple(cells.named.get(at) for at in sorted(found[part])) for part in sorted(found)
    )


def is_clear(cells: Cells, start: str, end: str, blocks: Callable[[str], bool]) -> bool:
    """Does one see from one cell to the other? A cell that blocks hides what is behind it, a side hides it
    only if the cells on both sides of it block; what is beyond the map blocks. The ends never do."""
    return not any(
        all(cell is None or blocks(cell) for cell in stretch) for stretch in line(cells, start, end)
    )


def crossed(cells: Cells, start: str, end: str) -> tuple[tuple[str, str], ...]:
    """The sides that the line crosses within their length, each as (cell left, cell entered)."""
    inside = sorted((met for met in _met(cells, start, end) if met.is_inside), key=lambda met: met.start)
    return tuple(
        (cells.named[one.at], cells.named[other.at])
        for one, other in zip(inside, inside[1:], strict=False)
        if one.end == other.start
        and not set(one.on) & set(other.on)
        and one.at in cells.named
        and other.at in cells.named
    )


def ways_in(cells: Cells, start: str, end: str) -> tuple[str, ...]:
    """The neighbours of `end` over whose side the line comes in: one, or through a corner the two whose sides
    meet there; only those on the map, clockwise."""
    met = {each.at: each for each in _met(cells, start, end)}
    into = met.get(cells.middle[end])
    return () if into is None else tuple(
        cell
        for cell in cells.adjacent[end]
        if (near := met.get(cells.middle[cell])) is not None and near.end == into.start
    )


def _met(cells: Cells, start: str, end: str) -> list[_Met]:
    """Every cell, on the map or not, that the line between the two middles meets, if only in a corner."""
    frm, to = cells.middle[start], cells.middle[end]
    if frm == to:
        return []
    waiting, seen, found = [frm], {frm}, list[_Met]()
    while waiting:
        at = waiting.pop()
        met = _meeting(cells, at, frm, to)
        if met is None:
            continue
        found.append(met)
        around = [(at[0] + dx, at[1] + dy) for dx, dy in cells.shape.steps.values()]
        waiting += [near for near in around if near not in seen]
        seen.update(around)
    return found


def _meeting(cells: Cells, at: Point, frm: Point, to: Point) -> _Met | None:
    """How the line meets the cell with this middle; None if it passes it by."""
    east, south = to[0] - frm[0], to[1] - frm[1]
    corners = [(at[0] + dx, at[1] + dy) for dx, dy in cells.shape.corners.values()]
    off = [east * (y - frm[1]) - south * (x - frm[0]) for x, y in corners]  # 0 on the line, by side else
    along = [east * (x - frm[0]) + south * (y - frm[1]) for x, y in corners]
    places = [Fraction(along[k]) for k, side in enumerate(off) if side == 0]
    for k, side in enumerate(off):
        if side * off[k - 1] < 0:
            places.append(Fraction(along[k - 1] * side - along[k] * off[k - 1], side - off[k - 1]))
    if not places or max(places) < 0 or min(places) > east * east + south * south:
        return None
    on = tuple(corner for corner, side in zip(corners, off, strict=True) if side == 0)
    return _Met(at, min(places), max(places), min(off) < 0 < max(off), on)
