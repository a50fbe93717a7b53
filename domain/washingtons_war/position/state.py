"""The state of a game of Washington's War, and how a changed copy is made.

A state is never changed in place.
"""

from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec

from domain.kernel.seats import Seat
from domain.parts.piles import undrawn, without
from domain.washingtons_war.facts import SIDES, Facts, Nation, Side, known
from domain.washingtons_war.facts.ids import CARDS, FRENCH_BOX, NUMBER_OF
from domain.washingtons_war.position.conflict import Activations, Fight, Marching, Units

Phase = Literal["set_up", "reinforcement", "strategy_cards", "strategy", "winter", "navy", "political", "end"]
Use = Literal["activate", "markers", "reinforce", "queue", "queue_activate", "event", "discard"]
"""What a card is played for (R-19)."""
Cards = tuple[str, ...]


def _no_cards() -> dict[Side, Cards]:
    return {side: () for side in SIDES}


class Impulse(msgspec.Struct, frozen=True, omit_defaults=True):
    """The impulse under way: one card play (5.3).

    `replacements` are the battle cards that each side played in it, for each of which it draws a card at its
    end (6.33.B).
    """

    side: Side
    number: int
    card: str = ""
    use: Use | None = None
    replacements: dict[Side, int] = {}


class State(msgspec.Struct, frozen=True):
    """A game of Washington's War at one moment.

    `markers` are the PC markers by space. `american`, `french` and `british` count the CU in each space that
    has any. `generals` are in a space or in a box of `facts.ids.BOXES`; `british_box` counts the CU in the
    British Reinforcements box, `french_waiting` the French CU that have not landed. `congress` is None while
    it is dispersed. `navy` is a blockade zone, the French box, or "turn_track" after d'Estaing sailed (R-81).
    `allied_in` is the year in which the alliance took effect, 0 before. `european_war` begins at the end of
    that year (R-80). `mutinies`: the Americans place nothing with OPS and discards this year.

    `hands` are sorted by number; the deck is what lies nowhere else, so no order can leak. `face_up` are
    cards in hands that both know (a swap took them). `set_aside` cards wait for 1776, `reinforcement_cards`
    and `queues` lie open by side, `war_ends` is the card in its box. `tried` are generals that tried to
    intercept since the last impulse began (R-50). `campaign`, `marching` and `fight` are what is under way on
    the map. `spent` counts the operations of the cards played so far. `data` is the digest of the pack that
    the game is played on.
    """

    secrets: ClassVar[Mapping[str, str]] = {"hands": ""}

    scenario: str
    seats: tuple[Seat, ...]
    year: int = 0
    phase: Phase = "set_up"
    impulses: int = 0
    impulse: Impulse | None = None
    markers: dict[str, Side] = {}
    american: dict[str, int] = {}
    french: dict[str, int] = {}
    british: dict[str, int] = {}
    generals: dict[str, str] = {}
    british_box: int = 0
    french_waiting: int = 0
    congress: str | None = None
    navy: str = FRENCH_BOX
    alliance: int = 0
    allied_in: int = 0
    european_war: bool = False
    regulars: bool = True
    mutinies: bool = False
    hands: dict[Side, Cards] = msgspec.field(default_factory=_no_cards)
    face_up: Cards = ()
    discards: Cards = ()
    removed: Cards = ()
    set_aside: Cards = ()
    war_ends: str = ""
    reinforcement_cards: dict[Side, Cards] = msgspec.field(default_factory=_no_cards)
    queues: dict[Side, Cards] = msgspec.field(default_factory=_no_cards)
    reshuffle_due: bool = False
    tried: tuple[str, ...] = ()
    campaign: Activations | None = None
    marching: Marching | None = None
    fight: Fight | None = None
    spent: dict[Side, int] = msgspec.field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    ended: str = ""
    winner: Side | None = None
    data: str = ""

    @property
    def facts(self) -> Facts:
        """The facts that the game is played by, built in or of its pack."""
        return known[self.data]


changed = msgspec.structs.replace
"""`changed(state, year=1776)`: a copy with these fields."""


# Cards ------------------------------------------------------------------------------------------


def deck(state: State) -> Cards:
    """The cards still to be drawn, in no order."""
    return undrawn(
        CARDS, state.discards, state.removed, state.set_aside, (state.war_ends,), *state.hands.values(),
        *state.reinforcement_cards.values(), *state.queues.values(),
    )  # fmt: skip


def with_card(state: State, side: Side, *cards: str) -> State:
    """These cards have come into a hand."""
    hand = tuple(sorted((*state.hands[side], *cards), key=NUMBER_OF.__getitem__))
    return changed(state, hands={**state.hands, side: hand})


def without_card(state: State, side: Side, card: str) -> State:
    """The card has left the hand, and lies nowhere yet."""
    hands = {**state.hands, side: without(state.hands[side], (card,))}
    return changed(state, hands=hands, face_up=without(state.face_up, (card,)))


def queue_total(state: State, side: Side) -> int:
    """What a side's operations queue is worth (7.1.B)."""
    ops = state.facts.ops
    return sum(ops[card] for card in state.queues[side])


def is_last_card(state: State) -> bool:
    """Is no other card played after that of this impulse in the Strategy Phase (9.44, R-60)?

    So it is once no hand holds one and nobody is to draw one for a battle card. To discard one in a battle is
    not to play it.
    """
    impulse = state.impulse
    is_known = impulse is not None and bool(impulse.card) and not impulse.replacements
    return is_known and not any(state.hands.values())


# What is under way on the map --------------------------------------------------------------------


def marching_of(state: State) -> Marching:
    """The general on the march, who must be there."""
    assert state.marching is not None, "a general is on the march"
    return state.marching


def fight_of(state: State) -> Fight:
    """The battle at hand, which must be fought."""
    assert state.fight is not None, "a battle is fought"
    return state.fight


# Pieces -----------------------------------------------------------------------------------------


def cu_of(state: State, nation: Nation) -> dict[str, int]:
    """The CU of a nation by space."""
    if nation == "british":
        return state.british
    return state.american if nation == "american" else state.french


def with_cu(state: State, nation: Nation, space: str, more: int) -> State:
    """So many CU more (or fewer) of a nation in a space. Raises ValueError if there are not enough."""
    before = cu_of(state, nation)
    count = before.get(space, 0) + more
    if count < 0:
        raise ValueError(f"{space} has only {count - more} {nation} CU, not {-more}")
    after = {**before, space: count}
    if not count:
        del after[space]
    if nation == "british":
        return changed(state, british=after)
    return changed(state, american=after) if nation == "american" else changed(state, french=after)


def with_moved_units(state: State, start: str | None, to: str | None, units: Units) -> State:
    """These CU have gone from one space to another, or left the map, or come to it."""
    for nation, count in units.items():
        if start is not None:
            state = with_cu(state, nation, start, -count)
        if to is not None:
            state = with_cu(state, nation, to, count)
    return state


def with_general(state: State, general: str, place: str) -> State:
    """A general is in this space or box."""
    return changed(state, generals={**state.generals, general: place})


def with_army_gone(state: State, general: str, start: str, to: str, units: Units) -> State:
    """A general has gone from one space to another with these CU."""
    return with_moved_units(with_general(state, general, to), start, to, units)


def with_marker(state: State, space: str, side: Side | None) -> State:
    """The space has this marker, or none."""
    markers = dict(state.markers)
    if side is None:
        del markers[space]
    else:
        markers[space] = side
    return changed(state, markers=markers)
