"""The orders of Wellington. D-nn names the decision point of the rulings."""

from domain.kernel.orders import Order
from domain.wellington.orders import (
    answers,
    arrival,
    battle,
    bids,
    debts,
    groups,
    impulses,
    interphase,
    points,
    sea,
    sieges,
)

ORDERS: tuple[type[Order], ...] = (
    *impulses.ORDERS, *points.ORDERS, *answers.ORDERS, *groups.ORDERS, *debts.ORDERS, *sieges.ORDERS,
    *sea.ORDERS,
    *interphase.ORDERS, *bids.ORDERS, *battle.ORDERS, *arrival.ORDERS,
)  # fmt: skip
