"""Looking where one may not look otherwise: the national Reserve, another hand, the deck (5.4, #18, #76)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.wellington.events.cards import (
    CardDiscarded,
    CardDrawn,
    CardsOffered,
    DeckLookedAt,
    OfferEnded,
    ReserveTaken,
    ResourceSpent,
)
from domain.wellington.facts.world import DECK_OF, NATION_OF, Power
from domain.wellington.orders.answers import Choose
from domain.wellington.playing.drawing import draw_from_hand
from domain.wellington.position.state import State, common_in_hand, deck, reserve, seat_of

NO_CARD = "none"


def in_reserve(state: State, power: Power, with_played: bool) -> tuple[str, ...]:
    """The national cards that the power may take: face down ones, with those played if the card says so."""
    played = state.played if with_played else ()
    nation = NATION_OF[power]
    return (*reserve(state, nation), *(card for card in played if DECK_OF[card] == nation))


class TakeFromReserve(Step, frozen=True):
    """A power takes a card of its choice out of its Reserve; only it sees which (#18, #104, C-18, C-104).

    The card that lets it do so is being played, and lies there only afterwards.
    """

    power: Power
    card: str
    with_played: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        cards = in_reserve(play.state, self.power, self.with_played)
        menu = [Choose(self.card, card) for card in cards if card != self.card]
        about = {"power": self.power, "card": self.card}
        seat = seat_of(play.state, self.power)
        return Decision(Ask(seat, "take_from_reserve", f"#{self.card}", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, Choose)
        play.pop()
        play.record(ReserveTaken(self.power, order.option))


class LookAtHand(Step, frozen=True):
    """A power looks at random cards of another one and discards one of them (#76)."""

    power: Power
    card: str
    victim: Power

    def advance(self, play: Play[State]) -> Decision | None:
        menu = [Choose(self.card, card) for card in _offered(play.state)]
        about = {"power": self.power, "victim": self.victim}
        return Decision(Ask(seat_of(play.state, self.power), "discard_seen", f"#{self.card}", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, Choose)
        play.pop()
        play.record(OfferEnded(self.power, self.card))
        play.record(CardDiscarded(self.victim, order.option))


class BuySeen(Step, frozen=True):
    """A power that has seen the top of the deck may take one of the cards for a Resource (#76)."""

    power: Power
    card: str

    def advance(self, play: Play[State]) -> Decision | None:
        menu = [Choose(self.card, card) for card in (*_offered(play.state), NO_CARD)]
        about = {"power": self.power, "card": self.card}
        return Decision(Ask(seat_of(play.state, self.power), "buy_seen", f"#{self.card}", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, Choose)
        play.pop()
        if order.option != NO_CARD:
            rest = tuple(card for card in _offered(play.state) if card != order.option)
            play.record(ResourceSpent(self.power))
            play.record(CardDrawn(self.power, order.option))
            play.record(CardsOffered(self.power, self.card, len(rest), rest))


class PutBack(Step, frozen=True):
    """The cards seen go back on top of the deck in the order that the power likes, the first on top (#76)."""

    power: Power
    card: str

    def advance(self, play: Play[State]) -> Decision | None:
        cards = _offered(play.state)
        if not cards:
            play.pop()
            return None
        about = {"power": self.power, "card": self.card}
        menu = [Choose(self.card, card) for card in cards]
        return Decision(Ask(seat_of(play.state, self.power), "put_on_top", f"#{self.card}", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order, state = the_order(answers), play.state
        assert isinstance(order, Choose)
        rest = tuple(card for card in _offered(state) if card != order.option)
        play.record(DeckLookedAt(self.power, len(state.top) + 1, (*state.top, order.option)))
        play.record(CardsOffered(self.power, self.card, len(rest), rest))


def _offered(state: State) -> tuple[str, ...]:
    assert state.impulse is not None, "cards are seen in an impulse"
    return state.impulse.offered


def look_at_hand(play: Play[State], power: Power, card: str, victim: Power, pool: tuple[str, ...]) -> None:
    """Up to three random cards of another hand, seen by the two powers."""
    cards = draw_from_hand(play, power, victim, pool, 3, f"#{card}")
    play.record(CardsOffered(power, card, len(cards), tuple(cards)))
    play.push(LookAtHand(power, card, victim))


def look_at_deck(play: Play[State], power: Power, card: str) -> None:
    """The top three cards of the deck, seen by the power alone.

    It may buy one with a Resource, but never at the limit of its hand (15.2).
    """
    seat = seat_of(play.state, power)
    known = play.state.top[:3]
    pool = [each for each in deck(play.state) if each not in known]
    count = min(3 - len(known), len(pool))
    drawn = play.draw(seat, pool, count, "deck", f"#{card}", seen_by=(seat,))
    cards = (*known, *drawn)
    if not cards:
        return
    play.record(DeckLookedAt(power, 0, ()))
    play.record(CardsOffered(power, card, len(cards), cards))
    play.push(PutBack(power, card))
    has_room = len(common_in_hand(play.state, power)) < play.state.facts.tables.hand.limit
    if play.state.resources[power] and has_room:
        play.push(BuySeen(power, card))
