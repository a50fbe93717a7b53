"""Which counters of a power's troops go and which stay, changed for others of equal strength if they must be
(1.5, R-3).
"""

from collections.abc import Iterable, Sequence
from itertools import permutations

from domain.wellington.facts.world import Power
from domain.wellington.position.state import (
    Counters,
    State,
    Troop,
    changed,
    counters_for,
    dressed,
    free_counters,
    less,
    merged,
    parted,
    troops_of,
    with_troops,
)

Chosen = tuple[tuple[Troop, ...], tuple[Troop, ...]]
"""The troops that go and those that stay."""


def taken(state: State, duchy: str, power: Power, sp: int, ready: Sequence[Troop]) -> Chosen | None:
    """Exactly so many strength points of the ready troops, the first ones first; None if impossible."""
    going: list[Troop] = []
    staying = [troop for troop in troops_of(state, duchy, power) if troop not in ready]
    free, left = free_counters(state, power), sp
    for troop in ready:
        parts = parted(free, troop, min(left, troop.sp))
        if parts is None:
            return None
        going.append(parts[0])
        staying.append(parts[1])
        free, left = parts[2], left - parts[0].sp
    return None if left else (merged(going), merged(staying))


def taken_in_some_order(
    state: State, duchy: str, power: Power, sp: int, ready: Sequence[Troop]
) -> Chosen | None:
    """The same, in this order if there are counters to change for, else in another (1.5, R-3)."""
    ways = (taken(state, duchy, power, sp, order) for order in permutations(ready))
    return next((way for way in ways if way is not None), None)


CHANGES = (((2, 0), (0, 1, 0)), ((4, 0), (0, 0, 1)), ((2, 1), (0, 0, 1)), ((0, 2), (0, 0, 1)))
"""Infantry and cavalry that may be changed for the counters beside them (1.5)."""


def with_small_change(state: State, power: Power) -> State | None:
    """A copy in which some counters are changed for one of their strength; None if none can be.

    So infantry comes free to be built or placed elsewhere, if need be by cavalry that comes free before it:
    the largest band of it gives it (1.5, R-3).
    """
    free = free_counters(state, power)
    bands = [(troop, duchy) for duchy in state.troops for troop in troops_of(state, duchy, power)]
    for (inf, cav), new in CHANGES:
        able = [each for each in bands if each[0].inf >= inf and each[0].cav >= cav]
        if able and min(less(free, new)) >= 0:
            band, duchy = max(able, key=lambda each: (each[0].inf, each[1]))
            own = (band.inf - inf + new[0], band.cav - cav + new[1], band.art + new[2])
            rest = [troop for troop in state.troops[duchy] if troop != band]
            return with_troops(state, duchy, (*rest, dressed(band, own)))
    return None


def without_counters(troops: Sequence[Troop], free: Counters, counters: Iterable[int]) -> Chosen | None:
    """Counters of so many strength points each taken one by one, changed for `free` ones if they must be."""
    gone: list[Troop] = []
    left = list(troops)
    for sp in counters:
        for number, troop in enumerate(left):
            rest = _without_counter(troop, sp, free)
            if rest is not None:
                gone.append(changed(troop, inf=int(sp == 1), cav=int(sp == 2), art=0))
                left[number], free = rest
                break
        else:
            return None
    return tuple(gone), tuple(left)


def has_counter(troop: Troop, sp: int, free: Counters) -> bool:
    """Can one infantry (1) or cavalry (2) counter leave the troop, changed for `free` ones if it must?

    Says whether `without_counters` finds one, without making the parts.
    """
    if troop.sp < sp:
        return False
    if (troop.inf if sp == 1 else troop.cav) > 0:
        return True
    pool = (troop.inf + free[0] - (sp == 1), troop.cav + free[1] - (sp == 2), troop.art + free[2])
    return min(pool) >= 0 and counters_for(troop.sp - sp, pool) is not None


def _without_counter(troop: Troop, sp: int, free: Counters) -> tuple[Troop, Counters] | None:
    """A troop without one counter of so many strength points, and the free counters then (10.5, R-3)."""
    pool = (troop.inf + free[0] - (sp == 1), troop.cav + free[1] - (sp == 2), troop.art + free[2])
    if troop.sp < sp or min(pool) < 0:
        return None
    own = (troop.inf - (sp == 1), troop.cav - (sp == 2), troop.art)
    if min(own) >= 0:
        return dressed(troop, own), free
    rest = counters_for(troop.sp - sp, pool)
    if rest is None:
        return None
    return dressed(troop, rest), (pool[0] - rest[0], pool[1] - rest[1], pool[2] - rest[2])
