"""Who controls a duchy, and what flags may do there (3, 7)."""

from collections.abc import Iterator
from typing import Literal

from domain.kernel.memory import Latest, Memory
from domain.wellington.facts.world import (
    ALLY_OF,
    OTHER_SIDE,
    POWER_OF,
    SIDE_OF,
    SIDE_OF_LEADER,
    LineKind,
    Power,
    Side,
)
from domain.wellington.position import card_table
from domain.wellington.position.card_changes import is_barred, is_blocked, is_bridged
from domain.wellington.position.state import (
    SAILED,
    General,
    State,
    Troop,
    flags_left,
    has_formation,
    has_pieces,
    leaders_in,
    leaders_of,
)

Standing = Literal["friendly", "enemy", "uncontrolled"]
Flag = Literal["britain", "sud", "spain", "nord", "none"]
"""Whose flag is placed; `none` only takes the enemy's away."""


def flag_of(flag: Flag) -> Power | None:
    """The power whose flag is placed, if one is."""
    return None if flag == "none" else flag


def holder(state: State, duchy: str) -> Power:
    """Whose flag or colour shows, whoever stands there (3.1)."""
    return state.flags.get(duchy) or state.facts.printed[duchy]


def is_fortress(state: State, duchy: str) -> bool:
    """Is it a fortress, or has it the Hasty Fort (#37)?"""
    return duchy in state.facts.fortresses or state.hasty_fort == duchy


def controller(state: State, duchy: str) -> Power | None:
    """Who controls the duchy; nobody if an enemy of its holder stands there and it is no fortress (3.1)."""
    return control(state)[duchy]


def control(state: State) -> dict[str, Power | None]:
    """The controller of every duchy; None where nobody controls it (3.1)."""
    return _control.of(state)


def _control_at(state: State) -> dict[str, Power | None]:
    parts = (state.troops, state.leaders, state.flags)
    return _charts.get(parts, (state.hasty_fort, state.data), lambda: _chart(state))


def _chart(state: State) -> dict[str, Power | None]:
    found: dict[str, Power | None] = {**state.facts.printed, **state.flags}
    for duchy, side in _presence(state):
        owner = found[duchy]
        if owner is not None and SIDE_OF[owner] != side and not is_fortress(state, duchy):
            found[duchy] = None
    return found


def _presence(state: State) -> Iterator[tuple[str, Side]]:
    """Every duchy with a side that has pieces there."""
    for duchy, troops in state.troops.items():
        for troop in troops:
            yield duchy, SIDE_OF[troop.power]
    for leader, general in state.leaders.items():
        if general.duchy is not None:
            yield general.duchy, SIDE_OF_LEADER[leader]


_charts = Memory()
_control = Latest(_control_at)


def standing(state: State, side: Side, duchy: str) -> Standing:
    """What the duchy is to a side (R-10); a fortress is uncontrolled to the side that besieges it."""
    power = controller(state, duchy)
    if power is None:
        return "uncontrolled"
    if SIDE_OF[power] == side:
        return "friendly"
    return "uncontrolled" if has_formation(state, duchy, side) else "enemy"


def is_besieged(state: State, duchy: str) -> bool:
    """Does an enemy of its holder stand in this fortress (12)?"""
    if not is_fortress(state, duchy):
        return False
    return has_formation(state, duchy, OTHER_SIDE[SIDE_OF[holder(state, duchy)]])


def may_go_on(state: State, power: Power, duchy: str, piece: Troop | General) -> bool:
    """May this piece of the power march from here in this impulse (9.51, 9.52, 11.52, 14.2, #3, #39, #81)?"""
    return is_ready(state, power, duchy, piece) and not is_held_fast(state, power, duchy)


def is_ready(state: State, power: Power, duchy: str, piece: Troop | General) -> bool:
    """Is this piece of the power, there, neither marked nor bound, and has it not halted (#81)?"""
    return not (piece.marked or piece.bound or has_halted(state, power, duchy, piece))


def is_held_fast(state: State, power: Power, duchy: str) -> bool:
    """Does a card keep all the power's pieces there from moving on (#3, #39)?"""
    return is_stuck(state, power, duchy) or is_kept_from_marching(state, power, duchy)


def has_halted(state: State, power: Power, duchy: str, piece: Troop | General) -> bool:
    """Did it come by sea in this impulse, or into this fortress that the enemy still holds (9.52, 14.2)?

    Such a piece does not move on, but is not marked: only who fought is.
    """
    if piece.marched <= 0:
        return piece.marched == SAILED
    return is_fortress(state, duchy) and SIDE_OF[holder(state, duchy)] != SIDE_OF[power]


def is_stuck(state: State, power: Power, duchy: str) -> bool:
    """Does a card keep all the power's pieces there (#3, C-3)?"""
    return is_barred(state, card_table.keeps_there, power, duchy)


def is_kept_from_marching(state: State, power: Power, duchy: str) -> bool:
    """Does a card keep the power's pieces from marching out of this duchy (#39)?"""
    return is_barred(state, card_table.keeps_from_marching, power, duchy)


