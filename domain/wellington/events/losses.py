"""Soldiers and leaders are lost, or owed (5.12, 13)."""

from typing import ClassVar

from domain.kernel.events import Event
from domain.wellington.state import (
    State,
    changed,
    with_losses,
    without_pieces,
)
from domain.wellington.world import Power


class LossesTaken(Event, frozen=True):
    """Soldiers and leaders were eliminated; they may be built again (6, 13.1)."""

    rule: ClassVar[str] = "13.1"

    power: Power
    duchy: str
    sp: int
    leaders: tuple[str, ...]
    cause: str

    def apply(self, state: State) -> State:
        less = without_pieces(state, self.power, self.duchy, self.sp, self.leaders)
        return with_losses(less, state, self.power, self.cause) if self.sp else less


class RemovalOwed(Event, frozen=True):
    """A power had too few soldiers for an event and owes the rest (5.12, R-19)."""

    rule: ClassVar[str] = "5.12"

    power: Power
    card: str
    sp: int

    def apply(self, state: State) -> State:
        owed = {**state.debts[self.power], self.card: state.debts[self.power].get(self.card, 0) + self.sp}
        return changed(state, debts={**state.debts, self.power: owed})


class RemovalPaid(Event, frozen=True):
    """A soldier who came into play went at once to pay a debt (5.12)."""

    rule: ClassVar[str] = "5.12"

    power: Power
    card: str
    sp: int
    duchy: str

    def apply(self, state: State) -> State:
        owed = {**state.debts[self.power], self.card: state.debts[self.power][self.card] - self.sp}
        owed = {card: sp for card, sp in owed.items() if sp}
        less = without_pieces(state, self.power, self.duchy, self.sp)
        less = with_losses(less, state, self.power, self.card)
        return changed(less, debts={**state.debts, self.power: owed})


EVENTS = (
    LossesTaken,
    RemovalOwed,
    RemovalPaid,
)
