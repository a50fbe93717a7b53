"""The set-up and the phases of a year (4, 5)."""

from domain.kernel.events import Event
from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import BOX_OF, FRENCH_BOX, SIDE_OF
from domain.washingtons_war.position.state import Impulse, Phase, State, changed


class PiecesSetUp(Event, frozen=True):
    """The pieces stand as the game begins (4.0)."""

    rule = "4.0"

    year: int
    markers: dict[str, Side]
    american: dict[str, int]
    british: dict[str, int]
    generals: dict[str, str]
    french: int
    congress: str
    set_aside: tuple[str, ...]

    def apply(self, state: State) -> State:
        return changed(
            state, year=self.year, markers=dict(self.markers), american=dict(self.american),
            british=dict(self.british), generals=dict(self.generals), french_waiting=self.french,
            congress=self.congress, navy=FRENCH_BOX, set_aside=self.set_aside,
        )  # fmt: skip


class YearStarted(Event, frozen=True):
    """A new year begins (5.0)."""

    rule = "5.0"

    year: int

    def apply(self, state: State) -> State:
        return changed(state, year=self.year, mutinies=False)


class PhaseStarted(Event, frozen=True):
    """A phase of the year begins (5.0)."""

    rule = "5.0"

    phase: Phase

    def apply(self, state: State) -> State:
        return changed(state, phase=self.phase, impulse=None, impulses=0, tried=())


class CapturedGeneralsReturned(Event, frozen=True):
    """Captured generals are back in the Reinforcements boxes of their sides (5.1)."""

    rule = "5.1"

    generals: tuple[str, ...]

    def apply(self, state: State) -> State:
        back = {general: BOX_OF[SIDE_OF[general]] for general in self.generals}
        return changed(state, generals={**state.generals, **back})


class BritishReinforcementsReceived(Event, frozen=True):
    """The CU of the turn track came to the British Reinforcements box (5.1)."""

    rule = "5.1"

    count: int
    total: int

    def apply(self, state: State) -> State:
        return changed(state, british_box=self.total)


class FirstImpulseClaimed(Event, frozen=True):
    """The British claimed the first impulse with a Campaign card, which they show (5.3, R-17)."""

    rule = "5.3"
    reveals = True

    card: str

    def apply(self, state: State) -> State:
        return changed(state, face_up=(*state.face_up, self.card))


class FirstImpulseChosen(Event, frozen=True):
    """The Americans said who has the first impulse (5.3)."""

    rule = "5.3"

    side: Side


class ImpulseStarted(Event, frozen=True):
    """A side has its impulse (5.3); what it does in it names the side."""

    rule = "5.3"
    quiet = True

    side: Side
    number: int

    def apply(self, state: State) -> State:
        return changed(state, impulse=Impulse(self.side, self.number), impulses=self.number)


class ReinforcementCardsDiscarded(Event, frozen=True):
    """The cards that brought reinforcements went to the discards (5.7)."""

    rule = "5.7"

    cards: tuple[str, ...]

    def apply(self, state: State) -> State:
        return changed(
            state, discards=(*state.discards, *self.cards),
            reinforcement_cards={"american": (), "british": ()},
        )  # fmt: skip


