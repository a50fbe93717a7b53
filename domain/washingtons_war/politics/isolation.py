"""Isolated markers (10.3)."""

from collections.abc import Callable, Iterable

from domain.kernel.agenda import Play
from domain.washingtons_war.events.markers import IsolatedMarkersRemoved
from domain.washingtons_war.facts import SIDES, Side
from domain.washingtons_war.facts.ids import ADJACENT
from domain.washingtons_war.position.control import spaces_held
from domain.washingtons_war.position.state import State
from domain.washingtons_war.position.units import general_in, has_american_unit, has_cu


def isolated(state: State, side: Side) -> tuple[str, ...]:
    """The spaces whose markers of the side are isolated, in map order (10.31, 10.32)."""
    held = spaces_held(state, side)
    anchored = _american_anchor if side == "american" else _british_anchor
    safe: set[str] = set()
    for group in _groups(held):
        if any(anchored(state, space) for space in group):
            safe.update(group)
    return tuple([space for space in held if space not in safe])


def remove_isolated(play: Play[State]) -> None:
    """First the Americans' isolated markers go, then the British ones, each side's at one instant (10.3)."""
    for side in SIDES:
        spaces = isolated(play.state, side)
        if spaces:
            play.record(IsolatedMarkersRemoved(side, spaces))


def _american_anchor(state: State, space: str) -> bool:
    """Does this member save its group (R-70)? Congress does in a space that nobody controls, too (10.31)."""
    return has_american_unit(state, space) or _opens(space, lambda near: (
        near == state.congress or near not in state.markers and near not in state.british))


def _british_anchor(state: State, space: str) -> bool:
    """Does this member save its group (R-71)? All ports are joined for the British, so a port does."""
    return space in state.facts.zone_of or space in state.british or _opens(space, lambda near: (
        near not in state.markers and not has_cu(state, near, "american")
        and general_in(state, near, "american") is None))


def _opens(space: str, is_open: Callable[[str], bool]) -> bool:
    return any(is_open(near) for near in ADJACENT[space])


def _groups(held: Iterable[str]) -> list[list[str]]:
    """The held spaces in groups of adjacent ones; wilderness joins, Arnold's trail does not (R-72)."""
    left = dict.fromkeys(held)
    groups: list[list[str]] = []
    while left:
        start = next(iter(left))
        del left[start]
        group = [start]
        for space in group:
            for near in ADJACENT[space]:
                if near in left:
                    del left[near]
                    group.append(near)
        groups.append(group)
    return groups
