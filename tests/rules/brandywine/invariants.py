"""What holds after every command of a game, whatever was played."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from domain.brandywine.facts.board import ADJACENT, Hex
from domain.brandywine.facts.sides import SIDES
from domain.brandywine.movement.search import Moves, Reach
from domain.brandywine.position.pieces import load
from domain.brandywine.position.state import State, is_leader, side_of
from domain.kernel import Decision, Order, Step


def check(state: State, agenda: Iterable[Step], decision: Decision | None) -> None:
    """Raises AssertionError with what is wrong."""
    problems = [*_pieces(state), *_stacks(state), *_counts(state)]
    if decision is None and list(agenda):
        problems.append("nothing is asked and something is left to do")
    if decision is None and not state.is_over:
        problems.append("nothing is asked and nobody has won")
    for ask in decision.asks.values() if decision is not None else ():
        menu = ask.menu()
        if not menu or not _is_without_doubles(menu):
            problems.append(f"a bad menu for {ask.prompt}: {menu[:5]}")
    assert not problems, "; ".join(problems)


def _is_without_doubles(menu: Sequence[Order]) -> bool:
    """Is every order offered once? Where a piece can go is looked at once, however often it is asked."""
    if not isinstance(menu, Moves):
        return len({*menu}) == len(menu)
    reaches, others = menu.parts
    pieces = {piece for piece, _ in reaches}
    count = sum(ways.count for _, ways in reaches)
    fine = all(_has_moves_once(ways, piece) for piece, ways in reaches)
    return fine and len(pieces) == len(reaches) and len({*others}) == len(others) == len(menu) - count


@lru_cache(maxsize=4096)
def _has_moves_once(ways: Reach, piece: str) -> bool:
    moves = ways.moves(piece)
    return 0 < len({*moves}) == len(moves) == ways.count


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
    """Looked for in stacks that have changed since the position that was looked at last."""
    limit, units = state.tables.stacking, state.units.units
    for at, stack in _changed_stacks(state).items():
        there = [piece for piece in stack if piece in units]
        sides = {side_of(state, piece) for piece in stack}
        if len(sides) > 1 and not (there and state.is_over):  # a captured leader may end it (4.1.2)
            yield f"both sides stand in {at}"
        points, guns = load(state, there)
        is_overstacked = points > limit.strength or guns > limit.artillery
        if is_overstacked and not any(unit in state.arrived for unit in there):
            yield f"too many in {at}: {there}"
        for unit in there:
            if not getattr(state.ground.land[at], units[unit].mover) and not _has_way(state, at):
                yield f"{unit} stands on {at}"
        assert all(piece in units or is_leader(state, piece) for piece in stack)


_last: list[State] = []


def _changed_stacks(state: State) -> dict[Hex, list[str]]:
    """Hex -> who stands there, where that, or what it counts for, is not as it was in the last position."""
    before = _last[0] if _last else None
    _last[:] = [state]
    if before is None or before.data != state.data or state.is_over or before.arrived != state.arrived:
        hexes = {*state.at.values()}
    else:
        moved = state.at.items() ^ before.at.items()
        hexes = {at for _, at in moved}
        hexes.update(state.at[unit] for unit in {*state.reduced} ^ {*before.reduced} if unit in state.at)
    found: dict[Hex, list[str]] = {}
    for piece, at in state.at.items() if hexes else ():
        if at in hexes:
            found.setdefault(at, []).append(piece)
    return found


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
