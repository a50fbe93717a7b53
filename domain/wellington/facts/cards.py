"""The 110 cards: command points, kinds, who may hold and play them, when, and what they do to each other."""

from collections.abc import Mapping
from typing import Literal, get_args

import msgspec

from domain.kernel.datafiles import DataFile, Entry, Name, Positive, Source
from domain.wellington.facts.forces import Forces
from domain.wellington.facts.powers import NATIONS, POWERS, Nation, Power

Deck = Literal["common", "spain", "britain", "france"]
CardKind = Literal["response", "battle", "siege", "event", "plus", "mandatory"]
Player = Literal["any", "spain", "britain", "french", "besieger", "defender", "inactive", "owner_of_leader"]
Window = Literal[
    "own_impulse", "impulse_start", "idle", "card_played", "cp_spent", "entry", "intercept_declared",
    "intercept_rolled", "evade_declared", "evade_rolled", "retreat_declared", "attrition_rolled",
    "battle_round_start", "battle_dice", "battle_round_end", "battle_result", "battle_won", "plunder",
    "siege_start", "siege_round_start", "siege_dice", "siege_round_end", "fortress_taken", "convoy_declared",
]
Duration = Literal[
    "impulse", "turn", "game", "until_own_next_impulse", "until_friendly_impulse", "through_their_impulse",
    "through_their_scheduled_impulse", "through_french_scheduled_impulses",
]
After = Literal[
    "discard", "reserve", "remove", "reshuffle", "keep", "give_to_victim", "keep_then_discard_end_of_turn",
    "keep_then_reshuffle_after_interphase", "remove_at_interphase", "remove_after_interphase",
]
CommandPoints = Literal[2, 3, 4, 5, 6, 8]
DECKS: tuple[Deck, ...] = get_args(Deck)
WINDOWS: tuple[Window, ...] = get_args(Window)
SECTIONS = ("parts", "lists", "card")
PAIRS = (("cancels", "cancelled_by"), ("modifies", "modified_by"), ("blocks", "blocked_by"))


class Parts(Entry, frozen=True, kw_only=True):
    """From which number to which the cards of each deck go (1.10)."""

    common: tuple[Positive, Positive]
    spain: tuple[Positive, Positive]
    britain: tuple[Positive, Positive]
    france: tuple[Positive, Positive]
    src: Source


class Lists(Entry, frozen=True, kw_only=True):
    """Cards that the rulebook lists: mandatory ones (5.8), and battle cards good in a siege too (5.3)."""

    mandatory: tuple[Positive, ...]
    battle_or_siege: tuple[Positive, ...]
    src: Source


class CardFact(Entry, frozen=True, kw_only=True):
    """A card. `when` are the windows of its event; `after` says where it goes when its event is done."""

    number: Positive
    id: Name
    title: Name
    deck: Deck
    cp: CommandPoints | None = None
    kinds: tuple[CardKind, ...]
    who: Player
    when: tuple[Window, ...]
    condition: Name | None = None
    effect: Name
    params: Mapping[str, object] = {}
    duration: Duration | None = None
    after: After
    cancels: tuple[Positive, ...] = ()
    cancelled_by: tuple[Positive, ...] = ()
    modifies: tuple[Positive, ...] = ()
    modified_by: tuple[Positive, ...] = ()
    blocks: tuple[Positive, ...] = ()
    blocked_by: tuple[Positive, ...] = ()
    cancels_rule: Name | None = None
    rulings: tuple[Name, ...] = ()
    src: Source

    @property
    def is_national(self) -> bool:
        return self.deck != "common"

    @property
    def is_mandatory(self) -> bool:
        return "mandatory" in self.kinds

    @property
    def is_plus(self) -> bool:
        return "plus" in self.kinds

    @property
    def is_response(self) -> bool:
        return "response" in self.kinds

    @property
    def is_battle_card(self) -> bool:
        return "battle" in self.kinds


