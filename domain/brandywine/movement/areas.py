"""Where a piece may be: the bivouac, Maxwell's area, Renwick and Radley Run (9.4 to 9.6, 18.1.3)."""

from functools import lru_cache

import msgspec

from domain.brandywine.facts.board import BIT, BOARD, HEXES, Hex
from domain.brandywine.facts.terrain import Ground
from domain.brandywine.position.state import State, is_bound, piece_fact, unit_fact
from domain.kernel.geometry import Area

NORTH_OF_RENWICK = "nNA"
NORTH_OF_RADLEY = "A"
BIVOUAC = "b"


class Limits(msgspec.Struct, frozen=True, eq=False):
    """The hexes that a piece may not enter, and those of the others in which it may not end a move."""

    outside: Area
    no_end: Area


@lru_cache(maxsize=64)
def _limits(ground: Ground, zones: str, belts: str, no_end: str) -> Limits:
    within = {at for at in HEXES if (not zones or ground.zone[at] in zones) and ground.belt[at] not in belts}
    ends = {at for at in within if ground.belt[at] in no_end}
    return Limits(BOARD.area(set(HEXES) - within), BOARD.area(ends))


def limits_of(state: State, piece: str) -> Limits:
    """Where a piece may move now."""
    if piece_fact(state, piece).side == "british":
        barred = NORTH_OF_RENWICK if state.field.has("no_british_north_of_renwick") else ""
        return _limits(state.ground, "", barred, "")
    return _limits(state.ground, zones_of(state, piece), "", NORTH_OF_RADLEY)


def zones_of(state: State, piece: str) -> str:
    """The zones of an American piece that the bivouac still binds; none if it is free (R-38, R-39)."""
    fact = piece_fact(state, piece)
    if not is_bound(state) or piece in state.field.free_arrivals or is_roused(state, piece):
        return ""
    if fact.wing == "greene" and "greene" in state.released:
        return "bwm"
    return "bm" if fact.maxwell else BIVOUAC


def is_roused(state: State, piece: str) -> bool:
    """Delaware goes where it likes once somebody has come near (9.6.2)."""
    return state.roused and state.units.fixed["9.6.2"] == piece


def may_enter(state: State, piece: str, at: Hex) -> bool:
    return not limits_of(state, piece).outside & BIT[at]


def may_attack(state: State, unit: str, at: Hex) -> bool:
    """Only the bivouac forbids attacks, to those it binds: not Maxwell's, nor a released wing (16.2.3)."""
    zones = zones_of(state, unit) if piece_fact(state, unit).side == "american" else ""
    return zones != BIVOUAC or state.ground.zone[at] in zones


def is_fixed(state: State, unit: str) -> bool:
    """Delaware before it is roused, and Proctor's artillery before it is attacked (9.6.2, 9.6.3)."""
    fixed = unit_fact(state, unit).fixed
    return (fixed == "9.6.2" and not state.roused) or (fixed == "9.6.3" and not state.proctor_free)
