"""Orders of the movement phase."""

from domain.kernel.orders import Order
from domain.napoleonics.facts.board import Hex


class MoveUnit(Order, frozen=True):
    """Move a unit to this hex (R-32, R-45)."""

    unit: str
    to: Hex


class MoveLeader(Order, frozen=True):
    """Move a leader on his own to this hex (R-43)."""

    leader: str
    to: Hex


class ExitMap(Order, frozen=True):
    """Leave the map over this hex (R-114)."""

    unit: str
    by: Hex


class EndMovement(Order, frozen=True):
    """No more moves."""

    leaves = "movement"
