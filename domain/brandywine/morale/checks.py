"""Checks of morale and rallies (13.6, 15.1.3, R-9)."""

from domain.brandywine.events.turns import CavalryReady, MoraleChecked, RallyRolled
from domain.brandywine.facts.sides import Side, seat_of
from domain.brandywine.facts.tables import D10, DICE
from domain.brandywine.morale.army import adjust
from domain.brandywine.position.leaders import leadership
from domain.brandywine.position.pieces import is_near_enemy, units_of
from domain.brandywine.position.state import State, is_hidden, morale_of, side_of
from domain.kernel import Play, Step


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

    def advance(self, play: Play[State]) -> None:
        play.pop()
        side = play.state.active
        secret = side == "british" and is_hidden(play.state)
        for unit in units_of(play.state, side):
            if unit in play.state.condition and not is_near_enemy(play.state, play.state.at[unit], side):
                rally(play, unit, secret)
        ready = tuple(unit for unit in play.state.withdrawn if side_of(play.state, unit) == side)
        if ready:
            play.record(CavalryReady(side, "british" if secret else "all", ready))


def rally(play: Play[State], unit: str, secret: bool) -> None:
    """One try: a shattered unit becomes disrupted, a disrupted one falls in (13.6.2, 13.6.3)."""
    state = play.state
    morale, led = morale_of(state, unit), leadership(state, unit)
    needed = state.tables.check.target - morale - led
    shown = die(play, side_of(state, unit), "rally", "13.6", needed)
    known_to = "british" if secret else "all"
    play.record(RallyRolled(state.at[unit], shown, shown >= needed, known_to, unit, morale, led))
    if shown >= needed:
        adjust(play, side_of(state, unit), state.tables.army.rally)
