"""Data packs: what an owner of the boxed game may correct. Values may change, ids and sides may not."""

from collections.abc import Mapping

from domain.brandywine.facts import FACTS, SECTIONS, Facts, known, read_facts
from domain.kernel.datafiles import read_files, same_ids, same_values
from domain.kernel.errors import DataError

FILES = tuple(SECTIONS)
FIXED = ("wing", "type", "rifle", "jaeger", "maxwell", "demi_leader", "brigade", "fixed")
FIXED_IN_LEADERS = ("wing", "role", "maxwell", "brigade")


def learn(contents: Mapping[str, bytes], digest: str) -> Facts:
    """The facts in the files of a pack; from now on a state that names its digest has them.

    Raises DataError for a mistake, and for what a pack cannot change.
    """
    facts = read_facts(read_files(contents, SECTIONS), digest)
    same_ids("units.toml", "unit", facts.units.units, FACTS.units.units)
    same_ids("units.toml", "leader", facts.units.leaders, FACTS.units.leaders)
    same_ids("scenarios.toml", "scenario", facts.scenarios, FACTS.scenarios)
    same_ids("map.toml", "area", facts.ground.areas, FACTS.ground.areas)
    for name, fact in FACTS.units.pieces.items():
        fixed = FIXED if name in FACTS.units.units else FIXED_IN_LEADERS
        same_values("units.toml", name, facts.units.pieces[name], fact, fixed)
    for name, scenario in FACTS.scenarios.items():
        other = facts.scenarios[name]
        if other.pieces != scenario.pieces or other.fact.special != scenario.fact.special:
            raise DataError("scenarios.toml", name, "set_up", "has other pieces than the rulebook")
    return known.setdefault(digest, facts)
