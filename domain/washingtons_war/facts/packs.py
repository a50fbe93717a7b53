"""Data packs: what an owner of the boxed game may correct.

Printed values may change: ratings, kinds of spaces, reinforcements, OPS values, numbers of cards, set-ups.
Ids and the lines of the map may not, nor whose a general or a card is.
"""

from collections.abc import Mapping

from domain.kernel.datafiles import read_files, same_ids, same_values
from domain.kernel.errors import DataError
from domain.washingtons_war.facts import FACTS, SECTIONS, Facts, known, read_facts

FILES = tuple(SECTIONS)
FIXED_IN_CARDS = ("number", "kind", "side", "battle_card", "must_play", "set_aside_until")
FIXED_IN_STEPS = (
    "side", "hand", "chooser", "general", "year", "per_colony", "where", "when", "until", "overrun",
    "ignore_strategy_rating",
)  # fmt: skip
"""Whom a step of a card strikes or helps, and when; its numbers, colonies and limits may be corrected."""
FIXED_IN_SCENARIOS = ("first_year", "last_year", "set_aside_cards")


def learn(contents: Mapping[str, bytes], digest: str) -> Facts:
    """The facts in the files of a pack; from now on a state that names its digest has them.

    Raises DataError for a mistake, and for what a pack cannot change.
    """
    facts = read_facts(read_files(contents, SECTIONS), digest)
    _check_map(facts)
    same_ids("units.toml", "general", facts.generals, FACTS.generals)
    for general, fact in FACTS.generals.items():
        same_values("units.toml", general, facts.generals[general], fact, ("nation",))
    _check_cards(facts)
    same_ids("scenarios.toml", "scenario", facts.scenarios, FACTS.scenarios)
    for name, start in FACTS.scenarios.items():
        same_values("scenarios.toml", name, facts.scenarios[name], start, FIXED_IN_SCENARIOS)
    return known.setdefault(digest, facts)


def _check_map(facts: Facts) -> None:
    same_ids("map.toml", "space", facts.space, FACTS.space)
    same_ids("map.toml", "colony", facts.colony, FACTS.colony)
    same_ids("map.toml", "blockade_zone", facts.zones, FACTS.zones)
    for space in FACTS.spaces:
        if set(facts.arnold_adjacent[space]) != set(FACTS.arnold_adjacent[space]):
            raise DataError("map.toml", space, "connection", "a pack cannot join or part spaces")
    same_ids("map.toml", "space order", map(str, enumerate(facts.spaces)), map(str, enumerate(FACTS.spaces)))


def _check_cards(facts: Facts) -> None:
    same_ids("cards.toml", "card", facts.cards, FACTS.cards)
    for card, fact in FACTS.cards.items():
        mine = facts.cards[card]
        same_values("cards.toml", card, mine, fact, FIXED_IN_CARDS)
        if [step.do for step in mine.steps] != [step.do for step in fact.steps]:
            raise DataError("cards.toml", card, "steps", "a pack cannot give a card other things to do")
        for number, (step, built_in) in enumerate(zip(mine.steps, fact.steps, strict=True), start=1):
            same_values("cards.toml", f"{card}, step {number}", step, built_in, FIXED_IN_STEPS)
