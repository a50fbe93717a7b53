"""What cards do that no chapter of the rules does (6.3)."""

from domain.kernel.events import Event
from domain.parts.piles import without
from domain.washingtons_war.facts import Side
from domain.washingtons_war.position.state import State, changed, with_card, without_card


class PlacementBarred(Event, frozen=True):
    """The Americans place no markers with OPS cards and discards for the rest of the year (10.11.A.iv)."""

    rule = "10.11"

    card: str

    def apply(self, state: State) -> State:
        return changed(state, mutinies=True)


class ReplacementDue(Event, frozen=True):
    """A battle card lets its player draw a card when the impulse is over (6.33.B)."""

    rule = "6.33.B"

    side: Side
    card: str

    def apply(self, state: State) -> State:
        impulse = state.impulse
        assert impulse is not None, "battles are fought in an impulse"
        due = {**impulse.replacements, self.side: impulse.replacements.get(self.side, 0) + 1}
        return changed(state, impulse=changed(impulse, replacements=due))


class CardsSwapped(Event, frozen=True):
    """A side gave an OPS card for the event that the other side had discarded (6.32.C)."""

    rule = "6.32.C"
    reveals = True

    side: Side
    given: str
    taken: str

    def apply(self, state: State) -> State:
        state = without_card(state, self.side, self.given)
        discards = (*without(state.discards, (self.taken,)), self.given)
        state = with_card(changed(state, discards=discards), self.side, self.taken)
        return changed(state, face_up=(*state.face_up, self.taken))
