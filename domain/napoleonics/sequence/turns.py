"""Turn after turn: objectives, card, orders, movement, combat, draw (3, R-110 to R-116)."""

from collections.abc import Callable

from domain.kernel import Answers, Ask, Decision, Event, Play, Step, the_order
from domain.napoleonics.combat.phase import CombatPhase
from domain.napoleonics.command.play import ChooseCard
from domain.napoleonics.ending.banners import gain, is_held
from domain.napoleonics.events.cards import (
    CardDiscarded,
    CardDrawn,
    CardKept,
    CardsLookedAt,
    DeckShuffled,
)
from domain.napoleonics.events.turns import TurnBegan, TurnEnded
from domain.napoleonics.facts.sides import ENEMY, Side, seat_of
from domain.napoleonics.movement.phase import MovementPhase
from domain.napoleonics.orders.cards import KeepCard
from domain.napoleonics.position.state import Cards, State, card_of, draw_pile
from domain.parts.piles import deal, without


class Turns(Step, frozen=True):
    """The sides take turns until one has its banners (R-112)."""

    def advance(self, play: Play[State]) -> None:
        state = play.state
        side = ENEMY[state.active] if state.turn else state.active
        play.record(TurnBegan(state.turn + 1, side))
        play.push(ChooseCard(), MovementPhase(), CombatPhase(), DrawPhase())
        count_objectives(play, side)


def count_objectives(play: Play[State], side: Side) -> None:
    """Hexes that a side holds at the start of its turn give their banners (R-113)."""
    for each in play.state.field.fact.objectives:
        counts = each.side == side and each.hex not in play.state.held
        if counts and is_held(play.state, each.hex, side):
            gain(play, side, "objective", each.hex, "R-113", each.banners)
        if play.state.winner is not None:
            return


class DrawPhase(Step, frozen=True):
    """The card is discarded, perhaps the deck shuffled; then cards are drawn (R-110)."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        state, side = play.state, play.state.active
        draws, shuffles = 1, False
        if state.played:
            if state.command is not None and state.command.kind:
                draws, shuffles = card_of(state).draw, card_of(state).reshuffles
            play.record(CardDiscarded(side, state.played))
        if shuffles:
            shuffle(play, "card", "R-17")
        for _ in range(state.strikes[ENEMY[side]]):
            draw_one(play, ENEMY[side], _drawn)
        if draws == 1 or not state.played:
            for _ in range(1 if state.played else 0):
                draw_one(play, side, _drawn)
            play.push(EndTurn())
            return
        for _ in range(draws):
            draw_one(play, side, _looked_at)
        play.push(KeepOneCard(), EndTurn())


def _drawn(side: Side, cards: Cards) -> Event:
    return CardDrawn(side, *cards)


def _looked_at(side: Side, cards: Cards) -> Event:
    return CardsLookedAt(side, len(cards), cards)


def draw_one(play: Play[State], side: Side, told: Callable[[Side, Cards], Event]) -> None:
    """One card from the draw pile, which the discards become when it is empty (R-111)."""
    pile = draw_pile(play.state)
    if not pile:
        if not play.state.discards:
            return
        shuffle(play, "exhausted", "R-111")
        pile = draw_pile(play.state)
    deal(play, seat_of(side), pile, 1, "draw", "R-110", lambda cards: told(side, cards))


def shuffle(play: Play[State], reason: str, cites: str) -> None:
    size = len(draw_pile(play.state)) + len(play.state.discards)
    play.record(DeckShuffled(reason, size, cites))  # type: ignore[arg-type]  # one of the reasons


class KeepOneCard(Step, frozen=True):
    """Of the two cards that a Scout took, one is kept (R-15)."""

    def advance(self, play: Play[State]) -> Decision | None:
        side = play.state.active
        cards = play.state.looked_at[side]
        if len(cards) < 2:
            play.pop()
            if cards:
                play.record(CardKept(side, (), cards[0]))
            return None
        return Decision(Ask(seat_of(side), "scout", "R-15", [KeepCard(card) for card in cards]))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order, side = the_order(answers), play.state.active
        assert isinstance(order, KeepCard)
        play.pop()
        play.record(CardKept(side, without(play.state.looked_at[side], (order.card,)), order.card))


class EndTurn(Step, frozen=True):
    """What belonged to the turn is forgotten."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        play.record(TurnEnded(play.state.turn, play.state.active))


def clock(state: State) -> tuple[int, int]:
    """The turn; a turn has no rounds."""
    return state.turn, 0