def is_national(state: State, power: Power, duchy: str) -> bool:
    """Is it one of the power's national duchies (1.21)? Whether the power controls it is another question."""
    return state.facts.duchies[duchy].home == power


def building_places(state: State, power: Power, for_leader: bool) -> tuple[str, ...]:
    """Where pieces may be built or regrouped (6.3): national duchies under control, key ones for leaders."""
    facts = state.facts
    own = _held(state, power)
    if SIDE_OF[power] == "french" and not any(_may_rely_on(state, duchy) for duchy in own):
        own = (*own, *_held(state, ALLY_OF[power]))
    if not for_leader:
        return own
    return tuple(duchy for duchy in own if facts.duchies[duchy].is_key or duchy == "portsmouth")


def _may_rely_on(state: State, duchy: str) -> bool:
    """Is it more than a besieged Hasty Fort, so that the other French power need not help out (6.3, R-29)?"""
    return duchy != state.hasty_fort or not is_besieged(state, duchy)


def _held(state: State, home: Power) -> tuple[str, ...]:
    return tuple(duchy for duchy in state.facts.map.home[home] if controller(state, duchy) == home)


# Flags ------------------------------------------------------------------------------------------


def flag_choices(state: State, power: Power, duchy: str) -> tuple[Flag, ...]:
    """The flags that the power may put over the enemy's there, wherever its army stands (7, R-5, R-31)."""
    facts = state.facts
    side = SIDE_OF[power]
    if SIDE_OF[holder(state, duchy)] == side or facts.duchies[duchy].shape == "box":
        return ()
    original = facts.duchies[duchy].controller
    own: tuple[Flag, ...] = () if original == power else (power,)
    if power == "britain" and facts.duchies[duchy].is_occupied:
        own = ("britain", "spain")
    if not flags_left(state, side, facts.flags):
        own = ()
    return (*own, "none") if SIDE_OF[original] == side else own


def flagged_from(state: State, power: Power, duchy: str) -> tuple[str, ...]:
    """From where the power may spend a command point on the flag of this duchy; nothing if it may not (7.1).

    From the duchy itself with any piece; else with an army from an adjacent friendly one, unless an enemy
    army there could intercept; a formation of the ally's in it changes nothing (R-30).
    """
    side = SIDE_OF[power]
    if is_fortress(state, duchy) or SIDE_OF[holder(state, duchy)] == side:
        return ()
    if has_formation(state, duchy, OTHER_SIDE[side]):
        return ()
    here = (duchy,) if has_pieces(state, duchy, power) else ()
    facts = state.facts
    near = [other for other in facts.adjacent[duchy] if not is_blocked(state, facts.line_ids[other, duchy])]
    armies = [o for o in near if leaders_of(state, o, power) and standing(state, side, o) == "friendly"]
    if not armies or could_be_intercepted(state, side, duchy):
        return here
    return (*here, *armies)


def could_be_intercepted(state: State, side: Side, duchy: str, *, marked: bool = False) -> bool:
    """Could an enemy army beside this duchy intercept into it (10.3)? If `marked`, marks do not hinder."""
    return any(
        SIDE_OF_LEADER[leader] != side
        and (marked or not state.leaders[leader].marked)
        and not state.leaders[leader].bound
        and _has_way_in(state, leader, duchy)
        for other in state.facts.adjacent[duchy]
        for leader in leaders_in(state, other)
    )


def is_safe(state: State, side: Side, duchy: str, *, marked: bool = False) -> bool:
    """May a formation of the side pass here where nobody could intercept it (16.3, #109, R-94)?

    It is friendly, no enemy is in it, and no enemy army could intercept: none can where a formation of the
    side rests already (10.1).
    """
    if standing(state, side, duchy) != "friendly" or has_formation(state, duchy, OTHER_SIDE[side]):
        return False
    return has_formation(state, duchy, side) or not could_be_intercepted(state, side, duchy, marked=marked)


# Lines ------------------------------------------------------------------------------------------


def line_kind(state: State, power: Power, start: str, to: str) -> LineKind:
    """What a line is to a power, as cards have it now (#100)."""
    facts = state.facts
    return "open" if is_bridged(state, power, facts.line_ids[start, to]) else facts.lines[start, to]


def may_intercept(state: State, leader: str, into: str) -> bool:
    """Could this leader intercept into the adjacent duchy (10.3, R-39, R-45, #81)? The dice apart."""
    general = state.leaders[leader]
    return not general.marked and not general.bound and _has_way_in(state, leader, into)


def _has_way_in(state: State, leader: str, into: str) -> bool:
    facts = state.facts
    power = POWER_OF[leader]
    start, side = state.leaders[leader].duchy, SIDE_OF[power]
    if start is None or is_blocked(state, facts.line_ids[start, into]):
        return False
    if is_stuck(state, power, start):
        return False
    if line_kind(state, power, start, into) in facts.tables.interception.forbidden:
        return False
    besieging = is_fortress(state, start) and SIDE_OF[holder(state, start)] != side
    if besieging and standing(state, side, into) == "enemy":
        return False
    return not has_formation(state, start, OTHER_SIDE[side])
