"""Who goes along when a general intercepts or avoids battle (7.8.C, 7.9.B)."""

from typing import Literal

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.washingtons_war.events.movement import ArmyIntercepted, BattleAvoided
from domain.washingtons_war.facts.ids import AMERICAN
from domain.washingtons_war.movement.arrival import displaced, seize
from domain.washingtons_war.movement.capture import capture
from domain.washingtons_war.movement.ways import loads
from domain.washingtons_war.orders.movement import BringUnits
from domain.washingtons_war.position.conflict import Units
from domain.washingtons_war.position.state import State, marching_of
from domain.washingtons_war.position.units import cu_by_nation, generals_in


class BringAlong(Step, frozen=True):
    """All CU with the general go, five at most; of which nation he says (D-13a, D-14b)."""

    general: str
    to: str
    why: Literal["intercept", "avoid"]

    def advance(self, play: Play[State]) -> Decision | None:
        choices = self._choices(play.state)
        if len(choices) == 1:
            self._go(play, choices[0])
            return None
        menu = [
            BringUnits(self.general, units.get("american", 0), units.get("french", 0)) for units in choices
        ]
        rule = "7.8.C" if self.why == "intercept" else "7.9.B"
        return Decision(Ask(AMERICAN, "bring_units", rule, menu, {"general": self.general, "space": self.to}))

    def _choices(self, state: State) -> list[Units]:
        found = loads(state, "american", cu_by_nation(state, state.generals[self.general], "american"))
        most = sum(found[0].values())
        return [units for units in found if sum(units.values()) == most]

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, BringUnits)
        counts: Units = {"american": order.american, "french": order.french}
        self._go(play, {nation: count for nation, count in counts.items() if count})

    def _go(self, play: Play[State], units: Units) -> None:
        play.pop()
        start = play.state.generals[self.general]
        if self.why == "intercept":
            play.record(ArmyIntercepted(self.general, start, self.to, units))
            _catch_those_who_stood_there(play, self.to)
        else:
            play.record(BattleAvoided(self.general, start, self.to, units))
            seize(play, self.to, "american")
        displaced(play, self.to, "american", "7.8.D" if self.why == "intercept" else "7.4.C")


def _catch_those_who_stood_there(play: Play[State], space: str) -> None:
    """Who intercepts is there first: a British general who stood there alone is captured (7.6.A, R-9)."""
    enters = marching_of(play.state).general
    for general in generals_in(play.state, space, "british"):
        if general != enters:
            capture(play, general)
