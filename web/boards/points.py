"""Plans of maps on which pieces go from place to place along lines. Titles fill them in; the kit names none.

Lengths are board pixels, turns are degrees."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from web.boards.berths import Harbour, Name
from web.boards.ink import Point
from web.boards.plan import Army, Badge

HALF = {"plain": 10, "key": 12, "fortress": 14, "capital": 15, "zone": 17}
"""Half the breadth of what each shape of place is drawn as."""
REACH = 24.0
"""How far from its middle a place can be hit."""


@dataclass(frozen=True)
class Script:
    """A name of the sea or of a province."""

    words: str
    at: Point
    turn: float = 0
    size: float = 19


@dataclass(frozen=True)
class Ground:
    """The land that a map of places lies on."""

    width: float
    height: float
    land: Mapping[str, tuple[tuple[Point, ...], ...]]
    tints: Mapping[str, str]
    coast: tuple[tuple[Point, ...], ...]
    borders: tuple[tuple[Point, ...], ...]
    crests: tuple[tuple[Point, ...], ...]
    seas: tuple[Script, ...]
    provinces: tuple[Script, ...]
    rivers: tuple[tuple[Point, ...], ...] = ()
    areas: Mapping[str, tuple[tuple[Point, ...], ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Place:
    """A place where pieces stand. `shape` is plain, key, fortress, capital, zone (at sea) or box (beside the
    map).

    `at` is where it is drawn, `slot` the middle of the counters of a box, `row` how many of them stand beside
    each other there (one behind the other without), `name_at` how its name is lettered
    (None in a box), `pill` the step to where the cost of going there shows, `badges` that to its first
    badge."""

    id: str
    name: str
    shape: str
    at: Point
    slot: Point
    name_at: Name | None
    pill: Point
    badges: Point
    spoken: str
    home: str | None = None
    port: str = "none"
    defence: int | None = None
    printed: str | None = None  # the side whose sign is printed beside it: it held the place at the start
    row: int = 0


@dataclass(frozen=True)
class Road:
    """A line between two places. `kind` is open, broken, pass, river, trail (for one alone) or berth (from a
    zone at sea to a port that a fleet shuts there)."""

    a: str
    b: str
    kind: str


@dataclass(frozen=True)
class Panel:
    """A framed part of the sheet beside the map: the legend, a box, the title."""

    words: str
    x: float
    y: float
    width: float
    height: float
    title_at: float = 28
    size: float = 19
    under: str = ""


@dataclass(frozen=True)
class Piece:
    """A kind of counter: tag (the card of a leader's army) or disc (soldiers). The card has a hat as icon, or
    none."""

    shape: str
    icon: str = "hat"


@dataclass(frozen=True)
class Lot:
    """Where the counters of one side stand that are off the map in one state (a flag of theirs).

    The sign of the side stands at `flag_x`."""

    flag: str
    side: str
    at: Point
    flag_x: float


@dataclass(frozen=True)
class Figure:
    """A number of the scene, lettered beside the map; with `value`, a pointer that shows when it is told."""

    section: str
    name: str
    at: Point
    value: str | None = None


@dataclass(frozen=True)
class Track:
    """A row of boxes beside the map, of which one is lit: that whose value is the number of the scene.

    `values` are what is told, `words` what is lettered in each (the value without), `under` a second line.
    `lit` is the side in whose colour the box lights up."""

    section: str
    name: str
    at: Point
    values: tuple[str, ...]
    words: tuple[str, ...] = ()
    under: tuple[str, ...] = ()
    lit: str = ""
    step: Point = (40, 0)
    width: float = 38
    height: float = 34


@dataclass(frozen=True)
class Heading:
    """Words over figures."""

    words: str
    at: Point
    size: float = 15
    anchor: str = "middle"


@dataclass(frozen=True, eq=False)  # a plan is itself, as the plans of cells
class PointPlan:
    """One map of places and roads."""

    title: str
    seed: int
    ground: Ground
    places: Mapping[str, Place]
    roads: tuple[Road, ...]
    panels: tuple[Panel, ...] = ()
    kinds: Mapping[str, Piece] = field(default_factory=dict)
    armies: Mapping[str, Army] = field(default_factory=dict)
    glyphs: Mapping[str, str] = field(default_factory=dict)  # side -> plus, cross, disc or triangle
    values: Mapping[str, int] = field(default_factory=dict)  # token -> what is printed on it, boxed
    circled: Mapping[str, int] = field(default_factory=dict)  # the same in a circle
    flags: Mapping[str, str] = field(default_factory=dict)  # token flag -> its sign
    badges: Mapping[str, Badge] = field(default_factory=dict)  # by space mark, with a number
    coloured: tuple[str, ...] = ()  # space marks whose value is a side
    words: Mapping[str, str] = field(default_factory=dict)  # what words of a scene are called aloud
    legend: Mapping[str, str] = field(default_factory=dict)  # sign -> words
    headings: tuple[Heading, ...] = ()
    figures: tuple[Figure, ...] = ()
    lots: tuple[Lot, ...] = ()
    tracks: tuple[Track, ...] = ()
    held: str = ""  # the section of the scene's numbers that tells who holds each area
    opens: Point = (0.5, 0.5)  # the middle of the first view, in shares of the sheet
    fleet: tuple[str, str] = ("", "")  # section and name of the number that tells which zone is shut

    @cached_property
    def harbour(self) -> Harbour:
        """The map as army cards find it."""
        inland = {key: place for key, place in self.places.items() if place.shape != "box"}
        return Harbour(
            places={
                key: (int(place.at[0]), int(place.at[1]), HALF[place.shape])
                for key, place in inland.items()
            },
            names={key: place.name_at for key, place in inland.items() if place.name_at},
            signs=tuple(
                (int(place.at[0] + dx), int(place.at[1] + dy))
                for place in inland.values()
                for dx, dy in (place.pill, place.badges)
            ),
            panels=tuple(
                (int(each.x), int(each.y), int(each.x + each.width), int(each.y + each.height))
                for each in self.panels
            ),
            sheet=(int(self.ground.width), int(self.ground.height)),
        )
