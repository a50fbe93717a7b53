"""Checks of morale and rallies (13.6, 15.1.3, R-9)."""

from domain.brandywine.events.turns import CavalryReady, Known, MoraleChecked, RallyRolled
from domain.brandywine.facts.sides import Side, seat_of
from domain.brandywine.facts.tables import D10, DICE
from domain.brandywine.morale.army import adjust
from domain.brandywine.orders.combat import CheckNext
from domain.brandywine.position.leaders import leadership
from domain.brandywine.position.pieces import is_near_enemy, units_of
from domain.brandywine.position.state import Pieces, State, is_hidden, morale_of, side_of
from domain.kernel import Answers, Ask, Decision, Play, Step, the_order


def die(play: Play[State], side: Side, purpose: str, rule: str, needed: int | None = None) -> int:
    """A face from 0 to 9 (2.3); with `needed` the roll is worth whether it passes."""
    score = float if needed is None else (lambda face: float(int(face) >= needed))
    return int(play.roll_faces(seat_of(side), 1, D10, purpose, rule, score)[0])


def check(play: Play[State], unit: str, terrain: int) -> bool:
    """A unit checks its morale; `terrain` is what its hex adds (R-100)."""
    state = play.state
    morale, led = morale_of(state, unit), leadership(state, unit)
    needed = state.tables.check.target - morale - led - terrain
    shown = die(play, side_of(state, unit), "check", "15.1.3", needed)
    passed = shown >= needed
    play.record(MoraleChecked(unit, shown, morale, led, terrain, passed))
    return passed


def passing(state: State, unit: str, terrain: int = 0) -> int:
    """How many faces of the die pass a check."""
    needed = state.tables.check.target - morale_of(state, unit) - leadership(state, unit) - terrain
    return DICE - max(0, min(needed, DICE))


class RallyPhase(Step, frozen=True):
    """Units of the active side that are not next to the enemy try to rally; dragoons are ready again."""

    tried: Pieces = ()

    def advance(self, play: Play[State]) -> Decision | None:
        state, side = play.state, play.state.active
        waiting = [unit for unit in broken(state) if unit not in self.tried]
        if does_order_matter(state, len(waiting)):
            menu = [CheckNext(unit) for unit in waiting]
            return Decision(Ask(seat_of(side), "rally_next", "13.6", menu, {"side": side}))
        play.pop()
        for unit in waiting:
            rally(play, unit)
        ready = tuple(unit for unit in state.withdrawn if side_of(state, unit) == side)
        if ready:
            play.record(CavalryReady(side, _known_to(state), ready))
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, CheckNext)
        play.replace(RallyPhase((*self.tried, order.unit)))
        rally(play, order.unit)


def broken(state: State) -> list[str]:
    """The units of the active side that may rally (13.6.1)."""
    side = state.active
    return [
        unit
        for unit in units_of(state, side)
        if unit in state.condition and not is_near_enemy(state, state.at[unit], side)
    ]


def does_order_matter(state: State, count: int) -> bool:
    """Could rallies lift army morale to a better band before the last of so many units rolls (R-105)?"""
    table, value = state.tables.army, state.army[state.active]
    best = min(table.most, value + table.rally[0] * (count - 1))
    return count > 1 and state.tables.band(best) != state.tables.band(value)


def _known_to(state: State) -> Known:
    return "british" if state.active == "british" and is_hidden(state) else "all"


def rally(play: Play[State], unit: str) -> None:
    """One try: a shattered unit becomes disrupted, a disrupted one falls in (13.6.2, 13.6.3)."""
    state = play.state
    morale, led = morale_of(state, unit), leadership(state, unit)
    needed = state.tables.check.target - morale - led
    shown = die(play, side_of(state, unit), "rally", "13.6", needed)
    play.record(RallyRolled(state.at[unit], shown, shown >= needed, _known_to(state), unit, morale, led))
    if shown >= needed:
        adjust(play, side_of(state, unit), state.tables.army.rally)
