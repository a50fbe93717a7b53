"""Turns, bids, rounds and the cards played in them (4.0, 6.0, 7.0, W-12 to W-26)."""

from collections.abc import Sequence
from functools import cache, partial
from random import Random
from typing import Literal

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision, Draft
from domain.kernel.orders import Order
from domain.kernel.seats import ALL, Seat
from domain.parts import piles
from domain.waterloo import victory
from domain.waterloo.artillery import open_window
from domain.waterloo.battle import AttackChance
from domain.waterloo.events.cards import CardPlayed
from domain.waterloo.events.turns import (
    BidsRevealed,
    FirstFrontSet,
    HandDealt,
    Passed,
    RoundArmySet,
    RoundDeclined,
    RoundEnded,
    RoundStarted,
    TieCardDrawn,
    TurnEnded,
    TurnStarted,
)
from domain.waterloo.facts import ActionId, Army
from domain.waterloo.facts.ids import ARMIES_OF, ARMY_OF_CARD
from domain.waterloo.movement import Movement
from domain.waterloo.orders import (
    Bid,
    ChooseArmy,
    DeclineRound,
    EndRound,
    LeaveBid,
    NoBid,
    Pass,
    PlayCard,
    TakeRound,
)
from domain.waterloo.position.card_table import carry_out, may_be_played
from domain.waterloo.position.state import (
    ANGLO_ALLIED,
    COALITION,
    FRENCH,
    PRUSSIAN,
    State,
    Use,
    card_worth,
    cards_allowed,
    seat_of,
    undrawn,
)

NO_BID, LEAVE_BID, PASS, END_ROUND = NoBid(), LeaveBid(), Pass(), EndRound()
_play_card = cache(PlayCard)
_bid = cache(Bid)


# The turn -------------------------------------------------------------------------------------


class BeginTurn(Step, frozen=True):
    """Every army draws its hand; then it is settled who begins (4.0, 7.0)."""

    def advance(self, play: Play[State]) -> Decision | None:
        turn = play.state.turn + 1
        play.record(TurnStarted(turn))
        for army in play.state.armies:
            deal(play, army, play.state.facts.scenarios[play.state.scenario].draws[army][turn - 1])
        if turn == 1:
            play.record(FirstFrontSet(play.state.first_front, "turn_1"))
            play.replace(Rounds())
        else:
            play.replace(Bidding())
        return None


def deal(play: Play[State], army: Army, count: int) -> None:
    """An army draws so many cards; only its player sees them."""
    if count == 0:
        return

    def dealt(cards: piles.Cards) -> HandDealt:
        return HandDealt(army, len(cards), tuple(sorted(cards)))

    state = play.state
    pool, worth = undrawn(state, army), partial(card_worth, state.facts)
    piles.deal(play, seat_of(state, army), pool, count, f"deal:{army}", "4.0", dealt, worth)


class Bidding(Step, frozen=True):
    """Both fronts bid in secret who begins the turn (7.0, W-18, W-23, D-01, D-02).

    With three players the Anglo-Allied one may leave the bid to the Prussian one; the French bid is
    in by then, and waits in `french` until it is shown.
    """

    stage: Literal["both", "prussian", "anglo_allied"] = "both"
    french: str | None = None

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        if self.stage == "both":
            coalition = state.seats[1]
            return Decision(_bid_ask(state, FRENCH), _bid_ask(state, coalition, may_leave=True))
        return Decision(_bid_ask(state, PRUSSIAN if self.stage == "prussian" else ANGLO_ALLIED))

    def concealed(self, state: State, seat: Seat, random: Random) -> "Bidding":
        """The French bid is sealed: for all that the others know it may be any card, or none."""
        if self.stage == "both" or seat in (FRENCH, ALL):
            return self
        return Bidding(self.stage, random.choice((*state.hands["french"], None)))

    def handle(self, play: Play[State], answers: Answers) -> None:
        orders = {seat: draft[-1] for seat, draft in answers.items()}
        french = self.french
        if FRENCH in orders:
            order = orders.pop(FRENCH)
            french = order.card if isinstance(order, Bid) else None
        (answer,) = orders.values()
        if isinstance(answer, LeaveBid):
            play.replace(Bidding("prussian", french))
        elif self.stage == "prussian" and isinstance(answer, NoBid):
            play.replace(Bidding("anglo_allied", french))
        else:
            play.replace(Rounds())
            _settle_bids(play, french, answer.card if isinstance(answer, Bid) else None)


