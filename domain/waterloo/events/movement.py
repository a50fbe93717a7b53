"""Units and leaders on the move, and whose the places are that they enter (5.0, 8.0, 9.6, 12.0, 13.3)."""



from domain.kernel.events import Event
from domain.waterloo.facts import CostParts, Facing, Front, Square
from domain.waterloo.position.state import (
    State,
    changed,
    with_leader,
    with_unit,
)


class UnitEntered(Event, frozen=True):
    """A reinforcement came on to the map (5.0, W-90); the first one fixes the square of the turn (W-91)."""

    rule = "5.0"

    unit: str
    to: Square
    facing: Facing
    cost: int

    def apply(self, state: State) -> State:
        state = with_unit(state, self.unit, square=self.to, facing=self.facing)
        return changed(state, entry_square=self.to, points=state.points - self.cost, mover=self.unit)


class UnitTurned(Event, frozen=True):
    """A unit turned where it stands (8.1, W-29)."""

    rule = "8.1"

    unit: str
    was: Facing
    facing: Facing
    cost: int

    def apply(self, state: State) -> State:
        state = with_unit(state, self.unit, facing=self.facing)
        return changed(state, points=state.points - self.cost, mover=self.unit)


class UnitMoved(Event, frozen=True):
    """A unit moved one square (8.0, W-31). `parts` is the cost in parts: square, slope, stream, road;
    `faced`: it left a chateau and took this facing with it (W-34)."""

    rule = "8.0"

    unit: str
    start: Square
    to: Square
    facing: Facing
    cost: int
    parts: CostParts
    faced: bool = False

    def apply(self, state: State) -> State:
        state = with_unit(state, self.unit, square=self.to, facing=self.facing)
        return changed(state, points=state.points - self.cost, mover=self.unit)


class LeaderMoved(Event, frozen=True):
    """A leader moved one square (12.0, W-36)."""

    rule = "12.0"

    leader: str
    start: Square
    to: Square
    cost: int

    def apply(self, state: State) -> State:
        return changed(with_leader(state, self.leader, self.to), points=state.points - self.cost)


class UnitMoveEnded(Event, frozen=True):
    """A unit's move is over: it has a movement marker (8.0, W-28)."""

    rule = "8.0"
    quiet = True

    unit: str

    def apply(self, state: State) -> State:
        return changed(with_unit(state, self.unit, moved=True), mover=None)


class MovementEnded(Event, frozen=True):
    """A movement card is done; points left are lost (8.0, W-27)."""

    rule = "8.0"

    points_left: int

    @property
    def quiet(self) -> bool:
        """Only points that are lost are news."""
        return not self.points_left

    def apply(self, state: State) -> State:
        return changed(state, points=0)


class CavalryWithdrew(Event, frozen=True):
    """Cavalry withdrew before infantry that came beside it (9.6, W-38); a leader with it went along."""

    rule = "9.6"

    unit: str
    start: Square
    to: Square
    facing: Facing
    leader: str | None = None

    def apply(self, state: State) -> State:
        return gone_with_leader(state, self.unit, self.to, self.facing, self.leader)


def gone_with_leader(state: State, unit: str, to: Square, facing: Facing, leader: str | None) -> State:
    """The unit stands there, and the leader who was in its square too, if one was (W-87)."""
    state = with_unit(state, unit, square=to, facing=facing)
    return state if leader is None else with_leader(state, leader, to)


class PlaceOwnerChanged(Event, frozen=True):
    """A marked place has a new owner: the front whose unit entered it last (13.3, W-08)."""

    rule = "13.3"

    square: Square
    was: Front
    front: Front
    unit: str

    def apply(self, state: State) -> State:
        return changed(state, owners={**state.owners, self.square: self.front})
