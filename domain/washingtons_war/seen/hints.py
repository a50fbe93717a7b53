"""How each order shows on the board: what to touch first, where it leads, what it risks and costs."""

from typing import Any

from domain.kernel.orders import Order
from domain.kernel.ruleset import Hint
from domain.washingtons_war.facts.ids import NUMBER_OF, OTHER, SIDE_OF, SPACE_ORDER
from domain.washingtons_war.movement.interception import interceptors, is_open_to_interception
from domain.washingtons_war.orders import movement
from domain.washingtons_war.position.state import State
from domain.washingtons_war.position.units import has_cu


def hint(state: State, order: Order) -> Hint:
    """The hint for an order of the present menu. Pieces are cards and generals."""
    if isinstance(order, movement.March):
        marching = state.marching
        cost = state.facts.cost[marching.at, order.to] if marching is not None else None
        return Hint(order.general, order.to, _danger(state, order), cost)
    kind = "fight" if isinstance(order, movement.Intercept) else "safe"
    return Hint(_piece(order), _target(state, order), kind)


def _danger(state: State, order: movement.March) -> str:
    """A fight where enemy CU stand, a risk where an army may come between (7.8)."""
    if has_cu(state, order.to, OTHER[SIDE_OF[order.general]]):
        return "fight"
    marching = state.marching
    if marching is not None and is_open_to_interception(state, marching, order.to):
        return "risk" if interceptors(state, order.to) else "safe"
    return "safe"


def _piece(order: Any) -> str | None:
    """The card or the general that the order is about."""
    for name in ("card", "general"):
        named = getattr(order, name, None)
        if named in NUMBER_OF or named in SIDE_OF:
            return str(named)
    return None


def _target(state: State, order: Any) -> str | None:
    """The space or the zone where it happens; a general is activated where he stands."""
    for name in ("to", "space", "port", "zone"):
        named = getattr(order, name, None)
        if named is not None:
            return str(named)
    place = state.generals.get(getattr(order, "general", ""), "")
    return place if getattr(order, "card", None) and place in SPACE_ORDER else None
