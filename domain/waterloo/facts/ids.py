"""Who is who and what lies where: what a data pack never changes, worked out once to be looked up."""

from collections.abc import Mapping

from domain.parts.sides import members, opposites
from domain.waterloo.facts import FACTS, FRONTS, Army, Facing, Front, Square
from domain.waterloo.facts.battlefield import OPPOSITE, Crossing

__all__ = [
    "ADJACENT", "ARMIES_OF", "ARMY_OF", "ARMY_OF_CARD", "DIRECTION", "FRONT_OF", "FRONT_OF_ARMY",
    "LEADER_FRONT", "NEIGHBOUR", "OPPOSITE", "OTHER_FRONT", "SQUARES", "UNITS_OF_ARMY", "distance",
]

FRONT_OF_ARMY: Mapping[Army, Front] = FACTS.front
ARMIES_OF: Mapping[Front, tuple[Army, ...]] = FACTS.armies_of
OTHER_FRONT: Mapping[Front, Front] = opposites(*FRONTS)

ARMY_OF: Mapping[str, Army] = {unit: fact.army for unit, fact in FACTS.units.items()}
FRONT_OF: Mapping[str, Front] = {unit: FACTS.front[fact.army] for unit, fact in FACTS.units.items()}
UNITS_OF_ARMY: Mapping[Army, tuple[str, ...]] = members(FACTS.front, FACTS.units, ARMY_OF.__getitem__)
ARMY_OF_CARD: Mapping[str, Army] = {card: fact.army for card, fact in FACTS.cards.items()}
LEADER_FRONT: Mapping[str, Front] = {leader: FACTS.front[fact.army] for leader, fact in FACTS.leaders.items()}

SQUARES: tuple[Square, ...] = FACTS.squares
NEIGHBOUR: Mapping[Square, Mapping[Facing, Square | None]] = FACTS.neighbour
ADJACENT: Mapping[Square, tuple[Square, ...]] = FACTS.adjacent
DIRECTION: Mapping[Crossing, Facing] = FACTS.direction


def distance(one: Square, other: Square) -> int:
    """Steps over sides, without regard to terrain (W-86)."""
    return FACTS.board.distance(one, other)
