"""Lines of sight as the board shows them to whoever asks (11.2)."""

from domain.brandywine.facts.board import HEXES, Hex, distance
from domain.brandywine.fire.sight import screen
from domain.brandywine.position.state import State
from domain.kernel.ruleset import Sight
from domain.kernel.told import Told


def sight(state: State, start: Hex, end: Hex) -> Sight:
    """Whether one sees from one hex to another now (R-58 to R-63). Raises LookupError."""
    if start not in HEXES or end not in HEXES:
        raise LookupError(start, end)
    found = screen(state, start, end)
    about = {"start": start, "end": end, "distance": distance(start, end)}
    if found is None:
        return Sight(Told("sees", about))
    return Sight(Told("sees_not", {**about, "kind": found.kind, "hexes": found.hexes}), found.hexes)
