"""Choices about CU: which nation loses one, whose CU go."""

from domain.kernel.orders import Order
from domain.washingtons_war.facts import Nation


class LoseUnit(Order, frozen=True):
    """One CU of this nation is lost (R-6)."""

    nation: Nation


class RemoveUnit(Order, frozen=True):
    """One CU leaves this space (6.31, 12.2.B.iii)."""

    space: str
