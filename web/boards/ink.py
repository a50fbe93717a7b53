"""Ink: the few SVG primitives that every board is drawn with. Lengths are board pixels, y grows downwards."""

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import repeat
from random import Random
from statistics import NormalDist
from zlib import crc32

Point = tuple[float, float]


def num(value: float) -> str:
    """A coordinate with one decimal at most, in the fewest characters."""
    text = f"{value:.1f}"
    return text[:-2].replace("-0", "0") if text.endswith(".0") else text


def at(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


def text(value: object) -> str:
    """Anything as text that is safe inside an element or a quoted attribute."""
    return escape(str(value), quote=True)


def tag(name: str, inner: str = "", **attributes: object) -> str:
    """An element; `stroke_width` becomes `stroke-width`, `class_` becomes `class`, None leaves the attribute
    out."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(num(value) if isinstance(value, float) else value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{told}>{inner}</{name}>" if inner else f"<{name}{told}/>"


def path(d: str, **attributes: object) -> str:
    return tag("path", "", d=d, **attributes) if d else ""


LAYERS = 4
"""So many strokes, one on the other, fade about as smoothly as a blur of a few pixels."""


def soft_line(d: str, colour: str, width: float, opacity: float, spread: float) -> str:
    """A line whose edge fades as a blur of this standard deviation would: faint strokes, one on the other.

    A browser works a blur out anew for every pixel whenever it paints the board.
    """
    each = fainter(opacity, LAYERS)
    looks = [{"stroke_width": max(width + 2 * out, 1.0), "stroke_opacity": each} for out in edges(spread)]
    return again(d, looks, fill="none", stroke=colour)


def soft_shape(d: str, colour: str, opacity: float, spread: float, **attributes: object) -> str:
    """A filled shape whose edge fades outwards likewise."""
    outside = [out for out in edges(spread) if out > 0]
    each = fainter(opacity, len(outside) + 1)
    rim = {"stroke": colour, "fill": "none", "stroke_opacity": each}
    rims = [{**rim, "stroke_width": 2 * out} for out in outside]
    return again(d, [*rims, {"fill": colour, "fill_opacity": each}], **attributes)


def edges(spread: float) -> list[float]:
    """How far beyond an edge each layer ends, so that together they fall off like a blur."""
    return [spread * NormalDist().inv_cdf((layer + 0.5) / LAYERS) for layer in reversed(range(LAYERS))]


def fainter(opacity: float, layers: int) -> str:
    """How opaque each of so many layers is that are so opaque together."""
    return f"{1 - (1 - opacity) ** (1 / layers):.3f}".lstrip("0")


def again(d: str, looks: Sequence[Mapping[str, object]], **attributes: object) -> str:
    """The same path data drawn again and again, each time with another look; written once."""
    if not d:
        return ""
    name = f"d{crc32(f'{d} {looks} {attributes}'.encode()):08x}"
    drawn = "".join(tag("use", "", href=f"#{name}", **look) for look in looks)
    return tag("defs", tag("path", id=name, d=d)) + tag("g", drawn, **attributes)


def polygon(points: Iterable[Point]) -> str:
    """Path data of a closed polygon."""
    return "M" + "L".join(at(point) for point in points) + "z"


def polyline(points: Iterable[Point]) -> str:
    return "M" + "L".join(at(point) for point in points)


def disc(centre: Point, radius: float) -> str:
    """Path data of a full circle, so that a thousand of them make one element."""
    r, d = num(radius), num(2 * radius)
    return f"M{num(centre[0] - radius)} {num(centre[1])}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0"


def turned(points: Iterable[Point], angle: float, centre: Point) -> list[Point]:
    """The points turned by an angle in radians about the origin, then moved so that the origin is at
    `centre`."""
    c, s = math.cos(angle), math.sin(angle)
    return [(centre[0] + x * c - y * s, centre[1] + x * s + y * c) for x, y in points]


def box(width: float, height: float) -> list[Point]:
    """A rectangle about the origin."""
    w, h = width / 2, height / 2
    return [(-w, -h), (w, -h), (w, h), (-w, h)]


def dice(seed: int, purpose: str) -> Random:
    """The random numbers of one purpose on one map: the same in every process and on every machine."""
    return Random(f"{seed}/{purpose}")


def middle(a: Point, b: Point) -> Point:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def moved_to(spot: Point, scale: float = 1.0) -> str:
    """The transform that brings the origin to a spot."""
    return f"translate({num(spot[0])} {num(spot[1])})" + (f" scale({scale})" if scale != 1 else "")


def shaken(point: Point, amount: float, chance: Random) -> Point:
    return (point[0] + chance.uniform(-amount, amount), point[1] + chance.uniform(-amount, amount))


class Curve:
    """A smooth line: the quadratic B-spline of its control points, which is the limit of Chaikin's corner
    cutting."""

    def __init__(self, controls: Sequence[Point], closed: bool = False) -> None:
        self.controls = list(controls)
        self.closed = closed

    def pieces(self) -> list[tuple[Point, Point, Point]]:
        """The Bezier pieces as (start, control, end)."""
        p = self.controls
        if self.closed:
            n = len(p)
            return [(middle(p[i - 1], p[i]), p[i], middle(p[i], p[(i + 1) % n])) for i in range(n)]
        if len(p) == 2:
            return [(p[0], middle(*p), p[1])]
        inner = range(1, len(p) - 1)
        return [
            (
                p[0] if i == 1 else middle(p[i - 1], p[i]),
                p[i],
                p[-1] if i == len(p) - 2 else middle(p[i], p[i + 1]),
            )
            for i in inner
        ]

    def data(self) -> str:
        """Path data."""
        pieces = self.pieces()
        return f"M{at(pieces[0][0])}" + "".join(f"Q{at(c)} {at(e)}" for _, c, e in pieces) + "z" * self.closed

    def samples(self, step: float) -> list[tuple[Point, Point]]:
        """Points about `step` pixels apart, each with the unit vector that points to the right of the line
        (which is outwards for a closed line that runs counter-clockwise on the screen, inwards otherwise)."""
        found: list[tuple[Point, Point]] = []
        carried = 0.0
        for a, c, b in self.pieces():
            previous = a
            for k in range(1, 17):
                t = k / 16
                u = 1 - t
                first, second, third = u * u, 2 * u * t, t * t
                x = first * a[0] + second * c[0] + third * b[0]
                here = x, first * a[1] + second * c[1] + third * b[1]
                dx, dy = here[0] - previous[0], here[1] - previous[1]
                length = math.hypot(dx, dy)
                while length > 1e-9 and carried + length >= step:
                    share = (step - carried) / length
                    previous = (previous[0] + dx * share, previous[1] + dy * share)
                    found.append((previous, (-dy / math.hypot(dx, dy), dx / math.hypot(dx, dy))))
                    dx, dy = here[0] - previous[0], here[1] - previous[1]
                    length, carried = math.hypot(dx, dy), 0.0
                carried += length
                previous = here
        return found


def distance_to(point: Point, cloud: Iterable[Point]) -> float:
    return min(map(math.dist, repeat(point), cloud), default=math.inf)
