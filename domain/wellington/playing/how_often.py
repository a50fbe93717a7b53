"""Losses that are chosen one by one: how many times each choice can be made."""

from collections.abc import Iterable

from domain.kernel.orders import Order
from domain.wellington.orders.answers import RemoveSoldier
from domain.wellington.position.state import State, sp_of


def how_often(state: State, menu: Iterable[Order]) -> dict[Order, int]:
    """How often each may be chosen: soldiers as many as are there, a leader or a flag once.

    Where counters cannot be changed, a choice may take more than one strength point (R-4).
    """
    return {
        order: sp_of(state, order.duchy, order.power) if isinstance(order, RemoveSoldier) else 1
        for order in menu
    }
