"""The Continental Congress is dispersed and returns (7.7, 10.2.1)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.washingtons_war.events.pieces import CongressDispersed, CongressPlaced, CongressStayedOut
from domain.washingtons_war.facts.ids import AMERICAN
from domain.washingtons_war.orders.markers import PlaceCongress
from domain.washingtons_war.position.state import State
from domain.washingtons_war.position.units import has_british_piece


def disperse(play: Play[State]) -> None:
    """Congress is driven out of the space where it is (7.7)."""
    assert play.state.congress is not None, "Congress is on the map"
    play.record(CongressDispersed(play.state.congress))


def homes(state: State) -> tuple[str, ...]:
    """Where Congress may meet again: an American marker in the Thirteen Colonies, nothing British (R-69)."""
    facts = state.facts
    return tuple(
        [space for space in facts.spaces
         if state.markers.get(space) == "american" and facts.colony[facts.colony_of[space]].thirteen
         and not has_british_piece(state, space)]
    )


class ReturnCongress(Step, frozen=True):
    """The Americans bring a dispersed Congress back, if there is a space for it (10.2.1)."""

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        if state.congress is not None:
            play.pop()
            return None
        menu = [PlaceCongress(space) for space in homes(state)]
        if not menu:
            play.pop()
            play.record(CongressStayedOut())
            return None
        return Decision(Ask(AMERICAN, "return_congress", "10.2", menu))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, PlaceCongress)
        play.pop()
        play.record(CongressPlaced(order.space))
