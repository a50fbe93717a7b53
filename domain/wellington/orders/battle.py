"""Orders in a battle: cards, shared losses, retreat, the free flag (11)."""

from domain.kernel.orders import Order
from domain.wellington.facts.world import Power


class LayCard(Order, frozen=True):
    """Play a battle card in this round (11.1, D-14). `target` is what was chosen with it."""

    power: Power
    card: str
    target: str = ""


class LayNone(Order, frozen=True):
    """Play no (further) battle card in this round (11.1, D-14)."""

    leaves = "lay"


class TakeOddLoss(Order, frozen=True):
    """Which of two allied powers takes the loss that cannot be shared (11.51, R-59)."""

    power: Power


class RetreatAll(Order, frozen=True):
    """All pieces of the power retreat into one duchy (11.6, D-18)."""

    power: Power
    to: str


class RetreatLeader(Order, frozen=True):
    """This leader alone retreats there (11.61, D-18)."""

    leader: str
    to: str


class RetreatSoldiers(Order, frozen=True):
    """So many strength points retreat there, the others elsewhere (11.61, D-18)."""

    power: Power
    to: str
    sp: int


class LeaveFlag(Order, frozen=True):
    """Neither place nor remove a flag after an overrun (11.9, D-19)."""
