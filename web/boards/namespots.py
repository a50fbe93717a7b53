"""Where the names of a map of cells are lettered, so that they hide no counter's front and no other name:
where the title wants them, else in the gap on the other side of their cell, else a little aside. Names below
key places that have no room there are left out.

`nameSpots` of `static/js/berths.js` comes to the same."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from web.boards.ink import Point

ASIDE = (0, 37, -37, 74, -74)
"""How far aside a name may go, in board pixels; of equal spots the first."""
LETTER, LETTER_OF_KEY = 5.8, 7.0
"""How wide a letter of a name is on the screen."""
FRONT = 33.0
"""How far from the middle of its cell a front lies."""


class Wanted(NamedTuple):
    """A name: the middle of its line and how far below that the other gap is (0: none); its width on the
    screen, and whether it is that of a key place."""

    x: float
    y: float
    other: float
    width: float
    is_key: bool


def spots(
    names: Iterable[Wanted], fronts: Sequence[Point], bodies: Sequence[Point], half: float, scale: float
) -> list[Point | None]:
    """The spot of each name in the scale of so many board pixels to one of the screen; `half` is half the
    breadth of the counters whose middles are `bodies`."""
    found: list[tuple[float, float, float] | None] = []
    for name in names:
        reach = name.width * scale / 2
        best, least = (name.x, name.y, reach), math.inf
        for down in (0.0, name.other) if name.other else (0.0,):
            for aside in ASIDE:
                x, y = name.x + aside, name.y + down
                hidden = sum(abs(fx - x) < reach + 12 and abs(fy - y + 5) < 13 for fx, fy in fronts)
                touched = sum(
                    abs(each[0] - x) < reach + each[2] and abs(each[1] - y) < 12 * scale
                    for each in found
                    if each
                )
                covered = sum(
                    abs(bx - x) < reach + half and shared(by, half, y, scale) > 3 * scale for bx, by in bodies
                )
                cost = 20 * hidden + 30 * touched + 8 * covered + abs(aside) / 37 + (3 if down else 0)
                if cost < least:
                    best, least = (x, y, reach), cost
        found.append(best if name.is_key or least < 8 else None)
    return [each and each[:2] for each in found]


def shared(middle: float, half: float, y: float, scale: float) -> float:
    """How much of the height of a line of letters lies on a counter."""
    return min(y + scale, middle + half) - max(y - 7.4 * scale, middle - half)


def front(middle: Point, angle: float) -> Point:
    """Where the front of a counter is that faces so many degrees clockwise from the north."""
    turn = math.radians(angle)
    return (middle[0] + FRONT * math.sin(turn), middle[1] - FRONT * math.cos(turn))
