"""Soldiers that a card places among enemies: they attack, and may change the flag if they win (R-40, C-P)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.wellington.arrival.arrival import arrive
from domain.wellington.battle.battle import do_after
from domain.wellington.events.battle import CardLaid
from domain.wellington.events.cards import CardKept
from domain.wellington.events.points import FlagPlaced
from domain.wellington.facts.world import OTHER_SIDE, POWERS_OF, SIDE_OF, Power, Side
from domain.wellington.orders.points import PlaceFlag
from domain.wellington.placing.placing import place_by_card
from domain.wellington.playing.lasting import end_effect
from domain.wellington.playing.responses import TakeEffect
from domain.wellington.position import card_table
from domain.wellington.position.conflict import Arrival, Laid, Part
from domain.wellington.position.control import Flag, flag_choices, flag_of, holder
from domain.wellington.position.state import State, has_formation, is_played_on, leaders_of, seat_of, sp_of


def rise(play: Play[State], power: Power, duchy: str, sp: int, card: str, flags: tuple[Flag, ...]) -> None:
    """The card places soldiers of the power, who attack; if they win, one of the `flags` may be chosen.

    Where a battle is fought already they take part in it: no enemy slips away from it any more (10.5).
    """
    battle = play.state.battles[-1] if play.state.battles else None
    if battle is not None and battle.duchy == duchy and battle.winner is None:
        do_after(play, EndUprising(power, duchy, flags))
        has_rolled = any(camp.dice for camp in battle.camps.values())
        play.record(CardLaid(duchy, Laid(card, power, battle.round + has_rolled, duchy)))
        place_by_card(play, power, duchy, sp, card, arrives=False)
        return
    play.record(CardKept(card, power, duchy))
    play.push(AttackThere(power, duchy, card, flags, _is_held(play, SIDE_OF[power], duchy)))
    place_by_card(play, power, duchy, sp, card, arrives=False)


def _is_held(play: Play[State], side: Side, duchy: str) -> bool:
    """Did friends stand there before any card of this uprising placed soldiers?"""
    uprisings = (step for step in play.agenda if isinstance(step, AttackThere) and step.duchy == duchy)
    first = next((step for step in uprisings if SIDE_OF[step.power] == side), None)
    return has_formation(play.state, duchy, side) if first is None else first.was_held


class AttackThere(Step, frozen=True):
    """The soldiers placed attack the enemy there, together with those that an outer card of the side places
    (EX-09).

    If that one is cancelled they attack alone; once they have attacked their card is gone. `was_held`:
    friends stood there before them, so that nobody intercepts unless there is a battle (10.1).
    """

    power: Power
    duchy: str
    card: str
    flags: tuple[Flag, ...]
    was_held: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        state, power, duchy = play.state, self.power, self.duchy
        outer = [n for n, step in enumerate(play.agenda) if _places_with(step, power, duchy)]
        if outer:
            play.agenda.insert(outer[-1], self)
        if outer or not is_played_on(state, self.card, duchy):
            return None
        meets_enemy = has_formation(state, duchy, OTHER_SIDE[SIDE_OF[power]])
        may_change = card_table.flag_after[self.card](meets_enemy)
        play.push(EndUprising(power, duchy, self.flags if may_change else ()))
        parts = tuple(
            Part(each, sp_of(state, duchy, each), leaders_of(state, duchy, each))
            for each in POWERS_OF[SIDE_OF[power]]
            if sp_of(state, duchy, each) or leaders_of(state, duchy, each)
        )
        arrive(play, Arrival(power, duchy, None, "event", parts, was_held=self.was_held))
        return None


def _places_with(step: Step, power: Power, duchy: str) -> bool:
    """Is it a card of the power's side that will place soldiers there too?"""
    if not isinstance(step, TakeEffect) or step.card not in card_table.flag_after or step.target != duchy:
        return False
    return step.mode in ("event", "response") and SIDE_OF[step.power] == SIDE_OF[power]


class EndUprising(Step, frozen=True):
    """The cards that placed them go; if no enemy is left the flag may change (#35, #62, #90)."""

    power: Power
    duchy: str
    flags: tuple[Flag, ...]

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        cards = [card for card in sorted(card_table.flag_after) if is_played_on(state, card, self.duchy)]
        if cards:
            end_effect(play, cards[0])
            return None
        flags = self._flags(state)
        if not flags:
            play.pop()
            return None
        if len(flags) == 1:
            self._raise(play, flags[0])
            return None
        about = {"power": self.power, "duchy": self.duchy}
        menu = [PlaceFlag(self.duchy, flag) for flag in flags]
        return Decision(Ask(seat_of(state, self.power), "raise_flag", "7", menu, about))

    def _flags(self, state: State) -> tuple[Flag, ...]:
        side = SIDE_OF[self.power]
        if SIDE_OF[holder(state, self.duchy)] == side or not has_formation(state, self.duchy, side):
            return ()
        if has_formation(state, self.duchy, OTHER_SIDE[side]):
            return ()
        return tuple(flag for flag in flag_choices(state, self.power, self.duchy) if flag in self.flags)

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, PlaceFlag)
        self._raise(play, order.flag)

    def _raise(self, play: Play[State], flag: Flag) -> None:
        play.pop()
        play.record(FlagPlaced(self.power, self.duchy, flag_of(flag), "event"))
