"""American armies try to be in a space before the British who enter it (7.8)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.washingtons_war.events.movement import InterceptionTried
from domain.washingtons_war.facts.ids import AMERICAN
from domain.washingtons_war.movement.bringing import BringAlong
from domain.washingtons_war.movement.ways import neighbours
from domain.washingtons_war.orders.movement import Intercept, LetThemCome
from domain.washingtons_war.position.conflict import Marching
from domain.washingtons_war.position.state import State, marching_of
from domain.washingtons_war.position.units import generals_on_map, has_cu

LET_THEM_COME = LetThemCome()


def is_open_to_interception(state: State, marching: Marching, to: str) -> bool:
    """May the British army be intercepted there, before it has entered (7.8.A, 7.8.B, R-48)?"""
    return (
        marching.side == "british"
        and bool(marching.units)
        and state.markers.get(to) == "american"
        and not has_cu(state, to, "british")
    )


def interceptors(state: State, to: str) -> tuple[str, ...]:
    """The generals with CU beside the space who have not tried since the last card (7.8.E, R-47)."""
    return tuple(
        [
            general
            for general in generals_on_map(state, "american")
            if general not in state.tried and has_cu(state, state.generals[general], "american")
            if to in neighbours(state, general, state.generals[general])
        ]
    )


class Interceptions(Step, frozen=True):
    """Army by army the American tries, or lets them come; the first success ends it (7.8.E, D-13)."""

    to: str

    def advance(self, play: Play[State]) -> Decision | None:
        generals = interceptors(play.state, self.to)
        if not generals:
            play.pop()
            return None
        menu = [LET_THEM_COME, *(Intercept(general, self.to) for general in generals)]
        about = {"general": marching_of(play.state).general, "space": self.to}
        return Decision(Ask(AMERICAN, "intercept", "7.8", menu, about, "interception", LET_THEM_COME))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if not isinstance(order, Intercept):
            play.pop()
        elif _tries(play, order.general, self.to):
            play.pop()
            play.push(BringAlong(order.general, self.to, "intercept"))


def _tries(play: Play[State], general: str, to: str) -> bool:
    needed, start = play.state.facts.generals[general].agility, play.state.generals[general]
    (die,) = play.roll(AMERICAN, 1, 6, "interception", "7.8", score=lambda face: float(face <= needed))
    play.record(InterceptionTried(general, start, to, die, needed, die <= needed))
    return die <= needed
