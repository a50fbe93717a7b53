"""Prepare the ground of the board of Washington's War from public-domain outlines, as the npm packages
`us-atlas` (US Census Bureau) and `world-atlas` (Natural Earth) give them.

    npm pack us-atlas@3.0.1 world-atlas@2.0.2     (and unpack both)
    python -m scripts.colonies us-atlas/states-10m.json world-atlas/countries-10m.json

writes `domain/washingtons_war/colonies.json`: land by colony, coast, borders, lakes, rivers and ranges in
board pixels, bent so that every space of the map lies where `map.toml` draws it. The same input gives the
same bytes.
"""

import json
import math
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from scripts.coastline import Line, Point, area, clipped, decoded, flat, index_of, rings_of, simplified

TITLE = Path(__file__).parents[1] / "domain" / "washingtons_war"
SOURCE = (
    "Coast and state lines: US Census Bureau 1:10m (npm us-atlas 3.0.1) and Natural Earth 1:10m (npm"
    " world-atlas 2.0.2), public domain; lakes, rivers and ranges: our own lines from public geography"
)
STATES = {
    "massachusetts": ("Massachusetts", "Maine"),
    "new_hampshire": ("New Hampshire", "Vermont"),
    "rhode_island": ("Rhode Island",),
    "connecticut": ("Connecticut",),
    "new_york": ("New York",),
    "new_jersey": ("New Jersey",),
    "pennsylvania": ("Pennsylvania",),
    "delaware": ("Delaware",),
    "maryland": ("Maryland", "District of Columbia"),
    "virginia": ("Virginia", "West Virginia"),
    "north_carolina": ("North Carolina",),
    "south_carolina": ("South Carolina",),
    "georgia": ("Georgia",),
    "elsewhere": (
        "Ohio", "Kentucky", "Tennessee", "Alabama", "Mississippi", "Florida", "Indiana", "Michigan",
        "Illinois",
    ),
}  # fmt: skip
"""What is one colony on the map: Vermont counts for New Hampshire, where Norwich lies."""
SEEN = (-90.0, 27.0, -60.0, 52.0)
MARGIN = 60.0
PRECISION, OF_AREAS = 0.8, 2.4
"""Pixels that a simplified line may lie off; the tints of colonies, which every page loads, are coarser."""
LEAST, LEAST_AREA = 12.0, 160.0
"""Square pixels; smaller islands are left out."""
NEAR = 9.0
"""Pixels: an outer line of a state that runs so near Canada's is the border, else it is coast."""
STILL, SMOOTHED = 4.0, 6.0
"""Degrees between the points where the map is not bent, far from every space; pixels by which bends are
softened."""


class Sheet(NamedTuple):
    """The board's size in pixels."""

    width: float
    height: float


def main(states: str, countries: str) -> None:
    """Read both atlases and the title's map, write the prepared file, say how large it is."""
    look = tomllib.loads((TITLE / "board.toml").read_text("utf-8"))["board"]
    spaces = tomllib.loads((TITLE / "data" / "map.toml").read_text("utf-8"))["space"]
    grown = look["grown"]
    sheet = Sheet(*look["size"])
    place = bent([(each["lon"], each["lat"], each["x"] * grown, each["y"] * grown) for each in spaces])
    us, world = json.loads(Path(states).read_text()), json.loads(Path(countries).read_text())
    found = prepared(us, world, look["relief"], place, sheet)
    (TITLE / look["ground"]).write_text(json.dumps(found, separators=(",", ":")) + "\n")
    print(f"{look['ground']}: {(TITLE / look['ground']).stat().st_size} bytes")


Places = Callable[[Point], Point]


def prepared(us: Any, world: Any, relief: Mapping[str, Any], place: Places, sheet: Sheet) -> dict[str, Any]:
    """Everything that lies under the spaces; a line is x, y, x, y, ... in pixels."""

    def drawn(line: Line) -> Line:
        return [place(point) for point in line]

    def ring(whole: Line, precision: float) -> Line:
        line = drawn(whole)
        half = len(line) // 2
        closed = simplified([*line[:half], line[half]], precision)[:-1]
        closed += simplified([*line[half:], line[0]], precision)[:-1]
        return clipped(closed, sheet)

    arcs = decoded(us)
    rings = {name: merged(us, arcs, states) for name, states in STATES.items()}
    canada = outlines(world, "Canada")
    lakes = [[(lon, lat) for lon, lat in each] for each in relief["lakes"]]
    land = {"canada": canada, "lakes": lakes, **rings}
    shapes = {name: [ring(each, PRECISION) for each in found] for name, found in land.items()}
    areas = {
        name: [ring(each, OF_AREAS) for each in found]
        for name, found in land.items()
        if name not in ("lakes", "elsewhere")
    }
    coast, borders = lines_of(us, arcs, [drawn(each) for each in canada], drawn)
    coast += [drawn(line) for line in outer(world, "Canada")] + [drawn([*each, each[0]]) for each in lakes]
    seen = {
        "coast": [simplified(line, PRECISION) for line in coast],
        "borders": [simplified(line, PRECISION) for line in borders],
        "rivers": [drawn([(lon, lat) for lon, lat in each]) for each in relief["rivers"]],
        "crests": [drawn([(lon, lat) for lon, lat in each]) for each in relief["crests"]],
    }
    return {
        "source": SOURCE,
        "land": {name: kept(found, LEAST) for name, found in shapes.items()},
        "areas": {name: kept(found, LEAST_AREA) for name, found in areas.items()},
        **{
            name: [flat(part) for line in found for part in seen_parts(line, sheet)]
            for name, found in seen.items()
        },
    }


