"""Leaders: who commands a stack, and what he adds (14.0, R-72, R-91)."""

from collections.abc import Iterable

from domain.brandywine.facts.board import AROUND, Hex
from domain.brandywine.facts.sides import Side
from domain.brandywine.position.pieces import layout
from domain.brandywine.position.state import State, unit_fact


def may_command(state: State, leader: str, germans: bool) -> bool:
    """Lafayette never commands, Stirn only Germans (14.5, 14.6)."""
    role = state.units.leaders[leader].role
    return role != "lafayette" and (role != "stirn" or germans)


def senior(state: State, leaders: Iterable[str]) -> str | None:
    """The one of the highest rank (3.2)."""
    return min(leaders, key=lambda each: state.units.leaders[each].rank, default=None)


def commander_at(state: State, at: Hex, side: Side, germans: bool) -> str | None:
    """Who commands in a hex; whoever may not is passed over."""
    found = [
        each
        for each in layout(state).leaders.get(at, ())
        if state.units.side[each] == side and may_command(state, each, germans)
    ]
    return senior(state, found)


def are_german(state: State, units: Iterable[str]) -> bool:
    return all(unit_fact(state, unit).nation == "german" for unit in units)


def commander_of(state: State, units: Iterable[str]) -> str | None:
    """The senior leader who commands among those stacked with units of one side (R-72)."""
    group = tuple(units)
    if not group:
        return None
    side, germans = unit_fact(state, group[0]).side, are_german(state, group)
    hexes = dict.fromkeys(state.at[unit] for unit in group)
    found = [each for at in hexes if (each := commander_at(state, at, side, germans)) is not None]
    return senior(state, found)


def stays_with_washington(state: State, leader: str) -> bool:
    """Is this Lafayette with Washington, without whom he goes nowhere until he is sent (14.5, R-94)?"""
    roles, where = state.units.role, state.at
    is_lafayette = leader == roles["lafayette"] and not state.lafayette_sent
    return is_lafayette and leader in where and where[leader] == where.get(roles["washington"])


def leadership(state: State, unit: str) -> int:
    """What leaders add to a check or rally of a unit (14.2.3, 14.4)."""
    fact, at = unit_fact(state, unit), state.at[unit]
    commander = commander_at(state, at, fact.side, fact.nation == "german")
    own = state.units.leaders[commander].leadership if commander is not None else 0
    return own + _from_beside(state, fact.side, at)


def _from_beside(state: State, side: Side, at: Hex) -> int:
    """What Washington adds in the next hex, but not over the creek where there is no ford (16.3.3)."""
    washington = state.units.role["washington"]
    there = state.at.get(washington)
    if there is None or state.units.side[washington] != side or there not in AROUND[at]:
        return 0
    return 0 if (at, there) in state.ground.unforded else state.units.leaders[washington].adjacent_leadership
