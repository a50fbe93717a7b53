"""Prepare the coastline of the Iberian board from Natural Earth (public domain), as the npm package
`world-atlas` gives it.

    npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
    python -m scripts.coastline package/countries-10m.json

writes `domain/wellington/coast.json`: land by country, coast and borders in board pixels. The same input
gives the same bytes.
"""

import json
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

import domain.titles  # noqa: F401  (registers the title)
from domain.kernel import titled
from web.boards.conic import Conic
from web.boards.looks import PlaceLooks, read
from web.boards.place_plans import conic as conic_of

TITLE = "wellington"
Point = tuple[float, float]
Line = list[Point]


class Sized(Protocol):
    """A board of this size in pixels."""

    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...


SOURCE = "Natural Earth 1:10m, Admin 0 countries, version 4.1.0, public domain; npm world-atlas 2.0.2"
COUNTRIES = {"Spain": "spain", "Portugal": "portugal", "France": "france", "Gibraltar": "gibraltar"}
SEEN = (-14.0, 33.0, 8.5, 47.5)
"""West, south, east, north in degrees: what is read."""
MARGIN = 60.0
"""Pixels beyond the board that are kept, so that no edge of the clip is seen."""
PRECISION = 0.45
"""Pixels that a simplified line may lie off."""
LEAST = 3.0
"""Square pixels; smaller islands are left out."""


def main(source: str) -> None:
    """Read `countries-10m.json`, write the prepared file, say how large it is."""
    atlas, look = json.loads(Path(source).read_text()), read(TITLE, PlaceLooks)
    file = titled(TITLE).folder / look.ground
    file.write_text(json.dumps(prepared(atlas, conic_of(look)), separators=(",", ":")) + "\n")
    print(f"{file.name}: {file.stat().st_size} bytes")


def prepared(atlas: Any, conic: Conic) -> dict[str, Any]:
    """Land by country as rings, coast and borders as lines; a line is x, y, x, y, ... in pixels."""
    shapes = [shape for shape in atlas["objects"]["countries"]["geometries"] if "arcs" in shape]
    rings = {id(ring): (shape, ring) for shape in shapes for ring in rings_of(shape)}
    arcs = decoded(atlas)
    near = {k for k, arc in enumerate(arcs) if any(is_seen(point) for point in arc)}
    lines = {k: simplified([conic.at(*point) for point in arcs[k]], PRECISION) for k in near}
    uses = Counter(index_of(arc) for _, ring in rings.values() for arc in ring)
    land: dict[str, list[Line]] = {name: [] for name in (*COUNTRIES.values(), "elsewhere")}
    for shape, ring in rings.values():
        if not near.isdisjoint(map(index_of, ring)):
            whole = stitched(ring, lambda k: lines.get(k) or [conic.at(*held(p)) for p in arcs[k]])
            kept = clipped(whole, conic)
            if abs(area(kept)) >= LEAST:
                land[COUNTRIES.get(shape["properties"]["name"], "elsewhere")].append(kept)
    return {
        "source": SOURCE,
        "land": {name: [flat(ring) for ring in found] for name, found in land.items()},
        "coast": [flat(lines[k]) for k in sorted(near) if uses[k] == 1 and is_drawn(lines[k], conic)],
        "borders": [flat(lines[k]) for k in sorted(near) if uses[k] > 1 and is_drawn(lines[k], conic)],
    }


# ---- TopoJSON


def decoded(atlas: Any) -> list[Line]:
    """Every arc in degrees, from quantised differences."""
    (sx, sy), (tx, ty) = atlas["transform"]["scale"], atlas["transform"]["translate"]
    found = []
    for arc in atlas["arcs"]:
        x = y = 0
        line = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            line.append((x * sx + tx, y * sy + ty))
        found.append(line)
    return found


def rings_of(shape: Any) -> Iterable[Sequence[int]]:
    """The rings of a polygon or of many, as lists of arcs."""
    polygons = [shape["arcs"]] if shape["type"] == "Polygon" else shape["arcs"]
    return [ring for polygon in polygons for ring in polygon]


def index_of(arc: int) -> int:
    """Which arc is meant: a negative number is the same arc run backwards."""
    return arc if arc >= 0 else ~arc


def stitched(ring: Sequence[int], line_of: Callable[[int], Line]) -> Line:
    """The arcs of a ring end to end, the last point left out."""
    found: Line = []
    for arc in ring:
        line = line_of(index_of(arc))
        found += (line if arc >= 0 else line[::-1])[:-1]
    return found


# ---- what is kept


def is_seen(point: Point) -> bool:
    west, south, east, north = SEEN
    return west <= point[0] <= east and south <= point[1] <= north


def held(point: Point) -> Point:
    """The nearest point of what is read: far arcs close their rings along its edge."""
    west, south, east, north = SEEN
    return (min(max(point[0], west), east), min(max(point[1], south), north))


def is_drawn(line: Line, conic: Conic) -> bool:
    """Does the line come into the picture?"""
    return any(
        -MARGIN <= x <= conic.width + MARGIN and -MARGIN <= y <= conic.height + MARGIN for x, y in line
    )


def simplified(line: Line, precision: float) -> Line:
    """Douglas and Peucker's simplification; the ends stay, a closed arc is cut at its farthest point."""
    kept = {0, len(line) - 1}
    waiting = [(0, len(line) - 1)]
    while waiting:
        first, last = waiting.pop()
        far, at = max(
            ((distance(line[k], line[first], line[last]), k) for k in range(first + 1, last)),
            default=(0.0, 0),
        )
        if far > precision:
            kept.add(at)
            waiting += [(first, at), (at, last)]
    return [line[k] for k in sorted(kept)]


def distance(point: Point, a: Point, b: Point) -> float:
    """From a point to the stretch between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    share = 0.0 if not length else ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length
    share = min(1.0, max(0.0, share))
    return math.dist(point, (a[0] + share * dx, a[1] + share * dy))


def clipped(ring: Line, sheet: Sized) -> Line:
    """The ring within the picture and its margin (Sutherland and Hodgman)."""
    for axis, sign, limit in (
        (0, 1, -MARGIN),
        (0, -1, -sheet.width - MARGIN),
        (1, 1, -MARGIN),
        (1, -1, -sheet.height - MARGIN),
    ):
        inside = [sign * point[axis] >= limit for point in ring]
        found: Line = []
        for k, point in enumerate(ring):
            before = ring[k - 1]
            if inside[k] != inside[k - 1]:
                share = (sign * limit - before[axis]) / (point[axis] - before[axis])
                found.append(
                    (before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1]))
                )
            if inside[k]:
                found.append(point)
        ring = found
    return ring


def area(ring: Line) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1], strict=True)) / 2


def flat(line: Line) -> list[float]:
    """x, y, x, y, ... with one decimal, whole numbers without."""
    return [int(n) if n == int(n) else n for point in line for n in (round(point[0], 1), round(point[1], 1))]


if __name__ == "__main__":
    main(*sys.argv[1:])
