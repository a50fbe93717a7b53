"""The marches that are offered: who may go where, and what goes along (9)."""

from collections.abc import Collection, Sequence
from itertools import combinations

from domain.wellington.facts.world import POWER_OF, SIDE_OF, Power, Side
from domain.wellington.movement.groups import command_here
from domain.wellington.orders.points import Carry, MoveArmy, MoveCounter
from domain.wellington.position.card_changes import blocked_lines
from domain.wellington.position.control import (
    holder,
    is_held_fast,
    is_ready,
    may_go_on,
    standing,
)
from domain.wellington.position.counters import Chosen, has_counter, taken, without_counters
from domain.wellington.position.state import State, Troop, free_counters, leaders_of, merged, troops_of


def ways(state: State, side: Side, start: str) -> tuple[str, ...]:
    """The duchies that a formation of the side may march into from here, also to fight (9.3, 9.5, R-39)."""
    facts = state.facts
    walled = start in facts.fortresses or start == state.hasty_fort
    besieging = walled and SIDE_OF[holder(state, start)] != side
    blocked = blocked_lines(state)
    if not blocked and not besieging:
        return facts.adjacent[start]
    return tuple(
        to
        for to in facts.adjacent[start]
        if facts.line_ids[start, to] not in blocked
        and not (besieging and standing(state, side, to) == "enemy")
    )


def army_moves(state: State, power: Power) -> Sequence[MoveArmy]:
    """Every march of a leader of the power who may go on (9.1)."""
    return [
        MoveArmy(leader, to)
        for leader, general in state.leaders.items()
        if POWER_OF[leader] == power and general.duchy is not None
        if may_go_on(state, power, general.duchy, general)
        for to in ways(state, SIDE_OF[power], general.duchy)
    ]


def loads(state: State, leader: str, taken: Collection[str] = (), used: int = 0) -> Sequence[Carry]:
    """What may go with a leader, the largest army first (1.61): his own power's unmarked pieces there.

    `taken` leaders and `used` strength points of the power are already part of the march.
    """
    power, duchy = POWER_OF[leader], state.leaders[leader].duchy
    assert duchy is not None, "only a leader on the map marches"
    command = command_here(state, leader)
    others = [each for each in ready_leaders(state, duchy, power) if each != leader and each not in taken]
    ready = ready_troops(state, duchy, power)
    most = sum(troop.sp for troop in ready) - used
    return [
        Carry(leader, sp, staff)
        for count in range(len(others) + 1)
        for staff in combinations(others, count)
        if count <= command
        for sp in range(min(most, command - count), -1, -1)
        if sp == 0 or chosen(state, duchy, power, used + sp) is not None
    ]


def counter_moves(state: State, power: Power, duchies: Sequence[str]) -> Sequence[MoveCounter]:
    """Marches of one infantry or cavalry counter without a leader (9.1)."""
    return [
        MoveCounter(duchy, to, sp)
        for duchy in duchies
        for counters in [_lone_counters(state, duchy, power)]
        if counters
        for ends in [ways(state, SIDE_OF[power], duchy)]
        for sp in counters
        for to in ends
    ]


def _lone_counters(state: State, duchy: str, power: Power) -> list[int]:
    """The strength points of the single counters that may march from there."""
    ready = ready_troops(state, duchy, power)
    if not ready:
        return []
    free = free_counters(state, power)
    return [sp for sp in state.facts.lone_counters if any(has_counter(troop, sp, free) for troop in ready)]


def ready_troops(state: State, duchy: str, power: Power) -> tuple[Troop, ...]:
    """The troops that may still march in this impulse."""
    there = troops_of(state, duchy, power)
    if not there or is_held_fast(state, power, duchy):
        return ()
    return tuple([troop for troop in there if is_ready(state, power, duchy, troop)])


def ready_leaders(state: State, duchy: str, power: Power) -> tuple[str, ...]:
    """The power's leaders there who may still march in this impulse."""
    return tuple(
        leader
        for leader in leaders_of(state, duchy, power)
        if may_go_on(state, power, duchy, state.leaders[leader])
    )


def chosen(state: State, duchy: str, power: Power, sp: int, alone: bool = False) -> Chosen | None:
    """Exactly so many strength points that may go on, those that marched least first; None if impossible.

    `alone`: without a leader, so they must be one infantry or cavalry counter, changed if need be (9.1, R-3).
    """
    if alone:
        return _one_counter(state, duchy, power, sp)
    return taken(state, duchy, power, sp, ready_troops(state, duchy, power))


def _one_counter(state: State, duchy: str, power: Power, sp: int) -> Chosen | None:
    """One counter of the troop that marched least and has it or can change for it."""
    ready = ready_troops(state, duchy, power)
    parts = without_counters(ready, free_counters(state, power), (sp,))
    if parts is None:
        return None
    others = [each for each in troops_of(state, duchy, power) if each not in ready]
    return parts[0], merged([*others, *parts[1]])
