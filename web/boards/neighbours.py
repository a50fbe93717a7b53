"""Which spaces of a map lie next to each other, told from its plan."""

from collections.abc import Mapping
from functools import cache

from domain.kernel import geometry
from web.boards.pictures import plan_of
from web.boards.points import PointPlan

Neighbours = Mapping[str, Mapping[str, str]]


@cache
def neighbours(board: str) -> Neighbours:
    """Space -> its neighbours, each with the kind of line that leads there ("" where the map has one kind).

    Raises LookupError for a board that is not drawn.
    """
    plan = plan_of(board)
    if isinstance(plan, PointPlan):
        found: dict[str, dict[str, str]] = {}
        for road in plan.roads:
            found.setdefault(road.a, {})[road.b] = road.kind
            found.setdefault(road.b, {})[road.a] = road.kind
        return found
    return {cell: dict.fromkeys(near, "") for cell, near in plan.grid.board.adjacent.items()}


def within(board: str, start: str, steps: int) -> dict[str, int]:
    """Every space at most so many steps away, with its distance; `start` itself at 0."""
    near = neighbours(board)
    return geometry.distances(lambda space: near.get(space, ()), start, steps)
