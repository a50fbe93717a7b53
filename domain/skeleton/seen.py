"""What leaves the rules of Skeleton: the scene, redacted events, names, hints and measures."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from domain.kernel import Event, Hint, Order, Scene, Seat, Space, Step, Token
from domain.kernel.maps import CellMap
from domain.parts.names import told
from domain.skeleton.facts import BOARD, UNITS, WOODS
from domain.skeleton.orders import AttackUnit, MoveUnit
from domain.skeleton.state import SEATS, State, units_of

FOLDER = Path(__file__).parent
NUMERALS = {"1": "I", "2": "II"}


def view(state: State, viewer: Seat) -> Scene:
    """The board as `viewer` may see it: all of it, since nothing is hidden here."""
    tokens = {
        unit: Token(at=state.at.get(unit), kind="infantry", side=facts.side, label=NUMERALS[unit[-1]])
        for unit, facts in UNITS.items()
    }
    numbers: dict[str, dict[str, int | float | str]] = {
        seat: {"units": len(units_of(state, seat))} for seat in SEATS
    }
    spaces = {square: Space() for square in BOARD.adjacent}
    return Scene("skeleton", state.turn, 1, "turn", tokens, spaces, {}, numbers, state.is_over)


def redact(event: Event, viewer: Seat) -> Event:
    """The event as `viewer` may see it: whole, since nothing is hidden here."""
    return event


def conceal(state: State, seat: Seat, random: Random, agenda: Sequence[Step] = ()) -> State:
    """What `seat` may not know dealt anew: nothing is hidden here."""
    return state


def hint(state: State, order: Order) -> Hint:
    """How an order shows on the board: what to touch first, and where it leads."""
    if isinstance(order, MoveUnit):
        return Hint(piece=order.unit, target=order.to)
    if isinstance(order, AttackUnit):
        return Hint(piece=order.unit, target=state.at[order.target], kind="fight")
    return Hint()


def measure(state: State) -> dict[str, float]:
    """The numbers to plot over a game."""
    return {f"units_{seat}": float(len(units_of(state, seat))) for seat in SEATS}


def names(language: str) -> Mapping[str, str]:
    """What every id is called: seats and units in English here, in other languages in their prose."""
    units = {unit: f"{facts.side.capitalize()} {NUMERALS[unit[-1]]}" for unit, facts in UNITS.items()}
    seats = {str(seat): seat.capitalize() for seat in SEATS}
    return told(FOLDER, language, "names", {**seats, **units, "units": "Units"})


def field() -> CellMap:
    """What the board is drawn from; how it looks lies in `board.toml`."""
    return CellMap(cells=BOARD, terrain={"wood": WOODS})
