"""How the cards lie in a hand: movement and battle points, number, and the action (6.0)."""

from domain.kernel.ruleset import Face
from domain.waterloo.position.state import FACTS

PLAY = "6"
FACES = {
    card.id: Face(
        f"{card.mp}/{card.bp}",
        int(card.id.rpartition("_")[2]),
        (card.action,) if card.action else (),
        FACTS.actions[card.action].rule if card.action else PLAY,
    )
    for card in FACTS.cards.values()
}