def _bid_ask(state: State, seat: Seat, may_leave: bool = False) -> Ask:
    def menu(draft: Draft) -> Sequence[Order]:
        orders: list[Order] = []
        for army in state.armies:
            if seat_of(state, army) == seat:
                orders += [_bid(army, card) for card in state.hands[army]]
        if may_leave and seat == ANGLO_ALLIED and state.hands["prussian"]:
            orders.append(LEAVE_BID)
        return [*orders, NO_BID]

    return Ask(seat, "bid", "7.0", menu, {"turn": state.turn})


def _settle_bids(play: Play[State], french: str | None, coalition: str | None) -> None:
    """Show the bids; the higher movement value begins (W-24), a tie is broken by the piles (W-25)."""
    play.record(BidsRevealed(french, coalition))
    bound = ARMY_OF_CARD[coalition] if coalition is not None else None
    if french is not None and coalition is not None:
        cards = play.state.facts.cards
        lead = cards[french].mp - cards[coalition].mp
        if lead != 0:
            play.record(FirstFrontSet("french" if lead > 0 else "coalition", "bid", bound))
            return
    elif french is not None or coalition is not None:
        play.record(FirstFrontSet("french" if french is not None else "coalition", "single_bid", bound))
        return
    _break_tie(play, bound)


def _break_tie(play: Play[State], bound: Army | None) -> None:
    """Cards are turned over from the piles until one is higher (W-25)."""
    army: Army = bound or "anglo_allied"
    while undrawn(play.state, "french") and undrawn(play.state, army):
        lead = _turn_over(play, "french") - _turn_over(play, army)
        if lead != 0:
            play.record(FirstFrontSet("french" if lead > 0 else "coalition", "tie_card", bound))
            return
    play.record(FirstFrontSet(play.state.first_front, "pile_empty", bound))


def _turn_over(play: Play[State], army: Army) -> int:
    pool = undrawn(play.state, army)
    seat, cards = seat_of(play.state, army), play.state.facts.cards
    (card,) = play.draw(
        seat, pool, 1, f"tie:{army}", "7.0", seen_by=None, score=lambda card: float(cards[card].mp)
    )
    play.record(TieCardDrawn(army, card))
    return cards[card].mp


class Rounds(Step, frozen=True):
    """The fronts take rounds in turn until both have passed one after the other (4.0, W-13, W-16)."""

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        if state.passes < 2:
            play.record(RoundStarted(state.active, state.round + 1))
            play.push(PlayRound() if state.active == "french" else OpenRound())
            return None
        play.pop()
        play.record(TurnEnded(state.turn))
        if state.turn < state.turns:
            play.push(BeginTurn())
        else:
            victory.end_game(play)
        return None


# A coalition round is given to an army ---------------------------------------------------------


class OpenRound(Step, frozen=True):
    """The coalition names the army of its round (W-17, W-18, W-26, D-03, D-04).

    `offered`: the Prussian player is asked to take it; `declined`: he did not want it. Then the English
    player decides alone (6.0): what he chooses now, the Prussian player is not asked about again.
    """

    offered: bool = False
    declined: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        if self.offered:
            return Decision(Ask(PRUSSIAN, "accept_round", "6.0", [TakeRound(), DeclineRound()]))
        armies = _armies_to_choose(state)
        if len(state.seats) == 3 and "prussian" in armies:
            return self._ask(state, ANGLO_ALLIED, armies)
        if len(armies) > 1:
            return self._ask(state, COALITION, armies)
        play.replace(PlayRound())
        if armies:
            play.record(RoundArmySet(armies[0]))
        return None

    def _ask(self, state: State, seat: Seat, armies: Sequence[Army]) -> Decision:
        return Decision(Ask(seat, "choose_army", "6.0", [*map(ChooseArmy, armies), PASS]))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, DeclineRound):
            play.record(RoundDeclined("prussian"))
            play.replace(OpenRound(declined=True))
        elif self._is_offer(play.state, order):
            play.replace(OpenRound(offered=True))
        elif isinstance(order, Pass):
            play.replace(PassRound())
            open_window(play, "a")
        else:
            army: Army = order.army if isinstance(order, ChooseArmy) else "prussian"
            play.replace(PlayRound())
            play.record(RoundArmySet(army))


    def _is_offer(self, state: State, order: Order) -> bool:
        is_prussian = isinstance(order, ChooseArmy) and order.army == "prussian"
        return is_prussian and len(state.seats) == 3 and not self.declined


