"""How an order shows on the board."""

from domain.kernel.orders import Order
from domain.kernel.ruleset import Hint
from domain.washingtons_war.position.state import State


def hint(state: State, order: Order) -> Hint:
    return Hint(piece=getattr(order, "card", None), target=getattr(order, "space", None))
