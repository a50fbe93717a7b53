"""Who stands where: CU, generals, armies, American units (3.0)."""

from collections.abc import Mapping

from domain.kernel.memory import Latest
from domain.washingtons_war.facts import Nation, Side
from domain.washingtons_war.facts.ids import GENERALS_OF, NATIONS_OF, SIDE_OF, SPACE_ORDER
from domain.washingtons_war.position.state import State, cu_of


def _station_all(generals: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for general, place in generals.items():
        found[place] = (*found.get(place, ()), general)
    return found


_stations = Latest(_station_all)


def cu(state: State, space: str, side: Side) -> int:
    """The CU of a side in a space, American and French together (R-6)."""
    if side == "british":
        return state.british.get(space, 0)
    return state.american.get(space, 0) + state.french.get(space, 0)


def has_cu(state: State, space: str, side: Side) -> bool:
    if side == "british":
        return space in state.british
    return space in state.american or space in state.french


def cu_by_nation(state: State, space: str, side: Side) -> dict[Nation, int]:
    """The CU of a side in a space by nation, nations without any left out."""
    counts = {nation: cu_of(state, nation).get(space, 0) for nation in NATIONS_OF[side]}
    return {nation: count for nation, count in counts.items() if count}


def spaces_with_cu(state: State, side: Side) -> tuple[str, ...]:
    """The spaces with CU of a side, in map order."""
    there = state.british.keys() if side == "british" else state.american.keys() | state.french.keys()
    return tuple(sorted(there, key=SPACE_ORDER.__getitem__))


def generals_in(state: State, place: str, side: Side) -> tuple[str, ...]:
    """The generals of a side in a space or box: at most one where nobody is just passing (3.0)."""
    there = _stations.of(state.generals).get(place)
    if there is None:
        return ()
    return tuple([general for general in there if SIDE_OF[general] == side])


def general_in(state: State, space: str, side: Side) -> str | None:
    """The general of a side who stands in a space; of two the first in the order of the roster."""
    there = generals_in(state, space, side)
    return there[0] if there else None


def is_on_map(state: State, general: str) -> bool:
    return state.generals[general] in SPACE_ORDER


def generals_on_map(state: State, side: Side) -> tuple[str, ...]:
    """The generals of a side who are in a space."""
    return tuple([general for general in GENERALS_OF[side] if state.generals[general] in SPACE_ORDER])


def has_army(state: State, space: str, side: Side) -> bool:
    """Is there a general of the side with at least one CU (3.0)?"""
    return has_cu(state, space, side) and general_in(state, space, side) is not None


def has_lone_general(state: State, space: str, side: Side) -> bool:
    """Is there a general of the side, and no CU of it?"""
    return general_in(state, space, side) is not None and not has_cu(state, space, side)


def has_american_unit(state: State, space: str) -> bool:
    """Is there an American or French CU or general, or Congress (3.0)?"""
    return (
        space in state.american
        or space in state.french
        or space == state.congress
        or general_in(state, space, "american") is not None
    )


def has_british_piece(state: State, space: str) -> bool:
    """Is there a British CU or general?"""
    return space in state.british or general_in(state, space, "british") is not None


def total_cu(state: State, side: Side) -> int:
    """All CU of a side on the map."""
    if side == "british":
        return sum(state.british.values())
    return sum(state.american.values()) + sum(state.french.values())
