"""Orders on hands, impulses and cards."""

from domain.kernel.orders import Order
from domain.wellington.facts.world import Power


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

    leaves = "preemption"


class PlayForPoints(Order, frozen=True):
    """Play a card for its command points (5.5, D-05)."""

    card: str


class PlayEvent(Order, frozen=True):
    """Play a card as its event (5.1, D-05); `target` is what it is played on, such as a duchy."""

    card: str
    target: str = ""


class KeepOffered(Order, frozen=True):
    """Play none of the cards that another card offers (5.6)."""


class SpendResource(Order, frozen=True):
    """Use a Resource to draw a card (15.2, D-30)."""

    leaves = "resource"


class TakeFreePoint(Order, frozen=True):
    """Take the free command point of the leader with the Light Division (#98)."""


class EndImpulse(Order, frozen=True):
    """Do nothing more in this impulse (4.2, D-32)."""


class PassImpulse(Order, frozen=True):
    """Pass without a card (4.23)."""

    leaves = "impulse"
