"""Overruns: a strong army sweeps a single CU out of its way (9.7)."""

from domain.kernel.agenda import Play
from domain.washingtons_war.alliance.track import advance_track
from domain.washingtons_war.ending.victory import check
from domain.washingtons_war.events.movement import OverrunMade
from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import OTHER
from domain.washingtons_war.movement.arrival import scatter
from domain.washingtons_war.position.conflict import Units
from domain.washingtons_war.position.state import State, marching_of
from domain.washingtons_war.position.units import cu, cu_by_nation, general_in

STRONG = 4
"""So many CU overrun a single one (9.7)."""


def is_overrun(state: State, space: str, side: Side, units: Units) -> bool:
    """Do these CU of a marching general overrun what stands there (9.7, R-54)?"""
    enemy = OTHER[side]
    is_single = cu(state, space, enemy) == 1 and general_in(state, space, enemy) is None
    return is_single and sum(units.values()) >= STRONG


def overrun(play: Play[State]) -> None:
    """The single CU is gone; the general may go on. The Americans win their allies' respect (12.1)."""
    marching = marching_of(play.state)
    enemy = OTHER[marching.side]
    play.record(
        OverrunMade(marching.general, marching.at, cu_by_nation(play.state, marching.at, enemy))
    )
    if check(play):
        return
    scatter(play, marching.at)
    if marching.side == "american":
        advance_track(play, 1, "victory")
