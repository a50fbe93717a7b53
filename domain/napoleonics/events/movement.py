"""Moves: of units and leaders, and off the map."""

from domain.kernel.events import Event
from domain.napoleonics.facts.board import Hex
from domain.napoleonics.position.pieces import leader_of, unit_of
from domain.napoleonics.position.state import State, placed, with_at, without_unit


class UnitMoved(Event, frozen=True):
    """A unit moved; `leader` is who went along, `halted` says that it may go no further this turn (R-48)."""

    rule = "R-45"
    unit: str
    path: tuple[Hex, ...]
    leader: str | None = None
    halted: bool = False

    @property
    def to(self) -> Hex:
        return self.path[-1]

    def apply(self, state: State) -> State:
        moved = {**state.moved, self.unit: len(self.path) - 1}
        if self.leader is not None:
            moved[self.leader] = len(self.path) - 1
        halted = (*state.halted, self.unit) if self.halted else state.halted
        return state.changed(at=placed(state, self.to, self.unit, self.leader), moved=moved, halted=halted)


class LeaderMoved(Event, frozen=True):
    """A leader moved on his own; a unit that was ordered only through him is so no longer (R-40)."""

    rule = "R-43"
    leader: str
    path: tuple[Hex, ...]

    def apply(self, state: State) -> State:
        left = unit_of(state, self.leader)
        ordered = dict(state.ordered)
        if left is not None and ordered.get(left) == "leader":
            del ordered[left]
        moved = {**state.moved, self.leader: len(self.path) - 1}
        at = placed(state, self.path[-1], self.leader)
        return state.changed(at=at, moved=moved, ordered=ordered)


class UnitExited(Event, frozen=True):
    """A unit left the map over an exit, with its leader (R-114)."""

    rule = "R-114"
    unit: str
    path: tuple[Hex, ...]
    leader: str | None = None

    @property
    def by(self) -> Hex:
        return self.path[-1]

    def apply(self, state: State) -> State:
        leader = leader_of(state, self.unit)
        state = without_unit(state, self.unit)
        return state if leader is None or leader != self.leader else with_at(state, leader, None)
