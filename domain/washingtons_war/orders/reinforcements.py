"""Reinforcements (8)."""

from domain.kernel.orders import Order


class TakeGeneral(Order, frozen=True):
    """Bring this general of the box too."""

    closes = False

    general: str


class TakeUnits(Order, frozen=True):
    """Bring so many CU of the British box."""

    closes = False

    count: int


class LandReinforcements(Order, frozen=True):
    """Bring them to this space."""

    space: str


class LandFrench(Order, frozen=True):
    """Bring Rochambeau and the French CU to this port (12.2.B)."""

    space: str
