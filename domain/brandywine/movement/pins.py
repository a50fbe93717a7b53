"""Pinned units: attack, or break off (9.1.5, 9.1.6, 13.1.9, R-35, R-36)."""

from itertools import chain

from domain.brandywine.events.movement import PinAnswered
from domain.brandywine.facts.board import BOARD
from domain.brandywine.facts.sides import ENEMY, seat_of
from domain.brandywine.morale.army import adjust
from domain.brandywine.movement.areas import is_fixed
from domain.brandywine.movement.search import Reach
from domain.brandywine.movement.ways import reach
from domain.brandywine.orders.movement import ChoosePin
from domain.brandywine.position.pieces import foe
from domain.brandywine.position.state import Pin, State, side_of
from domain.kernel import Answers, Ask, Decision, Play, Step, the_order
from domain.kernel.geometry import Area


def leaving(state: State, unit: str, ways: Reach) -> Reach:
    """Of what a pinned unit can come to, where it breaks off: not to the enemy's side."""
    return ways.without(foe(state, side_of(state, unit)).near_area)


def may_break_off(state: State, pin: Pin) -> bool:
    """Can every pinned unit of the active side leave? One that cannot must attack."""
    return all(
        unit not in state.withdrawn
        and state.condition.get(unit) != "shattered"
        and not is_fixed(state, unit)
        and leaving(state, unit, reach(state, unit)).count
        for unit in pin.of(state.active)
    )


class PinChoices(Step, frozen=True):
    """Group by group, before any move."""

    def advance(self, play: Play[State]) -> Decision | None:
        waiting = _waiting(play.state)
        if waiting is None:
            play.pop()
            return None
        side = play.state.active
        units = waiting.of(side)
        if not may_break_off(play.state, waiting):
            play.record(PinAnswered(side, units, "attack"))
            return None
        menu = [ChoosePin(units, "attack"), ChoosePin(units, "break_off")]
        about = {"side": side, "units": units, "enemies": waiting.of(ENEMY[side])}
        return Decision(Ask(seat_of(side), "pin", "13.1.9", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, ChoosePin)
        play.record(PinAnswered(play.state.active, order.units, order.choice))


def _waiting(state: State) -> Pin | None:
    return next((pin for pin in state.pins if not pin.choice), None)


def shunned(state: State) -> Area:
    """The hexes next to enemies from whom the active side breaks off: nobody may end there in this phase,
    when all who were pinned are gone neither (13.1.9)."""
    left = (pin.of(ENEMY[state.active]) for pin in state.pins if pin.choice == "break_off")
    hexes = {state.at[unit] for unit in (*state.shunned, *chain.from_iterable(left)) if unit in state.at}
    return BOARD.beside_all.of(BOARD.area(hexes))


class EndPins(Step, frozen=True):
    """Who broke off pays for it once; a group that could not leave after all must attack (9.1.6)."""

    broke_off: bool = False

    def advance(self, play: Play[State]) -> None:
        play.pop()
        if self.broke_off:
            adjust(play, play.state.active, play.state.tables.army.break_off)
            if play.state.is_over:
                return
        for pin in play.state.pins:
            if pin.choice == "break_off":
                play.record(PinAnswered(play.state.active, pin.of(play.state.active), "attack"))
