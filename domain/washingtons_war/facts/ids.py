"""Who is who and what lies where: what a data pack never changes, worked out once to be looked up."""

from collections.abc import Mapping

from domain.kernel.seats import Seat
from domain.parts.sides import members, opposites
from domain.washingtons_war.facts import FACTS, SIDES, Nation, Side, Space

AMERICAN, BRITISH = Seat("american"), Seat("british")
SEATS: tuple[Seat, ...] = (AMERICAN, BRITISH)
OTHER: Mapping[Side, Side] = opposites(*SIDES)
SIDE_OF_NATION: Mapping[Nation, Side] = {"american": "american", "french": "american", "british": "british"}
NATIONS_OF: Mapping[Side, tuple[Nation, ...]] = {"american": ("american", "french"), "british": ("british",)}

WASHINGTON, ARNOLD, ROCHAMBEAU = "washington", "arnold", "rochambeau"
SIDE_OF: Mapping[str, Side] = {
    general: SIDE_OF_NATION[fact.nation] for general, fact in FACTS.generals.items()
}
"""General -> his side; Rochambeau is an American general (12.2.C)."""
GENERALS_OF: Mapping[Side, tuple[str, ...]] = members(SIDES, SIDE_OF, SIDE_OF.__getitem__)

SPACES: tuple[Space, ...] = FACTS.spaces
SPACE_ORDER: Mapping[Space, int] = {space: number for number, space in enumerate(SPACES)}
ADJACENT: Mapping[Space, tuple[Space, ...]] = FACTS.adjacent
CARDS: tuple[str, ...] = tuple(FACTS.cards)
NUMBER_OF: Mapping[str, int] = {card: fact.number for card, fact in FACTS.cards.items()}

BRITISH_BOX, AMERICAN_BOX, FRENCH_BOX = "british_box", "american_box", "french_box"
CAPTURED, OUT_OF_PLAY = "captured", "out_of_play"
BOX_OF: Mapping[Side, str] = {"american": AMERICAN_BOX, "british": BRITISH_BOX}
"""Where reinforcements of a side wait. Generals are in a space or in one of these boxes."""
BOXES = (BRITISH_BOX, AMERICAN_BOX, FRENCH_BOX, CAPTURED, OUT_OF_PLAY)


def seat_of(side: Side) -> Seat:
    """Who plays a side: seats have the names of the sides."""
    return Seat(side)
