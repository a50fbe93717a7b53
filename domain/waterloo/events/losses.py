"""Fire, disorder, steps lost, and rallying (9.5, 11.1, 11.6)."""

from typing import Literal

from domain.kernel.events import Event
from domain.waterloo.facts import Army, Front, Square
from domain.waterloo.position.state import (
    State,
    changed,
    with_unit,
)

Window = Literal["a", "b", "c", "d"]
"""When artillery may interrupt (W-72)."""


class ArtilleryFired(Event, frozen=True):
    """Infantry fired at the enemy in front of it (11.1). `window`: when it interrupted (own round: None)."""

    rule = "11.1"

    army: Army
    card: str
    shooter: str
    target: str
    window: Window | None = None


class UnitDisordered(Event, frozen=True):
    """A unit is in disorder, by fire or after its own charge (9.5, 11.1, 11.4)."""

    rule = "9.5"

    unit: str
    cause: Literal["fire", "charge"]

    def apply(self, state: State) -> State:
        return with_unit(state, self.unit, disordered=True)


class UnitReduced(Event, frozen=True):
    """A unit shows its reduced side (9.5). A second disorder by fire also takes the disorder off (W-70).

    `cause`: `battle` (lost by more than double), `stand` (lost and stayed), `blocked` (no way to retreat),
    `fire`.
    """

    rule = "9.5"

    unit: str
    cause: Literal["battle", "stand", "blocked", "fire"]

    def apply(self, state: State) -> State:
        if self.cause == "fire":
            return with_unit(state, self.unit, reduced=True, disordered=False)
        return with_unit(state, self.unit, reduced=True)


class UnitEliminated(Event, frozen=True):
    """A unit is out of the game; the other front keeps it at its full value (9.5, W-62)."""

    rule = "9.5"

    unit: str
    square: Square
    was_reduced: bool
    full_value: int
    cause: Literal["battle", "blocked"]
    scored_by: Front

    def apply(self, state: State) -> State:
        state = with_unit(
            state,
            self.unit,
            square=None,
            disordered=False,
            moved=False,
            rallied=False,
            attacked=False,
        )
        return changed(state, eliminated={**state.eliminated, self.unit: self.scored_by})


class UnitRallied(Event, frozen=True):
    """A unit lost its disorder or stands at full strength again (11.6, W-83)."""

    rule = "11.6"

    unit: str
    mode: Literal["disorder", "restore"]

    def apply(self, state: State) -> State:
        if self.mode == "disorder":
            return with_unit(state, self.unit, disordered=False, rallied=True)
        return with_unit(state, self.unit, reduced=False, rallied=True)
