"""The numbers to plot over a game, and how well a seat stands (for bots)."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from domain.kernel.ruleset import Measure
from domain.kernel.seats import Seat
from domain.waterloo.facts import ARMIES, Army, Front, PlacesVictory
from domain.waterloo.names import OF_ARMY
from domain.waterloo.state import (
    ARMY_OF,
    CHATEAUX,
    FACTS,
    FRONT_OF,
    INFANTRY,
    NEIGHBOUR,
    State,
    Unit,
    front_of_seat,
)

FACES: Mapping[str, tuple[int, int]] = {
    unit: (fact.full, fact.full if fact.reduced is None else fact.reduced)
    for unit, fact in FACTS.units.items()
}
"""Printed battle points of each unit: full side, reduced side."""


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


def forces(units: Mapping[str, Unit], eliminated: Mapping[str, Front]) -> dict[Army, Force]:
    """The force of each army."""
    counts = dict.fromkeys(ARMIES, 0)
    strengths = dict.fromkeys(ARMIES, 0)
    losses = dict.fromkeys(ARMIES, 0)
    for name, unit in units.items():
        if unit.square is not None:
            army = ARMY_OF[name]
            counts[army] += 1
            strengths[army] += FACES[name][unit.reduced]
    for name in eliminated:
        losses[ARMY_OF[name]] += FACES[name][0]
    return {army: Force(counts[army], strengths[army], losses[army]) for army in ARMIES}


def victory_points(state: State) -> dict[Front, int]:
    """Points for places and for eliminated enemies (13.3). The short game counts places by the same table."""
    points: dict[Front, int] = {"french": 0, "coalition": 0}
    table = FACTS.scenarios["long"].place_vp
    for square, owner in state.owners.items():
        if square in table:
            points[owner] += table[square][owner]
    for unit, front in state.eliminated.items():
        points[front] += FACES[unit][0]
    return points


def places_held(state: State) -> dict[Front, int]:
    """How many of the marked places belong to each front (W-08)."""
    french = sum(owner == "french" for owner in state.owners.values())
    return {"french": french, "coalition": len(state.owners) - french}


def measure(state: State) -> dict[str, float]:
    """Every measure's present value."""
    values: dict[str, float] = {}
    for army, force in forces(state.units, state.eliminated).items():
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


@cache
def _goals(scenario: str) -> tuple[tuple[str, float], ...]:
    """The places worth fighting for, and what each is worth to the French, in battle points."""
    fact = FACTS.scenarios[scenario]
    if isinstance(fact.victory, PlacesVictory):
        return tuple((square, 14.0 if square in CHATEAUX else 10.0) for square in fact.vp_markers)
    return tuple((square, float(sum(points.values()))) for square, points in fact.place_vp.items())


def evaluate(state: State, seat: Seat) -> float:
    """How well a seat stands, in battle points: the higher the better, the enemy's loss is its gain."""
    if state.outcome is not None:
        return _outcome_value(state, front_of_seat(seat))
    french = _material(state) + _places(state)
    french += 0.35 * (len(state.hands["french"]) - len(state.hands["anglo_allied"]))
    french -= 0.35 * len(state.hands.get("prussian", ()))
    return french if front_of_seat(seat) == "french" else -french


def _outcome_value(state: State, front: Front) -> float:
    outcome = state.outcome
    assert outcome is not None
    if outcome.winner is None:
        return 0.0
    return 1000.0 if outcome.winner == front else -1000.0


def _material(state: State) -> float:
    """French minus coalition: full value of the living, less for reductions and disorder."""
    value = 0.0
    for name, unit in state.units.items():
        if unit.square is None:
            continue
        full, reduced = FACES[name]
        worth = 0.5 * full + (reduced if unit.reduced else full)
        if unit.disordered:
            worth -= 0.25 * full
        value += worth if FRONT_OF[name] == "french" else -worth
    for name, front in state.eliminated.items():
        value += FACES[name][0] if front == "french" else -FACES[name][0]
    return value


def _places(state: State) -> float:
    """French minus coalition: places owned, the wear of the chateaux, and who stands near them."""
    value = 0.0
    for square, worth in _goals(state.scenario):
        value += worth if state.owners[square] == "french" else -worth
        value += worth / 14 * _grip(state, square)
    value -= 1.5 * sum(state.chateaux.values())
    return value


def _grip(state: State, square: str) -> float:
    """Who presses on a place: units beside it that look at it count most."""
    grip = 0.0
    holder = state.at.get(square)
    if holder is not None:
        grip += 2.0 if FRONT_OF[holder] == "french" else -2.0
    for facing, beside in NEIGHBOUR[square].items():
        unit = state.at.get(beside) if beside else None
        if unit is None:
            continue
        looks = state.units[unit].facing == _BACK[facing]
        weight = (0.25 if looks else 0.1) * FACES[unit][state.units[unit].reduced]
        weight += 0.2 if unit in INFANTRY else 0.0
        grip += weight if FRONT_OF[unit] == "french" else -weight
    return grip


_BACK = {"N": "S", "S": "N", "E": "W", "W": "E"}