def kept(rings: Sequence[Line], least: float) -> list[list[float]]:
    return [flat(ring) for ring in rings if len(ring) > 2 and abs(area(ring)) >= least]


def seen_parts(line: Line, sheet: Sheet) -> list[Line]:
    """The parts of a line that come into the picture, without islands that are left out."""
    if line[0] == line[-1] and abs(area(line[:-1])) < LEAST:
        return []
    found: list[Line] = [[]]
    for a, b in zip(line, line[1:], strict=False):
        if is_drawn(a, sheet) or is_drawn(b, sheet):
            found[-1] += [b] if found[-1] else [a, b]
        elif found[-1]:
            found.append([])
    return [part for part in found if part]


def is_drawn(point: Point, sheet: Sheet) -> bool:
    x, y = point
    return -MARGIN <= x <= sheet.width + MARGIN and -MARGIN <= y <= sheet.height + MARGIN


# ---- TopoJSON


def merged(atlas: Any, arcs: Sequence[Line], names: Sequence[str]) -> list[Line]:
    """The outline of several states together: their arcs without those that two of them share."""
    states = atlas["objects"]["states"]["geometries"]
    shapes = [each for each in states if each["properties"]["name"] in names]
    assert len(shapes) == len(names), names
    uses = [arc for shape in shapes for ring in rings_of(shape) for arc in ring]
    times = Counter(map(index_of, uses))
    lines = [run(arcs, arc) for arc in uses if times[index_of(arc)] == 1]
    starts: dict[Point, list[Line]] = {}
    for line in lines:
        starts.setdefault(line[0], []).append(line)
    found = []
    while starts:
        start = next(iter(starts))
        whole = following(starts, start)
        while whole[-1] != start:
            whole += following(starts, whole[-1])[1:]
        if any(is_near(point) for point in whole):
            found.append(whole[:-1])
    return found


def following(starts: dict[Point, list[Line]], at: Point) -> Line:
    """A line that begins there; each is taken once."""
    line = list(starts[at].pop())
    if not starts[at]:
        del starts[at]
    return line


def run(arcs: Sequence[Line], arc: int) -> Line:
    return arcs[arc] if arc >= 0 else arcs[~arc][::-1]


def outlines(atlas: Any, country: str) -> list[Line]:
    """The rings of a country that come into what is read."""
    arcs = decoded(atlas)
    (shape,) = (s for s in atlas["objects"]["countries"]["geometries"] if s["properties"]["name"] == country)
    found = []
    for ring in rings_of(shape):
        whole = [point for arc in ring for point in run(arcs, arc)[:-1]]
        if any(is_near(point) for point in whole):
            found.append([held(point) for point in whole])
    return found


def outer(atlas: Any, country: str) -> list[Line]:
    """The coast of a country: the arcs that it shares with no other."""
    arcs = decoded(atlas)
    shapes = [each for each in atlas["objects"]["countries"]["geometries"] if "arcs" in each]
    uses = Counter(index_of(arc) for each in shapes for ring in rings_of(each) for arc in ring)
    (shape,) = (each for each in shapes if each["properties"]["name"] == country)
    mine = sorted({index_of(arc) for ring in rings_of(shape) for arc in ring})
    return [arcs[k] for k in mine if uses[k] == 1 and any(is_near(point) for point in arcs[k])]


def lines_of(
    atlas: Any, arcs: Sequence[Line], canada: Sequence[Line], drawn: Callable[[Line], Line]
) -> tuple[list[Line], list[Line]]:
    """Coast and borders of the colonies: arcs of one alone, and those that two share. Where an outer arc runs
    along Canada it is a border."""
    colony = {name: colony for colony, names in STATES.items() for name in names}
    users: dict[int, set[str]] = {}
    times: Counter[int] = Counter()
    for shape in atlas["objects"]["states"]["geometries"]:
        if shape["properties"]["name"] in colony:
            for arc in (arc for ring in rings_of(shape) for arc in ring):
                users.setdefault(index_of(arc), set()).add(colony[shape["properties"]["name"]])
                times[index_of(arc)] += 1
    inner = {
        index_of(arc)
        for shape in atlas["objects"]["states"]["geometries"]
        if shape["properties"]["name"] not in colony and "arcs" in shape
        for ring in rings_of(shape)
        for arc in ring
    }
    grid = Near(canada, NEAR)
    coast, borders = [], []
    for k, owners in users.items():
        if len(owners) == 2:
            borders.append(drawn(arcs[k]))
        elif times[k] == 1 and k not in inner:
            shore, line = split(drawn(arcs[k]), grid)
            coast += shore
            borders += line
    return coast, borders


