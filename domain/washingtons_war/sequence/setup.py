"""Setting up a game (4.0)."""

from collections.abc import Collection
from functools import cache

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.events import Opened
from domain.kernel.orders import Order
from domain.kernel.ruleset import Scenario
from domain.washingtons_war.events.markers import MarkerPlaced
from domain.washingtons_war.events.years import PiecesSetUp
from domain.washingtons_war.facts import Facts, ScenarioFact, Side
from domain.washingtons_war.facts.ids import AMERICAN, AMERICAN_BOX, BRITISH, BRITISH_BOX, FRENCH_BOX, SEATS
from domain.washingtons_war.orders.markers import PlaceMarker, StopMarkers
from domain.washingtons_war.politics.markers import is_free_for
from domain.washingtons_war.position.control import beside_british
from domain.washingtons_war.position.state import State
from domain.washingtons_war.position.units import general_in
from domain.washingtons_war.sequence.years import BeginYear

SUMMARIES = {
    "campaign": "The war in full, 1775 to 1783: generals, politics and, perhaps, the French.",
}
STOP = StopMarkers()
_place = cache(PlaceMarker)


def scenarios(facts: Facts) -> tuple[Scenario, ...]:
    return tuple(
        Scenario(
            id=fact.id, name=fact.name, summary=SUMMARIES.get(fact.id, fact.name), turns=len(fact.year),
            seatings=(SEATS,),
        )
        for fact in facts.scenarios.values()
    )  # fmt: skip


def set_up(opened: Opened) -> tuple[State, tuple[Step, ...]]:
    """The empty map, and the pieces as the first thing to do."""
    state = State(opened.scenario, opened.seats, data=opened.pack_data)
    return state, (PlacePieces(),)


class PlacePieces(Step, frozen=True):
    """All pieces take their places (4.0); the event keeps them, whatever the data files say later."""

    def advance(self, play: Play[State]) -> Decision | None:
        facts = play.state.facts
        start = facts.scenarios[play.state.scenario]
        play.record(
            PiecesSetUp(
                year=start.first_year,
                markers={each.space: each.side for each in start.placement if each.marker},
                american=_units(start, "american"),
                british=_units(start, "british"),
                generals=_generals(facts, start),
                french=facts.armies.armies.french_total,
                congress=start.congress,
                set_aside=start.set_aside_cards,
            )
        )
        play.pop()
        committees = Committees(start.committees_of_correspondence.markers)
        play.push(committees, ForTheKing(), BeginYear(start.first_year))
        return None


def _units(start: ScenarioFact, side: Side) -> dict[str, int]:
    return {each.space: each.cu for each in start.placement if each.cu and each.side == side}


def _generals(facts: Facts, start: ScenarioFact) -> dict[str, str]:
    """Every general's place, in the order of the roster."""
    places = {each.general: each.space for each in start.placement if each.general}
    for box, generals in (
        (BRITISH_BOX, start.british_box), (AMERICAN_BOX, start.american_box), (FRENCH_BOX, start.french_box)
    ):  # fmt: skip
        places.update(dict.fromkeys(generals, box))
    return {general: places[general] for general in facts.generals}


class Committees(Step, frozen=True):
    """Committees of Correspondence: an American marker in each of the Thirteen Colonies (4.0, R-12)."""

    left: int
    done: tuple[str, ...] = ()

    def advance(self, play: Play[State]) -> Decision | None:
        menu = [_place(space) for space in committee_spaces(play.state, self.done)]
        if not self.left or not menu:
            play.pop()
            return None
        about = {"markers": self.left}
        return Decision(Ask(AMERICAN, "committees", "4.0", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, PlaceMarker)
        colony = play.state.facts.colony_of[order.space]
        play.replace(Committees(self.left - 1, (*self.done, colony)))
        play.record(MarkerPlaced(order.space, "american", "committee", "4.0"))


def committee_spaces(state: State, done: Collection[str]) -> list[str]:
    """Spaces of the colonies that have no committee yet, without a marker and anything British (R-12)."""
    facts = state.facts
    return [
        space for colony in facts.thirteen if colony not in done for space in facts.in_colony[colony]
        if space not in state.markers and space not in state.british
        and general_in(state, space, "british") is None
    ]  # fmt: skip


class ForTheKing(Step, frozen=True):
    """For the King: up to two British markers beside those of the set-up (4.0, R-13)."""

    placed: int = 0
    near: tuple[str, ...] | None = None

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        near = tuple(sorted(beside_british(state))) if self.near is None else self.near
        fact = state.facts.scenarios[state.scenario].for_the_king
        spaces = kings_spaces(state, near)
        if self.placed >= fact.markers or not spaces:
            play.pop()
            return None
        if self.near is None:
            play.replace(ForTheKing(self.placed, near))
            return None
        menu: list[Order] = [*(_place(space) for space in spaces), STOP]
        return Decision(Ask(BRITISH, "for_the_king", "4.0", menu, {"markers": fact.markers - self.placed}))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, StopMarkers):
            play.pop()
            return
        assert isinstance(order, PlaceMarker)
        play.replace(ForTheKing(self.placed + 1, self.near))
        play.record(MarkerPlaced(order.space, "british", "king", "4.0"))


def kings_spaces(state: State, near: Collection[str]) -> list[str]:
    """Legal spaces for the King (10.11.B.ii), by the markers of the set-up, not of this step."""
    facts = state.facts
    forbidden = facts.scenarios[state.scenario].for_the_king.forbidden_colonies
    return [
        space for space in facts.spaces
        if space in near and facts.colony_of[space] not in forbidden and is_free_for(state, "british", space)
    ]  # fmt: skip
