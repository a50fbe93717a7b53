"""Generals are captured (7.6)."""

from domain.kernel.agenda import Play
from domain.washingtons_war.events.pieces import GeneralCaptured
from domain.washingtons_war.position.state import State


def capture(play: Play[State], general: str) -> None:
    """A lone general falls into the hands of the enemy (7.6.A)."""
    play.record(GeneralCaptured(general, play.state.generals[general]))
