"""Orders of the fire phases."""

from domain.kernel.orders import Order


class FireAt(Order, frozen=True):
    """Fire at this unit; others may join (10.1.4, 11.1.3)."""

    unit: str
    target: str


class JoinFire(Order, frozen=True):
    """This unit fires at the same target."""

    unit: str


class EndGroup(Order, frozen=True):
    """Nobody else fires at this target."""

    leaves = "group"


class HoldFire(Order, frozen=True):
    """No more fire in this phase."""

    leaves = "fire"


class LoseLeader(Order, frozen=True):
    """This leader was hit (13.1.10)."""

    leader: str
