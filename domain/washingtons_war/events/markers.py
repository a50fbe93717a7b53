"""Political control markers are placed, flipped and removed (10)."""

from typing import Literal

from domain.kernel.events import Event
from domain.washingtons_war.facts import Side
from domain.washingtons_war.position.state import State, changed, with_marker

Reason = Literal["committee", "king", "ops", "discard", "event", "landing", "army", "isolation", "washington"]


class MarkerPlaced(Event, frozen=True):
    """A marker was placed in a space that had none (10.11)."""

    space: str
    side: Side
    reason: Reason
    cites: str = "10.11"

    def apply(self, state: State) -> State:
        return with_marker(state, self.space, self.side)


class MarkerFlipped(Event, frozen=True):
    """An enemy marker was turned over; now it is this side's (10.11)."""

    space: str
    side: Side
    reason: Reason
    cites: str = "10.11"

    def apply(self, state: State) -> State:
        return with_marker(state, self.space, self.side)


class MarkerRemoved(Event, frozen=True):
    """A marker of this side was taken off (10.12)."""

    space: str
    side: Side
    reason: Reason
    cites: str = "10.12"

    def apply(self, state: State) -> State:
        return with_marker(state, self.space, None)


class IsolatedMarkersRemoved(Event, frozen=True):
    """The isolated markers of a side were taken off, all at one instant (10.3)."""

    rule = "10.3"

    side: Side
    spaces: tuple[str, ...]

    def apply(self, state: State) -> State:
        gone = set(self.spaces)
        return changed(state, markers={at: side for at, side in state.markers.items() if at not in gone})
