"""The facts of Brandywine Creek, read from `data/*.toml` and checked.

`load()` reads a folder once, `packs.learn()` the files of a pack. A mistake in a file raises `DataError`,
which names the file, the entry and the field.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from domain.brandywine.facts import scenarios, tables, terrain, units
from domain.brandywine.facts.scenarios import Scenario
from domain.brandywine.facts.tables import Tables
from domain.brandywine.facts.terrain import Ground
from domain.brandywine.facts.units import Units
from domain.kernel.datafiles import DataFile, digest, read_folder

__all__ = ["DATA", "DIGEST", "FACTS", "SECTIONS", "Facts", "known", "load", "read_facts"]

DATA = Path(__file__).parent.parent / "data"
SECTIONS = {
    "tables.toml": tables.SECTIONS,
    "map.toml": terrain.SECTIONS,
    "units.toml": units.SECTIONS,
    "scenarios.toml": scenarios.SECTIONS,
}


class Facts(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """All facts of a game."""

    tables: Tables
    ground: Ground
    units: Units
    scenarios: Mapping[str, Scenario]
    digest: str


def read_facts(files: Mapping[str, DataFile], named: str) -> Facts:
    """The facts in these files. Raises DataError."""
    lists = tables.read_tables(files["tables.toml"])
    ground = terrain.read_ground(files["map.toml"], lists)
    counters = units.read_units(files["units.toml"])
    battles = scenarios.read_scenarios(files["scenarios.toml"], ground, counters)
    return Facts(tables=lists, ground=ground, units=counters, scenarios=battles, digest=named)


@cache
def load(folder: Path = DATA) -> Facts:
    """The facts in this folder, read and checked once. Raises DataError."""
    files = read_folder(folder, SECTIONS)
    return read_facts(files, digest(files.values()))


FACTS = load()
"""The built-in facts. Rules ask the state for its own, `state.facts`."""
DIGEST = FACTS.digest
"""Names these data in every opening event."""
known: dict[str, Facts] = {"": FACTS}
"""Every facts that a state may name, by the digest of its pack."""
