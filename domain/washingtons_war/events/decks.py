"""Cards are drawn, played, queued and laid down (6)."""

from typing import Literal

from domain.kernel.events import Event
from domain.parts.piles import without
from domain.washingtons_war.facts import Side
from domain.washingtons_war.position.state import Impulse, State, Use, changed, with_card, without_card

Pile = Literal["discards", "removed", "war_ends", "queue", "reinforcement"]


class DeckReformed(Event, frozen=True):
    """The deck was put together again: exhausted, for cause, or with the cards set aside till 1776 (6.1)."""

    rule = "6.1"

    reason: Literal["exhausted", "cause", "set_aside"]
    cards: tuple[str, ...]
    size: int

    def apply(self, state: State) -> State:
        return changed(
            state,
            discards=without(state.discards, self.cards),
            set_aside=without(state.set_aside, self.cards),
            reshuffle_due=state.reshuffle_due and self.reason != "cause",
        )


class ReshuffleDue(Event, frozen=True):
    """The deck is put together again before the next deal (6.1.B, R-23). No card: the alliance did it."""

    rule = "6.1.B"

    card: str = ""

    def apply(self, state: State) -> State:
        return changed(state, reshuffle_due=True)


class CardDealt(Event, frozen=True):
    """A side was dealt a card (5.2)."""

    rule = "5.2"
    secrets = {"card": "side"}
    reveals = True

    side: Side
    card: str | None = None

    def apply(self, state: State) -> State:
        assert self.card is not None, "a recorded card names itself"
        return with_card(state, self.side, self.card)


class ReplacementDrawn(Event, frozen=True):
    """A side drew a card for a battle card that it had played (6.33.B)."""

    rule = "6.33.B"
    secrets = {"card": "side"}
    reveals = True

    side: Side
    card: str | None = None

    def apply(self, state: State) -> State:
        assert self.card is not None, "a recorded card names itself"
        return with_card(state, self.side, self.card)


class CardPlayed(Event, frozen=True):
    """A card was played as an impulse (5.3, 6); `pile` is where it lies now.

    `older` is the War Ends card that it sends to the discards (R-35).
    """

    rule = "5.3"
    reveals = True

    side: Side
    card: str
    use: Use
    pile: Pile
    older: str = ""

    def apply(self, state: State) -> State:
        state = laid(without_card(state, self.side, self.card), self.side, self.card, self.pile)
        assert state.impulse is not None, "a card is played in an impulse"
        impulse = Impulse(self.side, state.impulse.number, self.card, self.use)
        ops = state.facts.ops.get(self.card, 0)
        spent = {**state.spent, self.side: state.spent[self.side] + ops} if ops else state.spent
        return changed(state, impulse=impulse, tried=(), spent=spent)


class CardLaidDown(Event, frozen=True):
    """A card left a hand in another way than as an impulse: in a battle, by chance, in a swap (6.3).

    `older` is the War Ends card that it sends to the discards (R-35).
    """

    reveals = True

    side: Side
    card: str
    pile: Pile
    reason: Literal["battle", "battle_discard", "random", "swap"]
    cites: str = "6.3"
    older: str = ""

    @property
    def quiet(self) -> bool:
        """In a battle what it is used for is told right after it, but not that it leaves the game."""
        return self.reason in ("battle", "battle_discard") and self.pile != "removed"

    def apply(self, state: State) -> State:
        return laid(without_card(state, self.side, self.card), self.side, self.card, self.pile)


def laid(state: State, side: Side, card: str, pile: Pile) -> State:
    """The card, which has left the hand, lies on this pile; an older War Ends card is discarded (R-35)."""
    if pile == "discards":
        return changed(state, discards=(*state.discards, card))
    if pile == "removed":
        return changed(state, removed=(*state.removed, card))
    if pile == "war_ends":
        older = (state.war_ends,) if state.war_ends else ()
        return changed(state, war_ends=card, discards=(*state.discards, *older))
    if pile == "queue":
        return changed(state, queues={**state.queues, side: (*state.queues[side], card)})
    boxed = {**state.reinforcement_cards, side: (*state.reinforcement_cards[side], card)}
    return changed(state, reinforcement_cards=boxed)


class QueueUsed(Event, frozen=True):
    """A queue activated a general, and its cards went to the discards (7.1.B)."""

    rule = "7.1.B"

    side: Side
    cards: tuple[str, ...]
    total: int
    general: str

    def apply(self, state: State) -> State:
        return _swept(state, self.side, self.cards)


class QueueAbandoned(Event, frozen=True):
    """A queue was given up, and its cards went to the discards (7.1.B)."""

    rule = "7.1.B"

    side: Side
    cards: tuple[str, ...]

    def apply(self, state: State) -> State:
        return _swept(state, self.side, self.cards)


def _swept(state: State, side: Side, cards: tuple[str, ...]) -> State:
    queues = {**state.queues, side: without(state.queues[side], cards)}
    return changed(state, queues=queues, discards=(*state.discards, *cards))
