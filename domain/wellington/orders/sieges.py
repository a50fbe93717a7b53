"""Orders of sieges (12)."""

from domain.kernel.orders import Order


class BesiegeFortress(Order, frozen=True):
    """Besiege this fortress under a leader; what he leads is said next (12.2, D-21)."""

    closes = False

    leader: str
    duchy: str


class FightOn(Order, frozen=True):
    """Fight another round; so many fresh soldiers replace lost or disorganised ones (12.3, 12.31, D-23)."""

    sp: int = 0


class LiftSiege(Order, frozen=True):
    """Fight no further round: the fortress holds (12.3, D-23)."""

    leaves = "siege"


class AimAtRound(Order, frozen=True):
    """In this round of the siege the dice of Bombardment count (#8, D-23)."""

    round: int
