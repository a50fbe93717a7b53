"""Data packs: what an owner of the boxed game may correct, and what the rules themselves say.

Printed values may change: ratings, costs, lines, defences, tables, set-ups, command points. Ids may not, and
neither may what the rules have in words of their own, such as what a card does: a pack that says otherwise
would not be played by, so it is refused.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from domain.kernel.datafiles import OWN_WORDS, read_files, same_ids, same_values
from domain.kernel.errors import DataError
from domain.wellington.facts import (
    FACTS,
    SECTIONS,
    CardFact,
    Cards,
    Facts,
    Forces,
    Iberia,
    Scenarios,
    Tables,
    known,
    read_facts,
)

MOST_SCENARIOS = 20
FREE = ("name", "title", "src", "effect", "rulings")
"""Words: nothing is played by them."""

UNITS: Mapping[str, Sequence[str]] = {
    "powers": ("side", "nation", "colour"),
    "soldiers": ("sp", "marches_alone"),
    "leaders": ("power",),
    "stand_ins": ("cards", "command"),
}
TABLES: Mapping[str, Sequence[str]] = {
    "turns": ("years", "order", "phases", "interphase_after", "interphase"),
    "convoy": ("assault_card", "battery_hits"),
    "battle": ("eliminates", "disorganises", "rounds"),
    "siege": ("besieger_hits", "fortress_hits"),
    "attrition": ("eliminates",),
    "letter_to_the_horse_guards": ("other_wellesley",),
    "popular_uprising": ("other_wellesley",),
    "peace": ("barred_by_card",),
}
CARD_VALUES = ("cp", "kinds", "params", *FREE)
"""The fields of a card that may change; of `kinds` only whether it is a plus card, of `params` these."""
ANY_CARD = ("appeal_modifier", "appeal_modifier_once", "attrition")
PARAMS: Mapping[int, Sequence[str]] = {
    25: ("cp",),
    55: ("auto_win",),
    65: ("forced_cp",),
    72: ("allied", "french"),
    94: ("given_cp",),
}
LARGEST_PARAM = 20


def learn(contents: Mapping[str, bytes], digest: str) -> Facts:
    """The facts in the files of a pack; from now on a state that names its digest has them.

    Raises DataError for a mistake, and for what a pack cannot change.
    """
    checks: Mapping[str, Callable[[Any], None]] = {
        "map.toml": _check_map, "units.toml": _check_units, "cards.toml": _check_cards,
        "scenarios.toml": _check_scenarios, "tables.toml": _check_tables,
    }
    facts = read_facts(read_files(contents, SECTIONS), digest, lambda file, part: checks[file](part))
    return known.setdefault(digest, facts)


def _refuse(file: str, entry: str, field: str, own: object) -> NoReturn:
    raise DataError(file, entry, field, OWN_WORDS.format(own=own))


def _check_map(land: Iberia) -> None:
    same_ids("map.toml", "duchy", land.duchies, FACTS.duchies)
    same_ids("map.toml", "box", land.boxes, FACTS.map.boxes)
    for box, held in FACTS.map.boxes.items():
        same_values("map.toml", box, land.boxes[box], held, ("holds",))
    for duchy, fact in FACTS.duchies.items():
        if (land.duchies[duchy].shape == "box") != (fact.shape == "box"):
            _refuse("map.toml", duchy, "shape", fact.shape)


def _check_units(pieces: Forces) -> None:
    for name, fields in UNITS.items():
        found, built_in = getattr(pieces, name), getattr(FACTS.forces, name)
        same_ids("units.toml", name, found, built_in)
        for each, own in built_in.items():
            same_values("units.toml", each, found[each], own, fields)


def _check_cards(deck: Cards) -> None:
    same_values("cards.toml", "lists", deck, FACTS.cards, ("battle_or_siege",))
    cards, own = deck.cards, FACTS.cards.cards
    same_ids("cards.toml", "card", map(str, cards), map(str, own))
    fixed = [field for field in CardFact.__struct_fields__ if field not in CARD_VALUES]
    for number, card in own.items():
        same_values("cards.toml", str(number), cards[number], card, fixed)
        if set(cards[number].kinds) - {"plus"} != set(card.kinds) - {"plus"}:
            _refuse("cards.toml", str(number), "kinds", ", ".join(card.kinds))
        _check_params(str(number), cards[number].params, card)


def _check_params(entry: str, params: Mapping[str, Any], own: CardFact) -> None:
    free = (*ANY_CARD, *PARAMS.get(own.number, ()))
    for name in dict.fromkeys((*params, *own.params)):
        field = f"params.{name}"
        if name not in params or name not in own.params:
            _refuse("cards.toml", entry, field, "there" if name in own.params else "not there")
        if name not in free and params[name] != own.params[name]:
            _refuse("cards.toml", entry, field, own.params[name])
        if not _is_like(params[name], own.params[name]):
            problem = f"must be like {own.params[name]!r}, with numbers up to {LARGEST_PARAM}"
            raise DataError("cards.toml", entry, field, problem)


def _is_like(value: object, own: object) -> bool:
    """Has it the shape of the built-in value, and no number that is too large?"""
    if type(value) is not type(own):
        return False
    if isinstance(value, dict) and isinstance(own, dict):
        return value.keys() == own.keys() and all(_is_like(value[key], own[key]) for key in own)
    if isinstance(value, list) and isinstance(own, list):
        return value == own or all(type(each) is int and each in FACTS.cards.cards for each in value)
    return value == own or not isinstance(value, int) or abs(value) <= LARGEST_PARAM


def _check_scenarios(starts: Scenarios) -> None:
    """Scenarios may be added; who may sit where stays."""
    same_ids("scenarios.toml", "seating", starts.seatings, FACTS.scenarios.seatings)
    for seating, fact in FACTS.scenarios.seatings.items():
        same_values("scenarios.toml", seating, starts.seatings[seating], fact, ("players", "powers"))
    same_ids("scenarios.toml", "scenario", set(FACTS.starts) & set(starts.scenarios), FACTS.starts)
    if len(starts.scenarios) > MOST_SCENARIOS:
        raise DataError("scenarios.toml", "scenario", "id", f"there may be {MOST_SCENARIOS} scenarios")


def _check_tables(tables: Tables) -> None:
    for name, fields in TABLES.items():
        same_values("tables.toml", name, getattr(tables, name), getattr(FACTS.tables, name), fields)
    appeal, own = tables.appeal_to_the_emperor, FACTS.tables.appeal_to_the_emperor
    cards, kept = ([(each.card, each.once) for each in table.modifiers] for table in (appeal, own))
    if cards != kept:
        _refuse("tables.toml", "appeal_to_the_emperor", "modifiers", kept)
    target, built_in = (each.conquest_of_spain.target_with_card for each in (tables, FACTS.tables))
    same_values("tables.toml", "conquest_of_spain", target, built_in, ("card",))
