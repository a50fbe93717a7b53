"""British stacks into which the American may not look, and what he may suppose of them (7.1.3, R-44)."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import msgspec

from domain.brandywine.facts.board import Hex
from domain.brandywine.fire.targets import shooters, target_hexes
from domain.brandywine.position.pieces import units_of
from domain.brandywine.position.state import State, is_hidden, pinned, side_of
from domain.kernel.agenda import Step
from domain.kernel.memory import Memory
from domain.kernel.seats import ALL, Seat


def is_closed_to(state: State, viewer: Seat) -> bool:
    """Are there stacks that this viewer may not look into?"""
    return viewer not in (ALL, "british") and is_hidden(state)


_closed = Memory()


def closed_hexes(state: State) -> frozenset[Hex]:
    """The hexes whose British pieces the American does not see: not those that he may fire at now, that fire
    or fight. Artillery fires in the enemy's turn (11.1.1)."""
    parts = (state.at, state.condition, state.shot, state.volleys, state.combats, state.fight)
    return _closed.get(parts, (state.data, state.phase, state.active), lambda: _find_closed(state))


def _find_closed(state: State) -> frozenset[Hex]:
    held = {at for piece, at in state.at.items() if side_of(state, piece) == "british"}
    open_hexes: set[Hex] = set()
    if state.phase == "rifles" or (state.phase == "artillery" and state.active == "british"):
        kind = "artillery" if state.phase == "artillery" else "rifle"
        for unit in shooters(state, "american", kind):  # type: ignore[arg-type]  # one of the two
            open_hexes.update(target_hexes(state, unit, kind))  # type: ignore[arg-type]
    units = [unit for volley in state.volleys for unit in (volley.target, *volley.firers)]
    fights = (*state.combats, state.fight) if state.fight is not None else state.combats
    for fight in fights:
        units += [*fight.attackers, *fight.defenders]
        open_hexes.update(fight.targets)
    open_hexes.update(state.at[unit] for unit in units if unit in state.at)
    return frozenset(held - open_hexes)


def without_closed_leaders(state: State) -> State:
    """The position as the American must judge the enemy's tactics by: he does not know of leaders in stacks
    into which he may not look (12.2.3)."""
    if not is_hidden(state):
        return state
    closed, leaders = closed_hexes(state), state.units.leaders_of["british"]
    unseen = {leader for leader in leaders if state.at.get(leader) in closed}
    return state.changed(at={piece: at for piece, at in state.at.items() if piece not in unseen})


def supposed(state: State, random: Random, agenda: Sequence[Step]) -> State:
    """Units that look alike change places among the closed stacks; who is named on the agenda stays."""
    closed = closed_hexes(state)
    named = set(_words([msgspec.to_builtins(step) for step in agenda]))
    pins = pinned(state)
    alike: dict[Any, list[str]] = {}
    for unit in units_of(state, "british"):
        if state.at[unit] in closed and unit not in named and unit not in pins:
            alike.setdefault(_looks(state, unit), []).append(unit)
    other: dict[str, Hex] = {}
    for units in alike.values():
        hexes = sorted(state.at[unit] for unit in units)
        other.update(zip(sorted(units), random.sample(hexes, len(hexes)), strict=True))
    return state.changed(at={piece: other.get(piece, at) for piece, at in state.at.items()})


def _looks(state: State, unit: str) -> tuple[Any, ...]:
    """Units with the same of all this may stand for each other."""
    fact = state.units.units[unit]
    return (
        (fact.type, fact.nation, fact.sp, fact.morale, fact.ma, fact.rifle, fact.jaeger),
        unit in state.reduced,
        state.condition.get(unit),
        *(unit in some for some in (state.withdrawn, state.moved, state.arrived, state.fired, state.shot)),
    )


def _words(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _words(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from (*_words(key), *_words(each))
