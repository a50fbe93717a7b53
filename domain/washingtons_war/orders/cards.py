"""Orders on event cards: whom they strike, whom they help, swaps (6.3)."""

from domain.kernel.orders import Order
from domain.washingtons_war.facts import Nation


class StrikeUnit(Order, frozen=True):
    """The card removes a CU of this nation from this space (6.31, D-08)."""

    space: str
    nation: Nation


class RaiseUnits(Order, frozen=True):
    """The CU that the card raises come to this space (6.31, D-08)."""

    space: str


class SwapCard(Order, frozen=True):
    """Give this OPS card for the event that the opponent has discarded (6.32.C, D-21)."""

    card: str


class DeclineSwap(Order, frozen=True):
    """Leave the discarded event where it is (6.32.C, D-21)."""

    passes = True
    leaves = "swap"
