"""Players bid for their powers (2.1)."""

from domain.kernel.events import Event
from domain.kernel.seats import Seat
from domain.wellington.facts.world import Power
from domain.wellington.position.state import State, changed


class BidsRevealed(Event, frozen=True):
    """Everybody showed how many strength points he bids for the choice (R-7)."""

    rule = "2.1"
    reveals = True

    bids: dict[Seat, int]


class PowersTaken(Event, frozen=True):
    """A player took these powers (2.1)."""

    rule = "2.1"

    seat: Seat
    powers: tuple[Power, ...]

    def apply(self, state: State) -> State:
        return changed(state, players={**state.players, self.seat: self.powers})
