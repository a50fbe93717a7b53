"""The French navy (12.3)."""

from domain.kernel.orders import Order


class PlaceNavy(Order, frozen=True):
    """The French navy goes to this blockade zone."""

    zone: str
