"""The Strategy Phase: who begins, impulses in turn, and what a card is played for (5.3, 6, 7.1)."""

from functools import cache

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.washingtons_war.alliance.landing import settle_alliance
from domain.washingtons_war.cards.discards import discard_event, offer_swap
from domain.washingtons_war.cards.events import may_play_event, play_event
from domain.washingtons_war.decks.draws import draw, play_card
from domain.washingtons_war.ending.victory import check
from domain.washingtons_war.events.decks import QueueAbandoned, QueueUsed
from domain.washingtons_war.events.years import (
    FirstImpulseChosen,
    FirstImpulseClaimed,
    ImpulseStarted,
    PhaseStarted,
)
from domain.washingtons_war.facts import SIDES, Side
from domain.washingtons_war.facts.ids import AMERICAN, BRITISH, OTHER, seat_of
from domain.washingtons_war.movement.activation import Activation
from domain.washingtons_war.orders.impulses import (
    ActivateGeneral,
    BringReinforcements,
    ChooseFirst,
    ClaimFirstImpulse,
    DiscardEvent,
    LeaveFirstImpulse,
    PlayEvent,
    QueueCard,
    SpendOnMarkers,
)
from domain.washingtons_war.politics.markers import spend_on_spaces
from domain.washingtons_war.position.state import State, Use, queue_total
from domain.washingtons_war.position.units import generals_on_map
from domain.washingtons_war.reinforcements.reinforcements import may_reinforce, reinforce

LEAVE_FIRST_IMPULSE = LeaveFirstImpulse()
MOST_TO_START_A_QUEUE = 2
"""A queue is begun with a 1 or a 2 (7.1.B)."""
_activate, _spend, _reinforce = cache(ActivateGeneral), cache(SpendOnMarkers), cache(BringReinforcements)
_queue, _event, _discard = cache(QueueCard), cache(PlayEvent), cache(DiscardEvent)


