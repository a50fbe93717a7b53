"""The end of a turn: attrition, guerrilla, balance of Resources, conquest, peace (4.3 to 4.7)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.wellington.ending.ending import (
    check,
    finish,
    french_in_madrid,
    is_peace,
    is_spain_conquered,
)
from domain.wellington.ending.guerrilla import guerrilla_phase
from domain.wellington.events.cards import ResourcesLost
from domain.wellington.events.points import FlagPlaced
from domain.wellington.facts.world import POWERS, SIDE_OF, Power
from domain.wellington.interphase.interphase import Interphase
from domain.wellington.losses.losses import ShareAttrition, as_losses, count_losses
from domain.wellington.losses.raids import parts_there
from domain.wellington.movement.groups import flagging_power, is_two_power_group
from domain.wellington.orders.points import PlaceFlag
from domain.wellington.playing.responses import Window
from domain.wellington.position.conflict import Part, pieces_in
from domain.wellington.position.control import flag_choices, flag_of, is_fortress, standing
from domain.wellington.position.state import State, duchies_of, leaders_of, seat_of, sp_of


class EndTurn(Step, frozen=True):
    """The phases after the last impulse, in their order (4.1)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        play.push(
            CheckEnd(), Attrition(), RaiseFlags(), CheckEnd(), Guerrilla(), CheckEnd(), Balance(), Conquest(),
            Peace(),
        )  # fmt: skip
        return None


class Attrition(Step, frozen=True):
    """Every formation in a duchy that is not friendly to it suffers once (R-16).

    All dice are rolled, then answered, before any loss.
    """

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        losses: list[ShareAttrition] = []
        for power in POWERS:
            for duchy in duchies_of(play.state, power):
                if standing(play.state, SIDE_OF[power], duchy) != "friendly":
                    losses.extend(_rolled(play, power, duchy, _parts_of(play.state, power, duchy)))
        if losses:
            play.push(Window("attrition_rolled"), *losses)
        return None


def _parts_of(state: State, power: Power, duchy: str) -> tuple[Part, ...]:
    """The pieces there for which the power rolls: of a group all, if it commands them, or none (R-81)."""
    side = SIDE_OF[power]
    if is_two_power_group(state, duchy, side):
        return parts_there(state, duchy, side) if flagging_power(state, power, duchy) == power else ()
    return (Part(power, sp_of(state, duchy, power), leaders_of(state, duchy, power)),)


def _rolled(play: Play[State], power: Power, duchy: str, parts: tuple[Part, ...]) -> list[ShareAttrition]:
    dice = pieces_in(parts)
    if not dice:
        return []
    seat = seat_of(play.state, power)
    values = play.roll(seat, dice, 6, "attrition", "4.3", score=as_losses(play.state.facts))
    count = count_losses(play, power, duchy, values, is_british=False)
    return [ShareAttrition(power, duchy, parts, count)] if count else []


class RaiseFlags(Step, frozen=True):
    """Every formation left in an uncontrolled duchy without fortress changes the flag (4.3, R-16)."""

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        to_raise = _next_flag(state)
        if to_raise is None:
            play.pop()
            return None
        power, menu = to_raise
        if len(menu) == 1:
            self._raise(play, power, menu[0])
            return None
        about = {"power": power, "duchy": menu[0].duchy}
        return Decision(Ask(seat_of(state, power), "raise_flag", "4.3", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order, to_raise = the_order(answers), _next_flag(play.state)
        assert isinstance(order, PlaceFlag) and to_raise is not None
        self._raise(play, to_raise[0], order)

    def _raise(self, play: Play[State], power: Power, order: PlaceFlag) -> None:
        play.record(FlagPlaced(power, order.duchy, flag_of(order.flag), "attrition_phase"))


def _next_flag(state: State) -> tuple[Power, list[PlaceFlag]] | None:
    """Who must change a flag next, and how: a group flags for its commander's power (R-16, R-31, R-32)."""
    for power in POWERS:
        for duchy in duchies_of(state, power):
            if not is_fortress(state, duchy):
                flagging = flagging_power(state, power, duchy)
                menu = [PlaceFlag(duchy, flag) for flag in flag_choices(state, flagging, duchy)]
                if menu:
                    return flagging, menu
    return None


class Guerrilla(Step, frozen=True):
    """The guerrilla phase (4.4)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        guerrilla_phase(play)
        return None


class CheckEnd(Step, frozen=True):
    """A phase may have ended the game at once (18.1, R-99)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        check(play)
        return None


class Balance(Step, frozen=True):
    """No power keeps more than 5 Resources over the end of a turn (4.5)."""

    def advance(self, play: Play[State]) -> Decision | None:
        facts = play.state.facts
        play.pop()
        for power in POWERS:
            excess = play.state.resources[power] - facts.tables.resources.limit
            if excess > 0:
                play.record(ResourcesLost(power, excess))
        return None


class Conquest(Step, frozen=True):
    """The French power in Madrid may conquer Spain (4.6, 18.6)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        if french_in_madrid(play.state) is not None and is_spain_conquered(play):
            finish(play, "conquest_roll", "french")
        return None


class Peace(Step, frozen=True):
    """The last year ends the game; after another one peace may be made, or the Interphase follows (4.7)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        if play.state.year == play.state.last_year:
            finish(play, "last_year")
        elif is_peace(play):
            finish(play, "peace")
        else:
            play.push(Interphase())
        return None
