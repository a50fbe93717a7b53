"""How a card may be played in one's own impulse, and cards that others let be played at once (5.1, 5.6)."""

from collections.abc import Sequence

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.wellington.events.cards import CardsOffered, OfferEnded, ResourceSpent
from domain.wellington.facts.world import Power
from domain.wellington.orders.impulses import KeepOffered, PlayEvent, PlayForPoints, SpendResource
from domain.wellington.playing.drawing import draw_card
from domain.wellington.playing.responses import announce
from domain.wellington.position import card_table
from domain.wellington.position.state import Impulse, State, common_in_hand, seat_of

OWN_IMPULSE, IDLE = card_table.Moment(), card_table.Moment("idle")
KEEP_OFFERED, SPEND_RESOURCE = KeepOffered(), SpendResource()


def is_plus_play(state: State, card: str) -> bool:
    """Does playing it use up the plus card of the impulse? One that was handed over is no plus card (#94)."""
    return state.facts.card[card].is_plus and card not in state.given


def must_use_gift(state: State, impulse: Impulse) -> bool:
    """Must the active power use a card that was handed to it as its ordinary card (#65, C-65)?"""
    given = any(state.given.get(card) == impulse.power for card in card_table.must_be_used)
    return given and not impulse.ordinary


def playable_cards(state: State, impulse: Impulse) -> list[str]:
    """The cards of the active power that it may still play as its ordinary or its plus card (5.6)."""
    forced = must_use_gift(state, impulse)
    return [
        card
        for card in state.hands[impulse.power]
        if not (impulse.plus if is_plus_play(state, card) else impulse.ordinary)
        and (not forced or is_plus_play(state, card) or card in card_table.must_be_used)
    ]


def may_hold_playable_card(state: State, impulse: Impulse) -> bool:
    """May it perhaps play a card more? Told from open facts alone, so that it gives no hand away."""
    return bool(state.hands[impulse.power]) and not (impulse.ordinary and impulse.plus)


def may_use_resource(state: State, impulse: Impulse) -> bool:
    """May it draw a card for a Resource now (15.2, R-23)? The last impulse ends the turn anyway (R-11)."""
    power = impulse.power
    if impulse.plus or not state.resources[power]:
        return False
    return len(common_in_hand(state, power)) < state.facts.tables.hand.limit


def use_resource(play: Play[State], power: Power) -> None:
    """The power draws a card for a Resource (15.2)."""
    play.record(ResourceSpent(power))
    draw_card(play, power)


def card_orders(state: State, power: Power, card: str) -> list[Order]:
    """For its points, as its event, or a response as the card of one's own impulse (5.2, 5.5, R-21)."""
    fact = state.facts.card[card]
    if card in state.given:
        return [PlayForPoints(card)]
    orders: list[Order] = [] if fact.is_mandatory else [PlayForPoints(card)]
    if card in card_table.EVENTS and "own_impulse" in fact.when:
        targets = card_table.EVENTS[card].targets(state, power, OWN_IMPULSE)
        orders.extend(PlayEvent(card, target) for target in targets)
    elif card in card_table.ANSWERS and "idle" in fact.when:
        targets = card_table.ANSWERS[card].targets(state, power, IDLE)
        orders.extend(PlayEvent(card, target) for target in targets)
    return orders


def play_card(play: Play[State], power: Power, order: Order, continues: str = "") -> None:
    """Announces the card of an order of `card_orders`."""
    if isinstance(order, PlayForPoints):
        announce(play, power, order.card, "points", own=True, continues=continues)
    else:
        assert isinstance(order, PlayEvent)
        announce(play, power, order.card, "event", own=True, target=order.target, continues=continues)


class DrawAndOffer(Step, frozen=True):
    """The player draws and may, or must, play one of the cards drawn at once (C-57, C-89)."""

    power: Power
    card: str
    count: int
    must: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        before = play.state.hands[self.power]
        for _ in range(self.count):
            draw_card(play, self.power)
        drawn = [card for card in play.state.hands[self.power] if card not in before]
        offer(play, self.power, self.card, drawn, self.must)
        return None


def offer(play: Play[State], power: Power, card: str, cards: Sequence[str], must: bool = False) -> None:
    """These cards of the power's hand may be played at once, as a continuation of `card` (R-22)."""
    if cards:
        play.record(CardsOffered(power, card, len(cards), tuple(cards)))
        play.push(PlayOffered(power, card, must))


class PlayOffered(Step, frozen=True):
    """The player plays one of the cards offered, or keeps them all; not a second plus card (R-22)."""

    power: Power
    card: str
    must: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        state, power = play.state, self.power
        impulse = state.impulse
        assert impulse is not None, "cards are offered in an impulse"
        held = [card for card in impulse.offered if card in state.hands[power]]
        playable = [card for card in held if not (is_plus_play(state, card) and impulse.plus)]
        menu = [order for card in playable for order in card_orders(state, power, card)]
        if not (self.must and menu):
            menu.append(KEEP_OFFERED)
        about = {"power": power, "card": self.card}
        return Decision(Ask(seat_of(state, power), "play_offered", f"#{self.card}", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        play.pop()
        if isinstance(order, KeepOffered):
            play.record(OfferEnded(self.power, self.card))
        else:
            play_card(play, self.power, order, continues=self.card)
