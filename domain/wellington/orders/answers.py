"""Answers with cards, and choices of losses."""

from domain.kernel.orders import Order
from domain.wellington.facts.world import Power


class Respond(Order, frozen=True):
    """Answer with a card (5.2, D-31). `target` is the power, leader or line that it is played on."""

    power: Power
    card: str
    target: str = ""


class LetPass(Order, frozen=True):
    """Play nothing in this window (5.2, D-31)."""

    passes = True
    leaves = "chance"


class Choose(Order, frozen=True):
    """A choice that the text of a card leaves open: a duchy, leader, power, card, or `enough` (D-06)."""

    card: str
    option: str


class ProposeLosses(Order, frozen=True):
    """How the French powers share losses between themselves (#4, #5, D-28)."""

    sud: int
    nord: int


class RemoveSoldier(Order, frozen=True):
    """Eliminate 1 strength point of the power here (5.12, D-28)."""

    power: Power
    duchy: str


class RemoveLeader(Order, frozen=True):
    """This leader is lost (13.1, R-58, D-13)."""

    leader: str
