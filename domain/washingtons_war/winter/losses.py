"""Winter takes CU; of a mixed stack the American player says whose, one at a time (R-6, R-76)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.washingtons_war.events.pieces import CuRemoved
from domain.washingtons_war.facts import Nation, Side
from domain.washingtons_war.facts.ids import AMERICAN
from domain.washingtons_war.orders.units import LoseUnit
from domain.washingtons_war.position.state import State
from domain.washingtons_war.position.units import cu_by_nation


def lose(play: Play[State], space: str, side: Side, count: int, reason: str, cites: str) -> None:
    """So many CU of a side are lost in a space, all at once where there is nothing to choose.

    A mixed force is asked about by the step `ChooseLoss`, which is pushed.
    """
    there = cu_by_nation(play.state, space, side)
    if not count:
        return
    if len(there) == 1 or count >= sum(there.values()):
        for nation, cu in there.items():
            play.record(CuRemoved(space, nation, min(count, cu), reason, cites))
        return
    play.push(ChooseLoss(space, count, reason, cites))


class ChooseLoss(Step, frozen=True):
    """The American player says of which nation each lost CU is (D17, D23)."""

    space: str
    count: int
    reason: str
    cites: str

    def advance(self, play: Play[State]) -> Decision | None:
        there = cu_by_nation(play.state, self.space, "american")
        if len(there) < 2 or not self.count:
            play.pop()
            lose(play, self.space, "american", self.count, self.reason, self.cites)
            return None
        menu = [LoseUnit(nation) for nation in there]
        about = {"space": self.space, "units": self.count}
        return Decision(Ask(AMERICAN, "choose_loss", self.cites, menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, LoseUnit)
        nation: Nation = order.nation
        play.replace(ChooseLoss(self.space, self.count - 1, self.reason, self.cites))
        play.record(CuRemoved(self.space, nation, 1, self.reason, self.cites))
