"""The end of the game (13)."""

from typing import Literal

from domain.kernel.events import Event
from domain.washingtons_war.facts import Side
from domain.washingtons_war.position.state import State, changed

Cause = Literal["automatic", "war_ends", "track_end"]


class GameEnded(Event, frozen=True):
    """The game is over: at once (13.1), by a War Ends card or at the end of the track (13.2)."""

    winner: Side
    cause: Cause
    american_areas: int
    british_areas: int
    cites: str = "13.2"

    def apply(self, state: State) -> State:
        return changed(state, ended=self.cause, winner=self.winner)
