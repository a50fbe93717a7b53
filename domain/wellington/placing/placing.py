"""Soldiers placed by an event: what is short is first freed, what is owed goes at once (5.11, 5.12)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.wellington.arrival.entry import come_into_play
from domain.wellington.events.losses import LossesTaken, RemovalPaid
from domain.wellington.events.points import PiecePlaced, fresh_troop
from domain.wellington.facts.world import Power
from domain.wellington.losses.losses import soldiers_to_remove
from domain.wellington.orders.answers import RemoveSoldier
from domain.wellington.playing.how_often import how_often
from domain.wellington.position.conflict import Part
from domain.wellington.position.counters import with_small_change
from domain.wellington.position.state import (
    State,
    counters_for,
    free_counters,
    seat_of,
    unbuilt_sp,
)


class PlaceSoldiers(Step, frozen=True):
    """A card places soldiers in full; what is not there to place is first taken off the map (5.11, R-40).

    If nothing is left to take off, so many are placed as there are.
    """

    power: Power
    duchy: str
    sp: int
    card: str
    arrives: bool = True

    def advance(self, play: Play[State]) -> Decision | None:
        state, power = play.state, self.power
        menu = soldiers_to_remove(state, power)
        if menu and not self._fits(state, self.sp):
            left = max(1, self.sp - unbuilt_sp(state, power))
            about = {"power": power, "left": left, "card": self.card}
            often = how_often(state, menu)
            return Decision(Ask(seat_of(state, power), "remove_soldier", "5.11", menu, about, most=often))
        play.pop()
        most = next((sp for sp in range(self.sp, 0, -1) if self._fits(state, sp)), 0)
        left = place_soldiers(play, power, self.duchy, most) if most else 0
        if left and self.arrives:
            come_into_play(play, Part(power, left), self.duchy, "event")
        return None

    def _fits(self, state: State, sp: int) -> bool:
        return sp <= unbuilt_sp(state, self.power) and may_place(state, self.power, self.duchy, sp)

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, RemoveSoldier)
        play.record(LossesTaken(self.power, order.duchy, 1, (), self.card))


def may_place(state: State, power: Power, duchy: str, sp: int) -> bool:
    """Are there counters for so many strength points more there, changed there or elsewhere (1.5)?"""
    free = free_counters(state, power)
    if counters_for(sp, free) is not None:
        return True
    old = fresh_troop(state, duchy, power)
    pool = (free[0] + old.inf, free[1] + old.cav, free[2] + old.art)
    if counters_for(old.sp + sp, pool) is not None:
        return True
    change = with_small_change(state, power)
    return change is not None and may_place(change, power, duchy, sp)


def place_soldiers(play: Play[State], power: Power, duchy: str, sp: int, regrouped: bool = False) -> int:
    """Soldiers come into play; what the power owes goes at once (5.12, R-19). Returns how many are left."""
    play.record(PiecePlaced(power, duchy, sp=sp, regrouped=regrouped))
    for card, owed in play.state.debts[power].items():
        paid = min(sp, owed)
        if paid:
            sp -= paid
            play.record(RemovalPaid(power, card, paid, duchy))
    return sp


def place_by_card(
    play: Play[State], power: Power, duchy: str, sp: int, card: str, arrives: bool = True
) -> None:
    """An event places soldiers (5.11).

    They can be intercepted and fight an enemy there at once (R-40), unless the card does that later itself.
    """
    play.push(PlaceSoldiers(power, duchy, sp, card, arrives))
