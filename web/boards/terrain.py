"""Terrain as an engraver sees it: fields, hills, woods, villages, farms. Never tiled per cell: cells of a
kind are merged."""

import math
from collections.abc import Iterable, Sequence
from random import Random

from web.boards.cells import Edge, Grid, between, outline, sides
from web.boards.ink import (
    Curve,
    Point,
    box,
    dice,
    disc,
    distance_to,
    num,
    path,
    polygon,
    shaken,
    soft_line,
    soft_shape,
    tag,
    turned,
)
from web.boards.plan import Plan

FIELDS = ("#BFC78C", "#CDD09C", "#DCD49C", "#E4DBB2", "#DBC48C")
BEYOND = 16.0
SOFT = 3.4
"""Over so many board pixels shadows and lights fade."""


def fields(plan: Plan) -> str:
    """Rotated fields with furrows and hedges, a few lone trees."""
    chance = dice(plan.seed, "fields")
    by_tint: dict[str, list[str]] = {tint: [] for tint in FIELDS}
    furrows: list[str] = []
    hedges: list[str] = []
    for _ in range(round(len(plan.grid.cells) * 1.05)):
        centre = (chance.uniform(0, plan.grid.width), chance.uniform(0, plan.grid.height))
        width, height, angle = chance.uniform(38, 82), chance.uniform(26, 54), chance.gauss(0, 0.42)
        skew = chance.uniform(-9, 9)
        corners = [(x + skew * (1 if y < 0 else -1), y) for x, y in box(width, height)]
        shape = polygon(turned(corners, angle, centre))
        by_tint[chance.choice(FIELDS)].append(shape)
        if chance.random() < 0.62:
            furrows.append(ploughed(corners, chance.choice((4.4, 5.2, 6.2)), angle, centre))
        if chance.random() < 0.55:
            hedges.append(shape)
    drawn = [path("".join(shapes), fill=tint, opacity=".7") for tint, shapes in by_tint.items()]
    drawn.append(path("".join(furrows), stroke="#8C8450", stroke_width=".6", opacity=".6"))
    drawn.append(
        path("".join(hedges), stroke="#74793F", stroke_width=".9", stroke_dasharray="3.2 1.6", opacity=".7")
    )
    return tag("g", "".join(drawn), fill="none")


def ploughed(corners: Sequence[Point], spacing: float, angle: float, centre: Point) -> str:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    lines = int((dy - ay) / spacing)
    strokes = ""
    for k in range(1, lines):
        t = k / lines
        ends = [(ax + (dx - ax) * t + 2, ay + (dy - ay) * t), (bx + (cx - bx) * t - 2, by + (cy - by) * t)]
        a, b = turned(ends, angle, centre)
        strokes += f"M{num(a[0])} {num(a[1])}L{num(b[0])} {num(b[1])}"
    return strokes


def organic(grid: Grid, cells: Iterable[str], shake: float, chance: Random) -> list[Curve]:
    """The merged outline of cells as smooth closed curves; where it meets the map's edge it runs on beyond
    it."""
    curves = []
    for loop in outline(grid, set(cells)):
        points = [between(a, b, share) for a, b in sides(loop) for share in grid.shares]
        curves.append(Curve([run_over(grid, point, shake, chance) for point in points], closed=True))
    return curves


def run_over(grid: Grid, point: Point, shake: float, chance: Random) -> Point:
    """A point of an outline as it is drawn: off its place a little, but well over the edge of the map."""
    drawn, beyond = shaken(point, shake, chance), grid.outside(point, BEYOND)
    return (
        drawn[0] if beyond[0] == point[0] else beyond[0],
        drawn[1] if beyond[1] == point[1] else beyond[1],
    )


def hills(plan: Plan) -> str:
    """Summits that stand apart, those of the second level on the first."""
    low = level(plan, (*plan.hills, *plan.high_hills), "hills", "#CDB984", "#E4D5A6")
    return low + level(plan, plan.high_hills, "high hills", "#DCC998", "#EFE3BE")


