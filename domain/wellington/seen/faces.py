"""How the cards lie in a hand: command points, number, kinds, and when each may be played (5)."""

from domain.kernel.ruleset import Face
from domain.wellington.facts import CardFact
from domain.wellington.facts.world import Facts

TAGS = ("event", "response", "battle", "siege", "plus", "mandatory")


def _rule(card: CardFact) -> str:
    """The paragraph that says when the card may be played."""
    if card.is_mandatory:
        return "5.8"
    if "battle" in card.kinds or "siege" in card.kinds:
        return "5.3"
    return "5.2" if "response" in card.kinds else "5.1"


def _face(card: CardFact) -> Face:
    value = "M" if card.cp is None else str(card.cp)
    return Face(value, card.number, tuple(f"kind_{kind}" for kind in TAGS if kind in card.kinds), _rule(card))


def faces(facts: Facts) -> dict[str, Face]:
    """Every card as it lies in a hand."""
    return {card: _face(fact) for card, fact in facts.card.items()}
