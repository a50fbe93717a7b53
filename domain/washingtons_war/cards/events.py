"""Cards played for their events (6.31)."""

from domain.kernel.agenda import Play
from domain.washingtons_war.facts import Side
from domain.washingtons_war.position.state import State


def may_play_event(state: State, side: Side, card: str) -> bool:
    """May the side play the card for its event now: flag, conditions, targets (6.31, R-25)?"""
    return state.facts.cards[card].must_play


def play_event(play: Play[State], side: Side, card: str) -> None:
    """What the card does happens now, or is pushed; the card itself was laid down already (6.31)."""
