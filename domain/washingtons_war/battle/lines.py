"""What each side of a battle adds to its die, as lines of a sum (9.3, 9.4)."""

from domain.kernel.battles import Factor
from domain.kernel.told import Told
from domain.washingtons_war.battle.chances import FACES, general_value
from domain.washingtons_war.battle.modifiers import Terms, general_of, terms
from domain.washingtons_war.facts import Side
from domain.washingtons_war.position.conflict import Fight
from domain.washingtons_war.position.state import State

LINES = (
    "units", "general", "regulars", "royal_navy", "militia", "winter_offensive", "interception",
    "battle_card", "discard",
)  # fmt: skip
"""What may be added to the die, in the order of 9.3 and 9.4."""


def lines_of(found: Terms) -> dict[str, Factor]:
    """These terms as lines."""
    return {line: Factor(Told(line), found[line]) for line in LINES if line in found}


def lines(state: State, fight: Fight, side: Side) -> dict[str, Factor]:
    """What the side adds as far as it is known now; of a general his die decides how much."""
    found = lines_of(terms(state, fight, side))
    general = general_of(state, fight, side)
    if general is not None and "general" not in found:
        found["general"] = _of_general(state.facts.generals[general].battle, fight.camps[side].units)
    return {line: found[line] for line in LINES if line in found}


def _of_general(rating: int, units: int) -> Factor:
    """What the lowest and the highest face make him worth, with so many CU (9.3, R-58)."""
    least, most = (general_value(rating, units, die) for die in (FACES[0], FACES[-1]))
    if least == most:
        return Factor(Told("general_always", {"battle": most}), None)
    return Factor(Told("general_of", {"half": least, "battle": most}), None)
