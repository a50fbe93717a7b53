"""Soldiers and leaders are lost, or owed (5.12, 13)."""

from domain.kernel.events import Event
from domain.wellington.facts.world import Power
from domain.wellington.position.state import (
    State,
    changed,
    with_losses,
    without_pieces,
)


class LossesTaken(Event, frozen=True):
    """Soldiers and leaders were eliminated; they may be built again (6, 13.1)."""

    rule = "13.1"

    power: Power
    duchy: str
    sp: int
    leaders: tuple[str, ...]
    cause: str

    def apply(self, state: State) -> State:
        less = without_pieces(state, self.power, self.duchy, self.sp, self.leaders)
        return with_losses(less, state, self.power, self.cause) if self.sp else less


class AttritionCounted(Event, frozen=True):
    """What attrition dice do to the pieces of a power in a duchy, or of a group that it chooses for (13.1).

    `sixes` eliminate, with some cards `fives` too; each card in `halved_by` halves that to `losses`.
    """

    rule = "13.1"

    power: Power
    duchy: str
    dice: int
    sixes: int
    losses: int
    fives: int = 0
    halved_by: tuple[str, ...] = ()


class LossesHalved(Event, frozen=True):
    """A card halves losses that were rolled and not yet taken (#102)."""

    rule = "#102"

    duchy: str
    card: str
    before: int
    losses: int


class BanditsRolled(Event, frozen=True):
    """What three dice of the bandits ask of their enemy in a duchy: so many pieces or flags (#19, C-19)."""

    rule = "#19"

    duchy: str
    hits: int


class FlagRaided(Event, frozen=True):
    """A die of attrition for a flag: does it fall (#56, C-56)?"""

    rule = "#56"

    duchy: str
    die: int
    falls: bool


class DysenteryRolled(Event, frozen=True):
    """A die against a besieged fortress: it falls if the die is above its strength (#43, C-43)."""

    rule = "#43"

    duchy: str
    die: int
    strength: int
    falls: bool


class RemovalOwed(Event, frozen=True):
    """A power had too few soldiers for an event and owes the rest (5.12, R-19)."""

    rule = "5.12"

    power: Power
    card: str
    sp: int

    def apply(self, state: State) -> State:
        owed = {**state.debts[self.power], self.card: state.debts[self.power].get(self.card, 0) + self.sp}
        return changed(state, debts={**state.debts, self.power: owed})


class RemovalPaid(Event, frozen=True):
    """A soldier who came into play went at once to pay a debt (5.12)."""

    rule = "5.12"

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
