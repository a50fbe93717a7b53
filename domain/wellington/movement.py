"""Marches: who may go where, what goes along, and the attrition on the way (9, 13).

Into a duchy that holds an enemy formation no march is offered yet: battle, interception and evasion (10, 11)
are not written.
"""

from collections.abc import Sequence
from itertools import combinations

from domain.kernel.agenda import Play
from domain.wellington.control import holder, is_fortress, may_go_on, standing
from domain.wellington.events.points import FormationMoved
from domain.wellington.losses import TakeAttrition
from domain.wellington.orders.points import Carry, MoveArmy, MoveCounter
from domain.wellington.responses import Window
from domain.wellington.state import (
    State,
    Troop,
    free_counters,
    has_formation,
    is_blocked,
    leaders_of,
    merged,
    parted,
    seat_of,
    troops_of,
)
from domain.wellington.world import (
    ADJACENT,
    FREE_MARCHES,
    LEADERS,
    LINES,
    OTHER_SIDE,
    SIDE_OF,
    Power,
    Side,
    line_id,
)


def ways(state: State, side: Side, start: str) -> tuple[str, ...]:
    """The duchies that a formation of the side may march into from here (9.3, 9.5, R-39)."""
    besieging = is_fortress(state, start) and SIDE_OF[holder(state, start)] != side
    return tuple(
        to
        for to in ADJACENT[start]
        if not is_blocked(state, line_id(start, to))
        and not has_formation(state, to, OTHER_SIDE[side])
        and not (besieging and standing(state, side, to) == "enemy")
    )


def army_moves(state: State, power: Power) -> Sequence[MoveArmy]:
    """Every march of a leader of the power who may go on (9.1)."""
    return [
        MoveArmy(leader, to)
        for leader, general in state.leaders.items()
        if LEADERS[leader].power == power and general.duchy is not None
        if may_go_on(state, SIDE_OF[power], general.duchy, general)
        for to in ways(state, SIDE_OF[power], general.duchy)
    ]


def loads(state: State, leader: str) -> Sequence[Carry]:
    """What may go with a leader, the largest army first (1.61): his own power's unmarked pieces there."""
    power, duchy = LEADERS[leader].power, state.leaders[leader].duchy
    assert duchy is not None, "only a leader on the map marches"
    command = LEADERS[leader].command
    others = [each for each in ready_leaders(state, duchy, power) if each != leader]
    ready = _ready(state, duchy, power)
    most = sum(troop.sp for troop in ready)
    return [
        Carry(leader, sp, staff)
        for count in range(len(others) + 1)
        for staff in combinations(others, count)
        if count <= command
        for sp in range(min(most, command - count), -1, -1)
        if sp == 0 or chosen(state, duchy, power, sp) is not None
    ]


def counter_moves(state: State, power: Power, duchies: Sequence[str]) -> Sequence[MoveCounter]:
    """Marches of one infantry or cavalry counter without a leader (9.1)."""
    return [
        MoveCounter(duchy, to, sp)
        for duchy in duchies
        for sp in (1, 2)
        if chosen(state, duchy, power, sp) is not None
        for to in ways(state, SIDE_OF[power], duchy)
    ]


def _ready(state: State, duchy: str, power: Power) -> tuple[Troop, ...]:
    """The troops that may still march in this impulse."""
    return tuple(troop for troop in troops_of(state, duchy, power) if _may_go(state, duchy, troop))


def ready_leaders(state: State, duchy: str, power: Power) -> tuple[str, ...]:
    """The power's leaders there who may still march in this impulse."""
    side = SIDE_OF[power]
    return tuple(
        leader
        for leader in leaders_of(state, duchy, power)
        if may_go_on(state, side, duchy, state.leaders[leader])
    )


def _may_go(state: State, duchy: str, troop: Troop) -> bool:
    return may_go_on(state, SIDE_OF[troop.power], duchy, troop)


Chosen = tuple[tuple[Troop, ...], tuple[Troop, ...]]
"""The troops that go and those that stay."""


def chosen(state: State, duchy: str, power: Power, sp: int) -> Chosen | None:
    """Exactly so many strength points that may go on, those that marched least first; None if impossible."""
    going: list[Troop] = []
    staying = [troop for troop in troops_of(state, duchy, power) if not _may_go(state, duchy, troop)]
    free, left = free_counters(state, power), sp
    for troop in _ready(state, duchy, power):
        parts = parted(free, troop, min(left, troop.sp))
        if parts is None:
            return None
        going.append(parts[0])
        staying.append(parts[1])
        free, left = parts[2], left - parts[0].sp
    return None if left else (merged(going), merged(staying))


def march(play: Play[State], power: Power, start: str, to: str, sp: int, leaders: tuple[str, ...]) -> None:
    """The formation enters; then all who marched take their attrition at once (R-37, R-38)."""
    state = play.state
    side = SIDE_OF[power]
    parts = chosen(state, start, power, sp)
    assert parts is not None, "the order was legal"
    troops, left = parts
    reasons = _reasons(state, side, start, to)
    dice = reasons * (sp + len(leaders)) + _forced(state, troops, leaders)
    play.record(FormationMoved(power, start, to, leaders, troops, left))
    if dice:
        suffer(play, power, to, sp, leaders, dice)


def _reasons(state: State, side: Side, start: str, to: str) -> int:
    """How many reasons for attrition lie in the way itself: a pass (R-34), an ambush (R-35)."""
    here, there = standing(state, side, start), standing(state, side, to)
    friendly = here == there == "friendly"
    a_pass = LINES[start, to] == "pass" and not friendly
    ambush = there == "enemy" and here != "friendly"
    return a_pass + ambush


def _forced(state: State, troops: tuple[Troop, ...], leaders: tuple[str, ...]) -> int:
    """One die for each piece that now enters its fifth duchy or a later one (9.42, R-36)."""
    tired = sum(troop.sp for troop in troops if troop.marched >= FREE_MARCHES)
    return tired + sum(state.leaders[leader].marched >= FREE_MARCHES for leader in leaders)


def suffer(play: Play[State], power: Power, duchy: str, sp: int, leaders: tuple[str, ...], dice: int) -> None:
    """Attrition of so many dice; each six eliminates (13.1). Answers come before the losses."""
    seat = seat_of(play.state, power)
    values = play.roll(seat, dice, 6, "attrition", "13.1", score=lambda face: -float(face == 6))
    losses = values.count(6)
    if losses:
        play.push(Window("attrition_rolled"), TakeAttrition(power, duchy, sp, leaders, losses))
