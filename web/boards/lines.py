"""What runs along and across the squares: streams, bridges, ponds, roads, and where ridges lie."""

import math
from collections.abc import Mapping, Sequence

from web.boards.ink import Curve, Point, box, dice, middle, path, polygon, shaken, tag, turned
from web.boards.plan import Plan
from web.boards.squares import chains, strung


def road_curves(plan: Plan) -> list[Curve]:
    """One curve per road through the middles of the shared sides, a little bent, run on over the map's
    edge."""
    chance = dice(plan.seed, "roads")
    bend = {cell: shaken((0, 0), 5, chance) for cell in plan.grid.cells}
    curves: list[Curve] = []
    for road in plan.roads:
        points = [
            (x + bend[cell][0], y + bend[cell][1]) for cell in road for x, y in [plan.grid.centre(cell)]
        ]
        for end, other in ((0, 1), (-1, -2)):
            if is_on_rim(plan, road[end]):
                leave = over_the_rim(plan, points[end], points[other])
                points.insert(0 if end == 0 else len(points), leave)
            else:
                points[end] = snapped(points[end], curves)
        curves.append(Curve(points))
    return curves


def is_on_rim(plan: Plan, cell: str) -> bool:
    x, y = plan.grid.corner(cell)
    far = (plan.grid.width - plan.grid.size, plan.grid.height - plan.grid.size)
    return x in (0, far[0]) or y in (0, far[1])


def over_the_rim(plan: Plan, end: Point, before: Point) -> Point:
    """Where a road that ends in a square of the rim leaves the map: straight on."""
    dx, dy = end[0] - before[0], end[1] - before[1]
    return (
        (end[0] + math.copysign(60, dx), end[1])
        if abs(dx) > abs(dy)
        else (end[0], end[1] + math.copysign(60, dy))
    )


def snapped(end: Point, curves: Sequence[Curve]) -> Point:
    """The end of a road moved on to a road that is already there, when one passes near."""
    near = [point for curve in curves for point, _ in curve.samples(3) if math.dist(point, end) < 34]
    return min(near, key=lambda point: math.dist(point, end), default=end)


