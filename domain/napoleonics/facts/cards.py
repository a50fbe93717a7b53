"""The 70 command cards, told by their fields so that no rule names a card (R-10)."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from domain.kernel.datafiles import DataFile, Entry, Name, Source
from domain.napoleonics.facts.sides import FLANKS, Arm, Flank

Doing = Literal["order", "section", "alternative", "supply", "rally", "elan", "copy", "nothing"]
Whom = Literal["infantry", "cavalry", "artillery", "horse_artillery", "leader"]
Moves = Literal["normal", "charge", "shift", "heavy", "hold", "march", "strategic"]
Battles = Literal["any", "melee", "ranged", "none"]
Some = Annotated[int, msgspec.Meta(ge=0, le=6)]
DECK = 70
SECTIONS = ("card",)


class CardFact(Entry, frozen=True, kw_only=True):
    """A kind of card; the fields are explained in `cards.toml`."""

    id: Name
    name: Name
    count: Annotated[int, msgspec.Meta(ge=1, le=6)]
    type: Literal["section", "tactic"]
    doing: Doing
    by: Literal["number", "command", "share", "all"]
    orders: Some = 0
    left: Some = 0
    centre: Some = 0
    right: Some = 0
    whom: tuple[Whom, ...] = ()
    place: Literal["anywhere", "listed", "apart", "beside", "led"] = "anywhere"
    bicorne: bool = False
    draw: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    moves: Moves = "normal"
    most: Some = 0
    battles: Battles = "any"
    bonus: dict[Arm, Some] = {}
    guard_bonus: Some = 0
    bonus_in: tuple[Literal["ranged", "melee"], ...] = ()
    whole: bool = True
    towns: bool = True
    fallback: bool = False
    reaction: bool = False
    reshuffles: bool = False
    src: Source

    def shares(self, mirrored: bool) -> dict[Flank, int]:
        """The orders of each section that the card names; a copy has left and right exchanged (R-16)."""
        own = {"left": self.left, "centre": self.centre, "right": self.right}
        if mirrored:
            own["left"], own["right"] = own["right"], own["left"]
        return {flank: own[flank] for flank in FLANKS if own[flank]}


def read_cards(file: DataFile) -> Mapping[str, CardFact]:
    """The kinds of card of a `cards.toml`. Raises DataError."""
    cards = {card.id: card for card in file.read_list("card", CardFact)}
    total = sum(card.count for card in cards.values())
    file.require(total == DECK, "card", "count", f"make {total} cards together, not {DECK}")
    for card in cards.values():
        if card.place == "listed":
            file.require(bool(card.shares(False)), card.id, "left", "or centre or right must have orders")
    return cards


def deck_of(cards: Mapping[str, CardFact]) -> dict[str, str]:
    """Each of the 70 cards -> its kind, in the order of the file."""
    return {f"{kind}_{number}": kind for kind, card in cards.items() for number in range(1, card.count + 1)}
