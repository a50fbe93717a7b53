"""The facts of Wellington: map, pieces, cards, scenarios and tables, read from `data/*.toml` and checked.

`load()` reads each folder once, `packs.learn()` the files of a pack. Everything in them is frozen and
worked out beforehand: the rules only look up, always in the facts that the state names. A mistake in a file
raises `DataError`, which names the file, the entry, the field and the problem.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from domain.kernel.datafiles import DataFile, digest, read_folder
from domain.wellington.facts import cards, forces, iberia, scenarios, tables
from domain.wellington.facts.cards import CardFact, CardKind, Cards, Deck, Window
from domain.wellington.facts.forces import Forces, LeaderFact, Soldier
from domain.wellington.facts.iberia import Duchy, DuchyFact, Iberia, LineKind, March, Zone
from domain.wellington.facts.powers import NATIONS, POWERS, SIDES, Nation, Power, Side
from domain.wellington.facts.scenarios import PlacementFact, ScenarioFact, Scenarios, SeatingFact, Start
from domain.wellington.facts.tables import Tables, Year

__all__ = [
    "FACTS", "NATIONS", "POWERS", "SIDES", "CardFact", "CardKind", "Cards", "Deck", "Duchy", "DuchyFact",
    "Facts", "Forces", "Iberia", "LeaderFact", "LineKind", "Nation", "PlacementFact", "Power", "ScenarioFact",
    "Scenarios", "SeatingFact", "Side", "Soldier", "Start", "Tables", "Window", "Year", "Zone",
    "known", "load", "read_facts",
]

DATA = Path(__file__).parent.parent / "data"
SECTIONS = {
    "map.toml": iberia.SECTIONS, "units.toml": forces.SECTIONS, "cards.toml": cards.SECTIONS,
    "scenarios.toml": scenarios.SECTIONS, "tables.toml": tables.SECTIONS,
}


class Facts(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """All facts of a game: each file under its name, then what the rules look up all the time."""

    map: Iberia
    forces: Forces
    cards: Cards
    scenarios: Scenarios
    tables: Tables
    digest: str                                           # of the five files, or of the pack that has them

    duchies: Mapping[Duchy, DuchyFact]
    lines: Mapping[March, LineKind]                       # both ways
    line_ids: Mapping[March, str]                         # the same id both ways
    passes: tuple[str, ...]                               # ids of lines
    rivers: tuple[str, ...]
    adjacent: Mapping[Duchy, tuple[Duchy, ...]]
    fortresses: frozenset[Duchy]
    keys: frozenset[Duchy]
    counted: tuple[Duchy, ...]                            # the duchies, the box left out
    ports: tuple[Duchy, ...]                              # of either zone
    printed: Mapping[Duchy, Power]                        # who held it in 1812
    leaders: Mapping[str, LeaderFact]
    card: Mapping[str, CardFact]                          # by id
    mix: Mapping[Power, tuple[int, int, int]]             # infantry, cavalry, artillery: a hard limit (1.5)
    bonus: Mapping[Power, int]                            # dice for the nationality (11.3)
    flags: Mapping[Side, int]
    lone_counters: tuple[int, ...]                        # strength points of those that march alone (9.1)
    starts: Mapping[str, ScenarioFact]
    free_marches: int                                     # without a die of attrition


def _unchecked(file: str, part: Any) -> None:
    """What is built in may say anything that can be played."""


def read_facts(
    files: Mapping[str, DataFile], named: str, check: Callable[[str, Any], None] = _unchecked
) -> Facts:
    """The facts in these files; `check(file, part)` is called with what each file says, before the next one.

    Raises DataError.
    """
    land = iberia.read_iberia(files["map.toml"])
    check("map.toml", land)
    pieces = forces.read_forces(files["units.toml"])
    check("units.toml", pieces)
    deck = cards.read_cards(files["cards.toml"], pieces)
    check("cards.toml", deck)
    numbers = tables.read_tables(files["tables.toml"], land, deck)
    check("tables.toml", numbers)
    starts = scenarios.read_scenarios(files["scenarios.toml"], land, pieces, deck, numbers)
    check("scenarios.toml", starts)
    duchies, line_ids = land.duchies, {march: "-".join(sorted(march)) for march in land.line}
    return Facts(
        map=land, forces=pieces, cards=deck, tables=numbers, scenarios=starts, digest=named,
        duchies=duchies, lines=land.line, line_ids=line_ids, adjacent=land.adjacent,
        passes=_lines_of(land, line_ids, "pass"), rivers=_lines_of(land, line_ids, "river"),
        fortresses=frozenset(land.fortresses), keys=frozenset(land.keys),
        counted=tuple(duchy for duchy, fact in duchies.items() if fact.shape != "box"),
        ports=tuple(duchy for duchy, fact in duchies.items() if fact.is_port),
        printed={duchy: fact.controller for duchy, fact in duchies.items()},
        leaders=pieces.leaders, card={card.id: card for card in deck.cards.values()},
        mix={power: (mix["infantry"], mix["cavalry"], mix["artillery"])
             for power, mix in pieces.counters.items()},
        bonus={power: fact.nationality_bonus for power, fact in pieces.powers.items()},
        flags=pieces.flags,
        lone_counters=tuple(fact.sp for fact in pieces.soldiers.values() if fact.marches_alone),
        starts=starts.scenarios, free_marches=numbers.attrition.free_marches,
    )


def _lines_of(land: Iberia, line_ids: Mapping[March, str], kind: LineKind) -> tuple[str, ...]:
    return tuple(sorted({line_ids[march] for march, each in land.line.items() if each == kind}))


@cache
def load(folder: Path = DATA) -> Facts:
    """The facts in this folder, read and checked once. Raises DataError."""
    files = read_folder(folder, SECTIONS)
    return read_facts(files, digest(files.values()))


FACTS = load()
"""The built-in facts. Rules ask the state for its own, `state.facts`."""
known: dict[str, Facts] = {"": FACTS}
"""Every facts that a state may name, by the digest of its pack."""
