"""Placing, flipping and removing markers, one at a time (10)."""

from domain.kernel.orders import Order


class PlaceMarker(Order, frozen=True):
    """Place one of your markers in this space."""

    space: str


class FlipMarker(Order, frozen=True):
    """Turn the enemy marker of this space over."""

    space: str


class RemoveMarker(Order, frozen=True):
    """Take the enemy marker off this space."""

    space: str


class StopMarkers(Order, frozen=True):
    """Do no more with markers."""

    leaves = "markers"


class PlaceCongress(Order, frozen=True):
    """Congress meets in this space (10.2.1)."""

    space: str
