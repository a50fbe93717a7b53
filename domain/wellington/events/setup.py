"""The game is set up (2)."""

from domain.kernel.events import Event
from domain.wellington.facts.world import POWERS, Power
from domain.wellington.position.state import (
    General,
    State,
    Troop,
    changed,
    merged,
    with_hand,
)


class GameSetUp(Event, frozen=True):
    """The pieces stand as the game begins (2.2, 2.3)."""

    rule = "2.2"

    year: int
    last_year: int
    preemption_from: int
    troops: dict[str, tuple[Troop, ...]]
    leaders: dict[str, str | None]
    commanders: tuple[str, ...]
    flags: dict[str, Power]
    resources: dict[Power, int]
    removed: tuple[str, ...]

    def apply(self, state: State) -> State:
        return changed(
            state,
            year=self.year,
            last_year=self.last_year,
            preemption_from=self.preemption_from,
            troops={duchy: merged(troops) for duchy, troops in self.troops.items()},
            leaders={
                leader: General() if duchy is None else General("map", duchy)
                for leader, duchy in self.leaders.items()
            },
            commanders=self.commanders,
            flags=dict(self.flags),
            resources=dict(self.resources),
            removed=self.removed,
            regroup=dict.fromkeys(POWERS, 0),
            hands={power: () for power in POWERS},
            debts={power: {} for power in POWERS},
        )


class CardsDealt(Event, frozen=True):
    """A power got cards, common or national (2.7)."""

    rule = "2.7"
    secrets = {"cards": "power"}
    reveals = True

    power: Power
    deck: str
    count: int
    cards: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        return with_hand(state, self.power, (*state.hands[self.power], *self.cards))


class HandKept(Event, frozen=True):
    """A power kept its hand (2.6)."""

    rule = "2.6"

    power: Power


class HandReplaced(Event, frozen=True):
    """A power discarded its common cards but the mandatory ones, only the top one seen (2.6, R-8)."""

    rule = "2.6"
    secrets = {"hidden": "power"}
    reveals = True

    power: Power
    count: int
    top: str
    hidden: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        gone = (*self.hidden, self.top)
        hand = [card for card in state.hands[self.power] if card not in gone]
        unseen = (*state.unseen, *self.hidden)
        discards = (*state.discards, *gone)
        return changed(with_hand(state, self.power, hand), discards=discards, unseen=unseen)
