"""How each order shows on the board: what to touch first, where it leads, what it risks and costs."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.orders import Order
from domain.kernel.ruleset import Hint
from domain.waterloo import orders
from domain.waterloo.facts.ids import LEADER_FRONT
from domain.waterloo.movement import cost_of
from domain.waterloo.position.state import State, enemy_beside, front_of_seat, seat_of_unit

NOTHING = Hint()


def hint(state: State, order: Order) -> Hint:
    """The hint for an order of the present menu. The pieces are cards of the hand, units and leaders."""
    make = _HINTS.get(type(order))
    return NOTHING if make is None else make(state, order)


def _square(state: State, unit: str) -> str | None:
    return state.units[unit].square


def _risk(state: State, to: str, front: Any) -> str:
    """A move that ends beside an enemy unit is a risk."""
    return "risk" if enemy_beside(state, to, front) else "safe"


def _move(state: State, order: Any) -> Hint:
    enters = isinstance(order, orders.EnterUnit)
    cost = state.facts.first_square_cost if enters else cost_of(state, order)
    return Hint(order.unit, order.to, _risk(state, order.to, _front(state, order.unit)), cost)


def _front(state: State, unit: str) -> str:
    return front_of_seat(seat_of_unit(state, unit))


def _retreat(state: State, order: Any) -> Hint:
    return Hint(order.unit, order.to, _risk(state, order.to, _front(state, order.unit)))


def _turn(state: State, order: Any) -> Hint:
    return Hint(order.unit, _square(state, order.unit), "safe", 1)


def _leader(state: State, order: Any) -> Hint:
    return Hint(order.leader, order.to, _risk(state, order.to, LEADER_FRONT[order.leader]), 1)


def _displaced(state: State, order: Any) -> Hint:
    return Hint(order.leader, order.to)


def _unit(state: State, order: Any) -> Hint:
    return Hint(order.unit, _square(state, order.unit))


def _stand(state: State, order: Any) -> Hint:
    return Hint(order.unit, _square(state, order.unit), "risk")


def _attack(state: State, order: Any) -> Hint:
    return Hint(order.attackers[0], _square(state, order.target), "fight")


def _fire(state: State, order: Any) -> Hint:
    return Hint(order.shooter, _square(state, order.target), "fight")


def _charge(state: State, order: Any) -> Hint:
    return Hint(order.unit, _square(state, order.target), "fight")


def _rally(state: State, order: Any) -> Hint:
    return Hint(order.units[0], _square(state, order.units[-1]), "here")


def _card(state: State, order: Any) -> Hint:
    return Hint(order.card)


_HINTS: Mapping[type[Order], Callable[[State, Any], Hint]] = {
    orders.Bid: _card,
    orders.PlayCard: _card,
    orders.SetCard: _card,
    orders.MoveUnit: _move,
    orders.EnterUnit: _move,
    orders.TurnUnit: _turn,
    orders.MoveLeader: _leader,
    orders.StopUnit: _unit,
    orders.Withdraw: _retreat,
    orders.RetreatTo: _retreat,
    orders.AdvanceWith: _retreat,
    orders.Attack: _attack,
    orders.Stand: _stand,
    orders.AbsorbLoss: _unit,
    orders.ReduceUnit: _stand,
    orders.FireArtillery: _fire,
    orders.Charge: _charge,
    orders.ForceCharge: _charge,
    orders.RallyUnits: _rally,
    orders.RestoreUnit: _unit,
    orders.DisplaceLeader: _displaced,
}
