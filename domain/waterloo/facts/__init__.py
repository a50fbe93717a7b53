"""The facts of Waterloo: map, counters, cards and scenarios, read from `data/*.toml` and checked.

`load()` reads each folder once. Everything in it is frozen and worked out beforehand: the rules only look up.
A mistake in a file raises `DataError`, which names the file, the entry, the field and the problem.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, cast, get_args

import msgspec

from domain.kernel.datafiles import (
    DataFile,
    Entry,
    Name,
    NotNegative,
    Positive,
    Source,
    digest,
    read_files,
    read_folder,
)
from domain.parts.sides import members
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

__all__ = [
    "ARMIES", "FACINGS", "FACTS", "FRONTS", "ActionFact", "ActionId", "Arm", "Army", "CardFact",
    "Condition", "CostParts", "Crossing", "Facing", "Facts", "Front", "LabelFact", "LeaderFact",
    "PlaceFact", "PlacesVictory", "PointsVictory", "RoadFact", "ScenarioFact", "SeatingFact", "Square",
    "Terrain", "UnitFact", "load",
]

DATA = Path(__file__).parent.parent / "data"

Army = Literal["french", "anglo_allied", "prussian"]
Front = Literal["french", "coalition"]
Arm = Literal["infantry", "heavy_cavalry", "light_cavalry"]
ActionId = Literal["artillery_fire", "command", "elite", "rally", "cavalry_charge", "enemy_must_charge",
                   "napoleons_health"]
ARMIES: tuple[Army, ...] = get_args(Army)
FRONTS: tuple[Front, ...] = get_args(Front)
ARMS: tuple[Arm, ...] = get_args(Arm)
ACTIONS: tuple[ActionId, ...] = get_args(ActionId)
SECTIONS = {
    "map.toml": ("grid", "terrain_legend", "terrain", "edges", "road", "place", "label", "prussian_entry"),
    "units.toml": ("counter_mix", "leader", *ARMIES),
    "cards.toml": ("actions", "decks"),
    "scenarios.toml": ("common", "seating", "scenario", "setup", "reinforcement"),
}


Turns = Annotated[int, msgspec.Meta(ge=1, le=50)]
MovementPoints = Annotated[int, msgspec.Meta(ge=1, le=100)]
MOST_CONDITIONS = 20
"""Bounds of what a pack may say, so that its games come to an end in time."""


class CounterMix(Entry, frozen=True, kw_only=True):
    """How many counters the game has (1.0). Markers are no limit (W-03)."""

    units: Positive
    french: Positive
    anglo_allied: Positive
    prussian: Positive
    leaders: Positive
    markers: Positive
    src: Source


class WrittenUnit(Entry, frozen=True, kw_only=True):
    id: Name
    label: Name
    name: Name
    size: Literal["division", "brigade"]
    elite: bool
    full: Positive
    reduced: Positive | None = None
    src: Source


class UnitFact(WrittenUnit, frozen=True, kw_only=True):
    """A counter (2.2, 9.1): `full` and `reduced` are its battle points, None for no reduced side."""

    army: Army
    arm: Arm

    @property
    def is_infantry(self) -> bool:
        return self.arm == "infantry"

    @property
    def is_cavalry(self) -> bool:
        return self.arm != "infantry"


class LeaderFact(Entry, frozen=True, kw_only=True):
    """A leader and the battle points that his Command card adds in attack and in defence (11.2)."""

    id: Name
    army: Army
    name: Name
    attack: NotNegative = 0
    defence: NotNegative = 0
    src: Source


class ActionFact(Entry, frozen=True, kw_only=True):
    """What the third option of a card does, and when it may be played (11)."""

    name: Name
    play: Literal["any_time", "battle", "own_round"]
    text: Name
    rule: Name
    src: Source


class WrittenCard(Entry, frozen=True, kw_only=True):
    id: Name
    mp: MovementPoints
    bp: Positive
    action: ActionId | None = None
    src: Source


class CardFact(WrittenCard, frozen=True, kw_only=True):
    """A command card: movement points, battle points and perhaps an action (6.0)."""

    army: Army


class Deck(Entry, frozen=True, kw_only=True):
    size: Positive
    cards: tuple[object, ...]
    src: Source


class Common(Entry, frozen=True, kw_only=True):
    first_front: Front
    max_cards_per_round: Positive
    minutes_per_turn: Positive
    start_time: Name
    default_facing: Mapping[Army, Facing]
    fronts: Mapping[Army, Front]
    src: Source


class SeatingFact(Entry, frozen=True, kw_only=True):
    """The armies of each seat; the tie breaker has the last word in the coalition (6.0, W-18)."""

    players: Positive
    armies: tuple[tuple[Army, ...], ...]
    tie_breaker: Army | None = None
    src: Source


class Condition(Entry, frozen=True, kw_only=True):
    """Holding at least so many of these squares, and all of those in `also`."""

    at_least: Positive
    of: tuple[Square, ...]
    also: tuple[Square, ...] = ()


class PlacesVictory(Entry, frozen=True, kw_only=True, tag_field="kind", tag="places"):
    """The French win if any condition holds at the end, else the other front (13.2)."""

    french_wins_if_any: Annotated[tuple[Condition, ...], msgspec.Meta(max_length=MOST_CONDITIONS)]
    otherwise: Front


class PointsVictory(Entry, frozen=True, kw_only=True, tag_field="kind", tag="points"):
    """More victory points win (13.3)."""

    tie: Literal["draw"]


class ScenarioFact(Entry, frozen=True, kw_only=True):
    """A scenario: its length, its hands by army and turn, its markers and how it is won (13)."""

    id: Name
    name: Name
    turns: Turns
    players: tuple[Positive, ...]
    armies: tuple[Army, ...]
    draws: Mapping[Army, tuple[NotNegative, ...]]
    vp_markers: Mapping[Square, Front]
    victory: PlacesVictory | PointsVictory
    place_vp: Mapping[Square, Mapping[Front, NotNegative]] = {}
    src: Source


class Reinforcement(Entry, frozen=True, kw_only=True):
    turn: Positive
    units: tuple[Name, ...]
    src: Source


class Setup(Entry, frozen=True, kw_only=True):
    french: Mapping[str, tuple[Square, Facing]]
    anglo_allied: Mapping[str, tuple[Square, Facing]]
    leaders: Mapping[str, Square]
    src: Source


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
    mix, units, leaders = _read_units(files["units.toml"])
    actions, cards, decks = _read_cards(files["cards.toml"], units, leaders)
    file = files["scenarios.toml"]
    common = _read_common(file)
    scenarios = _read_scenarios(file, field, decks)
    setup, leader_setup = _read_setup(file, field, units, leaders, common.fronts)
    reinforcements = _read_reinforcements(file, units, scenarios)
    guns = frozenset(card for card, fact in cards.items() if fact.action == "artillery_fire")
    return Facts(
        **{name: getattr(field, name) for name in Battlefield.__struct_fields__},
        units=units, **_kinds_of(units), mix=mix,
        leaders=leaders, leader_of={leader.army: leader for leader in leaders.values()},
        actions=actions, cards=cards, decks=decks, guns=guns,
        guns_of={army: guns.intersection(deck) for army, deck in decks.items()}, front=common.fronts,
        armies_of=members(FRONTS, ARMIES, common.fronts.__getitem__),
        default_facing=common.default_facing, first_front=common.first_front,
        max_cards_per_round=common.max_cards_per_round, minutes_per_turn=common.minutes_per_turn,
        start_time=common.start_time, seatings=_read_seatings(file, scenarios), scenarios=scenarios,
        setup=setup, leader_setup=leader_setup, reinforcements=reinforcements,
        arrival_turn={unit: turn for turn, entering in reinforcements.items() for unit in entering},
        digest=digest(files.values()),
    )


def _kinds_of(units: Mapping[str, UnitFact]) -> dict[str, Any]:
    """What the rules ask of units over and over."""
    infantry = frozenset(unit for unit, fact in units.items() if fact.is_infantry)
    cavalry = frozenset(units) - infantry
    of_army = members(ARMIES, units, lambda unit: units[unit].army)
    return {
        "infantry": infantry,
        "elite": frozenset(unit for unit, fact in units.items() if fact.elite),
        "one_sided": frozenset(unit for unit, fact in units.items() if fact.reduced is None),
        "printed": {unit: (fact.full, fact.reduced or fact.full) for unit, fact in units.items()},
        "infantry_of": {army: tuple(unit for unit in of_army[army] if unit in infantry) for army in ARMIES},
        "cavalry_of": {army: tuple(unit for unit in of_army[army] if unit in cavalry) for army in ARMIES},
    }


def _read_units(file: DataFile) -> tuple[CounterMix, dict[str, UnitFact], dict[str, LeaderFact]]:
    mix = file.read_table("counter_mix", CounterMix)
    units: dict[str, UnitFact] = {}
    for army in ARMIES:
        lists = file.mapping(army, file.tables[army])
        for name in lists:
            file.require(name in ARMS, army, name, f"is no arm; there are {', '.join(ARMS)}")
        for arm in ARMS:
            file.require(arm in lists, army, arm, "is missing; write an empty list if there are none")
            for unit in file.entries(arm, WrittenUnit, lists[arm]):
                file.require(unit.id not in units, unit.id, "id", "stands in the file twice")
                _check_sides(file, unit)
                units[unit.id] = UnitFact(**msgspec.structs.asdict(unit), army=army, arm=arm)
        count = sum(unit.army == army for unit in units.values())
        file.require(count == getattr(mix, army), "counter_mix", army,
                     f"says {getattr(mix, army)} counters, but the file lists {count}")
    file.require(len(units) == mix.units, "counter_mix", "units",
                 f"says {mix.units} counters, but the file lists {len(units)}")
    leaders = {leader.id: leader for leader in file.read_list("leader", LeaderFact)}
    file.require(len(leaders) == mix.leaders, "counter_mix", "leaders",
                 f"says {mix.leaders} leaders, but the file lists {len(leaders)}")
    armies = [leader.army for leader in leaders.values()]
    for leader in leaders.values():
        file.require(armies.count(leader.army) == 1, leader.id, "army",
                     f"{leader.army} has another leader already")
    return mix, units, leaders


def _check_sides(file: DataFile, unit: WrittenUnit) -> None:
    """A unit of full value 1 has one side, every other has a lower reduced side (9.1)."""
    if unit.full == 1:
        file.require(unit.reduced is None, unit.id, "reduced",
                     "a unit of full value 1 has no reduced side (9.1)")
    else:
        file.require(unit.reduced is not None, unit.id, "reduced",
                     f"is missing; a unit of full value {unit.full} has a reduced side (9.1)")
        file.require(cast(int, unit.reduced) < unit.full, unit.id, "reduced",
                     f"{unit.reduced} must be less than the full value {unit.full}")


def _read_cards(
    file: DataFile, units: Mapping[str, UnitFact], leaders: Mapping[str, LeaderFact],
) -> tuple[dict[ActionId, ActionFact], dict[str, CardFact], dict[Army, tuple[str, ...]]]:
    actions = file.by_name("actions", ActionFact, ACTIONS)
    decks_written = file.by_name("decks", Deck, ARMIES)
    cards: dict[str, CardFact] = {}
    decks: dict[Army, tuple[str, ...]] = {}
    for army, deck in decks_written.items():
        read = file.entries("cards", WrittenCard, list(deck.cards))
        file.require(len(read) == deck.size, army, "size",
                     f"says {deck.size} cards, but the deck lists {len(read)}")
        for card in read:
            file.require(card.id not in cards, card.id, "id", "stands in the file twice")
            _check_action(file, card, army, units, leaders)
            cards[card.id] = CardFact(**msgspec.structs.asdict(card), army=army)
        decks[army] = tuple(card.id for card in read)
    return actions, cards, decks


def _check_action(file: DataFile, card: WrittenCard, army: Army, units: Mapping[str, UnitFact],
                  leaders: Mapping[str, LeaderFact]) -> None:
    """Each army has only cards that can do something for it (11.2, 11.3, 11.7)."""
    if card.action == "command":
        file.require(any(leader.army == army for leader in leaders.values()), card.id, "action",
                     f"is command, but the army {army} has no leader (11.2)")
    if card.action == "elite":
        file.require(any(unit.elite and unit.army == army for unit in units.values()), card.id, "action",
                     f"is elite, but the army {army} has no elite unit (11.3)")
    if card.action == "napoleons_health":
        file.require(army == "anglo_allied", card.id, "action",
                     "is napoleons_health, which is Anglo-Allied only (11.7)")


def _read_common(file: DataFile) -> Common:
    common = file.read_table("common", Common)
    for army in ARMIES:
        file.require(army in common.fronts, "common", "fronts", f"names no front for {army}")
        expected = "french" if army == "french" else "coalition"
        file.require(common.fronts[army] == expected, "common", "fronts", f"{army} must be {expected}")
    return common


def _read_seatings(file: DataFile, scenarios: Mapping[str, ScenarioFact]) -> dict[int, SeatingFact]:
    seatings = {seating.players: seating for seating in file.read_list("seating", SeatingFact, key="players")}
    for seating in seatings.values():
        entry = str(seating.players)
        file.require(len(seating.armies) == seating.players, entry, "armies",
                     f"has {len(seating.armies)} seats for {seating.players} players")
        held = sorted(army for seat in seating.armies for army in seat)
        file.require(held == sorted(ARMIES), entry, "armies", "must give every army to exactly one seat")
        file.require(seating.players < 3 or seating.tie_breaker is not None, entry, "tie_breaker",
                     "is missing; two coalition seats need one (6.0)")
    for scenario in scenarios.values():
        for players in scenario.players:
            file.require(players in seatings, scenario.id, "players", f"no seating for {players} players")
    return seatings


def _read_scenarios(file: DataFile, field: Battlefield,
                    decks: Mapping[Army, tuple[str, ...]]) -> dict[str, ScenarioFact]:
    scenarios = {one.id: one for one in file.read_list("scenario", ScenarioFact)}
    for scenario in scenarios.values():
        _check_draws(file, scenario, decks)
        _check_squares(file, scenario.id, "vp_markers", scenario.vp_markers, field)
        _check_squares(file, scenario.id, "place_vp", scenario.place_vp, field)
        for square, points in scenario.place_vp.items():
            file.require(square in scenario.vp_markers, scenario.id, "place_vp",
                         f"{square} gives points, but has no victory point marker")
            file.require(set(points) == set(FRONTS), scenario.id, "place_vp",
                         f"{square} must give points for {' and '.join(FRONTS)}")
        if isinstance(scenario.victory, PlacesVictory):
            for condition in scenario.victory.french_wins_if_any:
                _check_squares(file, scenario.id, "victory", condition.of + condition.also, field)
                file.require(condition.at_least <= len(condition.of), scenario.id, "victory",
                             f"asks for {condition.at_least} squares of {len(condition.of)}")
    _check_markers(file, scenarios, field)
    return scenarios


def _check_draws(file: DataFile, scenario: ScenarioFact, decks: Mapping[Army, tuple[str, ...]]) -> None:
    file.require(set(scenario.draws) == set(scenario.armies), scenario.id, "draws",
                 f"must name the armies of the scenario: {', '.join(scenario.armies)}")
    for army, draws in scenario.draws.items():
        file.require(len(draws) == scenario.turns, scenario.id, "draws",
                     f"{army} has {len(draws)} hands for {scenario.turns} turns")
        file.require(max(draws) <= len(decks[army]), scenario.id, "draws",
                     f"{army} draws {max(draws)} cards from a deck of {len(decks[army])}")


def _check_markers(file: DataFile, scenarios: Mapping[str, ScenarioFact], field: Battlefield) -> None:
    """The markers of the two games are those that the places of the map say (3.1)."""
    for name in ("short", "long"):
        file.require(name in scenarios, "scenario", "id", f"there is no {name} scenario")
        marked = {square for square, place in field.place_of.items()
                  if (place.vp_short if name == "short" else place.vp_long)}
        other = marked ^ set(scenarios[name].vp_markers)
        file.require(not other, name, "vp_markers",
                     f"does not agree with vp_{name} of map.toml at {', '.join(sorted(other))}")


def _read_setup(
    file: DataFile, field: Battlefield, units: Mapping[str, UnitFact], leaders: Mapping[str, LeaderFact],
    fronts: Mapping[Army, Front],
) -> tuple[dict[str, tuple[Square, Facing]], dict[str, Square]]:
    written = file.read_table("setup", Setup)
    setup: dict[str, tuple[Square, Facing]] = {}
    stands: dict[Square, str] = {}
    for army, places in (("french", written.french), ("anglo_allied", written.anglo_allied)):
        for unit, (square, facing) in places.items():
            file.require(unit in units and units[unit].army == army, "setup", unit,
                         f"is no unit of the {army} army")
            _check_squares(file, "setup", unit, (square,), field)
            file.require(square not in stands, "setup", unit,
                         f"{square} is taken by {stands.get(square)} (8.2)")
            stands[square] = unit
            setup[unit] = (square, facing)
    for unit, fact in units.items():
        file.require(unit in setup or fact.army == "prussian", "setup", unit, "has no starting square")
    for name, square in written.leaders.items():
        file.require(name in leaders, "setup", name, "is no leader")
        _check_squares(file, "setup", name, (square,), field)
        host = stands.get(square)
        file.require(host is None or fronts[units[host].army] == fronts[leaders[name].army], "setup", name,
                     f"{square} is taken by the enemy unit {host}")
        file.require([*written.leaders.values()].count(square) == 1, "setup", name,
                     f"{square} is taken by another leader")
    for name in leaders:
        file.require(name in written.leaders, "setup", name, "has no starting square")
    return setup, dict(written.leaders)


def _read_reinforcements(file: DataFile, units: Mapping[str, UnitFact],
                         scenarios: Mapping[str, ScenarioFact]) -> dict[int, tuple[str, ...]]:
    last = max(scenario.turns for scenario in scenarios.values())
    arrivals = {one.turn: one.units for one in file.read_list("reinforcement", Reinforcement, key="turn")}
    seen: set[str] = set()
    for turn, entering in arrivals.items():
        file.require(turn <= last, str(turn), "turn", f"is after the last turn, {last}")
        for unit in entering:
            file.require(unit in units and units[unit].army == "prussian", str(turn), "units",
                         f"{unit!r} is no Prussian unit")
            file.require(unit not in seen, str(turn), "units", f"{unit} arrives twice")
            seen.add(unit)
    for unit, fact in units.items():
        file.require(fact.army != "prussian" or unit in seen, "reinforcement", "units",
                     f"{unit} never arrives")
    return arrivals


def _check_squares(file: DataFile, entry: str, field: str, squares: Iterable[Square],
                   on: Battlefield) -> None:
    for square in squares:
        file.require(square in on.terrain, entry, field, f"{square!r} is not on the map")


FACTS = load()