def level(plan: Plan, cells: Sequence[str], name: str, fill: str, light: str) -> str:
    """One level of hills with hachures that run downhill."""
    curves = organic(plan.grid, cells, plan.grid.hill_shake, dice(plan.seed, name))
    shape = "".join(curve.data() for curve in curves)
    strokes = dice(plan.seed, f"{name.removesuffix('s')} hachures")
    return (
        soft_shape(shape, "#5E4A2B", 0.34, SOFT, transform="translate(4 6)")
        + path(shape, fill=fill)
        + soft_line(shape, light, 9, 0.45, SOFT)
        + hachures(curves, inwards=False, length=12.5, spacing=3.4, chance=strokes)
    )


def hachures(curves: Iterable[Curve], inwards: bool, length: float, spacing: float, chance: Random) -> str:
    """Tapered strokes downhill: to the right of the line when `inwards`, else to the left; heavier to the
    south-east."""
    lit, shaded = "", ""
    for curve in curves:
        for (x, y), (nx, ny) in curve.samples(spacing):
            sign = 1 if inwards else -1
            dx, dy = nx * sign, ny * sign
            heavy = dx * 0.6 + dy * 0.8 > -0.05
            reach = length * chance.uniform(0.62, 1.12) * (1.0 if heavy else 0.8)
            lean = chance.uniform(-0.16, 0.16)
            tip = (x + (dx - dy * lean) * reach, y + (dy + dx * lean) * reach)
            half = 0.85 if heavy else 0.6
            stroke = polygon([(x - dy * half, y + dx * half), (x + dy * half, y - dx * half), tip])
            if heavy:
                shaded += stroke
            else:
                lit += stroke
    return path(lit, fill="#7C6746", opacity=".62") + path(shaded, fill="#5E4A2B", opacity=".8")


def slopes(plan: Plan, lines: Iterable[Curve]) -> str:
    """Ridges: a line along the crest, shade and hachures on the low side (on the right of each line)."""
    chance = dice(plan.seed, "slope hachures")
    shade, glow, crest = "", "", ""
    for line in lines:
        samples = line.samples(6)
        shade += polyline_beside(samples, 9)
        glow += polyline_beside(samples, -7)
        crest += line.data()
    return (
        soft_line(shade, "#8F774A", 15, 0.34, SOFT)
        + soft_line(glow, "#F1E6BC", 9, 0.5, SOFT)
        + hachures(lines, inwards=True, length=13, spacing=3.2, chance=chance)
        + path(crest, fill="none", stroke="#4B3A20", stroke_width="1.5", stroke_linecap="round")
    )


def polyline_beside(samples: Sequence[tuple[Point, Point]], offset: float) -> str:
    points = [(x + nx * offset, y + ny * offset) for (x, y), (nx, ny) in samples]
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)


def wood_curves(plan: Plan) -> list[Curve]:
    return organic(plan.grid, plan.woods, plan.grid.wood_shake, dice(plan.seed, "woods"))


def wood_floor(curves: Iterable[Curve]) -> str:
    """The ground under the trees, which roads run over."""
    floor = "".join(curve.data() for curve in curves)
    return soft_shape(floor, "#3F4A25", 0.32, SOFT, transform="translate(3 5)") + path(floor, fill="#8FA36A")


def wood_canopy(plan: Plan, curves: Iterable[Curve], keep_off: Sequence[Point]) -> str:
    """Single crowns, off the roads and the water."""
    chance = dice(plan.seed, "canopy")
    loops = [[point for point, _ in curve.samples(4)] for curve in curves]
    return trees(canopy(loops, keep_off, chance, plan.crown), chance)


