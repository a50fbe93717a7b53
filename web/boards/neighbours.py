"""Which spaces of a map lie next to each other, told from its plan."""

from collections.abc import Mapping
from functools import cache

from web.boards.cells import sides
from web.boards.pictures import plan_of
from web.boards.points import PointPlan

Neighbours = Mapping[str, Mapping[str, str]]


@cache
def neighbours(board: str) -> Neighbours:
    """Space -> its neighbours, each with the kind of line that leads there ("" where the map has one kind).

    Raises LookupError for a board that is not drawn.
    """
    plan = plan_of(board)
    found: dict[str, dict[str, str]] = {}
    if isinstance(plan, PointPlan):
        for road in plan.roads:
            found.setdefault(road.a, {})[road.b] = road.kind
            found.setdefault(road.b, {})[road.a] = road.kind
        return found
    of_side: dict[tuple[tuple[float, ...], ...], list[str]] = {}
    for cell in plan.grid.cells:
        found[cell] = {}
        for ends in sides(plan.grid.corners(cell)):
            key = tuple(sorted((round(x, 1), round(y, 1)) for x, y in ends))
            of_side.setdefault(key, []).append(cell)
    for a, *others in of_side.values():
        for b in others:
            found[a][b] = found[b][a] = ""
    return found


def within(board: str, start: str, steps: int) -> dict[str, int]:
    """Every space at most so many steps away, with its distance; `start` itself at 0."""
    near, edge = {start: 0}, [start]
    for distance in range(1, steps + 1):
        edge = [to for space in edge for to in neighbours(board).get(space, {}) if to not in near]
        near.update(dict.fromkeys(edge, distance))
    return near
