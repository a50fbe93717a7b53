"""Orders of a power that has too few soldiers for an event (5.12, D-29)."""

from domain.kernel.orders import Order
from domain.wellington.facts.world import Power


class PayWithCard(Order, frozen=True):
    """Spend the command points of this card on soldiers who are lost at once (5.12, D-29)."""

    power: Power
    card: str


class PayWithResource(Order, frozen=True):
    """Use a Resource to draw a card that may pay (5.12, D-29)."""

    power: Power


class BuyRemoval(Order, frozen=True):
    """Build a strength point and lose it, or, `regrouped`, one out of the Regroup Box (5.12, D-29)."""

    power: Power
    regrouped: bool


class OweRemoval(Order, frozen=True):
    """Pay no more now and carry the debt (5.12, D-29)."""

    power: Power
