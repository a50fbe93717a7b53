"""Orders that spend command points."""

from domain.kernel.orders import Order
from domain.wellington.orders.groups import JoinArmy
from domain.wellington.orders.sea import MoveConvoy, ShipPieces
from domain.wellington.position.control import Flag


class MoveArmy(Order, frozen=True):
    """Move a leader into an adjacent duchy; who goes with him is said next (9.1, D-10)."""

    closes = False

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


class LeadOn(Order, frozen=True):
    """A card lets this leader march on to an adjacent duchy; what he leads is said next (#44, #109)."""

    closes = False

    leader: str
    to: str


class Halt(Order, frozen=True):
    """The march by card ends here (#44, #109)."""

    leaves = "march"

    leader: str


class LeavePoints(Order, frozen=True):
    """Spend no further command point of those at hand (5.5, D-07)."""

PointOrder = (
    MoveArmy | JoinArmy | Carry | MoveCounter | MoveConvoy | ShipPieces
    | PlaceFlag | BuildSoldier | BuildLeader | RegroupSoldier | RegroupLeader
)  # fmt: skip
"""An order, or a part of one, that spends command points."""
