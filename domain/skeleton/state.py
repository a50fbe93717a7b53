"""The state of a game of Skeleton, and questions about it. Nothing here changes anything."""

from typing import Any

import msgspec

from domain.kernel import Result, Seat
from domain.skeleton.facts import UNITS

NORTH, SOUTH = Seat("north"), Seat("south")
SEATS = (NORTH, SOUTH)
ENEMY = {NORTH: SOUTH, SOUTH: NORTH}


class State(msgspec.Struct, frozen=True):
    """`at` has the square of every unit that is on the map."""

    at: dict[str, str]
    turn: int = 0
    is_over: bool = False

    def changed(self, **fields: Any) -> "State":
        return msgspec.structs.replace(self, **fields)


def units_of(state: State, seat: Seat) -> tuple[str, ...]:
    """The units of a seat on the map."""
    return tuple(unit for unit in state.at if UNITS[unit].side == seat)


def unit_at(state: State, square: str) -> str | None:
    """The unit on a square."""
    return next((unit for unit, at in state.at.items() if at == square), None)


def result(state: State) -> Result | None:
    """Who has won: whoever has more units at the end, or the only ones before it (Rule 4)."""
    scores = {seat: len(units_of(state, seat)) for seat in SEATS}
    if not state.is_over:
        return None
    best = max(scores.values())
    winners = tuple(seat for seat in SEATS if scores[seat] == best)
    return Result(winners if len(winners) == 1 else (), "4", {seat: float(n) for seat, n in scores.items()})


def evaluate(state: State, seat: Seat) -> float:
    """How well a seat stands, for computer players: higher is better."""
    return float(len(units_of(state, seat)) - len(units_of(state, ENEMY[seat])))
