"""How each order shows on the board: what to touch first, where it leads, what it risks and costs."""

from typing import Any

from domain.kernel.orders import Order
from domain.kernel.ruleset import Hint
from domain.washingtons_war.facts.ids import NUMBER_OF, SIDE_OF, SPACE_ORDER
from domain.washingtons_war.movement import hints
from domain.washingtons_war.position.state import State


def hint(state: State, order: Order) -> Hint:
    """The hint for an order of the present menu. Pieces are cards and generals."""
    return hints.hint(state, order) or Hint(_piece(order), _target(state, order), hints.HERE)


def _piece(order: Any) -> str | None:
    """The card or the general that the order is about."""
    for name in ("card", "general"):
        named = getattr(order, name, None)
        if named in NUMBER_OF or named in SIDE_OF:
            return str(named)
    return None


def _target(state: State, order: Any) -> str | None:
    """The space or the zone where it happens; a general is activated where he stands."""
    for name in ("space", "zone"):
        named = getattr(order, name, None)
        if named is not None:
            return str(named)
    place = state.generals.get(getattr(order, "general", ""), "")
    return place if getattr(order, "card", None) and place in SPACE_ORDER else None
