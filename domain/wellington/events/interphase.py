"""Between two turns: reinforcements, redeployment, new hands (16)."""

from typing import Literal

from domain.kernel.events import Event
from domain.wellington.facts.world import NATIONAL_CARDS, POWERS, Power
from domain.wellington.position.state import (
    General,
    State,
    Troop,
    changed,
    common_in_hand,
    with_commanders,
    with_hand,
    with_leader,
    with_more_troops,
    with_own_troops,
    with_troops,
    without_card,
    without_gifts,
)

Table = Literal["appeal", "letter", "uprising"]


class InterphaseBegan(Event, frozen=True):
    """The Interphase began; this power comes first, and begins the next turn (16, R-89)."""

    rule = "16"

    first: Power

    def apply(self, state: State) -> State:
        return changed(state, reinforcements=dict.fromkeys(POWERS, 0), preemption_from=1)


class ReinforcementsRolled(Event, frozen=True):
    """What a power gets by a table: the sum of the dice, what is added, its points (16.21 to 16.23).

    `remove` are the strength points that a bad answer of the Emperor takes from it (R-91). `terms` say what
    `modifier` comes from: cards, duchies that Britain does not hold, Spanish keys.
    """

    rule = "16.2"

    power: Power
    table: Table
    dice: int
    modifier: int
    points: int
    remove: int = 0
    terms: dict[str, int] = {}

    def apply(self, state: State) -> State:
        return _with_points(state, self.power, self.points)


class ReinforcementSpent(Event, frozen=True):
    """Reinforcement points were spent (16.2, 16.31)."""

    rule = "16.2"

    power: Power
    amount: int
    purpose: str
    subject: str
    at: str

    def apply(self, state: State) -> State:
        return _with_points(state, self.power, -self.amount)


class ReinforcementsLost(Event, frozen=True):
    """Reinforcement points that were not spent are gone (16.2)."""

    rule = "16.2"

    power: Power
    amount: int

    def apply(self, state: State) -> State:
        return _with_points(state, self.power, -self.amount)


class Redeployed(Event, frozen=True):
    """Pieces went a long way by land or sea; `taken` are the troops from each duchy, `left` those that stay.

    They are marked until all redeployments are over: no piece redeploys twice (16.3).
    """

    rule = "16.3"

    power: Power
    to: str
    leaders: tuple[str, ...]
    taken: dict[str, tuple[Troop, ...]]
    left: dict[str, tuple[Troop, ...]]
    by_sea: bool = False

    def apply(self, state: State) -> State:
        for duchy, left in self.left.items():
            state = with_own_troops(state, duchy, self.power, left)
        moved = (troop for troops in self.taken.values() for troop in troops)
        arrived = [changed(troop, marked=True, bound=False) for troop in moved]
        state = with_more_troops(state, self.to, arrived)
        for leader in self.leaders:
            state = with_leader(state, leader, duchy=self.to, marked=True, bound=False)
        return with_commanders(state, gone=self.leaders)


class RedeploymentsEnded(Event, frozen=True):
    """Every power has redeployed; the marks that told so come off (16.3)."""

    rule = "16.3"

    def apply(self, state: State) -> State:
        for duchy, troops in state.troops.items():
            if any(troop.marked for troop in troops):
                state = with_troops(state, duchy, (changed(troop, marked=False) for troop in troops))
        leaders = {name: changed(each, marked=False) for name, each in state.leaders.items()}
        return changed(state, leaders=leaders)


class LeaderWithdrawn(Event, frozen=True):
    """A leader left the map; he can be built again in the next turn (16.32, R-95).

    He is bound until his power's first impulse there.
    """

    rule = "16.32"

    leader: str

    def apply(self, state: State) -> State:
        state = with_commanders(state, gone=(self.leader,))
        return changed(state, leaders={**state.leaders, self.leader: General(bound=True)})


class OldCardsSetAside(Event, frozen=True):
    """A power laid its common cards of the last turn aside, to change only the new ones (16.42)."""

    rule = "16.42"

    power: Power
    count: int

    def apply(self, state: State) -> State:
        old = common_in_hand(state, self.power)
        hand = [card for card in state.hands[self.power] if card not in old]
        return changed(with_hand(state, self.power, hand), set_aside={**state.set_aside, self.power: old})


class OldCardsReturned(Event, frozen=True):
    """Some old cards went unseen into the deck, the others into the hand (16.42, R-96)."""

    rule = "16.42"
    secrets = {"cards": "power"}
    reveals = True

    power: Power
    count: int
    cards: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        kept = [card for card in state.set_aside[self.power] if card not in self.cards]
        state = with_hand(state, self.power, (*state.hands[self.power], *kept))
        rest = {power: cards for power, cards in state.set_aside.items() if power != self.power}
        return without_gifts(changed(state, set_aside=rest), self.cards)


class ExcessCardDiscarded(Event, frozen=True):
    """A card too many went at random; `returned`: a mandatory one, into the deck (16.43)."""

    rule = "16.43"
    reveals = True

    power: Power
    card: str
    returned: bool = False

    def apply(self, state: State) -> State:
        return _without_card(state, self.power, self.card, discard=not self.returned)


class ExcessCardTraded(Event, frozen=True):
    """A card too many was discarded for its number of reinforcement points (16.43)."""

    rule = "16.43"
    reveals = True

    power: Power
    card: str
    points: int

    def apply(self, state: State) -> State:
        state = _without_card(state, self.power, self.card, discard=True)
        return _with_points(state, self.power, self.points)


class NationalCardsShuffled(Event, frozen=True):
    """All national cards, in hand, played or not dealt, went into their Reserves (16.44, R-97)."""

    rule = "16.44"

    def apply(self, state: State) -> State:
        hands = {
            power: tuple(card for card in hand if card not in NATIONAL_CARDS)
            for power, hand in state.hands.items()
        }
        state = changed(state, hands=hands, played=())
        return without_gifts(state, (card for card in state.given if card in NATIONAL_CARDS))


class CardReturned(Event, frozen=True):
    """A card that lay open went into the deck (#85)."""

    rule = "5.1"

    card: str

    def apply(self, state: State) -> State:
        return changed(state, lasting=tuple(each for each in state.lasting if each.card != self.card))


def _with_points(state: State, power: Power, points: int) -> State:
    now = {**state.reinforcements, power: state.reinforcements[power] + points}
    return changed(state, reinforcements=now)


def _without_card(state: State, power: Power, card: str, discard: bool) -> State:
    state = without_card(state, power, card)
    return changed(state, discards=(*state.discards, card)) if discard else state
