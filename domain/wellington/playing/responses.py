"""Response windows and what happens when a card is played (5.2, rulings: response protocol).

A window asks every seat with a card in hand at once: hand sizes are public, so who is asked tells nothing.
The answer that comes first in impulse order after the active power is taken, the others are dropped unseen.
The card taken opens its own window; then it takes effect, and the outer window asks everybody afresh. When
all let it pass nothing is recorded and the step that it was opened for goes on.
"""

from collections.abc import Sequence

from domain.kernel.agenda import Answers, Play, Step
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.kernel.seats import Seat
from domain.parts import windows
from domain.wellington.events.cards import (
    CardCancelled,
    CardPlayed,
    Mode,
)
from domain.wellington.events.points import CommandPointsGained
from domain.wellington.facts.world import POWER_OF, Facts, Power
from domain.wellington.orders.answers import LetPass, Respond
from domain.wellington.playing.laid_cards import lay
from domain.wellington.playing.lasting import PutAway, put_away
from domain.wellington.position.card_table import ANSWERS, BATTLE_CARDS, EVENTS, Moment, also_in
from domain.wellington.position.state import State, after, powers_of_seat, powers_with_cards, seat_of

LET_PASS = LetPass()
IDLE_WINDOWS = ("impulse_start", "cp_spent", "battle_round_start", "siege_start")
"""Windows in which a card that says `idle` may be played."""


class Window(Step, frozen=True):
    """A chance for everybody to answer. `card` was just announced by `by`, for what `mode` says."""

    kind: str
    card: str = ""
    by: Power | None = None
    mode: str = ""

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        seats = {seat_of(state, power): None for power in powers_with_cards(state)}
        if not seats:
            play.pop()
            return None
        asks = (self._ask(state, seat) for seat in seats)
        return Decision(*asks, settled=lambda answers: _precedence(state).is_settled(answers))

    def _ask(self, state: State, seat: Seat) -> Ask:
        about = {"window": self.kind, "card": self.card}
        return Ask(
            seat, "respond", "5.2", lambda draft: self.menu(state, seat), about, self.kind, LET_PASS
        )

    def menu(self, state: State, seat: Seat) -> Sequence[Order]:
        """What the seat may answer: to let it pass, or any card of its powers that fits this window."""
        facts = state.facts
        orders: list[Order] = [LET_PASS]
        moment = Moment(self.kind, self.card, self.by, self.mode)
        for power in powers_of_seat(state, seat):
            for card in state.hands[power]:
                if self._fits(facts, card):
                    targets = ANSWERS[card].targets(state, power, moment)
                    orders.extend(Respond(power, card, target) for target in targets)
        return orders

    def _fits(self, facts: Facts, card: str) -> bool:
        if card not in ANSWERS:
            return False
        when = (*facts.card[card].when, *also_in.get(card, ()))
        return self.kind in when or ("idle" in when and self.kind in IDLE_WINDOWS)

    def handle(self, play: Play[State], answers: Answers) -> None:
        offer = _precedence(play.state).first(answers)
        if offer is None:
            play.pop()
            return
        taken = offer.order
        assert isinstance(taken, Respond)
        announce(play, taken.power, taken.card, "response", target=taken.target, window=self.kind)


def _precedence(state: State) -> windows.Precedence:
    """The powers with cards in the order in which their answers count; the active one last (5.2)."""
    powers = after(state.impulse.power if state.impulse is not None else state.track)
    return windows.Precedence({each: seat_of(state, each) for each in powers if state.hands[each]}, _power_of)


def _power_of(seat: Seat, order: Order) -> Power:
    assert isinstance(order, Respond), "who does not let a window pass plays a card"
    return order.power


class TakeEffect(Step, frozen=True):
    """A card was announced and not cancelled: what it does happens (5.1), and it goes where it belongs."""

    power: Power
    card: str
    mode: Mode
    target: str = ""
    points: int = 0

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        if self.mode == "points":
            play.record(CommandPointsGained(self.power, self.points))
            return None
        if self.mode == "response" and self.target == "cancel":
            cancel_announced(play, self.card, self.power)
            put_away(play, self.power, self.card, self.target)
            return None
        if self.mode in ("event", "response") and _has_left(play.state, self.target):
            return None  # without effect it stays where played cards lie, like a cancelled one
        table = EVENTS if self.mode == "event" and self.card in EVENTS else ANSWERS
        if self.mode in ("battle", "siege"):
            lay(play, self.power, self.card, self.target)
            table = BATTLE_CARDS
        play.push(PutAway(self.power, self.card, self.target))
        table[self.card].effect(play, self.power, self.target)
        return None


def _has_left(state: State, target: str) -> bool:
    """Whether the target is a leader whom another answer has taken off the map (rulings: protocol 5)."""
    return target in POWER_OF and state.leaders[target].place != "map"


def announce(
    play: Play[State], power: Power, card: str, mode: Mode, *, own: bool = False, target: str = "",
    window: str = "", continues: str = "",
) -> None:  # fmt: skip
    """A card is played: everybody may answer it before it takes effect (rulings: protocol 1 b, 4)."""
    points = 0
    if mode == "points":
        points = points_of(play.state, card)
    play.record(CardPlayed(power, card, mode, own, target, window, continues))
    play.push(Window("card_played", card, power, mode), TakeEffect(power, card, mode, target, points))


def points_of(state: State, card: str) -> int:
    """The command points that a card gives; one handed over gives what its text says (#65, #94)."""
    fact = state.facts.card[card]
    if card in state.given:
        params = fact.params
        points = params["given_cp"] if "given_cp" in params else params["forced_cp"]
        assert isinstance(points, int)
        return points
    assert fact.cp is not None, "a mandatory card is never played for its points"
    return fact.cp


def announced(play: Play[State]) -> TakeEffect | None:
    """What the card whose window is open is about to do; None if another window is open, or none."""
    effect = windows.waiting(play, Window)
    return effect if isinstance(effect, TakeEffect) else None


def _the_announced(play: Play[State]) -> TakeEffect:
    effect = announced(play)
    assert effect is not None, "a card was just announced"
    return effect


def cancel_announced(play: Play[State], by: str, power: Power) -> None:
    """The card whose window is open has no effect; it stays where played cards lie (C-N)."""
    effect = _the_announced(play)
    windows.cancel(play, Window)
    play.record(CardCancelled(effect.card, by, power))


def turn_announced(play: Play[State], power: Power, target: str) -> None:
    """The battle card whose window is open is as if this power had played it, on this target (#55)."""
    effect = _the_announced(play)
    window = Window("card_played", effect.card, power, effect.mode)
    windows.turn(play, window, TakeEffect(power, effect.card, effect.mode, target))
