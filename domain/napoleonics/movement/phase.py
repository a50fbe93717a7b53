"""The movement phase: pieces one after the other, in the order that the player likes (3, R-45)."""

from collections.abc import Iterator, Sequence
from itertools import chain

from domain.kernel import Answers, Ask, Decision, Order, Play, Step, the_order
from domain.kernel.memory import LatestTogether
from domain.napoleonics.ending.banners import gain, settle
from domain.napoleonics.events.movement import LeaderMoved, UnitExited, UnitMoved
from domain.napoleonics.events.turns import PhaseBegan
from domain.napoleonics.facts.sides import seat_of
from domain.napoleonics.movement.ways import (
    exits,
    goes_along,
    leader_moves,
    leader_ways,
    may_move,
    may_move_leader,
    unit_moves,
    unit_ways,
)
from domain.napoleonics.orders.movement import EndMovement, ExitMap, MoveLeader, MoveUnit
from domain.napoleonics.position.state import State


class MovementPhase(Step, frozen=True):
    """Ordered pieces move until the player is done."""

    def advance(self, play: Play[State]) -> Decision | None:
        menu = movement_menu(play.state)
        if len(menu) == 1:
            play.pop()
            return None
        if play.state.phase != "movement":
            play.record(PhaseBegan("movement"))
            return None
        side = play.state.active
        return Decision(Ask(seat_of(side), "movement", "5", menu, {"side": side}))

    def handle(self, play: Play[State], answers: Answers) -> None:
        state = play.state
        match the_order(answers):
            case MoveUnit(unit, to):
                path, halted = unit_ways(state, unit).to(to)
                play.record(UnitMoved(unit, path, goes_along(state, unit), halted))
                settle(play)
            case MoveLeader(leader, to):
                play.record(LeaderMoved(leader, leader_ways(state, leader)[to]))
            case ExitMap(unit, by):
                leave_map(play, unit, by)
            case _:
                play.pop()


def movement_menu(state: State) -> Sequence[Order]:
    """Where everybody who is ordered can go, and the end."""
    parts = (state.at, state.squares, state.command, state.ordered, state.moved)
    return _latest_menu.of(parts, state)


def _menu(state: State) -> Sequence[Order]:
    return (*chain.from_iterable(moves(state)), EndMovement())


_latest_menu = LatestTogether(_menu)


def moves(state: State) -> Iterator[Sequence[Order]]:
    """The moves of each piece that is ordered."""
    pieces, has_exits = state.pieces, bool(state.field.exits[state.active])
    for piece in state.ordered:
        if pieces[piece].unit is None:
            if may_move_leader(state, piece):
                yield leader_moves(state, piece)
        elif may_move(state, piece):
            yield unit_moves(state, piece)
            if has_exits:
                yield [ExitMap(piece, by) for by in exits(state, piece)]


def leave_map(play: Play[State], unit: str, by: str) -> None:
    """The unit is gone for good, with its leader, and gives its side a banner (R-114)."""
    side, path = play.state.active, exits(play.state, unit)[by]
    play.record(UnitExited(unit, path, goes_along(play.state, unit)))
    if not gain(play, side, "exit", by, "R-114", play.state.field.exits[side][by]):
        settle(play)
