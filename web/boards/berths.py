"""Berths: where army cards and discs of soldiers stand beside their places, so that they cover neither a
place nor the name of a key place nor each other, and which names they leave no room for.

Cards and names have a size on the screen; how many board pixels that is, is `scale`. Everything is whole
board pixels and decided in a fixed order: a position always looks the same, and `static/js/berths.js` comes
to the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import floor
from operator import itemgetter
from typing import Literal, NamedTuple

from web.boards.ink import Point

Box = tuple[int, int, int, int]
Anchor = Literal["start", "middle", "end"]

NOMINAL = 1 / 0.62
"""Board pixels to a pixel of the screen in the opening view of a wide page; nearer, berths stay."""
CARD = 37
DISC = (28, 28)
"""The height of a card and the size of a disc, in pixels of the screen."""
GAP, SIGN = 4, 20
FAR = (34, 39, 44, 50, 56, 63, 70, 78, 86, 95, 104, 116, 128, 156, 190)
NEAR = (11, 17, 26, 36, 48, 62, 80)
"""How far from the place a card and a disc are tried, in pixels of the screen."""
WAYS = (
    (1.0, 0.0), (-1.0, 0.0), (0.924, 0.383), (-0.924, 0.383), (0.924, -0.383), (-0.924, -0.383),
    (0.707, 0.707), (-0.707, 0.707), (0.707, -0.707), (-0.707, -0.707),
    (0.383, 0.924), (-0.383, 0.924), (0.383, -0.924), (-0.383, -0.924), (0.0, 1.0), (0.0, -1.0),
)  # fmt: skip
"""The sixteen directions; of equal ones the first."""
NEVER, RATHER_NOT, LIGHTLY, PIECE = 400, 6, 2, 400
"""What each pixel costs that is covered of a place or the name of a key place, of another name, of a
sign, of a piece."""


class Name(NamedTuple):
    """A name as it is lettered: from, about or up to a point; its width and height on the screen."""

    x: int
    y: int
    anchor: Anchor
    width: int
    height: int
    is_key: bool

    def box(self, scale: float) -> Box:
        width, half = rounded(self.width * scale), rounded(self.height * scale / 2)
        left = self.x - {"start": 0, "middle": rounded(self.width * scale / 2), "end": width}[self.anchor]
        return (left, self.y - half, left + width, self.y + half)


class Piece(NamedTuple):
    """A card (its width on the screen), or a disc (None), that wants a berth beside its place."""

    key: str
    place: str
    width: int | None


class Try(NamedTuple):
    """A berth that a piece may have: what it costs where nothing else stands, its middle, its box."""

    cost: int
    middle: tuple[int, int]
    box: Box


@dataclass(frozen=True)
class Harbour:
    """The map as pieces find it: places with half their breadth, names, the middles of costs and flags beside
    places, panels, width and height."""

    places: Mapping[str, tuple[int, int, int]]
    names: Mapping[str, Name]
    signs: tuple[tuple[int, int], ...]
    panels: tuple[Box, ...]
    sheet: tuple[int, int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "_tries", {})
        object.__setattr__(self, "_crowded", {})

    def berths(self, pieces: Iterable[Piece], scale: float = NOMINAL) -> dict[str, Try]:
        """Where each piece stands: cards before discs, each kind in the order of their ids."""
        found = dict[str, Try]()
        for piece in sorted(pieces, key=lambda piece: (piece.width is None, piece.key)):
            taken = [each.box for each in found.values()]
            best, least = None, 0
            for each in self.tries(piece.place, piece.width, scale):
                if best is not None and each.cost >= least:
                    break
                covered = sum([overlap(each.box, other) for other in touched(each.box, taken)])
                cost = each.cost + PIECE * covered
                if best is None or cost < least:
                    best, least = each, cost
            assert best is not None
            found[piece.key] = best
        return found

    def tries(self, place: str, width: int | None, scale: float) -> Sequence[Try]:
        """All berths of a piece at a place, the cheapest first."""
        known: dict[tuple[str, int | None, float], Sequence[Try]] = self._tries  # type: ignore[attr-defined]
        if (place, width, scale) not in known:
            known[place, width, scale] = self._sorted(place, width, scale)
        return known[place, width, scale]

    def _sorted(self, place: str, width: int | None, scale: float) -> Sequence[Try]:
        x, y, _ = self.places[place]
        (w, h), far, way = (DISC, NEAR, 60) if width is None else ((width, CARD), FAR, 16)
        half = (rounded((w + GAP) * scale / 2), rounded((h + GAP) * scale / 2))
        reach = rounded((far[-1] + w) * scale) + half[0]
        obstacles = [each for each in self.obstacles(scale) if is_near(each[0], x, y, reach)]
        found = []
        for r in far:
            for dx, dy in WAYS:
                right = rounded(dx * (r + w / 2 * abs(dx) * 0.75) * scale)
                down = rounded(dy * (r * 0.82 + h / 2 * abs(dy) * 0.4) * scale)
                mx, my = x + right, y + down
                box = (mx - half[0], my - half[1], mx + half[0], my + half[1])
                cost = rounded(r * way * scale * scale) + NEVER * self.outside(box)
                left, top, end, bottom = box
                cost += sum([
                    weight * overlap(box, other) for other, weight in obstacles
                    if other[0] < end and left < other[2] and other[1] < bottom and top < other[3]
                ])  # fmt: skip
                found.append(Try(cost, (mx, my), box))
        return sorted(found, key=itemgetter(0))

    def obstacles(self, scale: float) -> list[tuple[Box, int]]:
        """What a piece should not cover, with what a pixel of it costs."""
        places = [((x - r, y - r, x + r, y + r), NEVER) for x, y, r in self.places.values()]
        names = [(name.box(scale), NEVER if name.is_key else RATHER_NOT) for name in self.names.values()]
        half = rounded(SIGN * scale / 2)
        signs = [((x - half, y - half, x + half, y + half), LIGHTLY) for x, y in self.signs]
        return [*places, *names, *signs, *((panel, NEVER) for panel in self.panels)]

    def outside(self, box: Box) -> int:
        """How much of a box lies off the sheet."""
        width, height = self.sheet
        whole = (box[2] - box[0]) * (box[3] - box[1])
        return whole - overlap(box, (0, 0, width, height))

    def left_out(self, boxes: Sequence[Box], scale: float = NOMINAL) -> set[str]:
        """The places below key places whose names have no room: they would touch a piece, another place or
        a name that shows."""
        shown = [name.box(scale) for name in self.names.values() if name.is_key]
        found = set(self.crowded(scale))
        for place, name in self.names.items():
            if name.is_key or place in found:
                continue
            box = name.box(scale)
            if touched(box, boxes) or touched(box, shown):
                found.add(place)
            else:
                shown.append(box)
        return found

    def crowded(self, scale: float) -> frozenset[str]:
        """The places below key places whose names would touch another place, whoever stands where."""
        known: dict[float, frozenset[str]] = self._crowded  # type: ignore[attr-defined]
        if scale not in known:
            known[scale] = frozenset(
                place for place, name in self.names.items()
                if not name.is_key and touched(name.box(scale), self._others(place))
            )  # fmt: skip
        return known[scale]

    def _others(self, place: str) -> list[Box]:
        """The boxes of all places but one."""
        return [(x - r, y - r, x + r, y + r) for key, (x, y, r) in self.places.items() if key != place]


def anchored(name: tuple[float, float], width: int, height: int, at: Point, is_key: bool) -> Name:
    """A name whose middle was laid out there in the nominal scale, so that it keeps its distance from its
    place at every other."""
    left, right = name[0] - width * NOMINAL / 2, name[0] + width * NOMINAL / 2
    anchor: Anchor = "start" if left > at[0] else "end" if right < at[0] else "middle"
    x = {"start": left, "middle": name[0], "end": right}[anchor]
    return Name(rounded(x), rounded(name[1]), anchor, width, height, is_key)


def rounded(value: float) -> int:
    """Halves upwards, as the script rounds."""
    return floor(value + 0.5)


def overlap(a: Box, b: Box) -> int:
    """The area that two boxes share."""
    if a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]:
        return 0
    return (min(a[2], b[2]) - max(a[0], b[0])) * (min(a[3], b[3]) - max(a[1], b[1]))


def touched(box: Box, others: Iterable[Box]) -> list[Box]:
    """Those of the others that share an area with a box."""
    left, top, end, bottom = box
    return [
        each for each in others
        if each[0] < end and left < each[2] and each[1] < bottom and top < each[3]
    ]  # fmt: skip


def is_near(box: Box, x: int, y: int, reach: int) -> bool:
    return box[0] < x + reach and box[2] > x - reach and box[1] < y + reach and box[3] > y - reach
