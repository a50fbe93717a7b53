"""A plan: what the drawing kit must know about one map and one set of counters. Titles fill it in; the kit
names none."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from web.boards.cells import Grid

HIGHLIGHTS = ("safe", "here", "risk", "fight", "act")
ON_CELLS = (*HIGHLIGHTS, "zone")


class TokenShape(Protocol):
    """The fields of a counter that are drawn."""

    at: str | None
    kind: str
    side: str
    label: str
    name: str
    strength: int | None
    facing: str | None
    reduced: bool
    flags: tuple[str, ...]


@dataclass(frozen=True)
class Label:
    """A name on the map. `style` is town, hamlet, place, wood, elm, road or entry; (dx, dy) moves it from the
    cell's centre."""

    cell: str
    words: str
    style: str
    dx: float = 0.0
    dy: float = 39.0


@dataclass(frozen=True)
class Kind:
    """A kind of counter: its icon (infantry, cavalry, artillery, leader), the tint of its front (dark,
    light or None when it faces nowhere), and whether it is a disc that stands in the corner of a cell which
    a unit holds. With a `stripe`, the colour of its arm, it is a unit of blocks, as many as its strength."""

    icon: str
    facing: str | None = "dark"
    in_corner: bool = False
    stripe: str | None = None


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


DRAWN = 32
"""Boards that stay in memory: those of the titles, and of the data packs that are played on."""


@dataclass(frozen=True, eq=False)  # a plan is itself: what was drawn of it is kept by it
class Plan:
    """One map of squares or hexes. Cells are their ids; edges are pairs of ids."""

    title: str
    seed: int
    grid: Grid
    woods: tuple[str, ...] = ()
    hills: tuple[str, ...] = ()
    high_hills: tuple[str, ...] = ()  # the second level; not in `hills`
    villages: tuple[str, ...] = ()
    chapels: tuple[str, ...] = ()
    orchards: tuple[str, ...] = ()
    crops: tuple[str, ...] = ()
    stars: tuple[str, ...] = ()  # what is fought for, by the rules of every scenario
    is_farmland: bool = True  # fields and lone trees are strewn over clear ground, and mean nothing
    opens: tuple[float, float] = (0.5, 0.5)  # what the first view shows, in shares of the sheet
    crown: float = 1.0  # how large and how far apart trees are, against those of a small map
    farms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # walled, by what the map calls them
    slopes: tuple[tuple[str, str], ...] = ()  # (high cell, low cell)
    streams: tuple[tuple[str, str], ...] = ()  # water on the sides between cells
    creeks: tuple[tuple[str, str], ...] = ()  # the same, broad
    rivers: tuple[tuple[str, ...], ...] = ()  # water through the middle of cells, from cell to cell
    water_width: float = 7.4  # of the streams; rivers are brooks of 7.4
    bridges: tuple[tuple[str, str], ...] = ()  # a pair of cells, or twice the one that a river runs through
    fords: tuple[tuple[str, str], ...] = ()  # the same
    shallows: tuple[tuple[str, str], ...] = ()  # the same, of fords that are harder to cross
    ponds: tuple[tuple[str, str], ...] = ()
    roads: tuple[tuple[str, ...], ...] = ()
    trails: tuple[tuple[str, ...], ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()
    sections: tuple[tuple[str, str], ...] = ()  # lines across the map along the side of two cells
    bounds: tuple[tuple[str, str], ...] = ()  # lines along the sides between two cells, that no ground marks
    works: tuple[tuple[str, str], ...] = ()  # (defended cell, cell before it)
    labels: tuple[Label, ...] = ()
    waters: Mapping[str, tuple[str, str]] = field(
        default_factory=dict
    )  # name -> (first, last cell it is lettered along)
    names: Mapping[str, str] = field(default_factory=dict)  # cell -> what it is called aloud
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    armies: Mapping[str, Army] = field(default_factory=dict)  # token sides and owners of spaces
    flags: Mapping[str, str] = field(default_factory=dict)  # token flag -> letters on its band
    badges: Mapping[str, Badge] = field(default_factory=dict)  # by space mark
    printed: Mapping[str, str] = field(default_factory=dict)  # counter -> its lower right value
    printed_reduced: Mapping[str, str] = field(default_factory=dict)  # the same while it is reduced
    two_sided: frozenset[str] = frozenset()  # counters that have a reduced side
    words: Mapping[str, str] = field(default_factory=dict)  # what words of a scene are called aloud
    letters: Mapping[str, str] = field(default_factory=dict)  # label -> what is lettered instead of it
    briefs: Mapping[str, str] = field(default_factory=dict)  # label -> the same on a small counter


class Drawable(Protocol):
    """What every plan has, whatever its spaces are."""

    @property
    def title(self) -> str: ...
    @property
    def kinds(self) -> Mapping[str, Any]: ...
    @property
    def armies(self) -> Mapping[str, Army]: ...
    @property
    def flags(self) -> Mapping[str, str]: ...
    @property
    def badges(self) -> Mapping[str, Badge]: ...


def kind_of(plan: Drawable, key: str, token: TokenShape) -> Any:
    """How a counter of this kind looks. Raises LookupError for a kind or a side that the plan has not."""
    if token.kind not in plan.kinds:
        raise LookupError(
            f"counter {key!r} is a {token.kind!r}; the {plan.title} board draws {', '.join(plan.kinds)}"
        )
    if token.side not in plan.armies:
        raise LookupError(
            f"counter {key!r} is of {token.side!r}; the {plan.title} board has {', '.join(plan.armies)}"
        )
    return plan.kinds[token.kind]


def full_name(token: TokenShape) -> str:
    """What shows when the pointer rests on a counter: its name, and its label unless the name has it."""
    return token.name if token.label in token.name else f"{token.name} {token.label}".strip()


def shown_flags(plan: Drawable, token: TokenShape) -> list[str]:
    """The states that the board draws a sign for, in order; the veil of a moved unit lies under its bands."""
    known = [flag for flag in token.flags if flag in plan.flags or flag in ("elite", "moved")]
    return ["reduced"] * token.reduced + sorted(known, key=lambda flag: (flag in plan.flags, flag == "moved"))


def check_hints(
    title: str,
    cells: Collection[str],
    hints: Iterable[Mapping[str, Any]],
    kinds: Collection[str] = HIGHLIGHTS,
) -> None:
    """Raises LookupError for a highlight of an unknown space or kind."""
    for hint in hints:
        if hint["space"] not in cells:
            raise LookupError(f"highlight on {hint['space']!r}, which is no space of the {title} board")
        if hint["kind"] not in kinds:
            raise LookupError(f"highlight {hint['kind']!r} of {hint['space']}; there are {', '.join(kinds)}")