class Cards(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """All cards, by number. Every tuple is in the order of the numbers."""

    cards: Mapping[int, CardFact]
    number_of: Mapping[str, int]                          # by id
    decks: Mapping[Deck, tuple[int, ...]]
    national: Mapping[Nation, tuple[int, ...]]            # the national cards, by nation
    holders: Mapping[int, tuple[Power, ...]]              # who can ever have it in hand, in impulse order
    in_window: Mapping[Window, tuple[int, ...]]           # the cards whose event can be played there
    mandatory: tuple[int, ...]
    battle_or_siege: tuple[int, ...]

    def answers(self, window: Window, power: Power) -> tuple[int, ...]:
        """The cards with which this power could answer in this window, if it held them."""
        return tuple(number for number in self.in_window[window] if power in self.holders[number])


def read_cards(file: DataFile, forces: Forces) -> Cards:
    """The cards of a `cards.toml`. Raises DataError."""
    cards = {card.number: card for card in file.read_list("card", CardFact, key="number")}
    ids = [card.id for card in cards.values()]
    for card in cards.values():
        file.require(ids.count(card.id) == 1, str(card.number), "id",
                     f"{card.id!r} is the id of another card")
        _check_card(file, card, cards)
    decks = _decks(file, cards)
    lists = file.read_table("lists", Lists)
    _check_lists(file, cards, lists)
    for stand_in in forces.stand_ins.values():
        for number in stand_in.cards:
            file.require(number in cards, "card", "number", f"{number} is missing; a stand-in needs it")
    return Cards(
        cards={number: cards[number] for number in sorted(cards)},
        number_of={card.id: card.number for card in cards.values()}, decks=decks,
        national={nation: decks[nation] for nation in NATIONS},
        holders={number: _holders(cards[number], forces) for number in sorted(cards)},
        in_window={window: tuple(number for number in sorted(cards) if window in cards[number].when)
                   for window in WINDOWS},
        mandatory=lists.mandatory, battle_or_siege=lists.battle_or_siege,
    )


def _holders(card: CardFact, forces: Forces) -> tuple[Power, ...]:
    return POWERS if card.deck == "common" else forces.powers_of_nation[card.deck]


def _decks(file: DataFile, cards: Mapping[int, CardFact]) -> dict[Deck, tuple[int, ...]]:
    parts = file.read_table("parts", Parts)
    decks: dict[Deck, tuple[int, ...]] = {}
    for deck in DECKS:
        first, last = getattr(parts, deck)
        decks[deck] = tuple(range(first, last + 1))
        for number in decks[deck]:
            file.require(number in cards, "parts", deck,
                         f"says {first} to {last}, but card {number} is missing")
            file.require(cards[number].deck == deck, str(number), "deck",
                         f"says {cards[number].deck}, but {first} to {last} are {deck}")
    total = sum(len(deck) for deck in decks.values())
    file.require(len(cards) == total, "parts", "parts", f"give {total} cards, but the file has {len(cards)}")
    return decks


def _check_card(file: DataFile, card: CardFact, cards: Mapping[int, CardFact]) -> None:
    entry = str(card.number)
    file.require(bool(card.kinds), entry, "kinds", "is empty")
    file.require(bool(card.when), entry, "when", "is empty; name the windows of its event")
    file.require(card.is_mandatory == (card.cp is None), entry, "cp",
                 "stands on every card but a mandatory one (5.8)")
    file.require(card.is_national == (card.after == "reserve"), entry, "after",
                 "a national card goes to the Reserve, and only a national card (5.4)")
    national: dict[Deck, Player] = {"spain": "spain", "britain": "britain", "france": "french"}
    file.require(not card.is_national or card.who == national[card.deck], entry, "who",
                 f"a national card of {card.deck} is not played by {card.who}")
    for one, other in (pair for both in PAIRS for pair in (both, both[::-1])):
        for number in getattr(card, one):
            file.require(number in cards, entry, one, f"there is no card {number}")
            file.require(card.number in getattr(cards[number], other), entry, one,
                         f"card {number} does not say {other} {card.number}")


def _check_lists(file: DataFile, cards: Mapping[int, CardFact], lists: Lists) -> None:
    mandatory = tuple(number for number, card in sorted(cards.items()) if card.is_mandatory)
    file.require(lists.mandatory == mandatory, "lists", "mandatory",
                 f"must be the mandatory cards {mandatory}")
    for number in lists.battle_or_siege:
        file.require(number in cards and {"battle", "siege"} <= set(cards[number].kinds), "lists",
                     "battle_or_siege", f"card {number} must be both a battle and a siege card (5.3)")
