"""Orders at sea (14)."""

from domain.kernel.orders import Order


class MoveConvoy(Order, frozen=True):
    """Send a convoy from one port to another; whom it carries is said next (14.2, D-27)."""

    closes = False

    start: str
    to: str


class ShipPieces(Order, frozen=True):
    """So many strength points and these leaders sail (14.2, D-27)."""

    sp: int
    leaders: tuple[str, ...] = ()


class LeaveConvoys(Order, frozen=True):
    """Move no further convoy that a card gives free (#93, #103)."""

    leaves = "convoy"
