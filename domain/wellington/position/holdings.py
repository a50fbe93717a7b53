"""What every power holds, counted for all at once: duchies, keys and strength (1.9, 3.1)."""

from typing import NamedTuple

from domain.kernel.memory import Memory
from domain.wellington.facts.world import POWER_OF, POWERS, Power
from domain.wellington.position.control import control
from domain.wellington.position.state import State

_holdings = Memory()


def occupied(state: State) -> tuple[str, ...]:
    """The duchies with any piece, by id."""
    places = {general.duchy for general in state.leaders.values() if general.duchy is not None}
    return tuple(sorted(places.union(state.troops)))


class Holding(NamedTuple):
    """What a power has on the map: duchies and key duchies under control, strength points, leaders."""

    duchies: int = 0
    keys: int = 0
    sp: int = 0
    leaders: int = 0


def holdings(state: State) -> dict[Power, Holding]:
    """What every power has on the map."""
    parts = (state.troops, state.leaders, state.flags)
    return _holdings.get(parts, (state.hasty_fort, state.data), lambda: _holdings_of(state))


def _holdings_of(state: State) -> dict[Power, Holding]:
    facts = state.facts
    duchies, keys = dict.fromkeys(POWERS, 0), dict.fromkeys(POWERS, 0)
    sp, leaders = dict.fromkeys(POWERS, 0), dict.fromkeys(POWERS, 0)
    owners = control(state)
    for duchy in facts.counted:
        owner = owners[duchy]
        if owner is not None:
            duchies[owner] += 1
            keys[owner] += duchy in facts.keys
    for troops in state.troops.values():
        for troop in troops:
            sp[troop.power] += troop.sp
    for leader, general in state.leaders.items():
        leaders[POWER_OF[leader]] += general.duchy is not None
    return {power: Holding(duchies[power], keys[power], sp[power], leaders[power]) for power in POWERS}
