"""The numbers to plot over a game, and how well a seat stands (for bots)."""

from domain.kernel.ruleset import Measure
from domain.kernel.seats import Seat
from domain.washingtons_war.facts.ids import OTHER
from domain.washingtons_war.position.control import areas
from domain.washingtons_war.position.state import State

MEASURES = (
    Measure("areas_american", "American areas", "american", "areas"),
    Measure("areas_british", "British areas", "british", "areas"),
)


def measure(state: State) -> dict[str, float]:
    return {f"areas_{side}": float(count) for side, count in areas(state).items()}


def evaluate(state: State, seat: Seat) -> float:
    held = areas(state)
    side = "american" if seat == "american" else "british"
    return float(held[side] - held[OTHER[side]])  # type: ignore[index]
