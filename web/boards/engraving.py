"""The static picture of a map of places: an engraved sheet. Pure and deterministic; names no title."""

import math
from collections.abc import Iterable, Sequence

from web.boards import paper
from web.boards.ink import (
    Curve,
    Point,
    again,
    at,
    box,
    dice,
    disc,
    middle,
    moved_to,
    num,
    path,
    polygon,
    polyline,
    tag,
    turned,
)
from web.boards.points import Panel, Place, PointPlan, Road

SHEET, SEA, LAND, INK = "#E3D6B4", "#C7D3D3", "#F1E8D2", "#221D17"
PASS, RIVER, ROAD, CASING = "#8A4B2A", "#2F6FA3", "#5A4730", "#FBF5E4"
TRAIL, BERTH = "#9A5600", "#274C66"
FORTRESS = [
    (math.sin(k * math.pi / 5) * r, -math.cos(k * math.pi / 5) * r)
    for k in range(10)
    for r in [(15.8, 8.6)[k % 2]]
]
GLYPHS = {
    "plus": "M-1.5-5H1.5V-1.5H5V1.5H1.5V5H-1.5V1.5H-5V-1.5H-1.5z",
    "cross": "M-4.6-2.8L-2.8-4.6 0-1.8 2.8-4.6 4.6-2.8 1.8 0 4.6 2.8 2.8 4.6 0 1.8-2.8 4.6-4.6 2.8-1.8 0z",
    "disc": disc((0, 0), 3.9),
    "triangle": "M0-4.7L4.9 3.9H-4.9z",
    "star": "M0-5.6L1.6-1.8 5.4-1.7 2.4.8 3.4 4.6 0 2.4-3.4 4.6-2.4.8-5.4-1.7-1.6-1.8z",
}
"""The signs of powers, which tell them apart without colour."""
OUTLINES = {
    "plain": disc((0, 0), 9.6),
    "key": polygon(box(22, 22)),
    "fortress": polygon(FORTRESS),
    "capital": polygon(box(28, 28)),
    "box": polygon(box(22, 22)),
    "zone": disc((0, 0), 17),
}
"""The outline of each shape of place about the origin."""


SHIP = (
    "M-9.5 4H9.5L7 9H-7zM-.7 2.6V-11H.7V2.6zM-2-9.6V2.2C-5.4 1.4-7.6-.4-8.4-2.6-6-4-3.6-6.6-2-9.6z"
    "M2.2-10.4C5.4-7.6 8-4 8.8 0 6.6 1.4 4.4 2 2.2 2.2z"
)
"""A ship under sail, about the origin."""


def view_box(plan: PointPlan) -> str:
    return paper.sheet_box(plan.ground.width, plan.ground.height)


def picture(plan: PointPlan) -> bytes:
    """Sea, land, relief, roads, empty places and panels as a whole SVG document without any lettering. The
    same plan gives the same bytes."""
    ground = plan.ground
    map_ = "".join(
        (
            tag("rect", width=ground.width, height=ground.height, fill=SEA),
            water_lining(plan),
            land(plan),
            tag("g", rim() + relief(plan), clip_path="url(#shore)"),
            tag("g", borders(plan), clip_path="url(#sheet)"),
            tag("use", href="#coast", fill="none", stroke="#4A5A60", stroke_width="1.15"),
            rivers(plan),
            roads(plan),
            "".join(anchor(place) for place in plan.places.values() if place.port != "none"),
            "".join(empty_place(place) for place in plan.places.values() if not place.row),
            "".join(printed(plan, place) for place in plan.places.values()),
            "".join(panel(each) for each in plan.panels),
            signs(plan),
        )
    )
    size = (ground.width, ground.height)
    body = definitions(plan) + paper.under(*size, SHEET) + tag("g", map_, clip_path="url(#sheet)")
    body += paper.grain(*size) + paper.border(*size, pitch=100)
    return tag("svg", body, xmlns="http://www.w3.org/2000/svg", viewBox=view_box(plan)).encode()


