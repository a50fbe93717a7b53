"""The spaces that a force may retreat to by land (9.61)."""

from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import OTHER
from domain.washingtons_war.movement.ways import neighbours
from domain.washingtons_war.position.state import State
from domain.washingtons_war.position.units import has_cu, has_lone_general


def may_retreat_to(state: State, side: Side, to: str, *, with_units: bool) -> bool:
    """No enemy CU and no enemy marker there; without CU no lone enemy general either (9.61.A, R-9)."""
    enemy = OTHER[side]
    if has_cu(state, to, enemy) or state.markers.get(to) == enemy:
        return False
    return with_units or not has_lone_general(state, to, enemy)


def ways_out(
    state: State, where: str, side: Side, came_from: str, general: str | None, *, with_units: bool
) -> tuple[str, ...]:
    """Every adjacent space but the one that the attacker came from (9.61.B).

    Arnold's trail is open only to the `general` who avoids battle; nobody retreats over it (R-3).
    """
    near = neighbours(state, general, where)
    return tuple(
        [to for to in near if to != came_from and may_retreat_to(state, side, to, with_units=with_units)]
    )
