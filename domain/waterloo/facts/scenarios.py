"""Scenarios: who plays, where everybody stands, what each turn brings and who wins (13)."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

import msgspec

from domain.kernel.datafiles import DataFile, Entry, Name, NotNegative, Positive, Source
from domain.waterloo.facts.battlefield import Battlefield, Facing, Square
from domain.waterloo.facts.sides import ARMIES, FRONTS, Army, Front
from domain.waterloo.facts.units import LeaderFact, UnitFact

SECTIONS = ("common", "seating", "scenario", "setup", "reinforcement")
Turns = Annotated[int, msgspec.Meta(ge=1, le=50)]
MOST_CONDITIONS = 20
"""Bounds of what a pack may say, so that its games come to an end in time."""


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


def read_common(file: DataFile) -> Common:
    common = file.read_table("common", Common)
    for army in ARMIES:
        file.require(army in common.fronts, "common", "fronts", f"names no front for {army}")
        expected = "french" if army == "french" else "coalition"
        file.require(common.fronts[army] == expected, "common", "fronts", f"{army} must be {expected}")
    return common


def read_seatings(file: DataFile, scenarios: Mapping[str, ScenarioFact]) -> dict[int, SeatingFact]:
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


def read_scenarios(file: DataFile, field: Battlefield,
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


def read_setup(
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


def read_reinforcements(file: DataFile, units: Mapping[str, UnitFact],
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