class Near:
    """Is a point near one of these lines?"""

    def __init__(self, lines: Sequence[Line], reach: float) -> None:
        self.reach = reach
        self.cells: set[tuple[int, int]] = set()
        for line in lines:
            for (x, y), (u, v) in zip(line, line[1:], strict=False):
                steps = max(1, int(math.dist((x, y), (u, v)) / reach))
                if steps > 400:  # the edge of what is read
                    continue
                for n in range(steps + 1):
                    share = n / steps
                    self.cells.add(self.cell((x + (u - x) * share, y + (v - y) * share)))

    def cell(self, point: Point) -> tuple[int, int]:
        return (round(point[0] / self.reach), round(point[1] / self.reach))

    def has(self, point: Point) -> bool:
        x, y = self.cell(point)
        return any((x + dx, y + dy) in self.cells for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def split(line: Line, border: Near) -> tuple[list[Line], list[Line]]:
    """The parts of a line away from the border, and those along it."""
    found: tuple[list[Line], list[Line]] = ([], [])
    part, was = [line[0]], border.has(line[0])
    for point in line[1:]:
        now = border.has(point)
        part.append(point)
        if now != was:
            found[was].append(part)
            part, was = [point], now
    found[was].append(part)
    return found


def is_near(point: Point) -> bool:
    west, south, east, north = SEEN
    return west <= point[0] <= east and south <= point[1] <= north


def held(point: Point) -> Point:
    west, south, east, north = SEEN
    return (min(max(point[0], west), east), min(max(point[1], south), north))


# ---- where a point of the globe is drawn


def bent(known: Sequence[tuple[float, float, float, float]]) -> Places:
    """Degrees to pixels: plate carrée by least squares, and what the known places lie off spread over the map
    by radial functions; far from all of them nothing is bent. `known` are lon, lat, x, y."""
    ax, bx = fitted([(lon, x) for lon, _, x, _ in known])
    ay, by = fitted([(lat, y) for _, lat, _, y in known])

    def straight(point: Point) -> Point:
        return (ax + bx * point[0], ay + by * point[1])

    nodes = [straight((lon, lat)) for lon, lat, _, _ in known]
    off = [(x - node[0], y - node[1]) for (_, _, x, y), node in zip(known, nodes, strict=True)]
    west, south, east, north = SEEN
    for n in range(int((east - west) / STILL) + 1):
        for m in range(int((north - south) / STILL) + 1):
            spot = straight((west + STILL * n, south + STILL * m))
            if min(math.dist(spot, node) for node in nodes[: len(known)]) > 3.2 * abs(bx):
                nodes.append(spot)
                off.append((0.0, 0.0))
    matrix = [[math.dist(a, b) for b in nodes] for a in nodes]
    for k in range(len(nodes)):
        matrix[k][k] = -SMOOTHED
    weights = solved(matrix, off)

    def place(point: Point) -> Point:
        spot = straight(point)
        far = [math.dist(spot, node) for node in nodes]
        dx = sum(r * weight[0] for r, weight in zip(far, weights, strict=True))
        dy = sum(r * weight[1] for r, weight in zip(far, weights, strict=True))
        return (spot[0] + dx, spot[1] + dy)

    return place


def fitted(pairs: Sequence[Point]) -> Point:
    """Constant and slope of the straight line through these points by least squares."""
    n = len(pairs)
    sx, sy = sum(x for x, _ in pairs), sum(y for _, y in pairs)
    sxx, sxy = sum(x * x for x, _ in pairs), sum(x * y for x, y in pairs)
    slope = (n * sxy - sx * sy) / (n * sxx - sx * sx)
    return ((sy - slope * sx) / n, slope)


def solved(matrix: list[list[float]], right: Sequence[Point]) -> list[Point]:
    """The solution of linear equations with two right sides (Gauss, with pivots)."""
    rows = [[*row, *sides] for row, sides in zip(matrix, right, strict=True)]
    n = len(rows)
    for k in range(n):
        pivot = max(range(k, n), key=lambda r: abs(rows[r][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for r in range(k + 1, n):
            factor = rows[r][k] / rows[k][k]
            if factor:
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[k], strict=True)]
    found: list[Point] = [(0.0, 0.0)] * n
    for k in range(n - 1, -1, -1):
        x, y = rows[k][n], rows[k][n + 1]
        for j in range(k + 1, n):
            x -= rows[k][j] * found[j][0]
            y -= rows[k][j] * found[j][1]
        found[k] = (x / rows[k][k], y / rows[k][k])
    return found


if __name__ == "__main__":
    main(*sys.argv[1:])
