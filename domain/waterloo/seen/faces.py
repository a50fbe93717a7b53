"""How the cards lie in a hand: movement and battle points, number, and the action (6.0)."""

from collections.abc import Mapping

from domain.kernel.ruleset import Face
from domain.waterloo.facts import Facts

PLAY = "6"


def faces(facts: Facts) -> Mapping[str, Face]:
    """Each card's id -> how it looks."""
    return {
        card.id: Face(
            f"{card.mp}/{card.bp}",
            int(card.id.rpartition("_")[2]),
            (card.action,) if card.action else (),
            facts.actions[card.action].rule if card.action else PLAY,
        )
        for card in facts.cards.values()
    }
