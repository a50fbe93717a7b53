"""Rolls that may end the game, victory points, the end of the game (18, 19)."""

from domain.kernel.events import Event
from domain.kernel.seats import Seat
from domain.wellington.facts.world import Power, Side
from domain.wellington.position.state import State, changed


class ConquestRolled(Event, frozen=True):
    """The power in Madrid rolled for the conquest of Spain: the die and what the keys add (18.6)."""

    rule = "18.6"

    power: Power
    die: int
    modifier: int
    target: int
    succeeded: bool


class PeaceRolled(Event, frozen=True):
    """The year ended in peace, or not (18.7)."""

    rule = "18.7"

    die: int
    succeeded: bool


class VictoryScored(Event, frozen=True):
    """The victory points of a power at the end of the game, and what they are for (19)."""

    rule = "19"

    power: Power
    points: float
    parts: dict[str, float]

    def apply(self, state: State) -> State:
        return changed(state, scores={**state.scores, self.power: self.points})


class GameEnded(Event, frozen=True):
    """The game is over: why, and which side and which of its players has won (18, 19.1)."""

    rule = "19.1"
    reveals = True

    cause: str
    side: Side
    winners: tuple[Seat, ...]

    def apply(self, state: State) -> State:
        return changed(state, ended=self.cause, winners=self.winners)


class GuerrillaRolled(Event, frozen=True):
    """A die of the guerrillas in a duchy, and what is added for Allies beside it (4.4, #92)."""

    rule = "4.4"

    duchy: str
    die: int
    added: int
    falls: bool
