"""How the maps of a title are drawn, read from the table `board` of its `board.toml` and checked."""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeVar

from domain.kernel import looks
from domain.kernel.datafiles import Entry
from domain.kernel.errors import DataError
from domain.kernel.once import once
from web.boards.counters import FACINGS, SHAPES
from web.boards.icons import ICONS, ON_DICE
from web.boards.ink import Point
from web.boards.plan import Army, Badge, Kind
from web.boards.points import Figure, Heading, Lot, Panel, Piece, Script, Track

T = TypeVar("T")

Terrain = Literal[
    "woods", "hills", "high_hills", "villages", "farms", "chapels", "orchards", "crops", "stars"
]
Side = Literal[
    "slopes", "streams", "creeks", "bridges", "fords", "shallows", "ponds", "sections", "bounds", "works"
]
Way = Literal["roads", "trails", "paths", "rivers"]


class LabelLook(Entry, frozen=True, kw_only=True):
    """How a name is lettered: its style (see `lettering`) and the step from the middle of its cell."""

    style: Literal["town", "hamlet", "place", "wood", "elm", "road", "entry"] = "hamlet"
    dx: float = 0.0
    dy: float = 36.0


class CellLooks(Entry, frozen=True, kw_only=True):
    """A map of squares (`size` is their side) or hexes (from the middle to a corner)."""

    seed: int
    size: float = 74.0
    water_width: float = 7.4
    is_farmland: bool = True
    """Whether fields and lone trees are strewn over clear ground; not where tilled ground is a terrain."""
    crown: float = 1.0
    """How large and how far apart trees are, against those of a small map."""
    opens: Point = (0.5, 0.5)
    """What lies in the middle of the first view of a board that is larger than the page, in shares of it."""
    terrain: Mapping[str, Terrain] = {}
    """The title's word for a kind of terrain -> what it is drawn as; so for sides and ways."""
    sides: Mapping[str, Side] = {}
    ways: Mapping[str, Way] = {}
    kinds: Mapping[str, Kind] = {}
    flags: Mapping[str, str] = {}
    badges: Mapping[str, Badge] = {}
    waters: Mapping[str, tuple[str, str]] = {}
    labels: Mapping[str, LabelLook] = {}
    words: Mapping[str, str] = {}
    letters: Mapping[str, str] = {}
    """The label of a counter -> what is lettered on it instead; `briefs` the same while it is small."""
    briefs: Mapping[str, str] = {}


class Projection(Entry, frozen=True, kw_only=True):
    """See `conic.Conic`."""

    south: float
    north: float
    middle: Point
    scale: float
    width: float
    height: float


class Box(Entry, frozen=True, kw_only=True):
    """Where a place beside the map lies, and where its counters stand, `row` beside each other; its panel has
    its name."""

    at: Point
    slot: Point
    row: int = 0


class Relief(Entry, frozen=True, kw_only=True):
    """Ranges of mountains, rivers, lakes: longitude and latitude along each. A prepared ground that has its
    own is not asked."""

    crests: tuple[tuple[Point, ...], ...] = ()
    rivers: tuple[tuple[Point, ...], ...] = ()
    lakes: tuple[tuple[Point, ...], ...] = ()


class PlaceLooks(Entry, frozen=True, kw_only=True):
    """A map of places. `ground` is a file beside `board.toml` with land, coast and borders in board pixels;
    names and crests are given by longitude and latitude, everything else in board pixels.

    A map whose places have drawing positions needs no `projection`: it has a `size`, the positions are
    `grown` to board pixels, names stand in board pixels too. `held` is the section of a scene's numbers that
    tells who holds each area of the ground; `fleet` section and name of the one that tells where a fleet is.
    """

    seed: int
    apart: float
    ground: str
    projection: Projection | None = None
    size: Point = (0, 0)
    grown: float = 1.0
    opens: Point = (0.5, 0.5)
    """What lies in the middle of the first view, in shares of the sheet."""
    held: str = ""
    fleet: tuple[str, str] = ("", "")
    tints: Mapping[str, str]
    boxes: Mapping[str, Box] = {}
    spots: Mapping[str, Point] = {}
    """Where places lie that the title gives no position, such as berths at sea."""
    kinds: Mapping[str, Piece] = {}
    flags: Mapping[str, str] = {}
    badges: Mapping[str, Badge] = {}
    coloured: tuple[str, ...] = ()
    words: Mapping[str, str] = {}
    legend: Mapping[str, str] = {}
    panels: tuple[Panel, ...] = ()
    headings: tuple[Heading, ...] = ()
    figures: tuple[Figure, ...] = ()
    lots: tuple[Lot, ...] = ()
    tracks: tuple[Track, ...] = ()
    seas: tuple[Script, ...] = ()
    provinces: tuple[Script, ...] = ()
    relief: Relief = Relief()


@once
def read(title: str, kind: type[T]) -> T:
    """The looks of a title's maps. Raises DataError that names the entry and field of what is wrong."""
    found = looks.read("board", looks.looks_of(title).board, kind)
    for name, badge in found.badges.items():  # type: ignore[attr-defined]
        _known(f"board.badges.{name}", "shape", badge.shape, SHAPES)
    if isinstance(found, CellLooks):
        for name, look in found.kinds.items():
            _known(f"board.kinds.{name}", "icon", look.icon, ICONS)
            _known(f"board.kinds.{name}", "facing", look.facing, (*FACINGS, "none"))
    return found


def _known(entry: str, field: str, value: object, choices: Iterable[object]) -> None:
    if value not in choices:
        told = ", ".join(str(each) for each in choices if each is not None)
        raise DataError(looks.FILE, entry, field, f"{value!r} is unknown; there are {told}")


@once
def die_faces(title: str) -> Mapping[str, str]:
    """The drawings of the named faces of a title's dice. Raises DataError."""
    for face, icon in looks.looks_of(title).faces.items():
        _known("faces", face, icon, ON_DICE)
    return {face: ON_DICE[icon] for face, icon in looks.looks_of(title).faces.items()}


def armies(title: str) -> dict[str, Army]:
    """The sides of a title that have counters, with their colours, in the order of the file."""
    return {
        side: Army(look.fill, look.edge, look.on)
        for side, look in looks.looks_of(title).sides.items()
        if look.edge is not None
    }


def glyphs(title: str) -> dict[str, str]:
    """The signs of the sides that have one."""
    return {side: look.glyph for side, look in looks.looks_of(title).sides.items() if look.glyph is not None}