def roads(curves: Sequence[Curve]) -> str:
    """All casings first, then all surfaces, so that crossings join."""
    data = "".join(curve.data() for curve in curves)
    return tag(
        "g",
        path(data, stroke="#FBF3D6", stroke_width="9", opacity=".35")
        + path(data, stroke="#5A4626", stroke_width="6.4")
        + path(data, stroke="#E9DAAE", stroke_width="4.4")
        + path(data, stroke="#CDB883", stroke_width=".8", stroke_dasharray="7 4", opacity=".8"),
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def stream_curves(plan: Plan) -> list[Curve]:
    """Streams follow the sides of squares, winding."""
    chance = dice(plan.seed, "streams")
    curves = []
    for line in strung(plan.grid.edge(*edge) for edge in plan.streams):
        if line[0][0] > line[-1][0]:
            line.reverse()
        controls = [past_the_rim(plan, line[0])]
        for a, b in zip(line, line[1:], strict=False):
            if a != line[0]:
                controls.append(shaken(a, 5, chance))
            sway = chance.uniform(-5, 5)
            dx, dy = (b[0] - a[0]) / plan.grid.size, (b[1] - a[1]) / plan.grid.size
            for share, side in ((0.3, 1), (0.7, -1)):
                x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
                controls.append((x - dy * sway * side, y + dx * sway * side))
        controls.append(past_the_rim(plan, line[-1]))
        curves.append(Curve(controls))
    return curves


def past_the_rim(plan: Plan, point: Point) -> Point:
    x = -12 if point[0] == 0 else plan.grid.width + 12 if point[0] == plan.grid.width else point[0]
    y = -12 if point[1] == 0 else plan.grid.height + 12 if point[1] == plan.grid.height else point[1]
    return (x, y)


def streams(curves: Sequence[Curve]) -> str:
    data = "".join(curve.data() for curve in curves)
    return tag(
        "g",
        path(data, stroke="#3F4A25", stroke_width="11", opacity=".28")
        + path(data, stroke="#44708A", stroke_width="7.4")
        + path(data, stroke="#86AEBF", stroke_width="5")
        + path(data, stroke="#B9D3DB", stroke_width="1.5", opacity=".8"),
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def ponds(plan: Plan) -> str:
    """Long ponds on the sides of squares, with water lining."""
    shape = ""
    for pair in plan.ponds:
        chance = dice(plan.seed, f"pond {pair}")
        a, b = plan.grid.edge(*pair)
        angle = math.atan2(b[1] - a[1], b[0] - a[0])
        ring = [
            (math.cos(k * math.pi / 6) * 33 * r, math.sin(k * math.pi / 6) * 12 * r)
            for k in range(12)
            for r in [chance.uniform(0.84, 1.16)]
        ]
        shape += Curve(turned(ring, angle, middle(a, b)), closed=True).data()
    return (
        path(shape, fill="none", stroke="#3F4A25", stroke_width="5", opacity=".28")
        + path(shape, fill="#86AEBF", stroke="#44708A", stroke_width="1.6")
        + path(
            shape, fill="none", stroke="#B9D3DB", stroke_width="1", opacity=".7", transform="translate(1 1.5)"
        )
    )


def bridges(plan: Plan, water: Sequence[Curve], ways: Sequence[Curve]) -> str:
    """A bridge on each named side, where a road meets the stream; on a side without a road, across its
    middle."""
    stream = [point for curve in water for point, _ in curve.samples(2)]
    road = [sample for curve in ways for sample in curve.samples(2)]
    shadow, deck, rails = "", "", ""
    for pair in plan.bridges:
        a, b = plan.grid.edge(*pair)
        spot = middle(a, b)
        crossing = [p for p in stream if math.dist(p, spot) < 26]
        near = [(min(math.dist(p, q) for q in crossing), p, n) for p, n in road if math.dist(p, spot) < 30]
        if near:
            _, spot, (nx, ny) = min(near)
            angle = math.atan2(-nx, ny)
        else:
            angle = math.atan2(b[1] - a[1], b[0] - a[0]) + math.pi / 2
        shadow += polygon(turned(box(19, 11), angle, (spot[0] + 1.5, spot[1] + 2)))
        deck += polygon(turned(box(18, 9), angle, spot))
        for y in (-4.6, 4.6):
            rails += "M" + "L".join(
                f"{x:.1f} {v:.1f}"
                for x, v in turned([(-11, y * 1.2), (-8, y), (8, y), (11, y * 1.2)], angle, spot)
            )
    return (
        path(shadow, fill="#1F1A10", opacity=".4")
        + path(deck, fill="#E3D3A6")
        + path(
            rails,
            fill="none",
            stroke="#3D2F1C",
            stroke_width="2.2",
            stroke_linecap="round",
            stroke_linejoin="round",
        )
    )


def ridge_curves(plan: Plan) -> list[Curve]:
    """Ridges with the low side on the right, rounded where they turn."""
    chance = dice(plan.seed, "ridges")
    curves = []
    for string in chains([plan.grid.edge(low, high) for high, low in plan.slopes]):
        controls = [string[0][0]]
        for a, b in string:
            for share in (0.2, 0.5, 0.8):
                controls.append(
                    shaken((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share), 2.2, chance)
                )
        controls.append(string[-1][1])
        curves.append(Curve(controls))
    return curves


def water_line(plan: Plan, first: str, last: str) -> Curve:
    """A gentle line above the northern side of the squares from `first` to `last`, to letter a stream's name
    along."""
    a, b = plan.grid.corner(first), plan.grid.corner(last)
    end = (b[0] + plan.grid.size, b[1])
    return Curve([(a[0], a[1] - 7), middle((a[0], a[1] - 8.5), (end[0], end[1] - 8.5)), (end[0], end[1] - 7)])


def named_waters(plan: Plan) -> Mapping[str, Curve]:
    return {name: water_line(plan, *between) for name, between in plan.waters.items()}
