"""What holds after every command of a game, whatever was played."""

from collections.abc import Iterable, Iterator

from domain.brandywine.facts.board import ADJACENT, Hex
from domain.brandywine.facts.sides import SIDES
from domain.brandywine.position.pieces import layout
from domain.brandywine.position.state import State, is_leader, side_of
from domain.kernel import Decision, Step


def check(state: State, agenda: Iterable[Step], decision: Decision | None) -> None:
    """Raises AssertionError with what is wrong."""
    problems = [*_pieces(state), *_stacks(state), *_counts(state)]
    if decision is None and list(agenda):
        problems.append("nothing is asked and something is left to do")
    if decision is None and not state.is_over:
        problems.append("nothing is asked and nobody has won")
    for ask in decision.asks.values() if decision is not None else ():
        menu = list(ask.menu())
        if not menu or len(set(menu)) != len(menu):
            problems.append(f"a bad menu for {ask.prompt}: {menu[:5]}")
    assert not problems, "; ".join(problems)


def _pieces(state: State) -> Iterator[str]:
    both = set(state.at) & set(state.gone)
    if both:
        yield f"on the map and gone: {both}"
    if not set(state.at) <= state.field.pieces:
        yield f"not of this scenario: {set(state.at) - state.field.pieces}"
    for name in ("condition", "withdrawn"):
        lost = set(getattr(state, name)) - set(state.at)
        if lost:
            yield f"{name} of who is gone: {lost}"
    for unit in state.reduced:
        if not state.units.units[unit].has_two_steps:
            yield f"{unit} has no reduced side"
    pinned = [unit for pin in state.pins for unit in (*pin.british, *pin.american)]
    if len(set(pinned)) != len(pinned) or not set(pinned) <= set(state.at):
        yield f"bad pins: {state.pins}"


def _stacks(state: State) -> Iterator[str]:
    here, limit = layout(state), state.tables.stacking
    for at, units in here.units.items():
        sides = {side_of(state, piece) for piece in (*units, *here.leaders.get(at, ()))}
        if len(sides) > 1 and not state.is_over:  # the first of two captured leaders may end it (4.1.2)
            yield f"both sides stand in {at}"
        points, guns = here.loads[at]
        is_overstacked = points > limit.strength or guns > limit.artillery
        if is_overstacked and not any(unit in state.arrived for unit in units):
            yield f"too many in {at}: {units}"
        for unit in units:
            kind = state.units.units[unit].mover
            if not getattr(state.ground.land[at], kind) and not _has_way(state, at):
                yield f"{unit} stands on {at}"
    for at, leaders in here.leaders.items():
        if len({side_of(state, leader) for leader in leaders}) > 1:
            yield f"leaders of both sides in {at}"
    assert all(is_leader(state, each) for leaders in here.leaders.values() for each in leaders)


def _has_way(state: State, at: Hex) -> bool:
    return any((at, near) in state.ground.way for near in ADJACENT[at])


def _counts(state: State) -> Iterator[str]:
    if sum(state.momentum.values()) > state.tables.momentum.pool or min(state.momentum.values()) < 0:
        yield f"momentum {state.momentum}"
    for side in SIDES:
        if not 0 <= state.army[side] <= state.tables.army.most:
            yield f"army morale {state.army}"
        if not state.army[side] and not state.is_over:
            yield f"{side} has no army morale and plays on"
    if state.fight is None and state.pending is not None and not state.volleys:
        yield "something is noted outside of shots and combats"
