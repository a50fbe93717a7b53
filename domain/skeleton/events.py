"""The events of Skeleton, in the past tense: what happened, and how each changes the state."""

from domain.kernel import Event, Seat
from domain.skeleton.state import State


class TurnBegan(Event, frozen=True):
    """A turn begins: north plays, then south."""

    rule = "1"
    turn: int

    def apply(self, state: State) -> State:
        return state.changed(turn=self.turn)


class UnitMoved(Event, frozen=True):
    rule = "2"
    unit: str
    start: str
    to: str

    def apply(self, state: State) -> State:
        return state.changed(at={**state.at, self.unit: self.to})


class AttackResolved(Event, frozen=True):
    """`die` is what came up; `is_hit` if the target left the map by it."""

    rule = "3"
    unit: str
    target: str
    die: int
    is_hit: bool

    def apply(self, state: State) -> State:
        if not self.is_hit:
            return state
        return state.changed(at={unit: at for unit, at in state.at.items() if unit != self.target})


class SeatRested(Event, frozen=True):
    rule = "1"
    seat: Seat

    def apply(self, state: State) -> State:
        return state


class GameEnded(Event, frozen=True):
    """`winner` is None in a draw."""

    rule = "4"
    winner: Seat | None

    def apply(self, state: State) -> State:
        return state.changed(is_over=True)
