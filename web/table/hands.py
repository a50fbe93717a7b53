"""The cards of a hand as they lie on the tray: those that can be played first, then by their use."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from flask import Flask

from domain.kernel import RuleSet
from web.base.words import card_text, name
from web.table.menus import Menu

BRIEF = {6: 105, 8: 68, 99: 50}
"""So many letters of its text a card has room for, by how many cards lie there at most; the whole text stands
beside the board."""
_NUMBERED = re.compile(r"(\d+)\s+(\D+)")


class CardFace(msgspec.Struct):
    """What lies open on a card of one's own hand.

    `figures` are its numbers with what they count, where it has several; else `ring` is its value. `brief` is
    the beginning of its text, in whole clauses; `is_whole` says that this is all of it.
    """

    name: str
    note: str
    ring: str
    figures: list[tuple[str, str]]
    number: int | None
    tags: list[str]
    brief: str
    is_whole: bool


def card_face(card: str, rule_set: RuleSet, count: int = 1) -> CardFace:
    """The face of one of `count` cards in the language of the page."""
    named, _, note = name(card, rule_set).partition(" (")
    face, text, note = rule_set.faces.get(card), card_text(card, rule_set), note.rstrip(")")
    brief = clauses(text, next(letters for most, letters in BRIEF.items() if count <= most))
    return CardFace(
        named,
        note,
        face.value if face else "",
        figures_in(note) if face and "/" in face.value else [],
        face.number if face else None,
        [name(tag, rule_set) for tag in face.tags] if face else [],
        brief,
        brief == text,
    )


def figures_in(note: str) -> list[tuple[str, str]]:
    """The numbers of a card's note with what they count: "6 movement, 2 battle"."""
    found = (_NUMBERED.fullmatch(part.strip()) for part in note.split(","))
    return [(each[1], each[2]) for each in found if each]


def clauses(text: str, most: int) -> str:
    """The longest beginning of a text that ends where a sentence or a part of one ends, at most so many
    letters; where even its first clause is longer, the words of that which there is room for."""
    ends = [each.end(1) for each in re.finditer(r"([.;:,])\s", text)] + [len(text)]
    fitting = [end for end in ends if end <= most] or [text.rfind(" ", 0, most + 1)]
    return text[: fitting[-1]].rstrip(",;:")


def on_tray(hands: Mapping[str, Sequence[str]], scene: Mapping[str, Any]) -> list[str]:
    """Whose cards lie on the tray with their uses: the seats' own. Cards that are only looked at, as those of
    a scout, are listed below it, and what is ordered of them stands in the prompt."""
    return [owner for owner in hands if owner in scene["numbers"]] or [*hands]


def by_use(cards: Iterable[str], menu: Menu, set_cards: Sequence[str], rule_set: RuleSet) -> list[str]:
    """The cards as they lie on the tray: playable ones first, then by kind, the strongest of a kind first."""

    def place(card: str) -> tuple[Any, ...]:
        face = rule_set.faces.get(card)
        values = [-int(each) for each in re.findall(r"\d+", face.value)] if face else []
        is_idle = card not in menu.by_card and card not in set_cards
        return is_idle, len(face.tags) if face else 0, face.tags if face else (), values, card

    return sorted(cards, key=place)


def is_low(rule_set: RuleSet) -> bool:
    """Whether the tray is low: the cards show numbers and no text."""
    return any("/" in face.value for face in rule_set.faces.values()) or not rule_set.faces


def in_templates(app: Flask) -> None:
    """Makes these available to every template."""
    app.jinja_env.filters.update(card_face=card_face, by_use=by_use, has_low_tray=is_low)
