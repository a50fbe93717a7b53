"""The names of everything that has an id."""

from collections.abc import Mapping
from pathlib import Path

from domain.parts.names import told
from domain.washingtons_war.facts import Facts

FOLDER = Path(__file__).parent.parent


def names(facts: Facts, language: str) -> Mapping[str, str]:
    english = {"american": "American", "british": "British"}
    for table in (facts.space, facts.colony, facts.map.zones, facts.generals):
        english.update({key: fact.name for key, fact in table.items()})
    english.update({card: fact.title for card, fact in facts.cards.items()})
    return told(FOLDER, language, "names", english)
