"""Data packs: what an owner of the boxed game may correct, and scenarios of a reader's own.

Values may change. The ids of units, terrain and cards may not, nor whose a unit is or what a card does; the
built-in scenarios stay, and others may come.
"""

from collections.abc import Mapping

from domain.kernel.datafiles import read_files, same_ids, same_values
from domain.kernel.errors import DataError
from domain.napoleonics.facts import FACTS, SECTIONS, Facts, known, read_facts

FILES = tuple(SECTIONS)
FIXED_IN_UNITS = ("nation", "arm", "rank")
FIXED_IN_CARDS = (
    "count", "type", "doing", "by", "whom", "place", "moves", "battles", "reaction", "reshuffles", "fallback",
)  # fmt: skip


def learn(contents: Mapping[str, bytes], digest: str) -> Facts:
    """The facts in the files of a pack; from now on a state that names its digest has them.

    Raises DataError for a mistake, and for what a pack cannot change.
    """
    facts = read_facts(read_files(contents, SECTIONS), digest)
    same_ids("units.toml", "unit", facts.units.units, FACTS.units.units)
    for unit, fact in FACTS.units.units.items():
        same_values("units.toml", unit, facts.units.units[unit], fact, FIXED_IN_UNITS)
    same_ids("cards.toml", "card", facts.cards, FACTS.cards)
    for card, printed in FACTS.cards.items():
        same_values("cards.toml", card, facts.cards[card], printed, FIXED_IN_CARDS)
    for kind, land in FACTS.terrain.kinds.items():
        same_values("terrain.toml", kind, facts.terrain.kinds[kind], land, ("passable",))
    for scenario in FACTS.scenarios:
        if scenario not in facts.scenarios:
            raise DataError(
                "scenarios.toml", "scenario", scenario, "is missing; a pack takes no scenario away"
            )
    return known.setdefault(digest, facts)
