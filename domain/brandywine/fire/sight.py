"""Lines of sight over slopes, woods and stacks (11.2, R-58 to R-63)."""

from collections.abc import Collection
from functools import lru_cache
from typing import Literal

import msgspec

from domain.brandywine.facts.board import Hex, between, comes_from, distance, sides_crossed
from domain.brandywine.facts.terrain import Ground
from domain.brandywine.position.pieces import layout
from domain.brandywine.position.state import State


class Line(msgspec.Struct, frozen=True):
    """What a line meets: always open, never, or open unless units stand in all hexes of one of `screens`."""

    is_open: bool
    is_shut: bool
    screens: tuple[tuple[Hex, ...], ...] = ()


OPEN, SHUT = Line(True, False), Line(False, True)


@lru_cache(maxsize=20_000)
def sight_line(ground: Ground, one: Hex, other: Hex) -> Line:
    """What the ground does to the line between two hexes."""
    if distance(one, other) <= 1:
        return OPEN
    up_one, up_other = is_up_slope(ground, other, one), is_up_slope(ground, one, other)
    if up_one and up_other:
        return OPEN
    if wrong_slopes(ground, one, other, up_one, up_other):
        return SHUT
    screens = []
    for stretch in between(one, other):
        hexes = tuple(at for at in stretch if at is not None)
        clear = tuple(at for at in hexes if at not in ground.opaque)
        if not clear:
            return SHUT
        screens.append(clear)
        if len(hexes) == 2 and ((hexes[0], hexes[1]) in ground.slope or (hexes[1], hexes[0]) in ground.slope):
            return SHUT
    return Line(False, False, tuple(screens))


def is_up_slope(ground: Ground, frm: Hex, end: Hex) -> bool:
    """Does the line enter its end over a slope of the end, or over two at a corner (R-59, R-63)?"""
    entered = comes_from(frm, end)
    return bool(entered) and all((end, near) in ground.slope for near in entered)


def wrong_slopes(
    ground: Ground, one: Hex, other: Hex, up_one: bool, up_other: bool
) -> list[tuple[Hex, Hex]]:
    """The slopes that the line crosses and that shut it, each as (hex left, hex entered) (R-60, R-61)."""
    found = []
    for left, entered in sides_crossed(one, other):
        rises, falls = (entered, left) in ground.slope, (left, entered) in ground.slope
        if falls if up_other else rises if up_one else rises or falls:
            found.append((left, entered))
    return found


def sees(state: State, one: Hex, other: Hex) -> bool:
    """Is the line between two hexes open now? Units of either side hide what is behind them."""
    line = sight_line(state.ground, one, other)
    if line.is_open or line.is_shut:
        return line.is_open
    stacks: Collection[Hex] = layout(state).units
    return not any(all(at in stacks for at in screen) for screen in line.screens)


class Screen(msgspec.Struct, frozen=True):
    """What shuts a line: `slope`, `ground` or `units`, and in which hexes."""

    kind: Literal["slope", "ground", "units"]
    hexes: tuple[Hex, ...]


def screen(state: State, one: Hex, other: Hex) -> Screen | None:
    """What shuts the line between two hexes now, the nearest to the first one; None if it is open."""
    ground = state.ground
    if sees(state, one, other):
        return None
    line = sight_line(ground, one, other)
    if not line.is_shut:
        stacks: Collection[Hex] = layout(state).units
        return Screen("units", next(each for each in line.screens if all(at in stacks for at in each)))
    ups = is_up_slope(ground, other, one), is_up_slope(ground, one, other)
    wrong = wrong_slopes(ground, one, other, *ups)
    if wrong:
        return Screen("slope", wrong[0])
    hidden = [tuple(at for at in stretch if at is not None) for stretch in between(one, other)]
    shut = next((hexes for hexes in hidden if all(at in ground.opaque for at in hexes)), None)
    if shut:
        return Screen("ground", shut)
    return Screen("slope", next(each for each in hidden if len(each) == 2))  # the line runs along it
