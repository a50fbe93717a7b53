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
    here = standing(state)
    kind = "units" if any(at in here.unit or at in here.leader for at in hexes) else "ground"
    return Sight(Told("sees_not", {**about, "kind": kind, "hexes": hexes}), hexes)
