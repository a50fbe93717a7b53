"""Orders before and between the phases."""

from typing import Literal

from domain.brandywine.facts.board import Hex
from domain.brandywine.facts.sides import Side
from domain.kernel.orders import Order


class PlacePiece(Order, frozen=True):
    """This piece begins here (18.0)."""

    piece: str
    hex: Hex


class ChooseEntry(Order, frozen=True):
    """The brigade will enter so (9.7, 9.8)."""

    entry: str


class PayMorale(Order, frozen=True):
    """Pay army morale for the initiative, or for the march (6.1.6)."""

    purpose: Literal["initiative", "march"]


class DeclinePayment(Order, frozen=True):
    """Nothing is paid."""


class BidMomentum(Order, frozen=True):
    """Spend so many markers on the die of the initiative (12.3.3)."""

    count: int


class OverrideInitiative(Order, frozen=True):
    """Spend momentum and decide who begins (12.3.3)."""

    side: Side


class LetInitiativeStand(Order, frozen=True):
    """The die decides."""


class GiveStep(Order, frozen=True):
    """This unit gives a step, so that the stack fits (7.1.2)."""

    unit: str


class PlaceStirn(Order, frozen=True):
    """Stirn goes here (14.6)."""

    hex: Hex
