"""Reinforcements land (8)."""

from domain.kernel.events import Event
from domain.washingtons_war.facts import Side
from domain.washingtons_war.position.state import State, changed, with_cu, with_general


class ReinforcementsLanded(Event, frozen=True):
    """CU and perhaps a general came into a space (8.1, 8.2)."""

    side: Side
    space: str
    cu: int
    general: str
    cites: str

    def apply(self, state: State) -> State:
        if self.cu:
            state = with_cu(state, self.side, self.space, self.cu)
        if self.side == "british":
            state = changed(state, british_box=state.british_box - self.cu)
        return with_general(state, self.general, self.space) if self.general else state