def canopy(
    loops: Sequence[Sequence[Point]], roads: Sequence[Point], chance: Random, size: float = 1.0
) -> list[tuple[Point, float]]:
    """Crowns (centre, radius) of this size, at least 8.2 px apart where it is 1, inside the loops and 10 px
    off the roads."""
    spacing, crowns = 8.2 * size, []
    taken: dict[tuple[int, int], list[Point]] = {}
    for loop in loops:
        xs, ys = [x for x, _ in loop], [y for _, y in loop]
        left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
        near = [p for p in roads if left - 20 < p[0] < right + 20 and top - 20 < p[1] < bottom + 20]
        rows = in_rows(loop, spacing)
        for _ in range(int((right - left) * (bottom - top) / (spacing * spacing) * 5)):
            spot = (chance.uniform(left, right), chance.uniform(top, bottom))
            column, row = int(spot[0] // spacing), int(spot[1] // spacing)
            around = [p for i in (-1, 0, 1) for j in (-1, 0, 1) for p in taken.get((column + i, row + j), ())]
            if distance_to(spot, around) < spacing or not is_within(spot, rows[row]):
                continue
            if distance_to(spot, near) < 10:
                continue
            taken.setdefault((column, row), []).append(spot)
            crowns.append((spot, chance.uniform(3.6, 5.7) * size))
    return sorted(crowns, key=lambda crown: (crown[0][1], crown[0][0]))


def in_rows(loop: Sequence[Point], height: float) -> dict[int, list[Edge]]:
    """The sides of a loop by the rows of this height that they touch."""
    rows: dict[int, list[Edge]] = {}
    for a, b in sides(loop):
        low, high = sorted((int(a[1] // height), int(b[1] // height)))
        for row in range(low, high + 1):
            rows.setdefault(row, []).append((a, b))
    return rows


def is_within(point: Point, loop: Iterable[Edge]) -> bool:
    """Is a point inside a loop? Of its sides those at the point's height are enough."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in loop:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


def trees(crowns: Iterable[tuple[Point, float]], chance: Random) -> str:
    """Crowns in combined paths: shadow, two greens with a dark rim, a highlight on the lit side."""
    shadow, dark, light, shine = "", "", "", ""
    for (x, y), radius in crowns:
        radius = round(radius * 2) / 2
        shadow += disc((x + 1.5, y + 2.1), radius)
        if chance.random() < 0.5:
            dark += disc((x, y), radius)
        else:
            light += disc((x, y), radius)
        r = radius * 0.55
        shine += f"M{num(x - r)} {num(y + r * 0.2)}a{num(r)} {num(r)} 0 0 1 {num(r * 1.2)}-{num(r)}"
    return (
        path(shadow, fill="#1F2A12", opacity=".38")
        + path(dark, fill="#6B8550", stroke="#34461F", stroke_width=".7")
        + path(light, fill="#7C955C", stroke="#3B4E25", stroke_width=".7")
        + path(shine, fill="none", stroke="#B4C98C", stroke_width=".95", stroke_linecap="round", opacity=".8")
    )


def lone_trees(plan: Plan, keep_off: Sequence[Point]) -> str:
    """Single trees and short hedgerows in the open."""
    chance = dice(plan.seed, "lone trees")
    crowns: list[tuple[Point, float]] = []
    while len(crowns) < len(plan.grid.cells) // 2:
        spot = (chance.uniform(6, plan.grid.width - 6), chance.uniform(6, plan.grid.height - 6))
        if distance_to(spot, keep_off) > 13:
            crowns.append((spot, chance.uniform(2.8, 4.4)))
            if chance.random() < 0.22:
                slant = chance.uniform(0, math.pi)
                row = [
                    (spot[0] + math.cos(slant) * 8 * k, spot[1] + math.sin(slant) * 8 * k) for k in (1, 2, 3)
                ]
                crowns += [
                    (tree, chance.uniform(2.4, 3.6)) for tree in row if distance_to(tree, keep_off) > 9
                ]
    return trees(sorted(crowns, key=lambda crown: crown[0][1]), chance)


def villages(plan: Plan, roads: Sequence[Point]) -> str:
    """Nine to twelve roofs to a village, off the roads, with gardens."""
    houses: list[tuple[Point, float, float, float]] = []
    gardens = ""
    for cell in plan.villages:
        chance = dice(plan.seed, f"village {cell}")
        centre = plan.grid.centre(cell)
        gardens += blob(centre, 31, chance)
        wanted = chance.randint(10, 13)
        here: list[Point] = []
        for _ in range(600):
            spot = (centre[0] + chance.uniform(-31, 31), centre[1] + chance.uniform(-30, 30))
            if len(here) < wanted and distance_to(spot, here) > 12.5 and distance_to(spot, roads) > 8:
                here.append(spot)
                angle = chance.choice((0, math.pi / 2)) + chance.gauss(0, 0.22)
                houses.append((spot, angle, chance.uniform(9, 14), chance.uniform(6, 7.6)))
    return soft_shape(gardens, "#B5B87C", 0.75, SOFT) + roofs(houses)


def blob(centre: Point, radius: float, chance: Random) -> str:
    ring = [
        (
            centre[0] + math.cos(k * math.pi / 5) * radius * r,
            centre[1] + math.sin(k * math.pi / 5) * radius * r,
        )
        for k in range(10)
        for r in [chance.uniform(0.85, 1.15)]
    ]
    return Curve(ring, closed=True).data()


def roofs(houses: Iterable[tuple[Point, float, float, float]]) -> str:
    """Houses as (centre, angle, length, width): shadow, two slopes of the roof, rim and ridge."""
    shadow, lit, shaded, rim = "", "", "", ""
    for (x, y), angle, length, width in houses:
        shape = box(length, width)
        shadow += polygon(turned(shape, angle, (x + 1.8, y + 2.4)))
        shaded += polygon(turned(shape, angle, (x, y)))
        lit += polygon(turned([(px, py if py < 0 else 0) for px, py in shape], angle, (x, y)))
        rim += polygon(turned(shape, angle, (x, y)))
        ridge = turned([(-length / 2, 0), (length / 2, 0)], angle, (x, y))
        rim += "M" + "L".join(f"{num(a)} {num(b)}" for a, b in ridge)
    return (
        path(shadow, fill="#2B1D10", opacity=".4")
        + path(shaded, fill="#7E3D31")
        + path(lit, fill="#A85A48")
        + path(rim, fill="none", stroke="#3F1C15", stroke_width=".7", stroke_linejoin="round")
    )


def farms(plan: Plan) -> str:
    """Walled farms: yard, wall with corner towers, roofs along the walls, a gate and an orchard."""
    drawn = ""
    for word, cell in ((word, cell) for word, cells in plan.farms.items() for cell in cells):
        chance = dice(plan.seed, f"{word} {cell}")
        x, y = plan.grid.centre(cell)
        tilt = chance.uniform(-0.035, 0.035)
        walls = turned(box(63, 60), tilt, (x, y))
        drawn += soft_shape(polygon([(a + 3, b + 4) for a, b in walls]), "#2B1D10", 0.36, SOFT)
        drawn += path(
            polygon(walls), fill="#CDB98C", stroke="#4A3A26", stroke_width="4.2", stroke_linejoin="round"
        )
        drawn += path(
            polygon(walls), fill="none", stroke="#B9A581", stroke_width="1.7", stroke_linejoin="round"
        )
        gate = turned([(-6, 30), (6, 30)], tilt, (x, y))
        drawn += path(
            "M" + "L".join(f"{num(a)} {num(b)}" for a, b in gate), stroke="#CDB98C", stroke_width="4.4"
        )
        inner = [
            ((-20, -21), 0.0, 18.0, 10.0),
            ((22, -14), math.pi / 2, 24.0, 10.0),
            ((-23.5, 6), math.pi / 2, 22.0, 9.0),
            ((16, 22), 0.0, 17.0, 8.5),
            ((2, -22), 0.0, 13.0, 8.0),
        ]
        drawn += roofs(
            (turned([spot], tilt, (x, y))[0], angle + tilt, length, width)
            for spot, angle, length, width in inner
        )
        towers = turned(box(63, 60), tilt, (x, y))
        drawn += path(
            "".join(disc(tower, 4) for tower in towers), fill="#8C5646", stroke="#3F2A1A", stroke_width="1"
        )
        garden = [(turned([(a, b)], tilt, (x, y))[0], 2.6) for a in (-10, -3, 4) for b in (2, 9, 16)]
        drawn += trees(garden, chance)
    return drawn
