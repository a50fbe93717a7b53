"""An American army tries to get away before a battle (7.9)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.washingtons_war.events.movement import AvoidBattleTried
from domain.washingtons_war.facts.ids import AMERICAN
from domain.washingtons_war.movement.bringing import BringAlong
from domain.washingtons_war.movement.ways_out import ways_out
from domain.washingtons_war.orders.movement import AvoidBattle, SlipAway, StandAndFight
from domain.washingtons_war.position.conflict import Marching
from domain.washingtons_war.position.state import State, marching_of
from domain.washingtons_war.position.units import general_in, has_cu

STAND_AND_FIGHT = StandAndFight()


def may_avoid(state: State, marching: Marching) -> bool:
    """May the army that the British met try to get away (7.9.A, R-50, R-52)?"""
    general = general_in(state, marching.at, "american")
    if marching.side != "british" or general is None or general in state.tried:
        return False
    return has_cu(state, marching.at, "american") and bool(refuges(state, marching))


def refuges(state: State, marching: Marching) -> tuple[str, ...]:
    """Where the army could go (7.9.B, 9.61)."""
    general = general_in(state, marching.at, "american")
    return ways_out(state, marching.at, "american", marching.came_from, general, with_units=True)


def avoids_up_to(state: State, general: str) -> int:
    """The highest face with which the general gets away (7.9.A)."""
    fact = state.facts.generals[general]
    return fact.agility + fact.avoid_battle_bonus


class AskToAvoid(Step, frozen=True):
    """The army tries to get away, or stands (7.9, D-14)."""

    def advance(self, play: Play[State]) -> Decision | None:
        general, marching = _parties(play.state)
        about = {"general": general, "enemy": marching.general, "space": marching.at}
        menu = [STAND_AND_FIGHT, AvoidBattle(general)]
        return Decision(Ask(AMERICAN, "avoid_battle", "7.9", menu, about, "avoid_battle", STAND_AND_FIGHT))

    def handle(self, play: Play[State], answers: Answers) -> None:
        play.pop()
        if not isinstance(the_order(answers), AvoidBattle):
            return
        general, marching = _parties(play.state)
        needed = avoids_up_to(play.state, general)
        (die,) = play.roll(AMERICAN, 1, 6, "avoid_battle", "7.9", score=lambda face: float(face <= needed))
        play.record(AvoidBattleTried(general, marching.at, die, needed, die <= needed))
        if die <= needed:
            play.push(ChooseRefuge(general))


class ChooseRefuge(Step, frozen=True):
    """Where the army goes is said when it is known that it gets away (R-53, D-14a)."""

    general: str

    def advance(self, play: Play[State]) -> Decision | None:
        general, marching = _parties(play.state)
        spaces = refuges(play.state, marching)
        if len(spaces) == 1:
            play.replace(BringAlong(general, spaces[0], "avoid"))
            return None
        menu = [SlipAway(general, to) for to in spaces]
        return Decision(Ask(AMERICAN, "slip_away", "7.9.B", menu, {"general": general}))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, SlipAway)
        play.replace(BringAlong(order.general, order.to, "avoid"))


def _parties(state: State) -> tuple[str, Marching]:
    marching = marching_of(state)
    general = general_in(state, marching.at, "american")
    assert general is not None, "an army stands there"
    return general, marching
