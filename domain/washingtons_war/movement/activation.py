"""A general is activated (7.1)."""

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.washingtons_war.position.state import State


class Activation(Step, frozen=True):
    """An activated general moves (7.2)."""

    general: str
    campaign: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        return None
