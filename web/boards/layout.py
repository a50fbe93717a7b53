"""Layout of a map of places: nothing too close, names and signs where nothing else is.

All choices are by least conflict in a fixed order, so the same places always give the same layout."""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from web.boards.ink import Point

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Size = tuple[float, float]
Stretch = tuple[Point, Point]

NODE = 17.0
"""Half the side of the square that a drawn place needs."""
BADGE = (24.0, 24.0)
BADGES = ((12, 25), (-12, 25), (12, -25), (-12, -25), (28, 4), (-28, 4), (28, -4), (-28, -4))
PILL = (38.0, 31.0)
PILLS = (
    *((x * a, y * b) for x, y in ((24, 22), (31, 24), (38, 20)) for b in (1, -1) for a in (1, -1)),
    (0, 34),
    (0, -34),
    (38, 0),
    (-38, 0),
)
"""Steps from a place to where a flag beside it may stand, and what it costs to go there."""


def spread(places: Mapping[str, Point], apart: float, fixed: Iterable[str] = ()) -> dict[str, Point]:
    """The places moved as little as may be, so that any two are `apart` pixels from each other."""
    now, still = dict(places), set(fixed)
    for _ in range(120):
        before = dict(now)
        for one, other in combinations(now, 2):
            (ax, ay), (bx, by) = now[one], now[other]
            gap = math.hypot(bx - ax, by - ay)
            if gap >= apart:
                continue
            push = (apart - gap) / 2 + 0.05
            ux, uy = ((bx - ax) / gap, (by - ay) / gap) if gap else (1.0, 0.0)
            if one not in still:
                now[one] = (ax - ux * push, ay - uy * push)
            if other not in still:
                now[other] = (bx + ux * push, by + uy * push)
        if now == before:
            break
    return {place: (round(x), round(y)) for place, (x, y) in now.items()}


class Layout:
    """Where the name of each place lies (`names`), as the middle of its box.

    `sizes` are the names' boxes, `roads` pairs of places, `taken` what nothing may cover, `sheet` the map."""

    ROUNDS = 5

    def __init__(
        self,
        places: Mapping[str, Point],
        sizes: Mapping[str, Size],
        roads: Sequence[tuple[str, str]],
        taken: Sequence[Box],
        sheet: Box,
    ) -> None:
        self.places, self.sizes, self.taken, self.sheet = places, sizes, taken, sheet
        self.nodes = {place: around(at, (2 * NODE, 2 * NODE)) for place, at in places.items()}
        self.near = {place: neighbours(place, places) for place in places}
        lines = [(places[a], places[b]) for a, b in roads]
        self.lines = {
            place: [line for line in lines if touches(line, places[place], 180)] for place in places
        }
        self.names: dict[str, Point] = {}
        self.name_boxes: dict[str, Box] = {}
        for place, at in places.items():
            self.settle(place, offset(at, around_name(sizes[place])[0]))
        for _ in range(self.ROUNDS):
            before = dict(self.names)
            for place in places:
                self.settle(place, self.best(place))
            if before == self.names:  # nothing moves any more
                break

    def settle(self, place: str, name: Point) -> None:
        """Puts the name of a place there."""
        self.names[place], self.name_boxes[place] = name, around(name, self.sizes[place])

    def best(self, place: str) -> Point:
        """The spot of least cost for a name; of equal ones the first step."""
        spots = [offset(self.places[place], step) for step in around_name(self.sizes[place])]
        costs = [
            self.conflict(place, box) + 16 * self.covered_road(place, box) + 4 * k
            for k, box in enumerate(around(spot, self.sizes[place]) for spot in spots)
        ]
        return spots[costs.index(min(costs))]

    def conflict(self, place: str, box: Box) -> float:
        """How much a box covers of what belongs to other places, of what is taken, and of nothing at all."""
        lost = 8 * (area(box) - overlap(box, self.sheet)) + 8 * sum(overlap(box, each) for each in self.taken)
        for other in self.near[place]:
            lost += 8 * overlap(box, self.nodes[other]) + 9 * overlap(box, self.name_boxes[other])
        return lost

    def covered_road(self, place: str, box: Box) -> float:
        return sum(inside(line, box) for line in self.lines[place])

    def clear_spot(self, near: Point, size: Size) -> Point:
        """Where a name that belongs to no place covers least, not far from where it should be."""
        steps = sorted(
            ((dx, dy) for dx in range(-90, 91, 15) for dy in range(-75, 76, 15)),
            key=lambda step: math.hypot(*step),
        )
        reach = around(near, (size[0] + 180, size[1] + 150))
        drawn = [(self.nodes[each], self.name_boxes[each]) for each in self.places]
        about = [boxes for boxes in drawn if any(overlap(reach, box) for box in boxes)]
        costs = []
        for step in steps:
            box = around(offset(near, step), size)
            lost = sum(overlap(box, node) + overlap(box, name) for node, name in about)
            costs.append(lost + sum(overlap(box, each) for each in self.taken) + 1.5 * math.hypot(*step))
        return offset(near, steps[costs.index(min(costs))])

    def clear_step(self, place: str, steps: Sequence[Point], size: Size, beside: Sequence[Box] = ()) -> Point:
        """The step from a place to where a sign of this size covers least of names and places,
        and of the boxes `beside` it; of equal ones the first."""
        mine = (self.name_boxes[place], *beside)

        def covered(step: Point) -> float:
            box = around(offset(self.places[place], step), size)
            return self.conflict(place, box) + 9 * sum(overlap(box, each) for each in mine)

        return min(steps, key=covered)


