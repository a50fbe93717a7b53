"""Cards are drawn, laid down and put together again (6.1)."""

from domain.kernel.agenda import Play
from domain.parts.piles import deal
from domain.washingtons_war.events.decks import (
    CardDealt,
    CardLaidDown,
    CardPlayed,
    DeckReformed,
    Pile,
    ReplacementDrawn,
    ReshuffleDue,
)
from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import seat_of
from domain.washingtons_war.position.state import State, Use, deck


def draw(play: Play[State], side: Side, *, replacement: bool = False) -> None:
    """One card from the deck; the deck is put together again as soon as its last card is drawn (6.1.A, R-22).

    With nothing left to draw and nothing to put together the draw is lost.
    """
    told = ReplacementDrawn if replacement else CardDealt
    purpose, rule = ("replacement", "6.33.B") if replacement else ("deal", "5.2")
    _reform_if_exhausted(play)
    pool = deck(play.state)
    if pool:
        deal(play, seat_of(side), pool, 1, purpose, rule, lambda cards: told(side, *cards))
        _reform_if_exhausted(play)


def _reform_if_exhausted(play: Play[State]) -> None:
    cards = play.state.discards
    if cards and not deck(play.state):
        play.record(DeckReformed("exhausted", cards, len(cards)))


def open_year(play: Play[State]) -> None:
    """Before the deal the deck is reshuffled for cause, and the cards set aside come in (6.1, R-24)."""
    state = play.state
    if state.reshuffle_due:
        cards = state.discards
        play.record(DeckReformed("cause", cards, len(deck(state)) + len(cards)))
    facts = state.facts
    due = tuple([card for card in state.set_aside if facts.cards[card].set_aside_until <= state.year])
    if due:
        play.record(DeckReformed("set_aside", due, len(deck(play.state)) + len(due)))


def play_card(play: Play[State], side: Side, card: str, use: Use) -> None:
    """The card is laid down as the impulse of its side, and lies where it belongs afterwards (6)."""
    pile = _pile(play.state, card, use)
    play.record(CardPlayed(side, card, use, pile, _older(play.state, pile)))
    _note_reshuffle(play, card, "when_discarded" if use == "discard" else "when_played")


def discard(play: Play[State], side: Side, card: str, reason: str, cites: str = "6.3") -> None:
    """The card leaves the hand for the discards: "battle_discard", "random" or "swap" (6.31, 6.32, 6.33)."""
    play.record(CardLaidDown(side, card, "discards", reason, cites))  # type: ignore[arg-type]
    if reason != "swap":
        _note_reshuffle(play, card, "when_discarded")


def take_effect(play: Play[State], side: Side, card: str, reason: str, cites: str = "6.3") -> None:
    """The card leaves the hand as played: a battle card, or a must-play card lost at random (R-33)."""
    pile = _pile(play.state, card, "event")
    older = _older(play.state, pile)
    play.record(CardLaidDown(side, card, pile, reason, cites, older))  # type: ignore[arg-type]
    _note_reshuffle(play, card, "when_played")


def _pile(state: State, card: str, use: Use) -> Pile:
    fact = state.facts.cards[card]
    if use == "reinforce":
        return "reinforcement"
    if use in ("queue", "queue_activate"):
        return "queue"
    if use == "event" and fact.war_ends:
        return "war_ends"
    return "removed" if use == "event" and fact.removed_after_event else "discards"


def _older(state: State, pile: Pile) -> str:
    """The card that a new one drives out of the War Ends box (R-35)."""
    return state.war_ends if pile == "war_ends" else ""


def _note_reshuffle(play: Play[State], card: str, when: str) -> None:
    if play.state.facts.cards[card].reshuffle == when:
        play.record(ReshuffleDue(card))
