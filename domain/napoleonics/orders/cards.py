"""Orders about command cards, and which units a card orders."""

from typing import Literal

from domain.kernel.orders import Order
from domain.napoleonics.facts.board import Hex
from domain.napoleonics.facts.sides import Flank


class PlayCard(Order, frozen=True):
    """Play this command card (R-12)."""

    card: str


class ChooseSection(Order, frozen=True):
    """The card is for this section, as its player sees it (R-124)."""

    flank: Flank


class UseCard(Order, frozen=True):
    """Use the card as it says, or order one unit normally instead (R-19)."""

    kind: Literal["card", "one_unit"]


class SendBack(Order, frozen=True):
    """This unit is out of supply (R-11)."""

    unit: str


class PlaceUnit(Order, frozen=True):
    """The unit out of supply goes here (R-11)."""

    unit: str
    to: Hex


class RestoreBlock(Order, frozen=True):
    """Give this unit a block back (R-18)."""

    unit: str


class EndRally(Order, frozen=True):
    """No more blocks."""

    leaves = "rally"


class OrderUnit(Order, frozen=True):
    """Order a unit; its leader goes along (R-14)."""

    unit: str


class OrderLeader(Order, frozen=True):
    """Order a leader on his own (R-14)."""

    leader: str


class LeaveSquare(Order, frozen=True):
    """An ordered unit leaves its square (R-68)."""

    unit: str


class EndOrders(Order, frozen=True):
    """All orders are given."""

    leaves = "orders"


class KeepCard(Order, frozen=True):
    """Keep this one of two cards (R-15)."""

    card: str
