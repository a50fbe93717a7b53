"""Who sees whom (R-20 to R-29)."""

from functools import lru_cache

from domain.kernel.geometry import Area
from domain.napoleonics.facts.board import BIT, BOARD, Hex, on_sight_line, sight_line
from domain.napoleonics.facts.sides import ENEMY
from domain.napoleonics.facts.terrain import Ground
from domain.napoleonics.position.pieces import standing
from domain.napoleonics.position.state import State, side_of, unit_fact

REMEMBERED = 16_384


def sees(state: State, unit: str, target: Hex, overhead: bool = True) -> bool:
    """Does a unit see a hex? `overhead`: artillery on a hill may fire over friends next to it (R-28)."""
    start = state.at[unit]
    return not screen(state, start, target, unit if overhead else None)


def screen(state: State, start: Hex, target: Hex, gunner: str | None) -> tuple[Hex, ...]:
    """The hexes that hide a hex from another, the nearest to the first one; none if it is seen. `gunner` is
    the unit that may fire over others, if it is artillery on a hill."""
    between = on_sight_line(start, target)
    if not between:
        return ()
    closed = standing(state).taken & between
    if closed and gunner is not None and unit_fact(state, gunner).arm == "artillery":
        closed &= ~_below(state, gunner, start)
    return screen_on(state.ground, start, target, closed)


@lru_cache(REMEMBERED)
def screen_on(ground: Ground, start: Hex, target: Hex, closed: Area) -> tuple[Hex, ...]:
    """The same where pieces close these of the hexes between. Most lines stay as they were, so they are
    kept."""
    for stretch in sight_line(start, target):
        if all(at is None or _blocks(ground, at, start, target, closed) for at in stretch):
            return tuple(at for at in stretch if at is not None)
    return ()


def _below(state: State, unit: str, start: Hex) -> Area:
    """The lower hexes beside artillery on a hill whose friendly pieces it may fire over (R-28)."""
    hills, here, enemy = state.ground.hill_area, standing(state), ENEMY[side_of(state, unit)]
    if not BIT[start] & hills:
        return 0
    return BOARD.area_within(start, 1) & ~hills & ~(here.units[enemy] | here.led[enemy])


def _blocks(ground: Ground, at: Hex, start: Hex, target: Hex, closed: Area) -> bool:
    if at in ground.opaque or BIT[at] & closed:
        return True
    hills = ground.hills
    if at not in hills:
        return False
    if start in hills and target in hills:
        return at not in hills[start] and at not in hills[target]
    return True
