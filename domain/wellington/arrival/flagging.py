"""Flags that an event places where no formation of its side stands may be intercepted (10.10, R-30)."""

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.wellington.arrival.arrival import AnswerArrival, OweAttrition
from domain.wellington.arrival.attempts import end_arrival
from domain.wellington.events.arrival import FormationArrived
from domain.wellington.events.points import FlagPlaced
from domain.wellington.facts.world import OTHER_SIDE, SIDE_OF, Power
from domain.wellington.position.conflict import Arrival
from domain.wellington.position.control import standing
from domain.wellington.position.state import State, has_formation


class RaiseFlag(Step, frozen=True):
    """An event raises a flag, or only takes the enemy's away; a flag alone may be intercepted (10.10).

    None is raised where an enemy formation stands (7.1: #56 says "if possible").
    """

    power: Power
    duchy: str
    flag: Power | None

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        side = SIDE_OF[self.power]
        was_friendly = standing(play.state, OTHER_SIDE[side], self.duchy) == "friendly"
        flag = None if has_formation(play.state, self.duchy, OTHER_SIDE[side]) else self.flag
        play.record(FlagPlaced(self.power, self.duchy, flag, "event"))
        if flag is not None and not has_formation(play.state, self.duchy, side):
            placed = Arrival(self.power, self.duchy, None, "event", (), was_friendly=was_friendly)
            play.record(FormationArrived(placed))
            play.push(AnswerArrival(), OweAttrition(), KeepFlag())
        return None


class KeepFlag(Step, frozen=True):
    """The flag stays unless somebody came in time: then it is removed at once (10.10)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        placed = play.state.arrivals[-1]
        end_arrival(play)
        if placed.came:
            play.record(FlagPlaced(placed.came[0], placed.duchy, None, "interception"))
        return None
