"""Which stacks a diversion may hold (12.1.3, R-67)."""

from collections.abc import Collection

from domain.brandywine.combat.declaring import around, front
from domain.brandywine.combat.duty import duty
from domain.brandywine.facts.board import Hex
from domain.brandywine.orders.combat import Divert
from domain.brandywine.position.state import State, pinned


def diversions(state: State) -> list[Divert]:
    """Over the creek too (16.2.3): nobody is pinned in them, and everybody next to them who must attack finds
    another enemy."""
    found, pins = duty(state), pinned(state)
    held_by_pins = {state.at[unit] for unit in pins}
    touched = dict.fromkeys(to for near in found.can.values() for to in near)
    for unit, over in found.across.items():
        if len(over) + len(found.can[unit]) > 1:
            touched.update(dict.fromkeys(over))
    return [
        Divert(at)
        for at in touched
        if at not in held_by_pins and _leaves_others(state, at, found.obliged)
    ]


def _leaves_others(state: State, at: Hex, obliged: Collection[str]) -> bool:
    """Does everybody who must attack find another enemy while this stack is held, over the creek if he must,
    so that all beside his hex are attacked?"""
    then = state.changed(diverted=at)
    left = front(then)
    found = left.found
    touched = {to for near in found.can.values() for to in near}
    if not found.required <= touched or any(not found.near(unit) for unit in obliged):
        return False
    searches = (around(then, left, unit) for unit in found.obliged if not found.can[unit])
    return all(search is not None and search.can_be_completed(()) for search in searches)
