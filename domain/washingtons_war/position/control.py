"""Who controls spaces, colonies and ports, and what the French navy blockades (3.0, 10.0, 12.3)."""

from collections.abc import Collection

from domain.washingtons_war.facts import SIDES, Side
from domain.washingtons_war.facts.ids import ADJACENT
from domain.washingtons_war.position.state import State


def controller(state: State, space: str) -> Side | None:
    """Whose marker lies in the space (3.0)."""
    return state.markers.get(space)


def colony_control(state: State, colony: str) -> Side | None:
    """The majority of markers; for Canada both Montreal and Quebec (10.0, R-73)."""
    facts = state.facts
    decisive = facts.colony[colony].control
    markers = state.markers
    if decisive:
        owners = {markers.get(space) for space in decisive}
        return owners.pop() if len(owners) == 1 else None
    american = british = 0
    for space in facts.in_colony[colony]:
        owner = markers.get(space)
        american += owner == "american"
        british += owner == "british"
    if american == british:
        return None
    return "american" if american > british else "british"


def areas(state: State) -> dict[Side, int]:
    """How many of the Thirteen Colonies and Canada each side controls (13.2)."""
    count: dict[Side, int] = dict.fromkeys(SIDES, 0)
    for colony in state.facts.colony:
        owner = colony_control(state, colony)
        if owner is not None:
            count[owner] += 1
    return count


def is_blockaded(state: State, space: str) -> bool:
    """Is it a port of the zone where the French navy lies (12.3)?"""
    return state.facts.zone_of.get(space) == state.navy


def is_open_port(state: State, space: str) -> bool:
    """Is it a port that is neither blockaded, nor fortified without a British marker (2.1.C, 12.3)?"""
    facts = state.facts
    zone = facts.zone_of.get(space)
    if zone is None or zone == state.navy:
        return False
    return space not in facts.fortified or state.markers.get(space) == "british"


def beside_british(state: State) -> frozenset[str]:
    """The spaces adjacent to a space with a British marker, as British markers go.

    Any port is adjacent to any other port that has a British marker (10.11.B, R-4).
    """
    found: set[str] = set()
    zone_of = state.facts.zone_of
    held: list[str] = []
    for space, side in state.markers.items():
        if side == "british":
            found.update(ADJACENT[space])
            if space in zone_of:
                held.append(space)
    if held:
        found.update(port for port in state.facts.ports if len(held) > 1 or port != held[0])
    return frozenset(found)


def beside_american(state: State) -> frozenset[str]:
    """The spaces adjacent to a space with an American marker."""
    return frozenset(
        near for space, side in state.markers.items() if side == "american" for near in ADJACENT[space]
    )


def beside(state: State, side: Side) -> frozenset[str]:
    """The spaces adjacent to a marker of the side, as markers go (R-26)."""
    return beside_british(state) if side == "british" else beside_american(state)


def spaces_held(state: State, side: Side, within: Collection[str] | None = None) -> tuple[str, ...]:
    """The spaces with a marker of the side, in map order."""
    markers = state.markers
    return tuple(
        [space for space in state.facts.spaces
         if markers.get(space) == side and (within is None or space in within)]
    )
