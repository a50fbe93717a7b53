"""The ground of Iberia: the projection, the prepared coastline, and what is drawn on it for the eye alone.

Coast and borders are Natural Earth's (public domain; `scripts/coastline.py` prepares them). The crests of the
ranges and the names of seas and provinces are our own reconstruction from public geography: decoration, which
no rule reads.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from web.boards.conic import Conic
from web.boards.ink import Point
from web.boards.points import Ground, Script

FILE = Path(__file__).parent / "data" / "iberia.json"
CONIC = Conic(south=37.3, north=42.9, middle=(-3.35, 40.55), scale=7640, width=1640, height=1300)
"""From Cape St Vincent to the Balearic Islands and from Gibraltar to Bordeaux."""

TINTS = {
    "spain": "#F1E8D2",
    "portugal": "#EBE3BF",
    "france": "#E5D9C3",
    "gibraltar": "#F1E8D2",
    "elsewhere": "#DED5C0",
}
CRESTS: tuple[tuple[Point, ...], ...] = (
    ((-1.6, 43.25), (-0.9, 42.95), (-0.1, 42.75), (0.7, 42.65), (1.5, 42.6), (2.2, 42.42), (3.0, 42.45)),
    ((-6.9, 42.95), (-6.0, 43.05), (-5.0, 43.15), (-4.2, 43.05), (-3.5, 43.1)),
    ((-7.0, 42.95), (-6.85, 42.5), (-6.95, 42.15)),
    ((-7.5, 40.35), (-6.9, 40.28), (-6.1, 40.35), (-5.3, 40.3), (-4.8, 40.45), (-4.1, 40.75), (-3.5, 41.15)),
    ((-3.2, 42.2), (-2.9, 41.95), (-2.0, 41.85), (-1.75, 41.45)),
    ((-2.2, 40.7), (-1.7, 40.3), (-1.0, 40.05), (-0.4, 40.25), (0.0, 40.6)),
    ((-5.4, 39.5), (-4.8, 39.4), (-4.2, 39.45)),
    ((-6.6, 37.95), (-5.9, 38.1), (-5.2, 38.3), (-4.4, 38.45), (-3.6, 38.4), (-2.9, 38.2)),
    ((-4.9, 36.95), (-4.2, 37.0), (-3.5, 37.0), (-2.9, 37.08), (-2.5, 37.2)),
    ((-2.7, 37.9), (-2.2, 38.2), (-1.6, 38.3)),
    ((0.9, 41.25), (1.4, 41.55), (1.9, 41.8), (2.4, 42.0)),
    ((-8.2, 41.95), (-7.9, 41.6), (-7.8, 41.25)),
)
"""Longitude and latitude along each range."""

SEAS = (
    Script("Sinus Cantabricus", (-5.6, 44.05), 0, 25),
    Script("Oceanus Atlanticus", (-10.35, 40.1), -84, 25),
    Script("Mare Mediterraneum", (1.55, 38.35), -38, 25),
)
PROVINCES = (
    Script("Galicia", (-7.75, 42.68)),
    Script("Asturias", (-5.2, 43.28)),
    Script("Castilla la Vieja", (-4.15, 41.35), -4),
    Script("Castilla la Nueva", (-3.1, 39.5)),
    Script("Aragón", (-0.75, 41.1), 8),
    Script("Navarra", (-1.95, 42.42)),
    Script("Cataluña", (1.55, 41.85), -8),
    Script("Extremadura", (-6.0, 39.2)),
    Script("Andalucía", (-4.9, 37.35)),
    Script("Murcia", (-1.75, 37.9), -20),
    Script("Beira", (-7.9, 40.6)),
    Script("Alemtejo", (-8.1, 38.1)),
    Script("Gascogne", (-0.2, 44.4)),
    Script("Languedoc", (2.3, 43.75)),
)


@cache
def ground() -> Ground:
    """The coast, borders, ranges and names in board pixels. Raises FileNotFoundError without the prepared
    file."""
    data: dict[str, Any] = json.loads(FILE.read_text())
    return Ground(
        width=CONIC.width,
        height=CONIC.height,
        land={name: tuple(map(pairs, rings)) for name, rings in data["land"].items()},
        tints=TINTS,
        coast=tuple(map(pairs, data["coast"])),
        borders=tuple(map(pairs, data["borders"])),
        crests=tuple(tuple(CONIC.at(*point) for point in crest) for crest in CRESTS),
        seas=tuple(placed(script) for script in SEAS),
        provinces=tuple(placed(script) for script in PROVINCES),
    )


def pairs(flat: list[float]) -> tuple[Point, ...]:
    return tuple(zip(flat[::2], flat[1::2], strict=True))


def placed(script: Script) -> Script:
    return Script(script.words, CONIC.at(*script.at), script.turn, script.size)
