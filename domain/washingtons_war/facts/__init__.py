"""The facts of Washington's War: map, generals, cards and set-up, read from `data/*.toml` and checked.

`load()` reads each folder once, `packs.learn()` the files of a pack. What the rules look up all the time is
worked out beforehand. A mistake in a file raises `DataError`, which names the file, the entry and the field.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from domain.kernel.datafiles import DataFile, digest, read_folder
from domain.kernel.geometry import joined
from domain.washingtons_war.facts import armies, cards, colonies, scenarios
from domain.washingtons_war.facts.armies import Armies, GeneralFact
from domain.washingtons_war.facts.cards import CardFact, CardStep
from domain.washingtons_war.facts.colonies import WILDERNESS_COST, Colonies, ColonyFact, Space, SpaceFact, Way
from domain.washingtons_war.facts.scenarios import (
    AllianceFact,
    ReinforcementsFact,
    ScenarioFact,
    Scenarios,
    VictoryFact,
)
from domain.washingtons_war.facts.sides import NATIONS, SIDES, Nation, Side

__all__ = [
    "FACTS", "NATIONS", "SECTIONS", "SIDES", "Armies", "CardFact", "CardStep", "Colonies", "ColonyFact",
    "Facts", "GeneralFact", "Nation", "ScenarioFact", "Scenarios", "Side", "Space", "SpaceFact", "Way",
    "known", "load", "read_facts",
]

DATA = Path(__file__).parent.parent / "data"
SECTIONS = {
    "map.toml": colonies.SECTIONS, "units.toml": armies.SECTIONS, "cards.toml": cards.SECTIONS,
    "scenarios.toml": scenarios.SECTIONS,
}


class Facts(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """All facts of a game: each file under its name, then what the rules look up all the time."""

    map: Colonies
    armies: Armies
    cards: Mapping[str, CardFact]
    scenarios: Mapping[str, ScenarioFact]
    reinforcements: ReinforcementsFact
    alliance: AllianceFact
    victory: VictoryFact
    digest: str                                           # of the four files, or of the pack that has them

    spaces: tuple[Space, ...]                             # in map order
    space: Mapping[Space, SpaceFact]
    colony: Mapping[str, ColonyFact]
    colony_of: Mapping[Space, str]
    in_colony: Mapping[str, tuple[Space, ...]]
    thirteen: tuple[str, ...]                             # colonies
    adjacent: Mapping[Space, tuple[Space, ...]]           # Arnold's trail left out (10.3)
    arnold_adjacent: Mapping[Space, tuple[Space, ...]]    # his trail too (7.4.D)
    cost: Mapping[Way, int]                               # of a step, both ways, Arnold's trail too
    ports: tuple[Space, ...]
    zone_of: Mapping[Space, str]                          # of ports only
    zones: tuple[str, ...]
    fortified: frozenset[Space]
    winter_quarters: frozenset[Space]                     # squares and stars (2.1.B)
    southern: frozenset[Space]                            # spaces south of the line of attrition
    generals: Mapping[str, GeneralFact]
    moving_limit: int                                     # CU with a moving general (7.3.A)
    ops: Mapping[str, int]                                # OPS card -> its value


def read_facts(files: Mapping[str, DataFile], named: str) -> Facts:
    """The facts in these files. Raises DataError."""
    land = colonies.read_colonies(files["map.toml"])
    pieces = armies.read_armies(files["units.toml"])
    deck = cards.read_cards(files["cards.toml"])
    cards.check_names(files["cards.toml"], deck, land.colonies, pieces.generals)
    starts = scenarios.read_scenarios(files["scenarios.toml"], land, pieces, deck)
    lines = land.connections
    spaces = land.spaces
    return Facts(
        map=land, armies=pieces, cards=deck, scenarios=starts.scenarios,
        reinforcements=starts.reinforcements, alliance=starts.alliance, victory=starts.victory, digest=named,
        spaces=tuple(spaces), space=spaces, colony=land.colonies,
        colony_of={space: fact.colony for space, fact in spaces.items()},
        in_colony={colony: tuple(space for space, fact in spaces.items() if fact.colony == colony)
                   for colony in land.colonies},
        thirteen=tuple(colony for colony, fact in land.colonies.items() if fact.thirteen),
        adjacent=joined(spaces, ((line.a, line.b) for line in lines if not line.arnold_only)),
        arnold_adjacent=joined(spaces, ((line.a, line.b) for line in lines)),
        cost={way: WILDERNESS_COST if line.wilderness or line.arnold_only else 1
              for line in lines for way in ((line.a, line.b), (line.b, line.a))},
        ports=tuple(space for space, fact in spaces.items() if fact.zone),
        zone_of={space: fact.zone for space, fact in spaces.items() if fact.zone},
        zones=tuple(land.zones),
        fortified=frozenset(space for space, fact in spaces.items() if fact.kind == "fortified_port"),
        winter_quarters=frozenset(space for space, fact in spaces.items() if fact.kind != "plain"),
        southern=frozenset(space for space, fact in spaces.items() if fact.colony in land.south),
        generals=pieces.generals, moving_limit=pieces.armies.moving_limit,
        ops={card.id: card.ops for card in deck.values() if card.ops},
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
