"""Who stands where: questions about hexes and their neighbours. Nothing here changes anything."""

from collections.abc import Mapping

import msgspec

from domain.kernel.geometry import Area
from domain.napoleonics.facts.board import ADJACENT, BIT, BOARD, Hex
from domain.napoleonics.facts.scenarios import Piece
from domain.napoleonics.facts.sides import ENEMY, SIDES, Side
from domain.napoleonics.position.state import State, side_of, unit_fact


class Standing(msgspec.Struct, frozen=True, eq=False):
    """Hex -> the unit and the leader on it; and the hexes of each side's units, of its leaders, of those who
    stand alone, of all leaders and of all pieces."""

    pieces: Mapping[str, Piece]
    at: dict[str, Hex]
    unit: dict[Hex, str]
    leader: dict[Hex, str]
    units: dict[Side, Area]
    led: dict[Side, Area]
    alone: dict[Side, Area]
    leaders: Area
    taken: Area


def standing(state: State) -> Standing:
    """Who stands where, as it was made for this position; else from the one that was asked about last."""
    global _latest
    here = _latest
    if here.at is not state.at:
        pieces = state.pieces
        here = _latest = _moved_on(here if here.pieces is pieces else _nobody(pieces), state.at)
    return here


def _nobody(pieces: Mapping[str, Piece]) -> Standing:
    """The empty battlefield."""
    return Standing(pieces, {}, {}, {}, dict.fromkeys(SIDES, 0), dict.fromkeys(SIDES, 0), {}, 0, 0)


_latest = _nobody({})


def _moved_on(here: Standing, at: dict[str, Hex]) -> Standing:
    """The same when the pieces stand like this: only what has moved is touched."""
    before, pieces = here.at, here.pieces
    unit, leader, units, led = {**here.unit}, {**here.leader}, {**here.units}, {**here.led}
    moved = [piece for piece, hex in at.items() if before.get(piece) is not hex]
    for piece in (*moved, *(before.keys() - at.keys())):
        if piece in before:
            fact, hex = pieces[piece], before[piece]
            posts, areas = (leader, led) if fact.unit is None else (unit, units)
            areas[fact.side] ^= BIT[hex]
            del posts[hex]
    for piece in moved:
        fact, hex = pieces[piece], at[piece]
        posts, areas = (leader, led) if fact.unit is None else (unit, units)
        areas[fact.side] ^= BIT[hex]
        posts[hex] = piece
    of_units, leaders = units["british"] | units["french"], led["british"] | led["french"]
    alone = {side: area & ~of_units for side, area in led.items()}
    return Standing(pieces, at, unit, leader, units, led, alone, leaders, of_units | leaders)


def unit_at(state: State, at: Hex) -> str | None:
    return standing(state).unit.get(at)


def leader_at(state: State, at: Hex) -> str | None:
    return standing(state).leader.get(at)


def leader_of(state: State, unit: str) -> str | None:
    """The leader attached to a unit: he who stands in its hex."""
    return standing(state).leader.get(state.at[unit])


def unit_of(state: State, leader: str) -> str | None:
    """The unit that a leader is attached to."""
    return standing(state).unit.get(state.at[leader])


def units_of(state: State, side: Side) -> list[str]:
    """The units of a side on the map, in the order of the scenario."""
    return [unit for unit in state.field.units[side] if unit in state.blocks]


def leaders_of(state: State, side: Side) -> list[str]:
    return [leader for leader in state.field.leaders[side] if leader in state.at]


def holder(state: State, at: Hex) -> str | None:
    """The unit on a hex, or the leader who stands there alone."""
    here = standing(state)
    return here.unit.get(at) or here.leader.get(at)


def enemies_beside(state: State, at: Hex, side: Side) -> list[str]:
    """The enemy units and lone enemy leaders in adjacent hexes (R-30)."""
    here, enemy = standing(state), ENEMY[side]
    beside = (here.units[enemy] | here.alone[enemy]) & BOARD.area_within(at, 1)
    if not beside:
        return []
    return [here.unit.get(near) or here.leader[near] for near in ADJACENT[at] if beside & BIT[near]]


def is_beside_enemy_unit(state: State, at: Hex, side: Side) -> bool:
    return bool(standing(state).units[ENEMY[side]] & BOARD.area_within(at, 1))


def is_held_by_cavalry(state: State, unit: str) -> bool:
    """Is enemy cavalry adjacent, so that a square may not leave (R-68)?"""
    here, enemy = standing(state).unit, ENEMY[side_of(state, unit)]
    return any(
        near in here and side_of(state, here[near]) == enemy and unit_fact(state, here[near]).arm == "cavalry"
        for near in ADJACENT[state.at[unit]]
    )


def is_supported(state: State, unit: str) -> bool:
    """Two or more friendly units, or lone leaders, stand in adjacent hexes; never for a square (R-95)."""
    if unit in state.squares:
        return False
    side = side_of(state, unit)
    pieces = [holder(state, near) for near in ADJACENT[state.at[unit]]]
    return sum(piece is not None and side_of(state, piece) == side for piece in pieces) >= 2