def _armies_to_choose(state: State) -> list[Army]:
    """The coalition armies with a card that the round may be given to; a bid binds it to one (W-26)."""
    bound = (state.bound,) if state.bound is not None else ARMIES_OF["coalition"]
    return [army for army in bound if state.hands.get(army)]


class PassRound(Step, frozen=True):
    """The active front plays no card (W-16)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        play.record(Passed(play.state.active))
        return None


# A round is played -----------------------------------------------------------------------------


class PlayRound(Step, frozen=True):
    """The active army plays card after card (4.0, D-05). `watched`: artillery had its window (W-72 a)."""

    watched: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        if not self.watched:
            play.replace(PlayRound(watched=True))
            open_window(play, "a")
            return None
        state = play.state
        army = state.army
        if army is None or not state.hands[army]:
            _end_round(play, "hand_empty")
            return None
        left = cards_allowed(state)
        if left < 1:
            _end_round(play, "limit")
            return None
        about = {"army": army, "left": min(left, len(state.hands[army]))}
        return Decision(
            Ask(seat_of(state, army), "play_card", "6.0", lambda draft: _card_orders(state, army), about)
        )

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, PlayCard):
            play.replace(PlayRound())
            _play(play, order)
        else:
            _end_round(play, "chosen")


def _end_round(play: Play[State], reason: Literal["chosen", "limit", "hand_empty"]) -> None:
    """A round without a card was a pass."""
    state = play.state
    play.pop()
    if state.cards_in_round > 0:
        play.record(RoundEnded(state.active, state.cards_in_round, reason, state.army))
    elif reason == "chosen":
        play.record(Passed(state.active))
    elif state.active == "coalition" and state.bound is not None:
        play.record(Passed(state.active, "bound", state.bound))
    else:
        play.record(Passed(state.active, "no_card"))


def _card_orders(state: State, army: Army) -> Sequence[Order]:
    orders: list[Order] = []
    possible: dict[str, bool] = {}
    cards = state.facts.cards
    for card in state.hands[army]:
        orders.append(_play_card(card, "movement"))
        action = cards[card].action
        if action is None or action not in may_be_played:
            continue
        if action not in possible:
            possible[action] = is_playable(state, army, action)
        if possible[action]:
            orders.append(_play_card(card, action))
    orders.append(PASS if state.cards_in_round == 0 else END_ROUND)
    return orders


def is_playable(state: State, army: Army, action: Use | ActionId) -> bool:
    """Could anything legal be done with this action now (W-84)?"""
    return action == "movement" or may_be_played[action](state, army)


def _play(play: Play[State], order: PlayCard) -> None:
    """The card is played; what it does comes first, then its attack (W-41)."""
    army = ARMY_OF_CARD[order.card]
    count = play.state.cards_in_round + 1
    points = play.state.facts.cards[order.card].mp if order.use == "movement" else 0
    play.record(CardPlayed(army, order.card, order.use, own_round=True, count=count, points=points))
    play.push(AttackChance())
    if order.use == "movement":
        play.push(Movement(watched=True))  # before the card (W-72 a)
    else:
        carry_out[order.use](play, order.card)


def clock(state: State) -> tuple[int, int]:
    """(turn, round)."""
    return state.turn, state.round


