"""Leaders whom enemies come beside, or who lose their troops (12.0, W-86 to W-88)."""

from collections.abc import Sequence

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.waterloo.events.leaders import LeaderDisplaced, LeaderRemoved
from domain.waterloo.facts import Square
from domain.waterloo.facts.ids import FRONT_OF, LEADER_FRONT, SQUARES, distance
from domain.waterloo.orders import DisplaceLeader
from domain.waterloo.position.state import (
    State,
    enemy_beside,
    seat_of,
)


def is_alone(state: State, leader: str) -> bool:
    """Is he on the map without a unit of his front in his square?"""
    square = state.leaders[leader]
    unit = state.at.get(square or "")
    return square is not None and (unit is None or FRONT_OF[unit] != LEADER_FRONT[leader])


def make_way(play: Play[State], unit: str, *squares: Square) -> None:
    """The unit came into these squares: an enemy leader alone on one or beside it must go (W-86)."""
    state = play.state
    for leader, at in state.leaders.items():
        if at is None or LEADER_FRONT[leader] == FRONT_OF[unit] or not is_alone(state, leader):
            continue
        if any(distance(at, square) <= 1 for square in squares):
            play.push(DisplaceLeaders(leader))


def lose_unit(play: Play[State], leader: str | None) -> None:
    """The unit that this leader was with is eliminated: he goes to another one (W-87)."""
    if leader is not None:
        play.push(DisplaceLeaders(leader))


def nearest_units(state: State, leader: str) -> Sequence[Square]:
    """The squares with a unit of his front that are nearest to him, in the order of the map."""
    start = state.leaders[leader]
    assert start is not None
    front = LEADER_FRONT[leader]
    steps = {
        square: distance(start, square) for square, unit in state.at.items() if FRONT_OF[unit] == front
    }
    least = min(steps.values(), default=0)
    return [square for square in SQUARES if steps.get(square) == least]


class DisplaceLeaders(Step, frozen=True):
    """A leader goes to his nearest unit; his owner chooses among equals (W-86, D-19).

    Games that were stored before leaders were named have none here: whoever is alone beside the enemy goes.
    """

    leader: str = ""

    def advance(self, play: Play[State]) -> Decision | None:
        leader = self.leader or _beside_the_enemy(play.state)
        if leader is None:
            play.pop()
            return None
        squares = nearest_units(play.state, leader)
        if len(squares) > 1:
            return Decision(_ask(play.state, leader, squares))
        play.pop()
        _displace(play, leader, squares[0] if squares else None)
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, DisplaceLeader)
        play.pop()
        _displace(play, order.leader, order.to)


def _beside_the_enemy(state: State) -> str | None:
    for leader, square in state.leaders.items():
        if is_alone(state, leader) and enemy_beside(state, square or "", LEADER_FRONT[leader]):
            return leader
    return None


def _ask(state: State, leader: str, squares: Sequence[Square]) -> Ask:
    seat = seat_of(state, state.facts.leaders[leader].army)
    orders = [DisplaceLeader(leader, square) for square in squares]
    return Ask(seat, "displace_leader", "12.0", orders, {"leader": leader})


def _displace(play: Play[State], leader: str, to: Square | None) -> None:
    start = play.state.leaders[leader]
    assert start is not None
    play.record(LeaderRemoved(leader, start) if to is None else LeaderDisplaced(leader, start, to))
