"""Lines of sight over slopes, woods and stacks (11.2, R-58 to R-63)."""

from collections.abc import Collection
from functools import lru_cache

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
    if any(rises_wrongly(ground, one, other, up_one, up_other)):
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


def rises_wrongly(ground: Ground, one: Hex, other: Hex, up_one: bool, up_other: bool) -> tuple[bool, ...]:
    """For each slope that the line crosses, whether it shuts the line (R-60, R-61)."""
    found = []
    for left, entered in sides_crossed(one, other):
        rises, falls = (entered, left) in ground.slope, (left, entered) in ground.slope
        if not rises and not falls:
            continue
        if up_other:
            found.append(falls)
        elif up_one:
            found.append(rises)
        else:
            found.append(True)
    return tuple(found)


def sees(state: State, one: Hex, other: Hex) -> bool:
    """Is the line between two hexes open now? Units of either side hide what is behind them."""
    line = sight_line(state.ground, one, other)
    if line.is_open or line.is_shut:
        return line.is_open
    stacks: Collection[Hex] = layout(state).units
    return not any(all(at in stacks for at in screen) for screen in line.screens)
