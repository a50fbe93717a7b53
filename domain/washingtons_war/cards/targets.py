"""The spaces that a step of a card may be applied to (6.31, 10.12)."""

from collections.abc import Callable, Mapping

from domain.kernel.geometry import within
from domain.washingtons_war.facts import CardStep
from domain.washingtons_war.position.card_table import targets
from domain.washingtons_war.position.control import beside, is_blockaded
from domain.washingtons_war.position.state import State
from domain.washingtons_war.position.units import (
    general_in,
    generals_in,
    generals_on_map,
    has_american_unit,
    has_cu,
)

STANDS: Mapping[str, Callable[[State, str], bool]] = {
    "pc": lambda state, space: space in state.markers,
    "british_cu": lambda state, space: has_cu(state, space, "british"),
    "american_units": has_american_unit,
}
"""What a card may want a space to be free of."""


def is_of_terrain(state: State, space: str, terrain: str) -> bool:
    """Is it such a space: any, no port, or a port that is neither fortified nor blockaded?"""
    facts = state.facts
    if terrain == "any":
        return True
    if terrain == "non_port":
        return space not in facts.zone_of
    return space in facts.zone_of and space not in facts.fortified and not is_blockaded(state, space)


def colonies_of(state: State, step: CardStep) -> tuple[str, ...]:
    """The colonies that the step speaks of, in map order; Canada is among `any`."""
    facts = state.facts
    if step.colonies == "any":
        return tuple(facts.colony)
    if step.colonies == "thirteen":
        return facts.thirteen
    return tuple(colony for colony in facts.colony if colony in step.colonies)


def spaces_of(state: State, step: CardStep) -> tuple[str, ...]:
    """The spaces of the step's colonies and terrain that are free of what it wants them free of."""
    facts, colonies = state.facts, set(colonies_of(state, step))
    return tuple(
        space
        for space in facts.spaces
        if facts.colony_of[space] in colonies
        and is_of_terrain(state, space, step.terrain)
        and not any(STANDS[each](state, space) for each in step.free_of)
    )


@targets("activate")
def _to_activate(state: State, step: CardStep) -> tuple[str, ...]:
    """Spaces with a general of the side that the step names."""
    assert step.side is not None, "a card says whose general it activates"
    return tuple(space for space in state.facts.spaces if generals_in(state, space, step.side))


@targets("place_pc")
def _to_place(state: State, step: CardStep) -> tuple[str, ...]:
    """Spaces without a marker, where the step says so beside one of one's own (10.12.A)."""
    assert step.side is not None, "a card says whose markers it places"
    near = beside(state, step.side) if step.adjacent_to_own else None
    return tuple(
        space
        for space in spaces_of(state, step)
        if space not in state.markers and (near is None or space in near)
    )


@targets("place_pc_each_colony")
def _in_each_colony(state: State, step: CardStep) -> tuple[str, ...]:
    return tuple(space for space in spaces_of(state, step) if space not in state.markers)


@targets("remove_pc")
def _to_clear(state: State, step: CardStep) -> tuple[str, ...]:
    """Spaces with a marker of the side that the step names."""
    near = _near_british_generals(state, step.within_of_british_general)
    return tuple(
        space
        for space in spaces_of(state, step)
        if state.markers.get(space) == step.side and (near is None or space in near)
    )


def _near_british_generals(state: State, most: int) -> set[str] | None:
    """The spaces within so many connections of a British general, wilderness counting as one; None if any."""
    if not most:
        return None
    adjacent, found = state.facts.adjacent, set[str]()
    for general in generals_on_map(state, "british"):
        found.update(within(adjacent.__getitem__, state.generals[general], most))
    return found


@targets("remove_cu")
def _to_weaken(state: State, step: CardStep) -> tuple[str, ...]:
    """Spaces with CU of the side, American and French alike (R-95), which no named general protects."""
    side = step.side
    assert side is not None, "a card says whose CU it removes"
    return tuple(
        space
        for space in spaces_of(state, step)
        if has_cu(state, space, side)
        and not (step.without_general and general_in(state, space, side))
        and step.not_with not in generals_in(state, space, side)
    )


@targets("add_cu_map")
def _to_reinforce(state: State, step: CardStep) -> tuple[str, ...]:
    """Spaces with a general of the side."""
    assert step.side is not None, "a card says whose CU it adds"
    side = step.side
    return tuple(space for space in spaces_of(state, step) if general_in(state, space, side))
