"""Lines of sight as the board shows them to whoever asks (R-20 to R-29)."""

from domain.kernel.ruleset import Sight
from domain.kernel.told import Told
from domain.napoleonics.combat.sight import screen
from domain.napoleonics.facts.board import BOARD, HEXES, Hex
from domain.napoleonics.position.pieces import standing
from domain.napoleonics.position.state import State


def sight(state: State, start: Hex, end: Hex) -> Sight:
    """Whether one sees from one hex to another now; artillery on a hill there sees over its friends, too.
    Raises LookupError."""
    if start not in HEXES or end not in HEXES:
        raise LookupError(start, end)
    hexes = screen(state, start, end, standing(state).unit.get(start))
    about = {"start": start, "end": end, "distance": BOARD.distance(start, end)}
    if not hexes:
        return Sight(Told("sees", about))
    return Sight(Told("sees_not", {**about, "kind": _hidden_by(state, hexes), "hexes": hexes}), hexes)


def _hidden_by(state: State, hexes: tuple[Hex, ...]) -> str:
    """Whether pieces or the ground hide it; along the edge of two hexes it may be one of each (R-21)."""
    here = standing(state)
    held = [at in here.unit or at in here.leader for at in hexes]
    return "units" if all(held) else "both" if any(held) else "ground"
