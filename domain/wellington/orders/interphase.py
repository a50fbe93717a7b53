"""Orders of the Interphase (16)."""

from domain.kernel.orders import Order
from domain.wellington.facts.world import Power


class LeaveReinforcements(Order, frozen=True):
    """Build and regroup no more with reinforcement points (16.2, D-34)."""

    leaves = "reinforcements"


class RedeployLeader(Order, frozen=True):
    """This leader redeploys by land; whom he takes along is said next (16.3, D-36)."""

    closes = False

    leader: str


class RedeployBySea(Order, frozen=True):
    """A convoy redeploys from this port; whom it takes along is said next (16.3, D-36)."""

    closes = False

    start: str


class TakeAlong(Order, frozen=True):
    """So many strength points and these leaders are taken along from here (16.3)."""

    closes = False

    duchy: str
    sp: int
    leaders: tuple[str, ...] = ()


class RedeployTo(Order, frozen=True):
    """There the redeployment ends (16.3)."""

    duchy: str


class LeaveRedeployment(Order, frozen=True):
    """Redeploy no more (16.3, D-36)."""

    leaves = "redeployment"

    power: Power


class WithdrawLeader(Order, frozen=True):
    """Take a leader off the map (16.32, D-37)."""

    leader: str


class LeaveLeaders(Order, frozen=True):
    """Take no further leader off the map (16.32, D-37)."""

    leaves = "redeployment"

    power: Power


class TradeCard(Order, frozen=True):
    """Discard this card for its number of reinforcement points (16.43, D-39)."""

    card: str
