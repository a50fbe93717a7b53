"""CU and generals come, go and change their places; Congress is dispersed and returns."""

from domain.kernel.events import Event
from domain.washingtons_war.facts import Nation
from domain.washingtons_war.facts.ids import BOX_OF, CAPTURED, OUT_OF_PLAY, SIDE_OF
from domain.washingtons_war.position.state import State, changed, with_cu, with_general


class CuAdded(Event, frozen=True):
    """CU came from the reserve (or from a box) to a space."""

    space: str
    nation: Nation
    count: int
    reason: str
    cites: str = "8.0"

    def apply(self, state: State) -> State:
        return with_cu(state, self.nation, self.space, self.count)


class CuRemoved(Event, frozen=True):
    """CU of a space went back to the reserve; the French ones never return (12.2.C)."""

    space: str
    nation: Nation
    count: int
    reason: str
    cites: str = "6.31"

    def apply(self, state: State) -> State:
        return with_cu(state, self.nation, self.space, -self.count)


class CuBoxed(Event, frozen=True):
    """British CU from the reserve came to the British Reinforcements box (5.1, 6.31)."""

    rule = "8.1"

    count: int
    reason: str

    def apply(self, state: State) -> State:
        return changed(state, british_box=state.british_box + self.count)


class GeneralPlaced(Event, frozen=True):
    """A general came from a box to a space (8.1, 8.2, 12.2)."""

    general: str
    space: str
    cites: str = "8.0"

    def apply(self, state: State) -> State:
        return with_general(state, self.general, self.space)


class GeneralDisplaced(Event, frozen=True):
    """A general gave way to another one and went to the Reinforcements box of his side (3.0, R-7).

    Where a march or a retreat ends (7.4.C), before a battle of who intercepts (7.8.D), where reinforcements
    come (8.1.C, 8.2.C), where Rochambeau lands (12.2.B).
    """

    general: str
    space: str
    cites: str = "7.4.C"

    def apply(self, state: State) -> State:
        return with_general(state, self.general, BOX_OF[SIDE_OF[self.general]])


class GeneralCaptured(Event, frozen=True):
    """A general was captured; he is back in the next Reinforcement Phase (7.6)."""

    rule = "7.6"

    general: str
    space: str

    def apply(self, state: State) -> State:
        return with_general(state, self.general, CAPTURED)


class GeneralRemoved(Event, frozen=True):
    """A general left the game for good: Washington captured (7.6.B), Arnold by his card (6.33.D)."""

    general: str
    place: str
    cites: str = "7.6.B"

    def apply(self, state: State) -> State:
        return with_general(state, self.general, OUT_OF_PLAY)


class CongressDispersed(Event, frozen=True):
    """A British army drove Congress out (7.7)."""

    rule = "7.7"

    space: str

    def apply(self, state: State) -> State:
        return changed(state, congress=None)


class CongressPlaced(Event, frozen=True):
    """Congress meets again (10.2.1)."""

    rule = "10.2"

    space: str

    def apply(self, state: State) -> State:
        return changed(state, congress=self.space)


class CongressStayedOut(Event, frozen=True):
    """No space was fit for Congress (10.2.1, R-69)."""

    rule = "10.2"
