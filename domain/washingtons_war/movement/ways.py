"""Where a general may go from where he stands, and with what: by land (7.3, 7.4) and by sea (7.5)."""

from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import ARNOLD, NATIONS_OF, OTHER
from domain.washingtons_war.position.conflict import Marching, Units, less
from domain.washingtons_war.position.control import is_open_port
from domain.washingtons_war.position.state import State, changed
from domain.washingtons_war.position.units import cu_by_nation, has_cu, has_lone_general


def neighbours(state: State, general: str | None, space: str) -> tuple[str, ...]:
    """The adjacent spaces; the trail from Falmouth to Quebec is Arnold's alone (7.4.D)."""
    facts = state.facts
    return facts.arnold_adjacent[space] if general == ARNOLD else facts.adjacent[space]


def reach_of(marching: Marching) -> int:
    """The spaces that he may move; after an overrun no more than those in which he may fight (7.3.C)."""
    return marching.battle_within if marching.overran else marching.allowance


def may_enter(state: State, marching: Marching, to: str) -> bool:
    """May he go into this adjacent space now (7.3, 7.4)?"""
    used, enemy = marching.used + state.facts.cost[marching.at, to], OTHER[marching.side]
    if used > reach_of(marching):
        return False
    if marching.units:
        return used <= marching.battle_within or not has_cu(state, to, enemy)
    if has_cu(state, to, enemy) or state.markers.get(to) == enemy:
        return False
    if not has_lone_general(state, to, enemy):
        return True
    beyond = changed(marching, at=to, used=used)
    return any(may_enter(state, beyond, onward) for onward in neighbours(state, marching.general, to))


def land_ways(state: State, marching: Marching) -> tuple[str, ...]:
    """The adjacent spaces that he may march into."""
    near = neighbours(state, marching.general, marching.at)
    return tuple([to for to in near if may_enter(state, marching, to)])


def may_sail(state: State, port: str) -> bool:
    """Is it a port that the fleet may leave from or come to (7.5, R-45)?"""
    if has_cu(state, port, "american") or state.markers.get(port) == "american":
        return False
    return is_open_port(state, port)


def sea_ways(state: State, marching: Marching) -> tuple[str, ...]:
    """The ports that he may sail to, if he has not moved yet (7.5)."""
    if marching.side != "british" or marching.used or not may_sail(state, marching.at):
        return ()
    return tuple(
        [
            port
            for port in state.facts.ports
            if port != marching.at and may_sail(state, port)
            if marching.units or not has_lone_general(state, port, "american")
        ]
    )


def may_stop(state: State, marching: Marching) -> bool:
    """A general without CU may not stop where a lone general of the enemy stands (7.4.A)."""
    return bool(marching.units) or not has_lone_general(state, marching.at, OTHER[marching.side])


def at_hand(state: State, side: Side, space: str) -> Units:
    """The CU that a general may take along from there: none that came with another one (7.4.E)."""
    there = cu_by_nation(state, space, side)
    if state.campaign is None:
        return there
    return less(there, state.campaign.moved.get(space, {}))


def most_units(state: State, units: Units) -> Units:
    """As many of these CU as a general leads, those of the first nation first (7.3.A)."""
    left, taken = state.facts.moving_limit, {}
    for nation, count in units.items():
        if left and count:
            taken[nation] = min(left, count)
            left -= taken[nation]
    return taken


def loads(state: State, side: Side, units: Units) -> list[Units]:
    """Every choice of these CU that a general may lead, most of them first (7.3.A)."""
    limit, first, *others = state.facts.moving_limit, *NATIONS_OF[side]
    found: list[Units] = []
    for total in range(min(limit, sum(units.values())), -1, -1):
        for other in range(min(total, sum(units.get(nation, 0) for nation in others)) + 1):
            if total - other <= units.get(first, 0):
                counts = {first: total - other, **dict.fromkeys(others, other)}
                found.append({nation: count for nation, count in counts.items() if count})
    return found
