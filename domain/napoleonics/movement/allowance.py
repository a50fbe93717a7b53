"""How far a piece may move this turn, and how far if it is to battle (national unit reference, cards)."""

import msgspec

from domain.napoleonics.facts.units import HEAVY
from domain.napoleonics.position.pieces import leader_of
from domain.napoleonics.position.state import State, card_of, command_of, unit_fact


class Allowance(msgspec.Struct, frozen=True):
    """The most hexes with a battle after them, and the most at all."""

    to_battle: int
    most: int


def allowance(state: State, unit: str) -> Allowance:
    """What a unit may move by its kind and by the card (R-46, R-120 to R-127)."""
    fact = unit_fact(state, unit)
    normal = Allowance(fact.move_and_battle, fact.move_no_battle)
    command = command_of(state)
    if command.plain or not command.kind:
        return normal
    card = card_of(state)
    match card.moves:
        case "charge":
            return Allowance(card.most, max(card.most, fact.move_no_battle))
        case "shift":
            return Allowance(0, card.most)
        case "heavy":
            if fact.arm == "cavalry" and fact.rank in HEAVY:
                return Allowance(card.most, card.most)
        case "hold":
            return Allowance(0, 0)
        case "march":
            fast = fact.force_march_fast or leader_of(state, unit) is not None
            most = max(card.most, fact.move_no_battle)
            return Allowance(most if fast else fact.move_and_battle, most)
        case "strategic":
            return Allowance(0, card.most)
    return normal


def leader_allowance(state: State) -> int:
    """How far a leader goes on his own (R-43, R-127)."""
    command = command_of(state)
    if command.kind and not command.plain and card_of(state).moves == "strategic":
        return card_of(state).most
    return state.facts.units.leader.move
