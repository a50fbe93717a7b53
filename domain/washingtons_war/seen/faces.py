"""How the cards lie in a hand: value or sign, number, kind, whose they are (6.2, 6.3)."""

from domain.kernel.ruleset import Face
from domain.washingtons_war.facts import CardFact, Facts

SIGNS = {"battle": "+2", "event": "E"}
RULES = {"ops": "6.2", "campaign": "7.2", "battle": "6.33", "event": "6.31"}


def faces(facts: Facts) -> dict[str, Face]:
    """Every card as it lies in a hand."""
    return {card: _face(fact) for card, fact in facts.cards.items()}


def _face(card: CardFact) -> Face:
    tags = ("kind_must_play",) if card.must_play else (f"kind_{card.kind}", f"for_{card.side}")
    if card.kind == "ops":
        return Face(str(card.ops), card.number, tags[:1], RULES["ops"])
    if card.kind == "campaign":
        count = next(step.activations for step in card.steps if step.do == "campaign")
        return Face(f"×{count}", card.number, tags[:1], RULES["campaign"])
    rule = "6.34" if card.must_play else RULES[card.kind]
    return Face("!" if card.must_play else SIGNS[card.kind], card.number, tags, rule)
