"""A marching general enters a space: interception first, then whoever stands there (7.6 to 7.9, R-43)."""

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.washingtons_war.battle.battle import Battle
from domain.washingtons_war.ending.victory import check
from domain.washingtons_war.events.movement import ArmyMoved
from domain.washingtons_war.facts.ids import OTHER
from domain.washingtons_war.movement.arrival import come_to, scatter
from domain.washingtons_war.movement.avoiding import AskToAvoid, may_avoid
from domain.washingtons_war.movement.interception import Interceptions, is_open_to_interception
from domain.washingtons_war.movement.overrun import is_overrun, overrun
from domain.washingtons_war.position.state import State, marching_of
from domain.washingtons_war.position.units import has_cu


def enter(play: Play[State], to: str) -> None:
    """The general goes one space on, and meets whoever is there or comes there."""
    state, marching = play.state, marching_of(play.state)
    is_open = is_open_to_interception(state, marching, to)
    used = marching.used + state.facts.cost[marching.at, to]
    play.record(ArmyMoved(marching.general, marching.at, to, marching.units, used))
    if check(play):
        return
    play.push(*([Interceptions(to)] if is_open else []), Meet())


class Meet(Step, frozen=True):
    """All attempts to intercept are over: the general meets whoever stands in the space (R-43)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        state, marching = play.state, marching_of(play.state)
        if marching.met:
            _fight(play, intercepted=True)
        elif has_cu(state, marching.at, OTHER[marching.side]):
            play.push(*([AskToAvoid()] if may_avoid(state, marching) else []), Engage())
        else:
            come_to(play, marching.at, marching.side)
        return None


class Engage(Step, frozen=True):
    """Who did not get away is overrun, or fights (9.1, 9.7)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        state, marching = play.state, marching_of(play.state)
        if not has_cu(state, marching.at, OTHER[marching.side]):
            scatter(play, marching.at)
        elif is_overrun(state, marching.at, marching.side, marching.units):
            overrun(play)
        else:
            _fight(play, intercepted=False)
        return None


def _fight(play: Play[State], *, intercepted: bool) -> None:
    marching = marching_of(play.state)
    play.push(Battle(marching.at, marching.side, marching.came_from, intercepted))
