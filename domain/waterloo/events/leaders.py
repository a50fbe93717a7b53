"""Leaders pushed aside and lost (12.0)."""



from domain.kernel.events import Event
from domain.waterloo.facts import Square
from domain.waterloo.position.state import (
    State,
    with_leader,
)


class LeaderDisplaced(Event, frozen=True):
    """A leader alone beside the enemy went to the nearest unit of his front (12.0, W-86)."""

    rule = "12.0"

    leader: str
    start: Square
    to: Square

    def apply(self, state: State) -> State:
        return with_leader(state, self.leader, self.to)


class LeaderRemoved(Event, frozen=True):
    """A leader whose front has no unit on the map left it (12.0, W-88)."""

    rule = "12.0"

    leader: str
    start: Square

    def apply(self, state: State) -> State:
        return with_leader(state, self.leader, None)
