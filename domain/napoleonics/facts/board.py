"""The empty battlefield: 13 by 9 hexes, its sections and the lines over it (R-01 to R-03)."""

from collections.abc import Mapping
from functools import cache
from typing import Literal

from domain.kernel.geometry import Area, line, pointy_hexes, ways_in
from domain.kernel.geometry.sight import Stretch
from domain.napoleonics.facts.sides import Flank, Section

Hex = str
Edge = Literal["top", "bottom"]

BOARD = pointy_hexes(13, 9)
HEXES: tuple[Hex, ...] = tuple(BOARD.middle)
ADJACENT: Mapping[Hex, tuple[Hex, ...]] = BOARD.adjacent
BIT: Mapping[Hex, Area] = BOARD.bit
BESIDE: Mapping[Hex, Area] = {at: BOARD.area_within(at, 1) for at in HEXES}
"""Each hex and those next to it."""
DIRECTIONS: tuple[str, ...] = tuple(BOARD.shape.steps)
BASE_ROW: Mapping[Edge, str] = {"top": "A", "bottom": "I"}
ROWS_AHEAD: Mapping[Edge, Mapping[Hex, int]] = {
    edge: {at: abs(ord(at[0]) - ord(row)) for at in HEXES} for edge, row in BASE_ROW.items()
}
"""How many rows a hex lies in front of the base row of the army of this edge."""
REAR: Mapping[Edge, tuple[str, str]] = {"top": ("NW", "NE"), "bottom": ("SW", "SE")}
"""The only directions of a retreat (R-90)."""
SECTION_OF: Mapping[Edge, Mapping[Flank, Section]] = {
    "top": {"left": "east", "centre": "centre", "right": "west"},
    "bottom": {"left": "west", "centre": "centre", "right": "east"},
}
"""Left and right as the player at this edge sees them (R-03)."""


def _sections(at: Hex) -> tuple[Section, ...]:
    column, is_long = int(at[1:]), at[0] in "ACEGI"
    cut = {4: ("west", "centre"), 9: ("centre", "east")}
    if not is_long and column in cut:
        return cut[column]  # type: ignore[return-value]  # the words are those of Section
    if column <= 4:
        return ("west",)
    return ("centre",) if column <= 9 else ("east",)


SECTIONS: Mapping[Hex, tuple[Section, ...]] = {at: _sections(at) for at in HEXES}
"""The sections of a hex: two where a dotted line cuts it (R-02)."""
BEHIND: Mapping[Edge, Mapping[Hex, tuple[Hex, ...]]] = {
    edge: {at: tuple(near for word in words if (near := BOARD.beside[at][word]) is not None) for at in HEXES}
    for edge, words in REAR.items()
}
"""The hexes to the rear of each, for the army of this edge."""


@cache
def distance(one: Hex, other: Hex) -> int:
    """How many hexes one goes, the last one counted."""
    return BOARD.distance(one, other)


@cache
def sight_line(one: Hex, other: Hex) -> tuple[Stretch, ...]:
    """What the line between two middles runs through or along, without its ends (R-20 to R-23)."""
    return line(BOARD, one, other)


@cache
def on_sight_line(one: Hex, other: Hex) -> Area:
    """The hexes that it runs through or along."""
    return BOARD.area({at for stretch in sight_line(one, other) for at in stretch if at is not None})


@cache
def comes_in_from(one: Hex, other: Hex) -> tuple[str, ...]:
    """The sides of `other` over which the line from `one` comes in: one, or two at a corner (R-38)."""
    return tuple(BOARD.direction[other, near] for near in ways_in(BOARD, one, other))
