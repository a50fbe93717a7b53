"""The grid of the map: 26 columns by 33 rows of hexes, and lines between their middles."""

from collections.abc import Mapping
from functools import cache

from domain.kernel.geometry import Area, crossed, flat_hexes, line, ways_in
from domain.kernel.geometry.sight import Stretch

Hex = str

BOARD = flat_hexes(26, 33, low="odd")
"""Even columns stand half a hex higher: 0928 touches 0828 and 0829."""
HEXES: tuple[Hex, ...] = tuple(BOARD.middle)
ADJACENT: Mapping[Hex, tuple[Hex, ...]] = BOARD.adjacent
BIT: Mapping[Hex, Area] = BOARD.bit
AROUND: Mapping[Hex, frozenset[Hex]] = {at: frozenset(near) for at, near in ADJACENT.items()}
EDGES: Mapping[str, tuple[Hex, ...]] = {
    "west": tuple(at for at in HEXES if at[:2] == "01"),
    "east": tuple(at for at in HEXES if at[:2] == "26"),
    "north": tuple(at for at in HEXES if at[2:] == "01"),
    "south": tuple(at for at in HEXES if at[2:] == "33"),
}


@cache
def distance(one: Hex, other: Hex) -> int:
    """How many hexes one goes, the last one counted."""
    return BOARD.distance(one, other)


@cache
def between(one: Hex, other: Hex) -> tuple[Stretch, ...]:
    """What the line between two middles runs through or along, without its ends."""
    return line(BOARD, one, other)


@cache
def sides_crossed(one: Hex, other: Hex) -> tuple[tuple[Hex, Hex], ...]:
    """The sides that the line crosses, each as (hex left, hex entered)."""
    return crossed(BOARD, one, other)


@cache
def comes_from(one: Hex, other: Hex) -> tuple[Hex, ...]:
    """The neighbours of `other` over whose side the line from `one` comes in; two at a corner."""
    return ways_in(BOARD, one, other)
