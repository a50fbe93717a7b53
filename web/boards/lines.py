"""What runs along and across the cells: streams, bridges, ponds, roads, and where ridges lie."""

import math
from collections.abc import Mapping, Sequence
from random import Random

from web.boards.cells import Edge, chains, edge, is_on_rim, strung
from web.boards.ink import Curve, Point, box, dice, middle, num, path, polygon, polyline, shaken, tag, turned
from web.boards.plan import Plan
from web.boards.squares import Squares

LETTERS_OFF = -13.0
"""How far to the right of its water (as it is read) a name is lettered."""
AROUND = 2
"""A name runs along the mean of so many points of its water before and behind, each 30 px from the next."""


def road_curves(plan: Plan) -> list[Curve]:
    """One curve per road through the middles of the shared sides, a little bent, run on over the map's
    edge."""
    return wandering(plan, plan.roads, "roads", 5, [])


def trail_curves(plan: Plan, ways: Sequence[Curve]) -> list[Curve]:
    """Trails run as roads do, and on to a road that is near their end."""
    return wandering(plan, plan.trails, "trails", 7, ways)


def wandering(
    plan: Plan, courses: Sequence[Sequence[str]], purpose: str, sway: float, others: Sequence[Curve]
) -> list[Curve]:
    """Curves from cell to cell: an end on the map's rim runs over it, another joins a curve that passes
    near."""
    chance = dice(plan.seed, purpose)
    bend = {cell: shaken((0, 0), sway, chance) for cell in plan.grid.cells}
    curves: list[Curve] = []
    for course in courses:
        points = [
            (x + bend[cell][0], y + bend[cell][1]) for cell in course for x, y in [plan.grid.centre(cell)]
        ]
        for end, other in ((0, 1), (-1, -2)):
            if is_on_rim(plan.grid, course[end]):
                leave = plan.grid.way_out(course[end], points[end], points[other])
                points.insert(0 if end == 0 else len(points), leave)
            else:
                points[end] = snapped(points[end], [*others, *curves])
        curves.append(Curve(points))
    return curves


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


def trails(curves: Sequence[Curve]) -> str:
    """Dashed, without casing."""
    data = "".join(curve.data() for curve in curves)
    return path(
        data, fill="none", stroke="#F3E9C6", stroke_width="4.6", opacity=".4", stroke_linecap="round"
    ) + path(data, fill="none", stroke="#5A4626", stroke_width="2.2", stroke_dasharray="6.5 4")


def paths(plan: Plan, ways: Sequence[Curve]) -> str:
    """Dotted."""
    data = "".join(curve.data() for curve in wandering(plan, plan.paths, "paths", 7, ways))
    look = {"fill": "none", "stroke_linecap": "round"}
    return path(data, stroke="#F3E9C6", stroke_width="4.6", opacity=".4", **look) + path(
        data, stroke="#5A4626", stroke_width="2.6", stroke_dasharray=".1 6", **look
    )


def river_curves(plan: Plan, streams: Sequence[Curve]) -> list[Curve]:
    """Rivers run through the middles of cells, and into a stream that is near their end."""
    return wandering(plan, plan.rivers, "rivers", 7, streams)


def stream_curves(plan: Plan) -> list[Curve]:
    """Streams follow the sides of cells, winding."""
    return winding(plan, plan.streams, "streams")


def creek_curves(plan: Plan) -> list[Curve]:
    """Creeks likewise."""
    return winding(plan, plan.creeks, "creeks")


def winding(plan: Plan, pairs: Sequence[tuple[str, str]], purpose: str) -> list[Curve]:
    """Curves along the sides between these cells."""
    chance = dice(plan.seed, purpose)
    curves = []
    for line in strung(edge(plan.grid, *pair) for pair in pairs):
        if line[0][0] > line[-1][0]:
            line.reverse()
        controls = [plan.grid.outside(line[0], 12)]
        for a, b in zip(line, line[1:], strict=False):
            if a != line[0]:
                controls.append(shaken(a, 5, chance))
            sway = chance.uniform(-5, 5)
            dx, dy = (b[0] - a[0]) / math.dist(a, b), (b[1] - a[1]) / math.dist(a, b)
            for share, side in ((0.3, 1), (0.7, -1)):
                x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
                controls.append((x - dy * sway * side, y + dx * sway * side))
        controls.append(plan.grid.outside(line[-1], 12))
        curves.append(Curve(controls))
    return curves


