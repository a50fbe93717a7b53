"""The numbers to plot over a game, and how well a seat stands (for bots)."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import ClassVar, NamedTuple

from domain.kernel.ruleset import Measure
from domain.kernel.seats import Seat
from domain.waterloo.facts import ARMIES, FACINGS, FRONTS, Army, Facing, Facts, Front, PlacesVictory
from domain.waterloo.facts.ids import ARMY_OF, FRONT_OF, NEIGHBOUR, SQUARES, distance
from domain.waterloo.position.state import State, Unit, front_of_seat
from domain.waterloo.seen.names import OF_ARMY
from domain.waterloo.victory import winner as winner_now


def _measures() -> tuple[Measure, ...]:
    found = []
    for army in ARMIES:
        name = OF_ARMY[army]
        found += [
            Measure(f"strength_{army}", f"{name} strength", army, "strength"),
            Measure(f"units_{army}", f"{name} units", army, "units"),
            Measure(f"cards_{army}", f"{name} cards", army, "cards"),
            Measure(f"losses_{army}", f"{name} losses", army, "losses"),
        ]
    return (
        *found,
        Measure("points_french", "French victory points", "french", "points"),
        Measure("points_coalition", "Coalition victory points", "anglo_allied", "points"),
        Measure("places_french", "Places held by the French", "french", "places"),
        Measure("places_coalition", "Places held by the coalition", "anglo_allied", "places"),
        Measure("chateau_points", "Chateau points left", "anglo_allied", "places"),
    )


MEASURES: tuple[Measure, ...] = _measures()
"""Strength in printed battle points on the map, units on the map, cards in hand, full value of the units
eliminated, victory points (13.3; in the short game they are a yardstick only), marked places held."""


class Force(NamedTuple):
    """What an army has on the map, and what it has lost at full value."""

    units: int
    strength: int
    losses: int


def forces(
    facts: Facts, units: Mapping[str, Unit], eliminated: Mapping[str, Front]
) -> dict[Army, Force]:
    """The force of each army."""
    printed = facts.printed
    counts = dict.fromkeys(ARMIES, 0)
    strengths = dict.fromkeys(ARMIES, 0)
    losses = dict.fromkeys(ARMIES, 0)
    for name, unit in units.items():
        if unit.square is not None:
            army = ARMY_OF[name]
            counts[army] += 1
            strengths[army] += printed[name][unit.reduced]
    for name in eliminated:
        losses[ARMY_OF[name]] += printed[name][0]
    return {army: Force(counts[army], strengths[army], losses[army]) for army in ARMIES}


def forces_of(state: State) -> dict[Army, Force]:
    """The force of each army, counted once for a state that is asked again and again."""
    data, units, eliminated, found = _Counted.latest
    if units is not state.units or eliminated is not state.eliminated or data != state.data:
        found = forces(state.facts, state.units, state.eliminated)
        _Counted.latest = (state.data, state.units, state.eliminated, found)
    return found


class _Counted:
    latest: ClassVar[tuple[str, Mapping[str, Unit], Mapping[str, Front], dict[Army, Force]]] = (
        "", {}, {}, {},
    )


def victory_points(state: State) -> dict[Front, int]:
    """Points for places and for eliminated enemies (13.3). The short game counts places by the same table."""
    points: dict[Front, int] = {"french": 0, "coalition": 0}
    facts = state.facts
    table = facts.scenarios["long"].place_vp
    for square, owner in state.owners.items():
        if square in table:
            points[owner] += table[square][owner]
    for unit, front in state.eliminated.items():
        points[front] += facts.printed[unit][0]
    return points


def places_held(state: State) -> dict[Front, int]:
    """How many of the marked places belong to each front (W-08)."""
    french = sum(owner == "french" for owner in state.owners.values())
    return {"french": french, "coalition": len(state.owners) - french}


def measure(state: State) -> dict[str, float]:
    """Every measure's present value."""
    values: dict[str, float] = {}
    for army, force in forces_of(state).items():
        values[f"strength_{army}"] = force.strength
        values[f"units_{army}"] = force.units
        values[f"cards_{army}"] = len(state.hands.get(army, ()))
        values[f"losses_{army}"] = force.losses
    points, places = victory_points(state), places_held(state)
    values["points_french"], values["points_coalition"] = points["french"], points["coalition"]
    values["places_french"], values["places_coalition"] = places["french"], places["coalition"]
    values["chateau_points"] = sum(state.chateaux.values())
    return values


