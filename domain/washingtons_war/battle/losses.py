"""CU fall in a battle; of a mixed force the American player says whose (9.5, R-6)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.washingtons_war.events.battle import UnitsFell
from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import seat_of
from domain.washingtons_war.orders.units import LoseUnit
from domain.washingtons_war.position.conflict import Units
from domain.washingtons_war.position.state import State, fight_of
from domain.washingtons_war.position.units import cu_by_nation


def units_in(state: State, side: Side) -> Units:
    """The CU that the side still has in the battle at hand."""
    return cu_by_nation(state, fight_of(state).where, side)


class LoseUnits(Step, frozen=True):
    """So many CU of the side fall, one by one where two nations fight together (D-17)."""

    side: Side
    count: int

    def advance(self, play: Play[State]) -> Decision | None:
        there = units_in(play.state, self.side)
        if not self.count:
            play.pop()
        elif len(there) == 1 or self.count >= sum(there.values()):
            play.pop()
            self._fall(play, {nation: min(self.count, count) for nation, count in there.items()})
        else:
            menu = [LoseUnit(nation) for nation in there]
            about = {"space": fight_of(play.state).where, "left": self.count}
            return Decision(Ask(seat_of(self.side), "lose_unit", "9.5", menu, about))
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, LoseUnit)
        play.replace(LoseUnits(self.side, self.count - 1))
        self._fall(play, {order.nation: 1})

    def _fall(self, play: Play[State], units: Units) -> None:
        play.record(UnitsFell(fight_of(play.state).where, self.side, units))
