"""One general of a side in a space (3.0, 7.4.C, R-7)."""

from domain.kernel.agenda import Play
from domain.washingtons_war.events.pieces import GeneralDisplaced
from domain.washingtons_war.position.state import State


def give_way(play: Play[State], general: str) -> None:
    """The general goes to the Reinforcements box, because another one comes (8.1.C, 8.2.C)."""
    play.record(GeneralDisplaced(general, play.state.generals[general]))