def water(curves: Sequence[Curve], width: float) -> str:
    """Bank, dark rim, water and a light core, `width` pixels with the rim; nothing without curves."""
    data, size = "".join(curve.data() for curve in curves), width / 7.4
    return data and tag(
        "g",
        path(data, stroke="#3F4A25", stroke_width=num(11 * size), opacity=".28")
        + path(data, stroke="#44708A", stroke_width=num(width))
        + path(data, stroke="#86AEBF", stroke_width=num(5 * size))
        + path(data, stroke="#B9D3DB", stroke_width=num(1.5 * size), opacity=".8"),
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def ponds(plan: Plan) -> str:
    """Long ponds on the sides of cells, with water lining."""
    shape = ""
    for pair in plan.ponds:
        chance = dice(plan.seed, f"pond {pair}")
        a, b = edge(plan.grid, *pair)
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


def crossed(plan: Plan, pair: tuple[str, str]) -> Edge:
    """Where one crosses the water: the side of two cells, or the middle of a cell that is named twice."""
    if pair[0] != pair[1]:
        return edge(plan.grid, *pair)
    x, y = plan.grid.centre(pair[0])
    return ((x, y - 1), (x, y + 1))


def bridges(plan: Plan, water: Sequence[Curve], ways: Sequence[Curve]) -> str:
    """A bridge on each named side, where a road meets the stream; on a side without a road, across its
    middle."""
    stream = [point for curve in water for point, _ in curve.samples(2)]
    road = [sample for curve in ways for sample in curve.samples(2)]
    shadow, deck, rails = "", "", ""
    for pair in plan.bridges:
        a, b = crossed(plan, pair)
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


def fords(plan: Plan, water: Sequence[Curve]) -> str:
    """A double bar across the water on each named side, dotted where the ford is a hard one."""
    return across(plan, plan.fords, water) + across(plan, plan.shallows, water, "1.4 4.2")


def across(
    plan: Plan, pairs: Sequence[tuple[str, str]], water: Sequence[Curve], dashes: str | None = None
) -> str:
    """Two bars across the water on each of these sides."""
    stream = [sample for curve in water for sample in curve.samples(2)] if pairs else []
    bars = ""
    for pair in pairs:
        spot = middle(*crossed(plan, pair))
        (x, y), (nx, ny) = min(stream, key=lambda sample: math.dist(sample[0], spot))
        for step in (-3.4, 3.4):
            at = (x - ny * step, y + nx * step)
            bars += polyline([(at[0] - nx * 14, at[1] - ny * 14), (at[0] + nx * 14, at[1] + ny * 14)])
    return path(bars, stroke="#F1E8CC", stroke_width="5", stroke_linecap="round") + path(
        bars, stroke="#2B2416", stroke_width="2.2", stroke_linecap="round", stroke_dasharray=dashes
    )


def sections(plan: Plan) -> str:
    """Dotted lines that part the wings of a battlefield, from edge to edge of the map."""
    drawn = ""
    for pair in plan.sections:
        (ax, ay), (bx, by) = edge(plan.grid, *pair)
        far = (plan.grid.width + plan.grid.height) / math.dist((ax, ay), (bx, by))
        ends = [(ax + (bx - ax) * k, ay + (by - ay) * k) for k in (-far, far)]
        drawn += polyline(ends)
    return path(drawn, stroke="#F6EEDB", stroke_width="4.4", opacity=".5") + path(
        drawn, stroke="#7A1F2B", stroke_width="2.6", stroke_dasharray=".1 6", stroke_linecap="round"
    )


def ridge_curves(plan: Plan) -> list[Curve]:
    """Ridges with the low side on the right, rounded where they turn; beside water on their own bank."""
    chance = dice(plan.seed, "ridges")
    wet = {frozenset(pair): 9.0 for pair in plan.streams} | {frozenset(pair): 17.0 for pair in plan.creeks}
    back = dict[float, list[Edge]]()
    for high, low in plan.slopes:
        back.setdefault(wet.get(frozenset((high, low)), 0.0), []).append(edge(plan.grid, low, high))
    return [ridge(string, off, chance) for off in sorted(back) for string in chains(back[off])]


def ridge(string: Sequence[Edge], off: float, chance: Random) -> Curve:
    """One ridge along these sides, so far off them on their high side."""
    controls = [] if off else [string[0][0]]
    for (ax, ay), (bx, by) in string:
        far = math.dist((ax, ay), (bx, by))
        dx, dy = off * (by - ay) / far, -off * (bx - ax) / far
        controls += [
            shaken((ax + (bx - ax) * share + dx, ay + (by - ay) * share + dy), 2.2, chance)
            for share in (0.2, 0.5, 0.8)
        ]
    return Curve([*controls, *([] if off else [string[-1][1]])])


def water_line(grid: Squares, first: str, last: str) -> Curve:
    """A gentle line above the northern side of the squares from `first` to `last`, to letter a stream's name
    along."""
    a, b = grid.corner(first), grid.corner(last)
    end = (b[0] + grid.size, b[1])
    return Curve([(a[0], a[1] - 7), middle((a[0], a[1] - 8.5), (end[0], end[1] - 8.5)), (end[0], end[1] - 7)])


def water_beside(plan: Plan, first: str, last: str) -> Curve:
    """A line beside the water from near one cell to near another."""
    ends = [plan.grid.centre(cell) for cell in (first, last)]

    def far(curve: Curve) -> float:
        return sum(min(math.dist(point, end) for point, _ in curve.samples(8)) for end in ends)

    streams, creeks = stream_curves(plan), creek_curves(plan)
    chosen = min([*creeks, *streams, *river_curves(plan, streams)], key=far)
    course = chosen.samples(30)
    off = LETTERS_OFF - 5 * any(chosen is creek for creek in creeks)
    start, stop = (min(range(len(course)), key=lambda k: math.dist(course[k][0], end)) for end in ends)
    step = 1 if start <= stop else -1
    beside = [(x + nx * step * off, y + ny * step * off) for (x, y), (nx, ny) in course]
    smooth = [mean(beside[max(0, k - AROUND) : k + AROUND + 1]) for k in range(start, stop + step, step)]
    return Curve(smooth)


def mean(points: Sequence[Point]) -> Point:
    return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def named_waters(plan: Plan) -> Mapping[str, Curve]:
    """By name, the line that a water is lettered along."""
    if isinstance(plan.grid, Squares):
        return {name: water_line(plan.grid, *ends) for name, ends in plan.waters.items()}
    return {name: water_beside(plan, *ends) for name, ends in plan.waters.items()}
