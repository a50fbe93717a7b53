"""Who begins a turn: rule, purchase, dice and momentum (6.0, 12.3.3, R-10, R-18 to R-20)."""

from domain.brandywine.events.turns import (
    InitiativeDecided,
    InitiativeOverridden,
    InitiativeRolled,
    MomentumBid,
    MoralePaid,
)
from domain.brandywine.facts.sides import ENEMY, SIDES, Side, seat_of
from domain.brandywine.morale.army import adjust
from domain.brandywine.morale.checks import die
from domain.brandywine.orders.turns import (
    BidMomentum,
    DeclinePayment,
    LetInitiativeStand,
    OverrideInitiative,
    PayMorale,
)
from domain.brandywine.position.state import State, band_of
from domain.kernel import Answers, Ask, Decision, Order, Play, Step, the_order

TEA_TURN = 6
"""The turn before which the British may pay (6.1.6)."""


class Initiative(Step, frozen=True):
    """Who begins is decided by rule on a first turn, else by purchase or by dice."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        state = play.state
        if state.turn == state.field.fact.first_turn and state.field.fact.first == "british":
            play.record(InitiativeDecided("british", "rule"))
            return
        play.push(Tea(), *bidding(state), RollInitiative(), *(Override(side) for side in deciders(state)))


def deciders(state: State) -> tuple[Side, Side]:
    """Who had the initiative last decides first (R-18)."""
    return state.holder, ENEMY[state.holder]


def bidding(state: State) -> tuple[Step, ...]:
    return tuple(Bid(side) for side in deciders(state)) if state.advanced else ()


class Tea(Step, frozen=True):
    """Before turn 6 of the Entire Battle the British may pay for the initiative, and then for the march."""

    bought: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        menu = payments(play.state, self.bought)
        if len(menu) > 1:
            prompt = "march" if self.bought else "tea"
            return Decision(Ask(seat_of("british"), prompt, "6.1.6", menu))
        play.pop()
        if self.bought:
            _decide_by_purchase(play)
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if not isinstance(order, PayMorale):
            play.pop()
            if self.bought:
                _decide_by_purchase(play)
            return
        play.record(MoralePaid(order.purpose))
        adjust(play, "british", play.state.tables.army.tea)
        if order.purpose == "initiative":
            play.replace(Tea(bought=True))
        else:
            play.pop()
            _decide_by_purchase(play)


def payments(state: State, bought: bool) -> list[Order]:
    """What may be paid for; never so much that the army breaks (R-10)."""
    due = state.field.has("tea") and state.advanced and state.turn == TEA_TURN
    enough = state.army["british"] + state.tables.army.tea[0] > 0
    found: list[Order] = [PayMorale("march" if bought else "initiative")] if due and enough else []
    return [*found, DeclinePayment()]


def _decide_by_purchase(play: Play[State]) -> None:
    """No bids, no dice, no override on this turn."""
    while play.agenda and isinstance(play.agenda[-1], (Bid, RollInitiative, Override)):
        play.pop()
    play.record(InitiativeDecided("british", "purchase"))


class Bid(Step, frozen=True):
    """Markers for one's die, openly, one side after the other (12.3.3)."""

    side: Side

    def advance(self, play: Play[State]) -> Decision | None:
        markers = play.state.momentum[self.side]
        if not markers:
            play.pop()
            return None
        menu = [BidMomentum(count) for count in range(markers + 1)]
        other = ENEMY[self.side]
        later = self.side == play.state.holder and play.state.momentum[other] > 0
        about = {"side": self.side, "bid": play.state.bids[other], "later": later}
        return Decision(Ask(seat_of(self.side), "bid", "12.3.3", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, BidMomentum)
        play.pop()
        if order.count:
            play.record(MomentumBid(self.side, order.count))


class RollInitiative(Step, frozen=True):
    """Both dice, rolled again in a tie (6.1.3 to 6.1.5)."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        bonus = {side: initiative_bonus(play.state, side) for side in SIDES}
        while True:
            shown = {side: die(play, side, "initiative", "6.1.3") for side in SIDES}
            total = {side: shown[side] + bonus[side] for side in SIDES}
            play.record(InitiativeRolled(
                shown["british"], shown["american"], total["british"], total["american"]
            ))  # fmt: skip
            if total["british"] != total["american"]:
                break
        first: Side = "british" if total["british"] > total["american"] else "american"
        play.record(InitiativeDecided(first, "roll"))


def initiative_bonus(state: State, side: Side) -> int:
    """What a side adds to its die: its band, its markers, and on turn 7 of the Tournament -1 (18.4.3)."""
    own = band_of(state, side).initiative + state.bids[side] * state.tables.momentum.initiative
    handicapped = (
        side == "american"
        and state.field.has("american_drm_first_turn")
        and state.turn == state.field.fact.first_turn
    )
    return own - 1 if handicapped else own


class Override(Step, frozen=True):
    """Three markers decide who begins, whatever the dice say (12.3.3, R-20)."""

    side: Side

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        if not state.advanced or state.momentum[self.side] < state.tables.momentum.override:
            play.pop()
            return None
        menu = [*(OverrideInitiative(side) for side in SIDES), LetInitiativeStand()]
        about = {"side": self.side, "first": state.first}
        return Decision(Ask(seat_of(self.side), "override", "12.3.3", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        play.pop()
        if isinstance(order, OverrideInitiative):
            play.record(InitiativeOverridden(self.side, order.side))
            play.record(InitiativeDecided(order.side, "override"))
