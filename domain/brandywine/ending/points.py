"""Victory points, in halves (4.4)."""

from domain.brandywine.facts.sides import ENEMY, SIDES, Side
from domain.brandywine.position.state import State
from domain.kernel.memory import LatestTogether


def half_points(state: State, side: Side) -> int:
    """What a side has for the losses of the other, for leaders, the battery and releases (4.4, R-15)."""
    losses = (state.gone, state.reduced, state.condition, state.facts, state.field)
    total = _for_losses[side].of(losses, state, ENEMY[side])
    return total + state.ceded + battery_points(state) if side == "british" else total


def _count_losses(state: State, enemy: Side) -> int:
    """What a side has lost, in half points for the other (4.4)."""
    worth, units, pieces = state.tables.victory, state.units, state.field.pieces
    gone, reduced, condition = state.gone, state.reduced, state.condition
    total = 0
    for unit in units.of[enemy]:
        fact, fate = units.units[unit], gone.get(unit)
        if fate == "eliminated":
            total += worth.eliminated_two_steps if fact.has_two_steps else worth.eliminated_one_step
        elif fate == "captured":
            total += worth.captured
        elif fate is None:
            total += worth.reduced * (unit in reduced and unit in pieces)
            total += worth.shattered * (condition.get(unit) == "shattered")
    for leader in units.leaders_of[enemy]:
        if gone.get(leader) in ("hit", "captured"):
            total += units.leaders[leader].vp
    return total


_for_losses = {side: LatestTogether(_count_losses) for side in SIDES}
"""Computers ask again after every march, in which nobody is lost."""


def battery_points(state: State) -> int:
    """What the marker of Proctor's Battery is worth where it lies (4.3.5)."""
    return state.tables.battery.by_turn[state.battery - 1] if state.battery else 0


def points(state: State, side: Side) -> float:
    """Victory points as they are told."""
    return half_points(state, side) / 2
