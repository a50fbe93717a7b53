"""Events discarded: the action, and the swap (6.32)."""

from domain.kernel.agenda import Play
from domain.washingtons_war.facts import Side
from domain.washingtons_war.position.state import State


def discard_event(play: Play[State], side: Side, card: str) -> None:
    """The one action for a discarded event (6.32.B, R-26); the card itself was laid down already."""


def offer_swap(play: Play[State], side: Side, card: str) -> None:
    """`side` may take the event that the other side discarded, for an OPS card (6.32.C, R-27)."""
