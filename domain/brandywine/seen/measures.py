"""The numbers to plot over a game, and how well a seat stands (for computers)."""

from functools import lru_cache
from math import log2

from domain.brandywine.ending.points import half_points, points
from domain.brandywine.facts.board import AROUND, Hex, distance
from domain.brandywine.facts.sides import ARMS, ENEMY, SIDES, Side
from domain.brandywine.position.pieces import foe, layout, leaders_of, units_at, units_of
from domain.brandywine.position.state import State, side_of, steps_left, strength, unit_fact
from domain.brandywine.seen.stacks import is_closed_to
from domain.kernel.memory import LatestTogether
from domain.kernel.ruleset import Measure
from domain.kernel.seats import Seat

CALLED = {"british": "Britain", "american": "Americans"}
WINGS: dict[Side, tuple[str, ...]] = {
    "british": ("british_regular", "german", "loyalist"),
    "american": ("sullivan", "greene"),
}
GROUPS = {
    "morale": "army morale",
    "momentum": "momentum",
    "points": "victory points",
    "strength": "strength points",
    "broken": "units disrupted or shattered",
    "objectives": "objectives held",
    "creek": "units over the creek",
    "luck": "luck in close combat",
    **{f"lost_{arm}": f"steps of {arm.replace('_', ' ')} lost" for arm in ARMS},
}
CALLED_WINGS = {
    "british_regular": "British regulars", "german": "Germans", "loyalist": "loyalists",
    "sullivan": "Sullivan's wing", "greene": "Greene's wing",
}  # fmt: skip
MEASURES = (
    *(
        Measure(f"{group}_{side}", f"{CALLED[side]}: {name}", side, group)
        for group, name in GROUPS.items()
        for side in SIDES
    ),
    *(
        Measure(f"steps_{wing}", f"{CALLED_WINGS[wing]}: steps", side, "steps")
        for side, wings in WINGS.items()
        for wing in wings
    ),
)


COUNTED = ("strength", "broken", "creek")
CLOSED = frozenset(
    (*(f"{group}_british" for group in COUNTED), *(f"steps_{wing}" for wing in WINGS["british"]))
)
"""What is counted in the stacks themselves: each British arrival would tell its strength and its wing."""


def closed_measures(state: State, viewer: Seat) -> frozenset[str]:
    """What would tell the units of stacks that the viewer may not look into (7.1.3, R-44)."""
    return CLOSED if is_closed_to(state, viewer) else frozenset()


def measure(state: State) -> dict[str, float]:
    """Every measure's present value."""
    found: dict[str, float] = {}
    for side in SIDES:
        units = units_of(state, side)
        values: dict[str, float] = {
            "morale": state.army[side],
            "momentum": state.momentum[side],
            "points": points(state, side),
            "strength": sum(strength(state, unit) for unit in units),
            "broken": sum(unit in state.condition for unit in units),
            "objectives": sum(is_held(state, at, side) for at in objectives(state)),
            "creek": sum(is_over_creek(state, unit, side) for unit in units),
            "luck": state.luck.get(side, 0.0),
        }
        for arm in ARMS:
            values[f"lost_{arm}"] = state.casualties.get(f"{arm}_{side}", 0)
        found.update({f"{group}_{side}": float(value) for group, value in values.items()})
        for wing in WINGS[side]:
            own = [unit for unit in units if unit_fact(state, unit).wing == wing]
            found[f"steps_{wing}"] = float(sum(steps_left(state, unit) for unit in own))
    return found


def objectives(state: State) -> tuple[Hex, ...]:
    """The hexes that the scenario is decided by, and the battery."""
    return _objectives.of((state.field, state.tables), state)


def _find_objectives(state: State) -> tuple[Hex, ...]:
    wanted = [at for test in state.field.fact.tests for group in test.hexes for at in group]
    return tuple(dict.fromkeys((*wanted, state.tables.battery.hex)))


_objectives = LatestTogether(_find_objectives)


@lru_cache(maxsize=64)
def _far(wanted: tuple[Hex, ...]) -> dict[Hex, int]:
    """How many hexes it is from anywhere to the nearest of these."""
    return {at: min(distance(at, each) for each in wanted) for at in AROUND}


def is_held(state: State, at: Hex, side: Side) -> bool:
    there = units_at(state, at)
    return bool(there) and side_of(state, there[0]) == side


def is_over_creek(state: State, unit: str, side: Side) -> bool:
    """Does a unit stand on the bank where its army did not begin?"""
    is_west = state.ground.zone[state.at[unit]] in ("w", "m")
    return is_west if side == "american" else not is_west


# How well a seat stands -------------------------------------------------------------------------

WON = 1000.0
MORALE = 2.0
HALF_POINT = 2.5
POINT = 1.2
BROKEN = {"disrupted": 1.0, "shattered": 2.0}
MOMENTUM = 1.0
NEAR = 0.06
HELD = 3.0
LEADER = 1.0
ODDS = 0.8
"""For each doubling of the odds at which a side could attack, and each of the points it could hurt."""
WORST, BEST = -1.0, 2.0
"""The least and the most doublings that count: half the enemy's strength, and four times that."""
HURT = 3
"""So many points of a hex, at most, can come to harm in a combat."""


def evaluate(state: State, seat: Seat) -> float:
    """How well a seat stands: its side's worth less the other's. The higher the better."""
    side: Side = "british" if seat == "british" else "american"
    if state.is_over:
        return 0.0 if state.winner is None else WON if state.winner == side else -WON
    return _worth(state, side) - _worth(state, ENEMY[side])


def _worth(state: State, side: Side) -> float:
    worth = MORALE * state.army[side] + HALF_POINT * half_points(state, side)
    worth += MOMENTUM * state.momentum[side] + LEADER * len(leaders_of(state, side))
    wanted = objectives(state)
    far = _far(wanted)
    for unit in units_of(state, side):
        own, at = strength(state, unit), state.at[unit]
        worth += POINT * own - BROKEN.get(state.condition.get(unit, ""), 0.0)
        if unit not in state.condition and unit_fact(state, unit).is_line:
            worth -= NEAR * far[at] * own / 3
    worth += ODDS * _odds(state, side)
    return worth + HELD * sum(is_held(state, at, side) for at in wanted)


def _odds(state: State, side: Side) -> float:
    """How well a side can attack those whom it touches, as it must (12.1.1): doublings of the odds, summed
    over enemy hexes."""
    stacks, enemy, attacking = layout(state).units, foe(state, side), dict[Hex, int]()
    near, held = enemy.near, enemy.held
    for at, units in stacks.items():
        if at not in near or at in held:
            continue
        ordered = sum(strength(state, unit) for unit in units if unit not in state.condition)
        for touched in AROUND[at] & held if ordered else ():
            attacking[touched] = attacking.get(touched, 0) + ordered
    found = 0.0
    for at, attack in attacking.items():
        defence = max(1, sum(strength(state, unit) for unit in stacks[at]))
        found += max(WORST, min(BEST, log2(attack / defence))) * min(HURT, defence)
    return found
