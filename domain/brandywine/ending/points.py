"""Victory points, in halves (4.4)."""

from domain.brandywine.facts.sides import ENEMY, Side
from domain.brandywine.position.state import State


def half_points(state: State, side: Side) -> int:
    """What a side has for the losses of the other, for leaders, the battery and releases (4.4, R-15)."""
    worth, enemy = state.tables.victory, ENEMY[side]
    total = 0
    for unit in state.units.of[enemy]:
        fact, fate = state.units.units[unit], state.gone.get(unit)
        if fate == "eliminated":
            total += worth.eliminated_two_steps if fact.has_two_steps else worth.eliminated_one_step
        elif fate == "captured":
            total += worth.captured
        elif fate is None:
            total += worth.reduced * (unit in state.reduced and unit in state.field.pieces)
            total += worth.shattered * (state.condition.get(unit) == "shattered")
    for leader in state.units.leaders_of[enemy]:
        if state.gone.get(leader) in ("hit", "captured"):
            total += state.units.leaders[leader].vp
    if side == "british":
        total += state.ceded + battery_points(state)
    return total


def battery_points(state: State) -> int:
    """What the marker of Proctor's Battery is worth where it lies (4.3.5)."""
    return state.tables.battery.by_turn[state.battery - 1] if state.battery else 0


def points(state: State, side: Side) -> float:
    """Victory points as they are told."""
    return half_points(state, side) / 2