class StrategyPhase(Step, frozen=True):
    """Who begins is settled, then impulses alternate (5.3)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        play.record(PhaseStarted("strategy"))
        if not check(play):
            play.push(ClaimFirst())
        return None


class ClaimFirst(Step, frozen=True):
    """The British may claim the first impulse with a Campaign card; silence tells nothing (R-17, D3)."""

    def advance(self, play: Play[State]) -> Decision | None:
        cards, hand = play.state.facts.cards, play.state.hands["british"]
        claims = [ClaimFirstImpulse(card) for card in hand if cards[card].kind == "campaign"]
        menu: list[Order] = [*claims, LEAVE_FIRST_IMPULSE]
        return Decision(
            Ask(BRITISH, "first_impulse", "5.3", menu, window="first_impulse", silence=LEAVE_FIRST_IMPULSE)
        )

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, LeaveFirstImpulse):
            play.replace(ChooseWhoBegins())
            return
        assert isinstance(order, ClaimFirstImpulse)
        play.replace(Impulses("american"))
        play.record(FirstImpulseClaimed(order.card))
        play.record(ImpulseStarted("british", 1))
        _use(play, "british", _event(order.card))


class ChooseWhoBegins(Step, frozen=True):
    """Without a claim the American player says who begins (5.3, D4)."""

    def advance(self, play: Play[State]) -> Decision | None:
        menu = [ChooseFirst(side) for side in SIDES]
        return Decision(Ask(AMERICAN, "choose_first", "5.3", menu))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, ChooseFirst)
        play.replace(Impulses(order.side))
        play.record(FirstImpulseChosen(order.side))


class Impulses(Step, frozen=True):
    """Impulses alternate; a side without cards is skipped, and nobody passes (5.3, R-18)."""

    following: Side

    def advance(self, play: Play[State]) -> Decision | None:
        if check(play):
            return None
        state = play.state
        if not any(state.hands.values()):
            play.pop()
            return None
        side = self.following if state.hands[self.following] else OTHER[self.following]
        play.replace(Impulses(OTHER[side]))
        play.push(TakeImpulse(side))
        play.record(ImpulseStarted(side, state.impulses + 1))
        return None


class TakeImpulse(Step, frozen=True):
    """A side plays one card for one thing (5.3, R-19, D5)."""

    side: Side

    def advance(self, play: Play[State]) -> Decision | None:
        state, side = play.state, self.side
        about = {"side": side, "cards": len(state.hands[side])}
        return Decision(Ask(seat_of(side), "impulse", "5.3", lambda draft: card_uses(state, side), about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        play.pop()
        _use(play, self.side, the_order(answers))


def card_uses(state: State, side: Side) -> list[Order]:
    """Every card of the hand with everything it may be played for (R-19 to R-21)."""
    facts = state.facts
    generals = {general: facts.generals[general].strategy for general in generals_on_map(state, side)}
    may_bring = may_reinforce(state, side)
    queued = queue_total(state, side)
    menu: list[Order] = []
    for card in state.hands[side]:
        ops = facts.ops.get(card)
        if ops is None:
            menu += _event_uses(state, side, card)
            continue
        menu += [_activate(card, general) for general, rating in generals.items() if rating <= ops]
        menu.append(_spend(card))
        if may_bring:
            menu.append(_reinforce(card))
        if queued:
            menu += [_queue(card, general) for general, rating in generals.items() if rating <= queued + ops]
        if queued or ops <= MOST_TO_START_A_QUEUE:
            menu.append(_queue(card))
    return menu


def _event_uses(state: State, side: Side, card: str) -> list[Order]:
    """For its event, if it may be; discarded, unless it must be played (6.32, 6.34)."""
    if state.facts.cards[card].must_play:
        return [_event(card)]
    return [_event(card), _discard(card)] if may_play_event(state, side, card) else [_discard(card)]


def _use(play: Play[State], side: Side, order: Order) -> None:
    """The card is laid down, and what it is played for is the next thing to do; then the impulse ends."""
    ops = play.state.facts.ops
    match order:
        case ActivateGeneral(card, general):
            _lay(play, side, card, "activate")
            play.push(Activation(general))
        case SpendOnMarkers(card):
            _lay(play, side, card, "markers")
            spend_on_spaces(play, side, ops[card])
        case BringReinforcements(card):
            _lay(play, side, card, "reinforce")
            reinforce(play, side, ops[card])
        case QueueCard(card, general):
            play.push(EndImpulse(side))
            play_card(play, side, card, "queue_activate" if general else "queue")
            if general:
                queue = play.state.queues[side]
                play.record(QueueUsed(side, queue, queue_total(play.state, side), general))
                play.push(Activation(general))
        case PlayEvent(card):
            _lay(play, side, card, "event")
            play_event(play, side, card)
        case DiscardEvent(card):
            play.push(EndImpulse(side, card))
            _abandon(play, side)
            play_card(play, side, card, "discard")
            discard_event(play, side, card)
        case _:
            raise AssertionError(f"{order} is no use of a card")


def _lay(play: Play[State], side: Side, card: str, use: Use) -> None:
    """A card is laid down for what the queue has no part in: the queue is abandoned (R-37, R-38)."""
    play.push(EndImpulse(side))
    _abandon(play, side)
    play_card(play, side, card, use)


def _abandon(play: Play[State], side: Side) -> None:
    queue = play.state.queues[side]
    if queue:
        play.record(QueueAbandoned(side, queue))


class EndImpulse(Step, frozen=True):
    """The card is resolved: replacements, the alliance, the other side's swap (R-105)."""

    side: Side
    discarded: str = ""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        if check(play):
            return None
        assert play.state.impulse is not None, "an impulse ends"
        due = play.state.impulse.replacements
        for side in (self.side, OTHER[self.side]):
            for _ in range(due.get(side, 0)):
                draw(play, side, replacement=True)
        if self.discarded:
            play.push(OfferSwap(OTHER[self.side], self.discarded))
        settle_alliance(play)
        return None


class OfferSwap(Step, frozen=True):
    """The other side may take the discarded event, before its own next impulse (6.32.C, R-27)."""

    side: Side
    card: str

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        offer_swap(play, self.side, self.card)
        return None
