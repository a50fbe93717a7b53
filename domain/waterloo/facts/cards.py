"""Command cards and the actions that are their third option (6.0, 11)."""

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

import msgspec

from domain.kernel.datafiles import DataFile, Entry, Name, Positive, Source
from domain.waterloo.facts.sides import ARMIES, Army
from domain.waterloo.facts.units import LeaderFact, UnitFact

ActionId = Literal["artillery_fire", "command", "elite", "rally", "cavalry_charge", "enemy_must_charge",
                   "napoleons_health"]
ACTIONS: tuple[ActionId, ...] = get_args(ActionId)
SECTIONS = ("actions", "decks")
MovementPoints = Annotated[int, msgspec.Meta(ge=1, le=100)]
"""Bounded, so that the games of a pack come to an end in time."""


class ActionFact(Entry, frozen=True, kw_only=True):
    """What the third option of a card does, and when it may be played (11)."""

    name: Name
    play: Literal["any_time", "battle", "own_round"]
    text: Name
    rule: Name
    src: Source


class WrittenCard(Entry, frozen=True, kw_only=True):
    id: Name
    mp: MovementPoints
    bp: Positive
    action: ActionId | None = None
    src: Source


class CardFact(WrittenCard, frozen=True, kw_only=True):
    """A command card: movement points, battle points and perhaps an action (6.0)."""

    army: Army


class Deck(Entry, frozen=True, kw_only=True):
    size: Positive
    cards: tuple[object, ...]
    src: Source


def read_cards(
    file: DataFile, units: Mapping[str, UnitFact], leaders: Mapping[str, LeaderFact],
) -> tuple[dict[ActionId, ActionFact], dict[str, CardFact], dict[Army, tuple[str, ...]]]:
    actions = file.by_name("actions", ActionFact, ACTIONS)
    decks_written = file.by_name("decks", Deck, ARMIES)
    cards: dict[str, CardFact] = {}
    decks: dict[Army, tuple[str, ...]] = {}
    for army, deck in decks_written.items():
        read = file.entries("cards", WrittenCard, list(deck.cards))
        file.require(len(read) == deck.size, army, "size",
                     f"says {deck.size} cards, but the deck lists {len(read)}")
        for card in read:
            file.require(card.id not in cards, card.id, "id", "stands in the file twice")
            _check_action(file, card, army, units, leaders)
            cards[card.id] = CardFact(**msgspec.structs.asdict(card), army=army)
        decks[army] = tuple(card.id for card in read)
    return actions, cards, decks


def _check_action(file: DataFile, card: WrittenCard, army: Army, units: Mapping[str, UnitFact],
                  leaders: Mapping[str, LeaderFact]) -> None:
    """Each army has only cards that can do something for it (11.2, 11.3, 11.7)."""
    if card.action == "command":
        file.require(any(leader.army == army for leader in leaders.values()), card.id, "action",
                     f"is command, but the army {army} has no leader (11.2)")
    if card.action == "elite":
        file.require(any(unit.elite and unit.army == army for unit in units.values()), card.id, "action",
                     f"is elite, but the army {army} has no elite unit (11.3)")
    if card.action == "napoleons_health":
        file.require(army == "anglo_allied", card.id, "action",
                     "is napoleons_health, which is Anglo-Allied only (11.7)")
