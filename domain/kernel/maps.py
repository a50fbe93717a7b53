"""Maps: what a title tells of the ground it is played on, so that it can be drawn.

The rules never read these; a title makes them from its facts. How a map looks lies in its `board.toml`.
"""

from collections.abc import Mapping

import msgspec

from domain.kernel.geometry import Cells

Space = str


class CellMap(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A map of squares or hexes. The words for kinds of terrain, sides and ways are the title's own."""

    cells: Cells
    terrain: Mapping[str, tuple[Space, ...]] = {}
    """Kind of terrain -> the cells that have it; clear ground is nowhere."""
    sides: Mapping[str, tuple[tuple[Space, Space], ...]] = {}
    """Kind -> the sides between two cells that have it; of a slope the high cell first."""
    ways: Mapping[str, tuple[tuple[Space, ...], ...]] = {}
    """Kind of road or water -> its courses from cell to cell."""
    labels: tuple[tuple[Space, str], ...] = ()
    """What is lettered on the map, each at a cell."""
    names: Mapping[Space, str] = {}
    """What a cell is called aloud, beside its number."""
    printed: Mapping[str, str] = {}
    """Counter -> a further value printed on it."""
    printed_reduced: Mapping[str, str] = {}
    """The same of its reduced side, where that has another."""
    two_sided: frozenset[str] = frozenset()
    """The counters that have a reduced side."""


class MapPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A place that lines join. `shape` is plain, key, fortress, capital, zone (at sea) or box (off the map).

    It lies at a longitude and latitude, or, where the map says so, `at` its own drawing position. `home` is
    the side whose colour it has, `printed` the one whose sign is printed beside it, `port` none, minor or
    major, `spoken` what it is called aloud.
    """

    id: Space
    name: str
    shape: str
    spoken: str
    lon: float = 0.0
    lat: float = 0.0
    at: tuple[float, float] | None = None
    home: str | None = None
    port: str = "none"
    defence: int | None = None
    printed: str | None = None


class PlaceMap(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A map of places. A line is (place, place, kind: open, broken, pass, river, trail or berth)."""

    places: tuple[MapPlace, ...]
    lines: tuple[tuple[Space, Space, str], ...]
    values: Mapping[str, int] = {}
    """Counter -> what is printed on it, boxed."""
    circled: Mapping[str, int] = {}
    """Counter -> what is printed on it, in a circle."""
    words: Mapping[str, str] = {}
    """Side -> what it is called aloud."""


Map = CellMap | PlaceMap