def ring(points: Sequence[Point]) -> str:
    """A closed shape in short, relative path data of a tenth of a pixel."""
    return relative(points) + "z"


def relative(points: Sequence[Point]) -> str:
    x, y = round(points[0][0] * 10), round(points[0][1] * 10)
    data = [f"M{num(x / 10)} {num(y / 10)}l"]
    for point in points[1:]:
        nx, ny = round(point[0] * 10), round(point[1] * 10)
        data.append(f"{tenth(nx - x)}{'' if ny < y else ' '}{tenth(ny - y)} ")
        x, y = nx, ny
    return "".join(data).rstrip()


def tenth(value: int) -> str:
    text = f"{value / 10:g}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def definitions(plan: PointPlan) -> str:
    ground = plan.ground
    whole = "".join(ring(shape) for shapes in ground.land.values() for shape in shapes)
    return tag(
        "defs",
        tag("path", id="land", d=whole)
        + tag("path", id="coast", d="".join(map(relative, ground.coast)))
        + tag("clipPath", tag("use", href="#land"), id="shore")
        + tag("clipPath", tag("path", d=f"M0 0h{num(ground.width)}v{num(ground.height)}H0z"), id="sheet")
        + '<filter id="soft" x="-20%" y="-20%" width="140%" height="140%">'
        '<feGaussianBlur stdDeviation="9"/></filter>' + paper.noises(plan.seed),
    )


# ---- sea and land


def water_lining(plan: PointPlan) -> str:
    """Five lines along the coast, fainter the farther out, and with fewer of its bends."""
    lines = ""
    for out, strength in ((30, ".18"), (22, ".26"), (15, ".36"), (9.5, ".5"), (5, ".7")):
        coast = "".join(relative(thinned(line, out / 2)) for line in plan.ground.coast)
        ink = {"stroke": "#7F9AA3", "stroke_width": 2 * out + 1.5, "stroke_opacity": strength}
        lines += again(coast, [ink, {"stroke": SEA, "stroke_width": float(2 * out)}])
    return tag("g", lines, fill="none", stroke_linejoin="bevel")


def thinned(line: Sequence[Point], gap: float) -> Sequence[Point]:
    """A line without the points that lie nearer than `gap` to the one kept before; its ends stay."""
    kept = [line[0]]
    for point in line[1:-1]:
        if math.dist(point, kept[-1]) >= gap:
            kept.append(point)
    return [*kept, line[-1]]


def land(plan: PointPlan) -> str:
    """Each country in its tint."""
    ground = plan.ground
    return "".join(
        path("".join(map(ring, rings)), fill=ground.tints[name], stroke=ground.tints[name], stroke_width=".8")
        for name, rings in ground.land.items()
    )


def rim() -> str:
    """A warm rim along the coast."""
    return tag("use", href="#coast", fill="none", stroke="#D9C79C", stroke_width="13", stroke_opacity=".55")


def borders(plan: PointPlan) -> str:
    data = "".join(map(relative, plan.ground.borders))
    return path(data, fill="none", stroke="#9C5A4A", stroke_width="6", opacity=".16") + path(
        data, fill="none", stroke="#6B3F33", stroke_width="1.2", stroke_dasharray="7 2.5 1.5 2.5"
    )


def rivers(plan: PointPlan) -> str:
    """Rivers that no rule speaks of, in the colour of the coast."""
    data = "".join(Curve(river).data() for river in plan.ground.rivers)
    return path(data, fill="none", stroke=SEA, stroke_width="4.2", stroke_linecap="round") + path(
        data, fill="none", stroke="#7F9AA3", stroke_width="2", stroke_linecap="round"
    )


# ---- relief


