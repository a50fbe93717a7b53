"""Cards used in a battle: battle cards played, other events discarded (6.33, 9.45)."""

from typing import Literal

from domain.kernel.agenda import Play
from domain.washingtons_war.decks import draws
from domain.washingtons_war.facts import CardStep, Side
from domain.washingtons_war.position.card_table import battle_effects, battle_modifier
from domain.washingtons_war.position.state import State

CardUse = Literal["battle_card", "discard"]
DISCARDED = 1
"""What a discarded event adds (6.33.C, 9.45)."""


def battle_uses(state: State, side: Side) -> list[tuple[str, CardUse]]:
    """All that the side may do with a card of its hand in a battle, by card (6.33, R-31).

    It plays battle cards of its own flag, and discards any event that need not be played; never an OPS card.
    """
    found: list[tuple[str, CardUse]] = []
    for card in state.hands[side]:
        fact = state.facts.cards[card]
        if fact.battle_card and fact.side == side:
            found.append((card, "battle_card"))
        if fact.kind != "ops" and not fact.must_play:
            found.append((card, "discard"))
    return found


def modifier_of(state: State, card: str, use: CardUse) -> int:
    """What the card adds for the side that uses it so (9.45)."""
    if use == "discard":
        return DISCARDED
    steps = battle_steps(state, card)
    return sum(battle_modifier[step.do](step) for step in steps if step.do in battle_modifier)


def battle_steps(state: State, card: str) -> tuple[CardStep, ...]:
    """The steps of a battle card that belong to its use in a battle (6.33.A)."""
    return tuple(step for step in state.facts.cards[card].steps if not step.when)


def lay_in_battle(play: Play[State], side: Side, card: str, use: CardUse) -> None:
    """The card leaves the hand for the battle, face up (9.2 Step 1)."""
    if use == "discard":
        draws.discard(play, side, card, "battle_discard", "6.33.C")
    else:
        draws.take_effect(play, side, card, "battle", "6.33")


def carry_out_in_battle(play: Play[State], side: Side, card: str, use: CardUse) -> None:
    """A battle card does what else it does, before the dice (9.2); a discarded event does nothing."""
    if use == "discard":
        return
    for step in battle_steps(play.state, card):
        if step.do in battle_effects:
            battle_effects[step.do](play, side, card, step)
