"""Cards and Resources change hands and take effect (5, 15)."""

from typing import Literal

from domain.kernel.events import Event
from domain.wellington.events.arrival import with_parts
from domain.wellington.facts.world import NATIONAL_CARDS, POWERS, Power
from domain.wellington.position.conflict import Part
from domain.wellington.position.state import (
    Lasting,
    State,
    changed,
    leaders_of,
    sp_of,
    with_hand,
    with_impulse,
    without_card,
)

Mode = Literal["event", "points", "response", "battle", "siege"]
"""What a card was played for."""


class CardPlayed(Event, frozen=True):
    """A card was played (5). `own`: it is a card of the active power's impulse, not an answer (R-21).

    `continues` is the card that let it be played (R-22).
    """

    rule = "5"
    reveals = True

    power: Power
    card: str
    mode: Mode
    own: bool
    target: str = ""
    window: str = ""
    continues: str = ""

    def apply(self, state: State) -> State:
        if self.own:
            state = self._used(state)
        state = without_card(state, self.power, self.card)
        if self.card in NATIONAL_CARDS:
            return changed(state, played=(*state.played, self.card))
        return changed(state, discards=(*state.discards, self.card))

    def _used(self, state: State) -> State:
        """The plus or the ordinary card of the impulse is used up, by a continuation neither (R-22)."""
        if state.facts.card[self.card].is_plus and self.card not in state.given:
            return with_impulse(state, plus=True, offered=())
        if self.continues:
            return with_impulse(state, continued=True, offered=())
        return with_impulse(state, ordinary=True)


class CardCancelled(Event, frozen=True):
    """A card was cancelled before it took effect (C-N)."""

    rule = "5.1"

    card: str
    by: str
    power: Power


class PointsForced(Event, frozen=True):
    """A card that was forced on a power is its card of this impulse, for its points (#26)."""

    rule = "#26"

    power: Power
    card: str

    def apply(self, state: State) -> State:
        return with_impulse(state, ordinary=True)


class PlayContinued(Event, frozen=True):
    """A card lets its player play another one, as the continuation of the same play (5.6, R-22, C-M)."""

    rule = "5.6"

    power: Power
    card: str

    def apply(self, state: State) -> State:
        return with_impulse(state, ordinary=False, continued=True)


class CardRemoved(Event, frozen=True):
    """A card left the game (5.7)."""

    rule = "5.7"
    reveals = True

    card: str

    def apply(self, state: State) -> State:
        for power in POWERS:
            if self.card in state.hands[power]:
                state = without_card(state, power, self.card)
        return changed(
            state,
            discards=tuple(card for card in state.discards if card != self.card),
            played=tuple(card for card in state.played if card != self.card),
            lasting=tuple(each for each in state.lasting if each.card != self.card),
            removed=(*state.removed, self.card),
        )


class CardKept(Event, frozen=True):
    """A card lies face up: its effect lasts (5.1)."""

    rule = "5.1"

    card: str
    power: Power
    target: str = ""
    die: int = 0

    def apply(self, state: State) -> State:
        return changed(
            state,
            discards=tuple(card for card in state.discards if card != self.card),
            played=tuple(card for card in state.played if card != self.card),
            lasting=(*state.lasting, Lasting(self.card, self.power, self.target, die=self.die)),
        )


class EffectEnded(Event, frozen=True):
    """A lasting card goes to the discards: its time is over (5.1)."""

    rule = "5.1"

    card: str

    def apply(self, state: State) -> State:
        lasting = tuple(each for each in state.lasting if each.card != self.card)
        if self.card in NATIONAL_CARDS:
            return changed(state, lasting=lasting, played=(*state.played, self.card))
        return changed(state, lasting=lasting, discards=(*state.discards, self.card))


class CardBackInHand(Event, frozen=True):
    """A card played is in its player's hand again, not to be used in battle in this impulse (#97)."""

    rule = "#97"
    reveals = True

    power: Power
    card: str

    def apply(self, state: State) -> State:
        state = changed(state, played=tuple(card for card in state.played if card != self.card))
        if state.impulse is not None:
            state = with_impulse(state, spent=(*state.impulse.spent, self.card))
        return with_hand(state, self.power, (*state.hands[self.power], self.card))


class EffectFollowed(Event, frozen=True):
    """What lay on soldiers without a leader goes with them to another duchy (#41, #45)."""

    rule = "5.1"

    card: str
    start: str
    to: str

    def apply(self, state: State) -> State:
        lasting = tuple(
            changed(each, target=self.to) if (each.card, each.target) == (self.card, self.start) else each
            for each in state.lasting
        )
        return changed(state, lasting=lasting)


class EffectBound(Event, frozen=True):
    """A card keeps those who overran the enemy where they are until their power's next impulse (#81).

    Events of old games name neither duchy nor `parts`: all who are where the card lies.
    """

    rule = "#81"

    card: str
    duchy: str = ""
    parts: tuple[Part, ...] = ()

    def apply(self, state: State) -> State:
        duchy = self.duchy or next(each.target for each in state.lasting if each.card == self.card)
        return with_parts(state, duchy, self.parts or _all_there(state, duchy), bound=True)


