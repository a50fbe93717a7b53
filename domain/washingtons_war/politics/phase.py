"""The Political Control Phase (5.6, 10.2)."""

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.washingtons_war.events.years import PhaseStarted
from domain.washingtons_war.facts import SIDES
from domain.washingtons_war.politics.congress import ReturnCongress
from domain.washingtons_war.politics.isolation import remove_isolated
from domain.washingtons_war.politics.markers import set_marker
from domain.washingtons_war.position.state import State
from domain.washingtons_war.position.units import has_army


class PoliticalControlPhase(Step, frozen=True):
    """Congress returns, armies place their markers, isolated markers go, in this order (10.2, R-69)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        play.record(PhaseStarted("political"))
        play.push(ReturnCongress(), SettleMarkers())
        return None


class SettleMarkers(Step, frozen=True):
    """Markers come under armies (10.2.2), then isolation is judged (10.3, R-94)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        state = play.state
        for side in SIDES:
            for space in state.facts.spaces:
                if state.markers.get(space) != side and has_army(state, space, side):
                    set_marker(play, side, space, "army", "10.2")
        remove_isolated(play)
        return None