# How well a seat stands ------------------------------------------------------------------------

CARD_WORTH = 0.35
POINT_WORTH = 0.1
WIN_WORTH = 15.0
WALL_WORTH = 1.5
PRESS = 0.03
"""What a battle point beside a place is worth, against owning it."""


def evaluate(state: State, seat: Seat) -> float:
    """How well a seat stands, in battle points: the higher the better, the enemy's loss is its gain."""
    mine = front_of_seat(seat)
    if state.outcome is not None:
        winner = state.outcome.winner
        return 0.0 if winner is None else 1000.0 if winner == mine else -1000.0
    french = _places(state) + _units(state) + _cards(state)
    return french if mine == "french" else -french


def _cards(state: State) -> float:
    """French minus coalition: cards in hand, and movement points still to be spent."""
    value = CARD_WORTH * (len(state.hands["french"]) - len(state.hands["anglo_allied"]))
    value -= CARD_WORTH * len(state.hands.get("prussian", ()))
    return value + (POINT_WORTH if state.active == "french" else -POINT_WORTH) * state.points


def _units(state: State) -> float:
    """French minus coalition: the living, less if reduced or disordered, and where they stand."""
    value = 0.0
    facts = state.facts
    pulls, worths = _pulls(facts, state.scenario, tuple(state.owners.items())), _worths(facts)
    for name, unit in state.units.items():
        square = unit.square
        if square is None:
            continue
        sign, pull = _SIGNED[name], pulls[FRONT_OF[name]]
        worth, strength = worths[name][unit.reduced]
        if unit.disordered:
            worth *= 0.85
        value += sign * (worth + pull[square][unit.facing] * strength)
    for name, front in state.eliminated.items():
        full = facts.printed[name][0]
        value += full if front == "french" else -full
    return value


@cache
def _worths(facts: Facts) -> dict[str, tuple[tuple[float, int], tuple[float, int]]]:
    """What a unit is worth alive, and its printed battle points: full side, reduced side."""
    return {
        unit: ((1.5 * full, full), (0.5 * full + reduced, reduced))
        for unit, (full, reduced) in facts.printed.items()
    }


_SIGNED = {unit: 1.0 if front == "french" else -1.0 for unit, front in FRONT_OF.items()}


@cache
def _goals(facts: Facts, scenario: str) -> tuple[tuple[str, float], ...]:
    """The places worth fighting for, and what each is worth, in battle points."""
    fact = facts.scenarios[scenario]
    if isinstance(fact.victory, PlacesVictory):
        return tuple((square, 14.0) for square in fact.vp_markers)
    return tuple((square, float(sum(points.values()))) for square, points in fact.place_vp.items())


def _pull(goal: str, square: str, facing: Facing) -> float:
    """How near a square is to the goal, seen with this facing: 1 on it, less with every step."""
    ahead = NEIGHBOUR[square][facing]
    return 0.7 * 0.75 ** distance(square, goal) + (0.3 * 0.75 ** distance(ahead, goal) if ahead else 0.0)


@lru_cache(maxsize=512)
def _pulls(
    facts: Facts, scenario: str, owners: tuple[tuple[str, Front], ...]
) -> dict[Front, dict[str, dict[Facing, float]]]:
    """What a battle point on each square, with each facing, is worth to a front that wants enemy places."""
    worth, owner = dict(_goals(facts, scenario)), dict(owners)
    return {
        front: {
            square: {
                facing: PRESS
                * sum(worth[goal] * _pull(goal, square, facing) for goal in worth if owner[goal] != front)
                for facing in FACINGS
            }
            for square in SQUARES
        }
        for front in FRONTS
    }


def _places(state: State) -> float:
    """French minus coalition: places owned, the walls that hold the French off, and who stands in them."""
    value = 0.0
    owners = state.owners
    for square, points in state.chateaux.items():
        if owners.get(square) == "coalition":
            value -= WALL_WORTH * points
    for square, worth in _goals(state.facts, state.scenario):
        value += worth if owners[square] == "french" else -worth
        value += worth * _hold(state, square)
    return value + (WIN_WORTH if winner_now(state) == "french" else 0.0)


def _hold(state: State, square: str) -> float:
    """A place is safer with a unit in it."""
    unit = state.at.get(square)
    if unit is None:
        return 0.0
    facts = state.facts
    strong = 0.02 * facts.printed[unit][state.units[unit].reduced] + (0.05 if unit in facts.infantry else 0.0)
    return strong if FRONT_OF[unit] == "french" else -strong