def _all_there(state: State, duchy: str) -> tuple[Part, ...]:
    return tuple(Part(each, sp_of(state, duchy, each), leaders_of(state, duchy, each)) for each in POWERS)


class EffectForGood(Event, frozen=True):
    """What a card does holds for the rest of the game (#85)."""

    rule = "5.1"

    card: str

    def apply(self, state: State) -> State:
        return changed(state, for_good=(*state.for_good, self.card))


class CardDrawn(Event, frozen=True):
    """A power drew a card from the deck (5.1, 15.2)."""

    rule = "15.2"
    secrets = {"card": "power"}
    reveals = True

    power: Power
    card: str | None = None

    def apply(self, state: State) -> State:
        assert self.card is not None, "a recorded draw names its card"
        state = changed(state, top=tuple(card for card in state.top if card != self.card))
        return with_hand(state, self.power, (*state.hands[self.power], self.card))


class CardTaken(Event, frozen=True):
    """A card went from one hand to another (#24). Who lost it knows it by the draw, the others do not."""

    rule = "#24"
    secrets = {"card": "power"}
    reveals = True

    source: Power
    power: Power
    card: str | None = None

    def apply(self, state: State) -> State:
        assert self.card is not None, "a recorded card names itself"
        state = without_card(state, self.source, self.card)
        return with_hand(state, self.power, (*state.hands[self.power], self.card))


class CardDiscarded(Event, frozen=True):
    """A power lost a card from its hand; it lies on top of the discards (4.21)."""

    rule = "4.21"
    reveals = True

    power: Power
    card: str

    def apply(self, state: State) -> State:
        state = without_card(state, self.power, self.card)
        if self.card in NATIONAL_CARDS:
            return changed(state, played=(*state.played, self.card))
        return changed(state, discards=(*state.discards, self.card))


class CardGiven(Event, frozen=True):
    """A card was handed over openly, to be used for its points (#65, #94)."""

    rule = "5.1"
    reveals = True

    card: str
    power: Power

    def apply(self, state: State) -> State:
        state = changed(
            state,
            discards=tuple(card for card in state.discards if card != self.card),
            played=tuple(card for card in state.played if card != self.card),
            given={**state.given, self.card: self.power},
        )
        return with_hand(state, self.power, (*state.hands[self.power], self.card))


class ReserveTaken(Event, frozen=True):
    """A power took a national card out of its Reserve; the others see that it did (#18, #104)."""

    rule = "5.4"
    secrets = {"card": "power"}
    reveals = True

    power: Power
    card: str | None = None

    def apply(self, state: State) -> State:
        assert self.card is not None, "a recorded card names itself"
        state = changed(state, played=tuple(card for card in state.played if card != self.card))
        return with_hand(state, self.power, (*state.hands[self.power], self.card))


class CardsOffered(Event, frozen=True):
    """A power may play one of these cards now, or looks at them (#57, #76, #89)."""

    rule = "5.6"
    secrets = {"cards": "power"}
    reveals = True

    power: Power
    card: str
    count: int
    cards: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        return with_impulse(state, offered=self.cards)


class OfferEnded(Event, frozen=True):
    """None of the cards offered is played; they stay where they are (5.6)."""

    rule = "5.6"

    power: Power
    card: str

    def apply(self, state: State) -> State:
        return with_impulse(state, offered=())


class CardsReturned(Event, frozen=True):
    """National cards that were played or removed lie face down in their Reserve again (#86)."""

    rule = "#86"

    deck: str
    cards: tuple[str, ...]

    def apply(self, state: State) -> State:
        return changed(
            state,
            played=tuple(card for card in state.played if card not in self.cards),
            removed=tuple(card for card in state.removed if card not in self.cards),
        )


class DeckLookedAt(Event, frozen=True):
    """The top cards of the deck were put back in an order that only one power knows (#76)."""

    rule = "#76"
    secrets = {"cards": "power"}
    reveals = True

    power: Power
    count: int
    cards: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        return with_impulse(changed(state, top=self.cards, top_seen=self.power), offered=())


class DeckShuffled(Event, frozen=True):
    """The discards went back into the deck (R-98, #46)."""

    rule = "16.41"

    count: int

    def apply(self, state: State) -> State:
        return changed(state, discards=(), unseen=(), top=())


class ResourceSpent(Event, frozen=True):
    """A Resource was used to draw a card; it counts as the plus card of the impulse (15.2, R-23)."""

    rule = "15.2"

    power: Power

    def apply(self, state: State) -> State:
        resources = {**state.resources, self.power: state.resources[self.power] - 1}
        return with_impulse(changed(state, resources=resources), plus=True)


class ResourcesGained(Event, frozen=True):
    """A power got Resources (15.1)."""

    rule = "15.1"

    power: Power
    amount: int

    def apply(self, state: State) -> State:
        resources = {**state.resources, self.power: state.resources[self.power] + self.amount}
        return changed(state, resources=resources)


class ResourcesLost(Event, frozen=True):
    """A power lost Resources (4.5, #46)."""

    rule = "4.5"

    power: Power
    amount: int

    def apply(self, state: State) -> State:
        resources = {**state.resources, self.power: state.resources[self.power] - self.amount}
        return changed(state, resources=resources)
