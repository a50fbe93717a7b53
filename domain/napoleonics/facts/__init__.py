"""The facts of Commands & Colors: Napoleonics, read from `data/*.toml` and checked.

`load()` reads a folder once, `packs.learn()` the files of a pack. A mistake in a file raises `DataError`,
which names the file, the entry and the field.
"""

from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path

import msgspec

from domain.kernel.chance import Die
from domain.kernel.datafiles import DataFile, digest, read_folder
from domain.napoleonics.facts import cards, scenarios, terrain, units
from domain.napoleonics.facts.cards import CardFact
from domain.napoleonics.facts.scenarios import Scenario
from domain.napoleonics.facts.terrain import Terrain
from domain.napoleonics.facts.units import Units

__all__ = ["COMBAT", "DATA", "FACTS", "SECTIONS", "Facts", "known", "load", "read_facts"]

DATA = Path(__file__).parent.parent / "data"
SECTIONS = {
    "units.toml": units.SECTIONS,
    "terrain.toml": terrain.SECTIONS,
    "cards.toml": cards.SECTIONS,
    "scenarios.toml": scenarios.SECTIONS,
}
COMBAT = Die("combat", ("infantry", "infantry", "cavalry", "artillery", "flag", "sabers"))
"""The die: two faces of infantry, one each of the others (R-143)."""


class Facts(msgspec.Struct, frozen=True, eq=False, kw_only=True, dict=True):
    """All facts of a game, and what the rules look up all the time."""

    units: Units
    terrain: Terrain
    cards: Mapping[str, CardFact]
    scenarios: Mapping[str, Scenario]
    digest: str
    deck: Mapping[str, str]
    """Card -> its kind."""

    @cached_property
    def by_name(self) -> tuple[str, ...]:
        """All cards in the order of their names, which is that of draws."""
        return tuple(sorted(self.deck))

    @cached_property
    def place_in_deck(self) -> Mapping[str, int]:
        """Card -> its place in the order of the file."""
        return {card: number for number, card in enumerate(self.deck)}


def read_facts(files: Mapping[str, DataFile], named: str) -> Facts:
    """The facts in these files. Raises DataError."""
    kinds = units.read_units(files["units.toml"])
    land = terrain.read_terrain(files["terrain.toml"])
    deck = cards.read_cards(files["cards.toml"])
    battles = scenarios.read_scenarios(files["scenarios.toml"], land, kinds)
    return Facts(
        units=kinds, terrain=land, cards=deck, scenarios=battles, digest=named, deck=cards.deck_of(deck)
    )


@cache
def load(folder: Path = DATA) -> Facts:
    """The facts in this folder, read and checked once. Raises DataError."""
    files = read_folder(folder, SECTIONS)
    return read_facts(files, digest(files.values()))


FACTS = load()
"""The built-in facts. Rules ask the state for its own, `state.facts`."""
known: dict[str, Facts] = {"": FACTS}
"""Every facts that a state may name, by the digest of its pack."""
