"""The orders of Wellington. D-nn names the decision point of the rulings."""

from typing import ClassVar

from domain.kernel.orders import Order
from domain.wellington.control import Flag
from domain.wellington.world import Power

# Hands, impulses, cards -------------------------------------------------------------------------


class KeepHand(Order, frozen=True):
    """Keep the hand that was dealt (2.6, D-03)."""

    power: Power


class ReplaceHand(Order, frozen=True):
    """Replace all common cards but the mandatory ones by one card less (2.6, D-03)."""

    power: Power


class Preempt(Order, frozen=True):
    """Take an impulse now, before the power on the track (4.22, D-04)."""


class LeavePreemption(Order, frozen=True):
    """Let the power on the track have its impulse (4.22, D-04)."""


class PlayForPoints(Order, frozen=True):
    """Play a card for its command points (5.5, D-05)."""

    card: str


class PlayEvent(Order, frozen=True):
    """Play a card as its event (5.1, D-05); `target` is what it is played on, such as a duchy."""

    card: str
    target: str = ""


class SpendResource(Order, frozen=True):
    """Use a Resource to draw a card (15.2, D-30)."""


class EndImpulse(Order, frozen=True):
    """Do nothing more in this impulse (4.2, D-32)."""


class PassImpulse(Order, frozen=True):
    """Pass without a card (4.23)."""


# Command points ---------------------------------------------------------------------------------


class MoveArmy(Order, frozen=True):
    """Move a leader into an adjacent duchy; who goes with him is said next (9.1, D-10)."""

    closes: ClassVar[bool] = False

    leader: str
    to: str


class Carry(Order, frozen=True):
    """So many strength points and these leaders go with a leader, within his command value (1.61, 9.63)."""

    leader: str
    sp: int
    staff: tuple[str, ...] = ()


class MoveCounter(Order, frozen=True):
    """Move one infantry (1) or cavalry (2) counter without a leader (9.1, D-10)."""

    duchy: str
    to: str
    sp: int


class PlaceFlag(Order, frozen=True):
    """Place a flag, or only take the enemy's away (7.1, D-25)."""

    duchy: str
    flag: Flag


class BuildSoldier(Order, frozen=True):
    """Build 1 strength point (6.1, D-26)."""

    duchy: str


class BuildLeader(Order, frozen=True):
    """Build a leader (6.1, D-26)."""

    leader: str
    duchy: str


class RegroupSoldier(Order, frozen=True):
    """Bring 1 strength point back from the Regroup Box (6.2, D-26)."""

    duchy: str


class RegroupLeader(Order, frozen=True):
    """Bring a leader back from the Regroup Box (6.2, D-26)."""

    leader: str
    duchy: str


class LeavePoints(Order, frozen=True):
    """Spend no further command point of this card (5.5, D-07)."""


# Answers and losses -----------------------------------------------------------------------------


class Respond(Order, frozen=True):
    """Answer with a card (5.2, D-31). `target` is the power, leader or line that it is played on."""

    power: Power
    card: str
    target: str = ""


class LetPass(Order, frozen=True):
    """Play nothing in this window (5.2, D-31)."""


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


ORDERS: tuple[type[Order], ...] = (
    KeepHand, ReplaceHand, Preempt, LeavePreemption, PlayForPoints, PlayEvent, SpendResource, EndImpulse,
    PassImpulse, MoveArmy, Carry, MoveCounter, PlaceFlag, BuildSoldier, BuildLeader, RegroupSoldier,
    RegroupLeader, LeavePoints, Respond, LetPass, ProposeLosses, RemoveSoldier,
    RemoveLeader,
)  # fmt: skip

PointOrder = (
    MoveArmy | Carry | MoveCounter | PlaceFlag | BuildSoldier | BuildLeader | RegroupSoldier | RegroupLeader
)
"""An order, or a part of one, that spends command points."""
