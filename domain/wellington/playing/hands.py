"""Hands: dealing and changing them (2.6, 2.7), and between two turns (16.4).

What a power kept of the last turn is set aside while it changes the new cards, so that nobody need look into
a hand to tell old from new.
"""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.parts.piles import Cards, deal
from domain.wellington.events.cards import DeckShuffled, ResourcesGained
from domain.wellington.events.interphase import (
    ExcessCardDiscarded,
    ExcessCardTraded,
    NationalCardsShuffled,
    OldCardsReturned,
    OldCardsSetAside,
)
from domain.wellington.events.setup import CardsDealt, HandKept, HandReplaced
from domain.wellington.facts.world import NATION_OF, Power
from domain.wellington.orders.impulses import KeepHand, ReplaceHand
from domain.wellington.orders.interphase import TradeCard
from domain.wellington.playing.drawing import draw_from_hand
from domain.wellington.position.state import State, common_in_hand, deck, reserve, seat_of


def deal_common(play: Play[State], power: Power, count: int) -> None:
    """Cards from the deck; the discards become a new one when it runs out (2.7, R-98)."""
    first = min(count, len(deck(play.state)))
    if first:
        _deal(play, power, "common", deck(play.state), first)
    if first < count and play.state.discards:
        play.record(DeckShuffled(len(play.state.discards)))
        _deal(play, power, "common", deck(play.state), count - first)


def deal_national(play: Play[State], power: Power, count: int | None = None) -> None:
    """The national cards of a turn, or so many (2.7, 16.44, #86)."""
    nation = NATION_OF[power]
    due = play.state.facts.forces.powers[power].national_cards_dealt if count is None else count
    _deal(play, power, nation, reserve(play.state, nation), due)


def _deal(play: Play[State], power: Power, of: str, pool: tuple[str, ...], count: int) -> None:
    def dealt(cards: Cards) -> CardsDealt:
        return CardsDealt(power, of, len(cards), cards)

    deal(play, seat_of(play.state, power), pool, count, f"deal_{of}", "2.7", dealt)


class Mulligan(Step, frozen=True):
    """A power keeps its hand, or takes one card less, as often as it likes (2.6, R-8)."""

    power: Power

    def advance(self, play: Play[State]) -> Decision | None:
        facts = play.state.facts
        power, state = self.power, play.state
        menu = [KeepHand(power)]
        count = sum(not facts.card[card].is_mandatory for card in common_in_hand(state, power))
        about = {"power": power, "cards": len(common_in_hand(state, power))}
        orders = [*menu, ReplaceHand(power)] if count else menu
        return Decision(Ask(seat_of(state, power), "mulligan", "2.6", orders, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        facts = play.state.facts
        if isinstance(the_order(answers), KeepHand):
            play.pop()
            play.record(HandKept(self.power))
            return
        cards = [card for card in common_in_hand(play.state, self.power) if not facts.card[card].is_mandatory]
        play.record(HandReplaced(self.power, len(cards), cards[-1], tuple(cards[:-1])))
        deal_common(play, self.power, len(cards) - 1)


class DrawHands(Step, frozen=True):
    """The discards go into the deck; every power sets its old cards aside and draws six (16.41)."""

    powers: tuple[Power, ...]

    def advance(self, play: Play[State]) -> Decision | None:
        facts = play.state.facts
        play.pop()
        play.record(DeckShuffled(len(play.state.discards)))
        for power in self.powers:
            play.record(OldCardsSetAside(power, len(common_in_hand(play.state, power))))
        for power in self.powers:
            deal_common(play, power, facts.tables.hand.drawn)
        return None


class ReturnOldCards(Step, frozen=True):
    """Half of the old cards, rounded up, go back into the deck at random; the rest is kept (16.42, R-96)."""

    powers: tuple[Power, ...]

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        for power in self.powers:
            _return_half(play, power)
        return None


def _return_half(play: Play[State], power: Power) -> None:
    def returned(cards: Cards) -> OldCardsReturned:
        return OldCardsReturned(power, len(cards), cards)

    old = play.state.set_aside[power]
    if old:
        deal(play, seat_of(play.state, power), old, (len(old) + 1) // 2, "old_cards", "16.42", returned)
    else:
        play.record(returned(()))


class DiscardExcess(Step, frozen=True):
    """A card too many goes at random for a Resource; a mandatory one goes into the deck (16.43)."""

    power: Power

    def advance(self, play: Play[State]) -> Decision | None:
        facts = play.state.facts
        play.pop()
        state, power = play.state, self.power
        hand = common_in_hand(state, power)
        if len(hand) > facts.tables.hand.limit:
            (card,) = draw_from_hand(play, power, power, hand, 1, "16.43", "excess_card")
            play.record(ExcessCardDiscarded(power, card, returned=facts.card[card].is_mandatory))
            play.record(ResourcesGained(power, facts.tables.resources.excess_hand))
        return None


class TradeExcess(Step, frozen=True):
    """The power trades what is still too much for reinforcement points, never a mandatory card (16.43)."""

    power: Power

    def advance(self, play: Play[State]) -> Decision | None:
        facts = play.state.facts
        state, power = play.state, self.power
        hand = common_in_hand(state, power)
        menu = [TradeCard(card) for card in hand if not facts.card[card].is_mandatory]
        if len(hand) <= facts.tables.hand.limit:
            play.pop()
            return None
        about = {"power": power, "cards": len(hand) - facts.tables.hand.limit}
        return Decision(Ask(seat_of(state, power), "trade_card", "16.43", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, TradeCard)
        points = play.state.facts.card[order.card].cp
        assert points is not None, "a mandatory card is never traded"
        play.record(ExcessCardTraded(self.power, order.card, points))


class DealNationalCards(Step, frozen=True):
    """All national cards are shuffled, each nation's by itself, and dealt anew (16.44, R-97)."""

    powers: tuple[Power, ...]

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        play.record(NationalCardsShuffled())
        for power in self.powers:
            deal_national(play, power)
        return None
