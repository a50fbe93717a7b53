"""Who sees whom (R-20 to R-29)."""

from domain.napoleonics.facts.board import ADJACENT, Hex, sight_line
from domain.napoleonics.position.pieces import standing
from domain.napoleonics.position.state import State, side_of, unit_fact


def sees(state: State, unit: str, target: Hex, overhead: bool = True) -> bool:
    """Does a unit see a hex? `overhead`: artillery on a hill may fire over friends next to it (R-28)."""
    start = state.at[unit]
    return not screen(state, start, target, unit if overhead else None)


def screen(state: State, start: Hex, target: Hex, gunner: str | None) -> tuple[Hex, ...]:
    """The hexes that hide a hex from another, the nearest to the first one; none if it is seen. `gunner` is
    the unit that may fire over others, if it is artillery on a hill."""
    stretches = sight_line(start, target)
    over: frozenset[Hex] = frozenset()
    if stretches and gunner is not None and unit_fact(state, gunner).arm == "artillery":
        over = _below(state, gunner, start)
    for stretch in stretches:
        if all(at is None or _blocks(state, at, start, target, over) for at in stretch):
            return tuple(at for at in stretch if at is not None)
    return ()


def _below(state: State, unit: str, start: Hex) -> frozenset[Hex]:
    """The lower hexes beside artillery on a hill whose friendly pieces it may fire over (R-28)."""
    hills = state.ground.hills
    if start not in hills:
        return frozenset()
    side, here = side_of(state, unit), standing(state)
    return frozenset(
        at
        for at in ADJACENT[start]
        if at not in hills
        and all(side_of(state, piece) == side for piece in _pieces(here.unit, here.leader, at))
    )


def _pieces(units: dict[Hex, str], leaders: dict[Hex, str], at: Hex) -> list[str]:
    return [where[at] for where in (units, leaders) if at in where]


def _blocks(state: State, at: Hex, start: Hex, target: Hex, over: frozenset[Hex]) -> bool:
    ground, here = state.ground, standing(state)
    if at in ground.opaque:
        return True
    if (at in here.unit or at in here.leader) and at not in over:
        return True
    hills = ground.hills
    if at not in hills:
        return False
    if start in hills and target in hills:
        return at not in hills[start] and at not in hills[target]
    return True
