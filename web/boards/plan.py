"""A plan: what the drawing kit must know about one map and one set of counters. Titles fill it in; the kit
names none."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from web.boards.squares import Squares


@dataclass(frozen=True)
class Label:
    """A name on the map. `style` is town, hamlet, place, wood or elm; (dx, dy) moves it from the square's
    centre."""

    cell: str
    words: str
    style: str
    dx: float = 0.0
    dy: float = 39.0


@dataclass(frozen=True)
class Kind:
    """A kind of counter: its icon (infantry, cavalry, artillery, leader), the tint of its facing triangle
    (dark, light
    or None when it faces nowhere), and whether it stands in the corner of a square that a unit holds."""

    icon: str
    facing: str | None = "dark"
    in_corner: bool = False


@dataclass(frozen=True)
class Badge:
    """A marker with a number on a space: how it is called aloud and its shape (wall or arrow)."""

    words: str
    shape: str


@dataclass(frozen=True)
class Army:
    """The colours of a side's counters."""

    fill: str
    edge: str
    on_fill: str = "#FFF6E8"


@dataclass(frozen=True)
class Plan:
    """One map. Cells are square ids; edges are pairs of square ids."""

    title: str
    seed: int
    grid: Squares
    woods: tuple[str, ...] = ()
    hills: tuple[str, ...] = ()
    villages: tuple[str, ...] = ()
    chateaux: tuple[str, ...] = ()
    slopes: tuple[tuple[str, str], ...] = ()  # (high square, low square)
    streams: tuple[tuple[str, str], ...] = ()
    bridges: tuple[tuple[str, str], ...] = ()
    ponds: tuple[tuple[str, str], ...] = ()
    roads: tuple[tuple[str, ...], ...] = ()
    labels: tuple[Label, ...] = ()
    waters: Mapping[str, tuple[str, str]] = field(
        default_factory=dict
    )  # name -> (first, last square it is lettered along)
    names: Mapping[str, str] = field(default_factory=dict)  # square -> what it is called aloud
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    armies: Mapping[str, Army] = field(default_factory=dict)  # token sides and owners of spaces
    flags: Mapping[str, str] = field(default_factory=dict)  # token flag -> letters on its band
    badges: Mapping[str, Badge] = field(default_factory=dict)  # by space mark
