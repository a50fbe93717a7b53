"""The card table: what the text of a card does. `cards/` answers; the rules name no card.

A card's text is a list of lines (`steps` in the data), each a word of the game with what belongs to it: how
many, of whom, where. So every question here is asked of a word ("place_pc"), and the line itself says the rest.

**Played as an event** (6.31) a card carries out its lines one after the other: `effects`. It may be played if
each condition that it `requires` holds: `conditions`. `targets` are the spaces that a line may be applied to.

**In a battle** (6.33, 9.45) a battle card of one's own side gives what `battle_modifier` says of its lines and
does what `battle_effects` says; any other event card is discarded for `DISCARD_MODIFIER`.
"""

from collections.abc import Callable

from domain.kernel.agenda import Play
from domain.parts.card_table import Question
from domain.washingtons_war.facts.cards import CardFact, Line
from domain.washingtons_war.facts.world import Side
from domain.washingtons_war.position.state import State

Effect = Callable[[Play[State], Side, str, Line], None]
"""What happens: `effect(play, side, card, line)`; `side` plays the card."""
Targets = Callable[[State, Side, Line], tuple[str, ...]]
"""All spaces that the line may be applied to now, in the order of the map."""

effects: Question[str, Effect] = Question("what such a line does when its card is played as an event (6.31)")
targets: Question[str, Targets] = Question("where such a line can be applied now (6.31)")
conditions: Question[str, Callable[[State, Side, CardFact], bool]] = Question(
    "does such a condition hold, without which a card can only be discarded (6.32.A)?"
)
battle_modifier: Question[str, Callable[[Line], int]] = Question(
    "what such a line adds to the total of the side that plays its card in a battle (9.45)"
)
battle_effects: Question[str, Effect] = Question(
    "what such a line does besides when its card is played in a battle (6.33.B, 6.33.D)"
)
DISCARD_MODIFIER = 1
"""What an event card discarded in a battle adds (6.33.C, 9.45)."""
