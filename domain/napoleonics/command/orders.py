"""Giving orders one by one; ordered squares may leave (R-14, R-68)."""

from collections.abc import Mapping, Sequence
from functools import cache

from domain.kernel import Answers, Ask, Decision, Order, Play, Step, the_order
from domain.kernel.memory import LatestTogether
from domain.napoleonics.command.eligible import candidates, most_orders
from domain.napoleonics.events.cards import PieceOrdered, SquareLeft
from domain.napoleonics.events.turns import PhaseBegan
from domain.napoleonics.facts import known
from domain.napoleonics.facts.sides import seat_of
from domain.napoleonics.orders.cards import EndOrders, LeaveSquare, OrderLeader, OrderUnit
from domain.napoleonics.position.pieces import is_held_by_cavalry
from domain.napoleonics.position.state import State, side_of, track_card


class IssueOrders(Step, frozen=True):
    """The active player names whom he orders, until he is done (R-14)."""

    def advance(self, play: Play[State]) -> Decision | None:
        menu = orders_menu(play.state)
        if len(menu) == 1:
            play.pop()
            return None
        if play.state.phase != "orders":
            play.record(PhaseBegan("orders"))
            return None
        side = play.state.active
        given = sum(by != "with" for by in play.state.ordered.values())
        about = {"side": side, "given": given, "most": most_orders(play.state)}
        return Decision(Ask(seat_of(side), "orders", "R-14", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        match the_order(answers):
            case OrderUnit(unit):
                play.record(PieceOrdered(unit, "own"))
            case OrderLeader(leader):
                play.record(PieceOrdered(leader, "apart"))
            case LeaveSquare(unit):
                leave_square(play, unit)
            case _:
                play.pop()


def orders_menu(state: State) -> Sequence[Order]:
    """Whoever may still be ordered, squares that may leave, and the end."""
    parts = (state.at, state.squares, state.command, state.ordered, state.rallied)
    return _latest_menu.of(parts, state)


def _menu(state: State) -> Sequence[Order]:
    orders = _order_of(state.data, state.scenario)
    found = [orders[piece] for piece in candidates(state)]
    found += [LeaveSquare(unit) for unit in state.squares if may_leave_square(state, unit)]
    return (*found, EndOrders())


_latest_menu = LatestTogether(_menu)


@cache
def _order_of(data: str, scenario: str) -> Mapping[str, Order]:
    """Each piece -> the order that orders it."""
    pieces = known[data].scenarios[scenario].pieces
    return {
        name: OrderLeader(name) if piece.unit is None else OrderUnit(name) for name, piece in pieces.items()
    }


def may_leave_square(state: State, unit: str) -> bool:
    """An ordered square that no enemy cavalry holds (R-68)."""
    return unit in state.ordered and not is_held_by_cavalry(state, unit)


def leave_square(play: Play[State], unit: str) -> None:
    """The square is left, and its card is back in the hand at once."""
    state = play.state
    play.record(SquareLeft(side_of(state, unit), unit, state.squares[unit], track_card(state, unit)))
