"""The facts of Wellington: map, pieces, cards, scenarios and tables, read from `data/*.toml` and checked.

`load()` reads each folder once. Everything in it is frozen and worked out beforehand: the rules only look up.
A mistake in a file raises `DataError`, which names the file, the entry, the field and the problem.
"""

from functools import cache
from pathlib import Path

import msgspec

from domain.kernel.datafiles import digest, read_folder
from domain.wellington.facts import cards, forces, iberia, scenarios, tables
from domain.wellington.facts.cards import CardFact, CardKind, Cards, Deck, Window
from domain.wellington.facts.forces import Forces, LeaderFact, Soldier
from domain.wellington.facts.iberia import Duchy, DuchyFact, Iberia, LineKind, Zone
from domain.wellington.facts.powers import NATIONS, POWERS, SIDES, Nation, Power, Side
from domain.wellington.facts.scenarios import PlacementFact, ScenarioFact, Scenarios, SeatingFact, Start
from domain.wellington.facts.tables import Tables, Year

__all__ = [
    "FACTS", "NATIONS", "POWERS", "SIDES", "CardFact", "CardKind", "Cards", "Deck", "Duchy", "DuchyFact",
    "Facts", "Forces", "Iberia", "LeaderFact", "LineKind", "Nation", "PlacementFact", "Power", "ScenarioFact",
    "Scenarios", "SeatingFact", "Side", "Soldier", "Start", "Tables", "Window", "Year", "Zone", "load",
]

DATA = Path(__file__).parent.parent / "data"
SECTIONS = {
    "map.toml": iberia.SECTIONS, "units.toml": forces.SECTIONS, "cards.toml": cards.SECTIONS,
    "scenarios.toml": scenarios.SECTIONS, "tables.toml": tables.SECTIONS,
}


class Facts(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """All facts of the game, each file under its name."""

    map: Iberia
    forces: Forces
    cards: Cards
    scenarios: Scenarios
    tables: Tables
    digest: str                                           # SHA-256 of the five files


@cache
def load(folder: Path = DATA) -> Facts:
    """The facts in this folder, read and checked once. Raises DataError."""
    files = read_folder(folder, SECTIONS)
    land = iberia.read_iberia(files["map.toml"])
    pieces = forces.read_forces(files["units.toml"])
    deck = cards.read_cards(files["cards.toml"], pieces)
    numbers = tables.read_tables(files["tables.toml"], land, deck)
    return Facts(
        map=land, forces=pieces, cards=deck, tables=numbers,
        scenarios=scenarios.read_scenarios(files["scenarios.toml"], land, pieces, deck, numbers),
        digest=digest(files.values()),
    )


FACTS = load()