def around_name(size: Size) -> list[Point]:
    """Where the middle of a name of this size may lie about its place: right, left, above, below, corners."""
    width, height = size[0] / 2, size[1] / 2
    side, over = NODE + 1 + width, NODE + height - 1
    return [
        (side, 0),
        (-side, 0),
        (0, over),
        (0, -over),
        (side - 6, 13),
        (side - 6, -13),
        (-side + 6, 13),
        (-side + 6, -13),
        (width * 0.7, over),
        (-width * 0.7, over),
        (width * 0.7, -over),
        (-width * 0.7, -over),
    ]


def neighbours(place: str, places: Mapping[str, Point]) -> list[str]:
    return [other for other, at in places.items() if other != place and math.dist(at, places[place]) < 260]


def offset(point: Point, step: Point) -> Point:
    return (point[0] + step[0], point[1] + step[1])


def around(middle: Point, size: Size) -> Box:
    """The box of a size about its middle."""
    return (
        middle[0] - size[0] / 2,
        middle[1] - size[1] / 2,
        middle[0] + size[0] / 2,
        middle[1] + size[1] / 2,
    )


def area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def overlap(a: Box, b: Box) -> float:
    """The area that two boxes share."""
    if a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]:  # nearly always
        return 0.0
    return (min(a[2], b[2]) - max(a[0], b[0])) * (min(a[3], b[3]) - max(a[1], b[1]))


def inside(line: Stretch, box: Box) -> float:
    """How long a stretch runs within a box (Liang and Barsky)."""
    (x, y), (x2, y2) = line
    if (x < box[0] and x2 < box[0]) or (x > box[2] and x2 > box[2]):  # nearly always
        return 0.0
    if (y < box[1] and y2 < box[1]) or (y > box[3] and y2 > box[3]):
        return 0.0
    start, end = 0.0, 1.0
    for delta, low, high, at in ((x2 - x, box[0], box[2], x), (y2 - y, box[1], box[3], y)):
        if delta == 0:
            if not low <= at <= high:
                return 0.0
            continue
        first, second = sorted(((low - at) / delta, (high - at) / delta))
        start, end = max(start, first), min(end, second)
    return max(0.0, end - start) * math.hypot(x2 - x, y2 - y)


def touches(line: Stretch, middle: Point, reach: float) -> bool:
    """Does the stretch come this near to a point, measured as a square?"""
    return inside(line, around(middle, (2 * reach, 2 * reach))) > 0
