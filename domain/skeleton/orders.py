"""The orders of Skeleton, in the imperative."""

from domain.kernel import Order


class MoveUnit(Order, frozen=True):
    """A unit goes one square (Rule 2)."""

    unit: str
    to: str


class AttackUnit(Order, frozen=True):
    """A unit attacks one beside it (Rule 3)."""

    unit: str
    target: str


class Rest(Order, frozen=True):
    """Nobody moves or attacks."""