def relief(plan: PointPlan) -> str:
    """Hachures on both sides of every crest, the south-eastern side in shade, over soft shadows. A pass that
    no range reaches has a short crest of its own."""
    crests = [Curve(crest) for crest in (*plan.ground.crests, *lone_crests(plan))]
    data = "".join(crest.data() for crest in crests)
    wash = tag(
        "g",
        path(data, stroke="#BFA878", stroke_width="56", opacity=".5")
        + path(data, stroke="#8F774A", stroke_width="12", opacity=".4"),
        fill="none",
        filter="url(#soft)",
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    shade = light = ""
    chance = dice(plan.seed, "hachures")
    for crest in crests:
        for strand, width in strands(crest, plan.seed):
            for (x, y), (nx, ny) in strand:
                for side in (1, -1):
                    length = width * chance.uniform(7, 13)
                    dark = (nx + ny) * side > 0
                    length *= 1 if dark else 0.7
                    gap = chance.uniform(0.5, 1.8)
                    lean = chance.uniform(-1.2, 1.2)
                    dx, dy = nx * side, ny * side
                    stroke = (
                        f"M{num(x + dx * gap)} {num(y + dy * gap)}"
                        f"l{num(dx * length + dy * lean)} {num(dy * length - dx * lean)}"
                    )
                    shade, light = (shade + stroke, light) if dark else (shade, light + stroke)
    return (
        wash
        + path(shade, fill="none", stroke="#5E4A2B", stroke_width=".95", opacity=".66")
        + path(light, fill="none", stroke="#7C6746", stroke_width=".75", opacity=".55")
    )


def strands(crest: Curve, seed: int) -> Iterable[tuple[list[tuple[Point, Point]], float]]:
    """Two lines that wind about a crest, with the breadth of their hachures; shorter towards the ends."""
    chance = dice(seed, f"strand {crest.controls[0]}")
    whole = crest.samples(3.6)
    for shift, breadth in ((-6.0, 1.0), (8.0, 0.8)):
        phase, pitch = chance.uniform(0, 6), chance.uniform(9, 15)
        line = []
        for k, ((x, y), (nx, ny)) in enumerate(whole):
            taper = min(1.0, (k + 2) / 14, (len(whole) - k + 1) / 14)
            sway = (shift + 5 * math.sin(k / pitch + phase) + 2 * math.sin(k / 4.1 + phase)) * taper
            line.append(((x + nx * sway, y + ny * sway), (nx, ny)))
        ends = 10 if shift > 0 and len(line) > 40 else 0
        yield line[ends : len(line) - ends], breadth


def lone_crests(plan: PointPlan) -> list[tuple[Point, ...]]:
    """A crest across each pass that lies off the ranges."""
    ranges = [point for crest in plan.ground.crests for point, _ in Curve(crest).samples(12)]
    found = []
    for road in plan.roads:
        a, b = plan.places[road.a].at, plan.places[road.b].at
        spot = middle(a, b)
        if road.kind == "pass" and min(math.dist(spot, point) for point in ranges) > 45:
            turn = math.atan2(b[1] - a[1], b[0] - a[0]) + math.pi / 2
            found.append(tuple(turned([(-44, 5), (-16, -5), (16, 5), (44, -5)], turn, spot)))
    return found


# ---- roads


def ends(plan: PointPlan, road: Road) -> tuple[Point, Point]:
    return plan.places[road.a].at, plan.places[road.b].at


def roads(plan: PointPlan) -> str:
    """Kinds of lines told apart by form: plain, dashed, with two peaks, with a stream across, dots of a trail
    for one alone, and fine dots from a berth at sea to its ports."""
    apart = {"broken": "", "trail": "", "berth": "", "": ""}
    for road in plan.roads:
        apart[road.kind if road.kind in apart else ""] += polyline(ends(plan, road))
    whole, dashed, trail, berth = apart[""], apart["broken"], apart["trail"], apart["berth"]
    drawn = path(berth, stroke=BERTH, stroke_width="1.7", stroke_dasharray=".1 5", stroke_linecap="round")
    drawn += path(whole + dashed, stroke=CASING, stroke_width="6.4", opacity=".86")
    drawn += path(whole, stroke=ROAD, stroke_width="2.7")
    drawn += path(dashed, stroke=ROAD, stroke_width="2.7", stroke_dasharray="8 4.5")
    drawn += path(trail, stroke=CASING, stroke_width="6.6", stroke_dasharray=".1 8", stroke_linecap="round")
    drawn += path(trail, stroke=TRAIL, stroke_width="4", stroke_dasharray=".1 8", stroke_linecap="round")
    for road in plan.roads:
        drawn += mark(road.kind, *ends(plan, road))
    return tag("g", drawn, fill="none", stroke_linejoin="round")


def mark(kind: str, a: Point, b: Point) -> str:
    """What stands in the middle of a line of this kind."""
    if kind == "pass":
        return peaks(middle(a, b))
    return stream(a, b) if kind == "river" else ""


def peaks(spot: Point) -> str:
    """Two peaks side by side."""
    x, y = spot
    data = "".join(f"M{num(x + dx - 5.5)} {num(y + 5)}l5.5-11 5.5 11z" for dx in (-5.6, 5.6))
    return path(data, fill=PASS, stroke=CASING, stroke_width="1.6", paint_order="stroke")


def stream(a: Point, b: Point) -> str:
    """A stream across the line, and the two banks of its bridge."""
    spot, turn = middle(a, b), math.atan2(b[1] - a[1], b[0] - a[0])
    water = Curve(
        turned([(-3, -34), (4, -22), (-3, -11), (0, 0), (4, 11), (-4, 22), (2, 34)], turn, spot)
    ).data()
    banks = ""
    for side in (-1, 1):
        p, c, q = turned([(side * 8.5, -9), (side * 1.5, 0), (side * 8.5, 9)], turn, spot)
        banks += f"M{at(p)}Q{at(c)} {at(q)}"
    line = f"M{at(turned([(-9, 0)], turn, spot)[0])}L{at(turned([(9, 0)], turn, spot)[0])}"
    return (
        path(water, stroke=CASING, stroke_width="5", opacity=".7")
        + path(water, stroke="#5C87A6", stroke_width="2.5", stroke_linecap="round")
        + path(line, stroke=CASING, stroke_width="6.4")
        + path(line, stroke=ROAD, stroke_width="2.7")
        + path(banks, stroke=CASING, stroke_width="5.4", stroke_linecap="round")
        + path(banks, stroke=RIVER, stroke_width="2.9", stroke_linecap="round")
    )


# ---- places


def empty_place(place: Place) -> str:
    """The printed place: cream, rimmed; who holds it is drawn over it by the live layer. A berth at sea is an
    empty ring with the ghost of a ship."""
    if place.shape == "zone":
        look = {"fill": SEA, "stroke": BERTH, "stroke_width": "1.7", "stroke_dasharray": "5 3.4"}
        ring_ = path(OUTLINES["zone"], **look, opacity=".9")
        return tag("g", ring_ + path(SHIP, fill=BERTH, opacity=".4"), transform=moved_to(place.at))
    return path(
        OUTLINES[place.shape], transform=moved_to(place.at), fill="#F6EEDB", stroke=INK, stroke_width="1.6"
    )


def anchor(place: Place) -> str:
    """An anchor beside a port, large for a major one."""
    x, y = place.at
    away = 1 if place.slot[0] < x else -1
    return anchor_at((x + away * 15, y + 15), 1.0 if place.port == "major" else 0.68)


def anchor_at(spot: Point, scale: float) -> str:
    shape = "M0-6.5V6M-4-3.2H4M-6.2 1.5A6.4 6 0 0 0 6.2 1.5M-7.6 3.2L-6.2.8-4.2 2.8M7.6 3.2L6.2.8 4.2 2.8"
    lines = path(shape, stroke="#F1E8D2", stroke_width="4.4") + path(
        shape, stroke="#274C66", stroke_width="1.9"
    )
    lines += tag("circle", cy="-8.2", r="1.9", stroke="#274C66", stroke_width="1.6")
    return tag(
        "g",
        lines,
        transform=moved_to(spot, scale),
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def printers(plan: PointPlan) -> list[str]:
    """The sides that have signs printed beside places."""
    return sorted({place.printed for place in plan.places.values() if place.printed})


def printed_sign(plan: PointPlan, side: str, spot: Point) -> str:
    """The small sign of who held a place at the start, when it was not its own."""
    sign = GLYPHS[plan.glyphs[side]]
    return path(
        sign,
        fill=plan.armies[side].fill,
        stroke="#F6EEDB",
        stroke_width="2.4",
        paint_order="stroke",
        transform=moved_to(spot),
    )


def printed(plan: PointPlan, place: Place) -> str:
    """That sign at the lower left of the place."""
    return printed_sign(plan, place.printed, (place.at[0] - 12, place.at[1] + 11)) if place.printed else ""


# ---- panels


def panel(each: Panel) -> str:
    """A framed card on the sheet."""
    x, y, width, height = each.x, each.y, each.width, each.height
    drawn = ""
    for gap, fill, line in ((0, "#F6EEDB", "1.6"), (4, "none", ".8")):
        drawn += tag(
            "rect",
            x=x + gap,
            y=y + gap,
            width=width - 2 * gap,
            height=height - 2 * gap,
            fill=fill,
            stroke="#3D3421",
            stroke_width=line,
        )
    return tag("rect", x=x + 3, y=y + 4, width=width, height=height, fill="#120D06", opacity=".2") + drawn


def signs(plan: PointPlan) -> str:
    """The signs of the legend; their words are lettered by the live layer."""
    return tag("g", "".join(sign_of(plan, sign, spot) for sign, spot in legend_rows(plan)), fill="none")


def sign_of(plan: PointPlan, sign: str, spot: Point) -> str:
    """One sign of the legend: a kind of line or place, a port, who held places, who holds one."""
    x, y = spot
    a, b, at_ = (x, y), (x + 52, y), (x + 26, y)
    if sign in ("open", "pass", "river", "broken"):
        dash = "8 4.5" if sign == "broken" else None
        drawn = path(polyline((a, b)), stroke=ROAD, stroke_width="2.7", stroke_dasharray=dash)
        return drawn + {"pass": peaks, "river": small_bridge}.get(sign, lambda _: "")(middle(a, b))
    if sign == "trail":
        dots = {"stroke_dasharray": ".1 8", "stroke_linecap": "round"}
        return path(polyline((a, b)), stroke=TRAIL, stroke_width="4", **dots)
    if sign == "zone":
        return path(SHIP, fill=BERTH, transform=moved_to(at_, 0.85))
    if sign == "port":
        if all(place.port != "minor" for place in plan.places.values()):
            return anchor_at((at_[0], y + 1), 1.0)
        return anchor_at((x + 14, y + 1), 1.0) + anchor_at((x + 38, y + 3), 0.68)
    if sign == "printed":
        return "".join(
            printed_sign(plan, side, (x + 16 + 20 * k, y)) for k, side in enumerate(printers(plan))
        )
    look: dict[str, str] = {"stroke": INK, "stroke_width": "1.6", "transform": moved_to(at_)}
    if sign in plan.armies:
        army = plan.armies[sign]
        held = path(GLYPHS[plan.glyphs[sign]], fill=army.on_fill, transform=moved_to(at_, 0.86))
        return path(OUTLINES["plain"], fill=army.fill, **look) + held
    return path(OUTLINES[sign], fill="#E8DCC0", **look) if sign in OUTLINES else ""


def small_bridge(spot: Point) -> str:
    x, y = spot
    banks = "".join(
        f"M{num(x + s * 8.5)} {num(y - 9)}Q{num(x + s * 1.5)} {num(y)} {num(x + s * 8.5)} {num(y + 9)}"
        for s in (-1, 1)
    )
    return path(banks, stroke=RIVER, stroke_width="2.9", stroke_linecap="round")


def legend_rows(plan: PointPlan) -> list[tuple[str, Point]]:
    """Where each sign of the legend stands: in the first panel, one under the other."""
    if not plan.panels:
        return []
    box_ = plan.panels[0]
    return [(sign, (box_.x + 16, box_.y + 50 + 29 * k)) for k, sign in enumerate(plan.legend)]
