"""Generals fall into the hands of the enemy; what the capture of Washington costs (7.6)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.washingtons_war.alliance.track import retreat_track
from domain.washingtons_war.events.markers import MarkerRemoved
from domain.washingtons_war.events.pieces import GeneralCaptured, GeneralRemoved
from domain.washingtons_war.facts.ids import BRITISH, WASHINGTON
from domain.washingtons_war.orders.markers import RemoveMarker
from domain.washingtons_war.politics.congress import disperse
from domain.washingtons_war.position.state import State
from domain.washingtons_war.position.units import has_american_unit, has_cu


def capture(play: Play[State], general: str) -> None:
    """The general is captured where he stands; Washington leaves the game, with all that follows (7.6.B)."""
    state = play.state
    space = state.generals[general]
    if general != WASHINGTON:
        play.record(GeneralCaptured(general, space))
        return
    play.record(GeneralRemoved(general, space))
    if state.congress == space and not has_cu(state, space, "american"):
        disperse(play)
    play.push(MourningForWashington(state.facts.armies.washington_captured.markers))


class MourningForWashington(Step, frozen=True):
    """The British remove American markers, one a colony; then the alliance goes back (7.6.B, R-100)."""

    left: int
    colonies: tuple[str, ...] = ()

    def advance(self, play: Play[State]) -> Decision | None:
        spaces = self._spaces(play.state)
        if not self.left or not spaces:
            play.pop()
            retreat_track(play, play.state.facts.armies.washington_captured.alliance)
            return None
        menu = [RemoveMarker(space) for space in spaces]
        return Decision(Ask(BRITISH, "washington_captured", "7.6.B", menu, {"left": self.left}))

    def _spaces(self, state: State) -> list[str]:
        """Spaces that hold an American marker and nothing else American, in colonies not yet touched."""
        facts = state.facts
        return [
            space
            for space in facts.spaces
            if state.markers.get(space) == "american" and facts.colony_of[space] not in self.colonies
            if not has_american_unit(state, space)
        ]

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, RemoveMarker)
        colony = play.state.facts.colony_of[order.space]
        play.record(MarkerRemoved(order.space, "american", "washington", "7.6.B"))
        play.replace(MourningForWashington(self.left - 1, (*self.colonies, colony)))
