"""What a card is played for (5.3, 6)."""

from domain.kernel.orders import Order
from domain.washingtons_war.facts import Side


class ClaimFirstImpulse(Order, frozen=True):
    """Go first by playing this Campaign card (5.3)."""

    card: str


class LeaveFirstImpulse(Order, frozen=True):
    """Do not claim the first impulse: the Americans choose (5.3)."""

    passes = True
    leaves = "claim"


class ChooseFirst(Order, frozen=True):
    """Say which side has the first impulse (5.3)."""

    side: Side


class ActivateGeneral(Order, frozen=True):
    """Play an OPS card to activate a general (7.1.A)."""

    card: str
    general: str


class SpendOnMarkers(Order, frozen=True):
    """Play an OPS card to place and flip markers (6.2, 10.11)."""

    card: str


class BringReinforcements(Order, frozen=True):
    """Play an OPS card to bring reinforcements (8)."""

    card: str


class QueueCard(Order, frozen=True):
    """Lay an OPS card into the operations queue; a longer queue may activate a general at once (7.1.B)."""

    card: str
    general: str = ""


class PlayEvent(Order, frozen=True):
    """Play a card for its event (6.31)."""

    card: str


class DiscardEvent(Order, frozen=True):
    """Discard an event, for one small action (6.32)."""

    leaves = "discard"

    card: str
