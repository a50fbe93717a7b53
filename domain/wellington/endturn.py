"""The end of a turn: attrition, guerrilla, balance of Resources (4.3 to 4.5).

Conquest, peace, victory and the Interphase (4.6 to 4.8, 16, 18, 19) are not written: a game stops here.
"""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.wellington.control import flag_choices, holder, is_fortress, standing
from domain.wellington.events.cards import ResourcesLost
from domain.wellington.events.points import FlagPlaced
from domain.wellington.losses import TakeAttrition
from domain.wellington.orders.points import PlaceFlag
from domain.wellington.state import State, duchies_of, has_formation, has_pieces, leaders_of, seat_of, sp_of
from domain.wellington.world import ADJACENT, DUCHIES, FACTS, POWERS, RESOURCE_LIMIT, SIDE_OF, Power


class EndTurn(Step, frozen=True):
    """The phases after the last impulse, in their order (4.1)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        play.push(Attrition(), RaiseFlags(), Guerrilla(), Balance())
        return None


class Attrition(Step, frozen=True):
    """Every formation in a duchy that is not friendly to it suffers once; all dice before any loss (R-16)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        losses: list[TakeAttrition] = []
        for power in POWERS:
            for duchy in duchies_of(play.state, power):
                if standing(play.state, SIDE_OF[power], duchy) != "friendly":
                    losses.extend(_rolled(play, power, duchy))
        play.push(*losses)
        return None


def _rolled(play: Play[State], power: Power, duchy: str) -> list[TakeAttrition]:
    state = play.state
    sp, leaders = sp_of(state, duchy, power), leaders_of(state, duchy, power)
    values = play.roll(
        seat_of(state, power), sp + len(leaders), 6, "attrition", "4.3", score=lambda face: -float(face == 6)
    )
    count = values.count(6)
    return [TakeAttrition(power, duchy, sp, leaders, count)] if count else []


class RaiseFlags(Step, frozen=True):
    """Every formation left in an uncontrolled duchy without fortress changes the flag (4.3, R-16)."""

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        for power in POWERS:
            for duchy in duchies_of(state, power):
                if SIDE_OF[holder(state, duchy)] == SIDE_OF[power] or is_fortress(state, duchy):
                    continue
                choices = flag_choices(state, power, duchy)
                if choices and has_pieces(state, duchy, power):
                    menu = [PlaceFlag(duchy, flag) for flag in choices]
                    if len(menu) > 1:
                        about = {"power": power, "duchy": duchy}
                        return Decision(Ask(seat_of(state, power), "raise_flag", "4.3", menu, about))
                    self._raise(play, power, menu[0])
                    return None
        play.pop()
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, PlaceFlag)
        seat = next(iter(answers))
        power = next(
            each
            for each in POWERS
            if seat_of(play.state, each) == seat and has_pieces(play.state, order.duchy, each)
        )
        self._raise(play, power, order)

    def _raise(self, play: Play[State], power: Power, order: PlaceFlag) -> None:
        flag = next((each for each in POWERS if each == order.flag), None)
        play.record(FlagPlaced(power, order.duchy, flag, "attrition_phase"))


class Guerrilla(Step, frozen=True):
    """A die for every French-held duchy outside France, without fortress or Frenchman (4.4, R-17)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        state = play.state
        for duchy, fact in DUCHIES.items():
            held = SIDE_OF[holder(state, duchy)] == "french" and fact.region in ("spain", "portugal")
            if held and not is_fortress(state, duchy) and not has_formation(state, duchy, "french"):
                _attack(play, duchy)
        return None


def _attack(play: Play[State], duchy: str) -> None:
    state = play.state
    table = FACTS.tables.guerrilla
    near = table.adjacent * any(has_formation(state, other, "allied") for other in ADJACENT[duchy])

    def falls(die: int) -> float:
        return float(table.row(die + near).flag_falls)

    (die,) = play.roll(seat_of(state, "spain"), 1, 6, "guerrilla", "4.4", score=falls)
    if not falls(die):
        return
    if not DUCHIES[duchy].is_occupied:
        play.record(FlagPlaced("spain", duchy, None, "guerrilla"))
    elif "spain" in flag_choices(state, "spain", duchy):
        play.record(FlagPlaced("spain", duchy, "spain", "guerrilla"))


class Balance(Step, frozen=True):
    """No power keeps more than 5 Resources over the end of a turn (4.5)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        for power in POWERS:
            excess = play.state.resources[power] - RESOURCE_LIMIT
            if excess > 0:
                play.record(ResourcesLost(power, excess))
        return None
