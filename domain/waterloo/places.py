"""Marked places and who owns them (13.3, W-08)."""

from domain.kernel.agenda import Play
from domain.waterloo.events.movement import PlaceOwnerChanged
from domain.waterloo.facts import Square
from domain.waterloo.facts.ids import FRONT_OF
from domain.waterloo.position.state import State


def enter(play: Play[State], unit: str, square: Square) -> None:
    """A unit came into a square, in any way: a marked place is its front's from now on."""
    was = play.state.owners.get(square)
    front = FRONT_OF[unit]
    if was is not None and was != front:
        play.record(PlaceOwnerChanged(square, was, front, unit))
