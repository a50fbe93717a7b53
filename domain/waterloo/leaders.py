"""Leaders are never alone beside the enemy (12.0, W-86 to W-88)."""

from collections.abc import Sequence

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.waterloo.events import LeaderDisplaced, LeaderRemoved
from domain.waterloo.facts import Square
from domain.waterloo.orders import DisplaceLeader
from domain.waterloo.state import (
    FACTS,
    FRONT_OF,
    LEADER_FRONT,
    State,
    distance,
    enemy_beside,
    seat_of,
)


def is_exposed(state: State, leader: str) -> bool:
    """Is he without a unit of his front in his square, and an enemy unit beside him or upon him?"""
    square = state.leaders[leader]
    if square is None:
        return False
    unit = state.at.get(square)
    if unit is not None:
        return FRONT_OF[unit] != LEADER_FRONT[leader]
    return enemy_beside(state, square, LEADER_FRONT[leader])


def keep_safe(play: Play[State]) -> None:
    """Pieces moved: an exposed leader must go to his nearest unit before anything else."""
    if any(is_exposed(play.state, leader) for leader in play.state.leaders):
        play.push(DisplaceLeaders())


def nearest_units(state: State, leader: str) -> Sequence[Square]:
    """The squares with a unit of his front that are nearest to him, in the order of the map."""
    start = state.leaders[leader]
    assert start is not None
    front = LEADER_FRONT[leader]
    steps = {
        square: distance(start, square) for square, unit in state.at.items() if FRONT_OF[unit] == front
    }
    least = min(steps.values(), default=0)
    return [square for square in FACTS.squares if steps.get(square) == least]


class DisplaceLeaders(Step, frozen=True):
    """Every exposed leader goes to his nearest unit; his owner chooses among equals (W-86, D-19)."""

    def advance(self, play: Play[State]) -> Decision | None:
        for leader in play.state.leaders:
            if is_exposed(play.state, leader):
                squares = nearest_units(play.state, leader)
                if len(squares) > 1:
                    return Decision(_ask(play.state, leader, squares))
                _displace(play, leader, squares[0] if squares else None)
        play.pop()
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, DisplaceLeader)
        _displace(play, order.leader, order.to)


def _ask(state: State, leader: str, squares: Sequence[Square]) -> Ask:
    seat = seat_of(state, FACTS.leaders[leader].army)
    orders = [DisplaceLeader(leader, square) for square in squares]
    return Ask(seat, "displace_leader", "12.0", orders, {"leader": leader})


def _displace(play: Play[State], leader: str, to: Square | None) -> None:
    start = play.state.leaders[leader]
    assert start is not None
    play.record(LeaderRemoved(leader, start) if to is None else LeaderDisplaced(leader, start, to))
