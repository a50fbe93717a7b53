"""Orders of players who bid for their powers (2.1)."""

from domain.kernel.orders import Order
from domain.wellington.facts.world import Power


class BidStrength(Order, frozen=True):
    """Bid so many strength points for the first choice (2.1, D-01)."""

    sp: int


class TakePowers(Order, frozen=True):
    """Take these powers (2.1, D-01)."""

    powers: tuple[Power, ...]
"""`RemoveSoldier` pays the bid (D-02)."""
