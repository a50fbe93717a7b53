"""The card table: what the text of a card does. `cards/` answers; the rules name no card.

A card's text is a list of steps, each a word of the game ("place_pc") with its numbers and limits. So every
question is asked of such a word, and the step itself says the rest.

**Played as an event** (6.31) a card carries out its steps one after the other: `effects`. It may be played if
all that it `requires` holds: `conditions`. `targets` are the spaces that a step may be applied to.

**In a battle** (6.33, 9.45) a battle card of one's own side adds `battle_modifier` and does `battle_effects`.
"""

from collections.abc import Callable

from domain.kernel.agenda import Play
from domain.parts.card_table import Question
from domain.washingtons_war.facts import CardFact, CardStep, Side
from domain.washingtons_war.position.state import State

Effect = Callable[[Play[State], Side, str, CardStep], None]
"""What happens: `effect(play, side, card, step)`; `side` plays the card."""
Targets = Callable[[State, CardStep], tuple[str, ...]]
"""All spaces that the step may be applied to now, in map order."""

effects: Question[str, Effect] = Question("what it does when the card is played as an event (6.31)")
targets: Question[str, Targets] = Question("where it can be applied now (6.31)")
conditions: Question[str, Callable[[State, CardFact], bool]] = Question(
    "does it hold, so that the card need not be discarded (6.32.A)?"
)
battle_modifier: Question[str, Callable[[CardStep], int]] = Question(
    "what it adds for the side that plays the card in a battle (9.45)"
)
battle_effects: Question[str, Effect] = Question(
    "what else it does when the card is played in a battle (6.33.B, 6.33.D)"
)
