"""Cards: dealt, played, drawn, discarded; and what they order."""

from typing import Literal

from domain.kernel.events import Event
from domain.napoleonics.facts.board import Hex
from domain.napoleonics.facts.sides import Section, Side
from domain.napoleonics.position.pieces import leader_of
from domain.napoleonics.position.state import (
    Cards,
    Command,
    State,
    changed,
    command_of,
    placed,
    side_of,
    with_cards,
    with_square,
    without_cards,
    without_square,
)


class CardsDealt(Event, frozen=True):
    """A side was dealt its first hand."""

    rule = "2.1"
    reveals = True
    secrets = {"cards": "side"}
    side: Side
    count: int
    cards: Cards = ()

    def apply(self, state: State) -> State:
        return with_cards(state, self.side, *self.cards)


class DeckShuffled(Event, frozen=True):
    """The discards are part of the draw pile again (R-17, R-111)."""

    reason: Literal["exhausted", "card"]
    size: int
    cites: str

    def apply(self, state: State) -> State:
        return state.changed(discards=())


class CommandCardPlayed(Event, frozen=True):
    """A side played its command card. `kind` is what it acts as, empty if nothing (R-16)."""

    rule = "4"
    side: Side
    card: str
    kind: str
    value: int
    mirrored: bool = False

    def apply(self, state: State) -> State:
        state = without_cards(state, self.side, self.card)
        played = {**state.cards_played}
        count = f"{state.facts.cards[state.facts.deck[self.card]].type}_{self.side}"
        played[count] = played.get(count, 0) + 1
        command = Command(self.kind, self.mirrored, self.value)
        return state.changed(played=self.card, command=command, cards_played=played)


class SectionChosen(Event, frozen=True):
    """The section of the card was chosen (R-124)."""

    rule = "R-124"
    side: Side
    section: Section

    def apply(self, state: State) -> State:
        return state.changed(command=changed(command_of(state), section=self.section))


class OneUnitChosen(Event, frozen=True):
    """One unit of choice is ordered normally instead of what the card says (R-19)."""

    rule = "R-19"
    side: Side

    def apply(self, state: State) -> State:
        return state.changed(command=changed(command_of(state), plain=True))


class OrderDiceShown(Event, frozen=True):
    """What the order dice showed (R-17, R-18)."""

    side: Side
    faces: tuple[str, ...]
    cites: str

    def apply(self, state: State) -> State:
        return state.changed(command=changed(command_of(state), symbols=self.faces))


class BlockRestored(Event, frozen=True):
    """A unit got a block back (R-18)."""

    rule = "R-18"
    unit: str
    symbol: str
    blocks: int

    def apply(self, state: State) -> State:
        symbols = list(command_of(state).symbols)
        symbols.remove(self.symbol)
        rallied = state.rallied if self.unit in state.rallied else (*state.rallied, self.unit)
        return state.changed(
            blocks={**state.blocks, self.unit: self.blocks}, rallied=rallied,
            command=changed(command_of(state), symbols=tuple(symbols)),
        )  # fmt: skip


class PieceOrdered(Event, frozen=True):
    """A unit or leader was ordered; a leader of a unit is detached by it (R-14)."""

    rule = "R-14"
    piece: str
    by: Literal["own", "leader", "with", "apart"]

    def apply(self, state: State) -> State:
        return state.changed(ordered={**state.ordered, self.piece: self.by})


class PiecesOrdered(Event, frozen=True):
    """A card ordered all of these at once."""

    rule = "R-14"
    side: Side
    pieces: dict[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.pieces)

    def apply(self, state: State) -> State:
        return state.changed(ordered={**state.ordered, **self.pieces})


class SquareFormed(Event, frozen=True):
    """Infantry formed square; a card from its player's hand lies face down on the track (R-60, R-61)."""

    rule = "R-61"
    secrets = {"card": "side"}
    side: Side
    unit: str
    place: int
    card: str = ""

    def apply(self, state: State) -> State:
        return with_square(state, self.unit, self.place, self.card)


class SquareLeft(Event, frozen=True):
    """A unit left its square; the card is back in the hand (R-68)."""

    rule = "R-68"
    secrets = {"card": "side"}
    side: Side
    unit: str
    place: int
    card: str = ""

    def apply(self, state: State) -> State:
        return without_square(state, self.unit)


class SupplyCut(Event, frozen=True):
    """A unit is out of supply and goes back (R-11)."""

    rule = "R-11"
    side: Side
    unit: str

    def apply(self, state: State) -> State:
        return state.changed(supplied=self.unit) if side_of(state, self.unit) == self.side else state


class UnitRelocated(Event, frozen=True):
    """The unit stands near its base row now, with its leader (R-11)."""

    rule = "R-11"
    unit: str
    start: Hex
    to: Hex

    def apply(self, state: State) -> State:
        return state.changed(at=placed(state, self.to, self.unit, leader_of(state, self.unit)))


class FirstStrikePlayed(Event, frozen=True):
    """The defender played a card to strike first; it is discarded at once (R-53, R-57)."""

    rule = "R-53"
    side: Side
    card: str
    unit: str

    def apply(self, state: State) -> State:
        strikes = {**state.strikes, self.side: state.strikes[self.side] + 1}
        state = without_cards(state, self.side, self.card)
        fight = None if state.fight is None else changed(state.fight, answer="first_strike")
        return state.changed(discards=(*state.discards, self.card), strikes=strikes, fight=fight)


class CardDiscarded(Event, frozen=True):
    """The card of the turn was discarded (R-110)."""

    rule = "R-110"
    side: Side
    card: str

    @property
    def quiet(self) -> bool:
        return True

    def apply(self, state: State) -> State:
        return state.changed(played="", discards=(*state.discards, self.card))


class CardDrawn(Event, frozen=True):
    """A side drew a card (R-110)."""

    rule = "R-110"
    reveals = True
    secrets = {"card": "side"}
    side: Side
    card: str = ""

    def apply(self, state: State) -> State:
        return with_cards(state, self.side, self.card)


class CardsLookedAt(Event, frozen=True):
    """A side took cards from the draw pile to keep one (R-15)."""

    rule = "R-15"
    reveals = True
    secrets = {"cards": "side"}
    side: Side
    count: int
    cards: Cards = ()

    def apply(self, state: State) -> State:
        before = state.looked_at[self.side]
        return state.changed(looked_at={**state.looked_at, self.side: (*before, *self.cards)})


class CardKept(Event, frozen=True):
    """Of the cards that it took a side kept one and discarded the other openly (R-15)."""

    rule = "R-15"
    secrets = {"kept": "side"}
    side: Side
    discarded: Cards
    kept: str = ""

    def apply(self, state: State) -> State:
        state = state.changed(
            looked_at={**state.looked_at, self.side: ()}, discards=(*state.discards, *self.discarded)
        )
        return with_cards(state, self.side, self.kept)
