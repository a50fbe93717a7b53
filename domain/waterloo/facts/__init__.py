"""The facts of Waterloo: map, counters, cards and scenarios, read from `data/*.toml` and checked.

`load()` reads each folder once. Everything in it is frozen and worked out beforehand: the rules only look up.
A mistake in a file raises `DataError`, which names the file, the entry, the field and the problem.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from domain.kernel.datafiles import DataFile, digest, read_files, read_folder
from domain.parts.sides import members
from domain.waterloo.facts import cards, scenarios, units
from domain.waterloo.facts.battlefield import (
    FACINGS,
    Battlefield,
    CostParts,
    Crossing,
    Facing,
    LabelFact,
    PlaceFact,
    RoadFact,
    Square,
    Terrain,
    read_battlefield,
)
from domain.waterloo.facts.cards import ACTIONS, ActionFact, ActionId, CardFact
from domain.waterloo.facts.scenarios import Condition, PlacesVictory, PointsVictory, ScenarioFact, SeatingFact
from domain.waterloo.facts.sides import ARMIES, FRONTS, Army, Front
from domain.waterloo.facts.units import Arm, CounterMix, LeaderFact, UnitFact

__all__ = [
    "ACTIONS", "ARMIES", "FACINGS", "FACTS", "FRONTS", "ActionFact", "ActionId", "Arm", "Army", "CardFact",
    "Condition", "CostParts", "Crossing", "Facing", "Facts", "Front", "LabelFact", "LeaderFact",
    "PlaceFact", "PlacesVictory", "PointsVictory", "RoadFact", "ScenarioFact", "SeatingFact", "Square",
    "Terrain", "UnitFact", "load",
]

DATA = Path(__file__).parent.parent / "data"
SECTIONS = {
    "map.toml": ("grid", "terrain_legend", "terrain", "edges", "road", "place", "label", "prussian_entry"),
    "units.toml": units.SECTIONS,
    "cards.toml": cards.SECTIONS,
    "scenarios.toml": scenarios.SECTIONS,
}


class Facts(Battlefield, frozen=True, eq=False, kw_only=True):
    """All facts of the game; the map's are those of `Battlefield`."""

    units: Mapping[str, UnitFact]
    infantry: frozenset[str]
    elite: frozenset[str]
    one_sided: frozenset[str]
    printed: Mapping[str, tuple[int, int]]                # battle points of a unit: full side, reduced side
    infantry_of: Mapping[Army, tuple[str, ...]]
    cavalry_of: Mapping[Army, tuple[str, ...]]
    leaders: Mapping[str, LeaderFact]
    leader_of: Mapping[Army, LeaderFact]                  # the Prussians have none
    mix: CounterMix
    actions: Mapping[ActionId, ActionFact]
    cards: Mapping[str, CardFact]
    decks: Mapping[Army, tuple[str, ...]]
    guns: frozenset[str]                                  # the cards with artillery fire
    guns_of: Mapping[Army, frozenset[str]]
    front: Mapping[Army, Front]
    armies_of: Mapping[Front, tuple[Army, ...]]
    default_facing: Mapping[Army, Facing]
    first_front: Front                                    # begins turn 1 (7.0)
    max_cards_per_round: int
    minutes_per_turn: int
    start_time: str
    seatings: Mapping[int, SeatingFact]                   # by number of players
    scenarios: Mapping[str, ScenarioFact]
    setup: Mapping[str, tuple[Square, Facing]]
    leader_setup: Mapping[str, Square]
    reinforcements: Mapping[int, tuple[str, ...]]         # by turn, long game only
    arrival_turn: Mapping[str, int]                       # the same by unit
    digest: str                                           # SHA-256 of the four files


@cache
def load(folder: Path = DATA) -> Facts:
    """The facts in this folder, read and checked once. Raises DataError."""
    return _facts(read_folder(folder, SECTIONS))


def read(files: Mapping[str, bytes]) -> Facts:
    """The facts in the contents of these files, by name. Raises DataError."""
    return _facts(read_files(files, SECTIONS))


def _facts(files: Mapping[str, DataFile]) -> Facts:
    field = read_battlefield(files["map.toml"])
    mix, counters, leaders = units.read_units(files["units.toml"])
    actions, commands, decks = cards.read_cards(files["cards.toml"], counters, leaders)
    file = files["scenarios.toml"]
    common = scenarios.read_common(file)
    games = scenarios.read_scenarios(file, field, decks)
    setup, leader_setup = scenarios.read_setup(file, field, counters, leaders, common.fronts)
    reinforcements = scenarios.read_reinforcements(file, counters, games)
    guns = frozenset(card for card, fact in commands.items() if fact.action == "artillery_fire")
    return Facts(
        **{name: getattr(field, name) for name in Battlefield.__struct_fields__},
        units=counters, **units.kinds_of(counters), mix=mix,
        leaders=leaders, leader_of={leader.army: leader for leader in leaders.values()},
        actions=actions, cards=commands, decks=decks, guns=guns,
        guns_of={army: guns.intersection(deck) for army, deck in decks.items()}, front=common.fronts,
        armies_of=members(FRONTS, ARMIES, common.fronts.__getitem__),
        default_facing=common.default_facing, first_front=common.first_front,
        max_cards_per_round=common.max_cards_per_round, minutes_per_turn=common.minutes_per_turn,
        start_time=common.start_time, seatings=scenarios.read_seatings(file, games), scenarios=games,
        setup=setup, leader_setup=leader_setup, reinforcements=reinforcements,
        arrival_turn={unit: turn for turn, entering in reinforcements.items() for unit in entering},
        digest=digest(files.values()),
    )


FACTS = load()
