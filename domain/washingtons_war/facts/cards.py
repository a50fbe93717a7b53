"""The 110 strategy cards: what each is, and the steps of what it does (6)."""

from collections.abc import Collection, Mapping
from typing import Annotated, Literal

import msgspec

from domain.kernel.datafiles import DataFile, Entry, Name, Positive, Source
from domain.washingtons_war.facts.sides import Side

CardKind = Literal["ops", "campaign", "event", "battle"]
CardSide = Literal["american", "british", "either", "must_play"]
Reshuffle = Literal["never", "when_played", "when_discarded"]
Condition = Literal["alliance_not_in_effect", "european_war_in_effect", "regulars_in_effect",
                    "french_navy_on_map", "target_exists"]
Doing = Literal["place_pc", "remove_pc", "remove_cu", "add_cu_map", "add_cu_box", "discard_random",
                "advance_alliance", "lose_regulars", "remove_navy", "war_ends_box",
                "bar_american_pc_placement", "campaign", "place_pc_each_colony", "battle_drm",
                "draw_replacement", "remove_general_for_good", "activate"]
Terrain = Literal["any", "non_port", "unblockaded_plain_port"]
Free = Literal["pc", "british_cu", "american_units"]
Number = Annotated[int, msgspec.Meta(ge=0, le=20)]
SECTIONS = ("card",)


class CardStep(Entry, frozen=True, kw_only=True):
    """One thing that a card does, with its numbers and limits; what it does not say is empty."""

    do: Doing
    side: Side | None = None
    up_to: Number = 0
    count: Number = 0
    drm: Number = 0
    spaces: Number = 0
    activations: Number = 0
    movement: Number = 0
    battle_within: Number = 0
    per_colony: Number = 0
    year: int = 0
    colonies: tuple[str, ...] | Literal["any", "thirteen"] = "any"
    terrain: Terrain = "any"
    free_of: tuple[Free, ...] = ()
    adjacent_to_own: bool = False
    within_of_british_general: Number = 0
    without_general: bool = False
    not_with: str = ""
    where: str = ""
    hand: Side | None = None
    chooser: Side | None = None
    until: str = ""
    general: str = ""
    overrun: bool = False
    ignore_strategy_rating: bool = False
    when: str = ""
    needs_target: bool = False


class CardFact(Entry, frozen=True, kw_only=True):
    """A card (6.2, 6.3); the fields are explained in `cards.toml`."""

    number: Positive
    id: Name
    title: Name
    title_it: str = ""
    kind: CardKind
    side: CardSide
    ops: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    battle_card: bool = False
    event_in_strategy_phase: bool = False
    must_play: bool = False
    removed_after_event: bool = False
    reshuffle: Reshuffle = "never"
    set_aside_until: int = 0
    requires: tuple[Condition, ...] = ()
    effect: str = ""
    steps: tuple[CardStep, ...] = ()
    src: Source
    note: str = ""

    @property
    def war_ends(self) -> int:
        """The year at whose end this card ends the war; 0 if it is no War Ends card (6.34.C.iii)."""
        return next((step.year for step in self.steps if step.do == "war_ends_box"), 0)


def read_cards(file: DataFile) -> Mapping[str, CardFact]:
    """The cards of a `cards.toml`, by id, in the order of their numbers. Raises DataError."""
    cards = sorted(file.read_list("card", CardFact), key=lambda card: card.number)
    numbers = [card.number for card in cards]
    file.require(numbers == list(range(1, len(cards) + 1)), "card", "number", "must count from 1 up")
    for card in cards:
        file.require((card.kind == "ops") == bool(card.ops), card.id, "ops", "belongs to an OPS card (6.2)")
        file.require((card.side == "must_play") == card.must_play, card.id, "must_play",
                     "belongs to a card with both flags (6.34)")
    return {card.id: card for card in cards}


def check_names(
    file: DataFile, cards: Mapping[str, CardFact], colonies: Collection[str], generals: Collection[str]
) -> None:
    """Every colony and general that a card speaks of is there. Raises DataError."""
    for card in cards.values():
        for step in card.steps:
            named = step.colonies if isinstance(step.colonies, tuple) else ()
            file.require(set(named) <= set(colonies), card.id, "colonies", f"names no colony: {named}")
            for field, general in (("not_with", step.not_with), ("general", step.general)):
                file.require(not general or general in generals, card.id, field, f"{general!r} is no general")
