"""Ways from space to space, whatever the spaces are: cells that touch, or places joined by lines.

`near` says which spaces a space leads to: `cells.adjacent.__getitem__`, or a function that leaves out what is
closed today. Of two ways that cost the same the one that comes first in that order is taken.
"""

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush

Near = Callable[[str], Iterable[str]]
Cost = Callable[[str, str], int | None]
"""What going from a space into the next one costs, 0 or more; None where nobody can."""


def joined(places: Iterable[str], lines: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Place -> those that a line joins it with, in the order of `places`."""
    ends: dict[str, set[str]] = {place: set() for place in places}
    for one, other in lines:
        ends[one].add(other)
        ends[other].add(one)
    return {place: tuple(other for other in ends if other in near) for place, near in ends.items()}


def distances(near: Near, start: str, most: int | None = None) -> dict[str, int]:
    """Every space that can be reached (in at most so many steps) -> how many steps; `start` itself at 0."""
    found, edge, steps = {start: 0}, [start], 0
    while edge and (most is None or steps < most):
        steps += 1
        edge = list(dict.fromkeys(to for space in edge for to in near(space) if to not in found))
        found.update(dict.fromkeys(edge, steps))
    return found


def within(near: Near, start: str, most: int) -> frozenset[str]:
    """The spaces at most so many steps away, `start` among them."""
    return frozenset(distances(near, start, most))


def reach(
    near: Near, start: str, points: int, cost: Cost, stops: Callable[[str], bool] = lambda space: False
) -> dict[str, int]:
    """Every space that can be entered for these points -> the least that it costs; `start` itself at 0.

    Who enters a space that `stops` goes no further; from `start` everybody may set out.
    """
    return {space: spent for space, (spent, _) in _least(near, start, points, cost, stops).items()}


def cheapest(
    near: Near,
    start: str,
    end: str,
    cost: Cost,
    points: int | None = None,
    stops: Callable[[str], bool] = lambda space: False,
) -> tuple[str, ...] | None:
    """The way that costs least, both ends included; None if none leads there for these points."""
    found = _least(near, start, points, cost, stops)
    if end not in found:
        return None
    way = [end]
    while way[-1] != start:
        way.append(found[way[-1]][1])
    return tuple(reversed(way))


def _least(
    near: Near, start: str, points: int | None, cost: Cost, stops: Callable[[str], bool]
) -> Mapping[str, tuple[int, str]]:
    """Space -> (the least that it costs to come there, the space before it), by Dijkstra's algorithm."""
    found: dict[str, tuple[int, str]] = {}
    waiting: list[tuple[int, int, str, str]] = [(0, 0, start, start)]
    met = 0
    while waiting:
        spent, _, space, before = heappop(waiting)
        if space in found:
            continue
        found[space] = (spent, before)
        if space != start and stops(space):
            continue
        for to in near(space):
            step = None if to in found else cost(space, to)
            if step is not None and (points is None or spent + step <= points):
                met += 1
                heappush(waiting, (spent + step, met, to, space))
    return found
