"""How far a piece may move this turn, and how far if it is to battle (national unit reference, cards)."""

from functools import lru_cache

import msgspec

from domain.napoleonics.facts import known
from domain.napoleonics.facts.scenarios import Piece
from domain.napoleonics.facts.units import HEAVY
from domain.napoleonics.position.pieces import standing
from domain.napoleonics.position.state import State, card_of, command_of

REMEMBERED = 8192


class Allowance(msgspec.Struct, frozen=True):
    """The most hexes with a battle after them, and the most at all."""

    to_battle: int
    most: int


def allowance(state: State, unit: str) -> Allowance:
    """What a unit may move by its kind and by the card (R-46, R-120 to R-127). A unit is led if its
    leader went along; one that moved to a leader, or that he fell back to, was not (R-124)."""
    leader = standing(state).leader.get(state.at[unit])
    is_led = leader is not None and (unit not in state.moved or leader in state.moved)
    return allowance_by(state.data, card_in_force(state), state.pieces[unit], is_led)


def card_in_force(state: State) -> str:
    """The kind of card by which units move; none for an order that is plain (R-19)."""
    command = command_of(state)
    return "" if command.plain else command.kind


@lru_cache(REMEMBERED)
def allowance_by(data: str, kind: str, unit: Piece, is_led: bool) -> Allowance:
    """What a unit may move by a card; by none it moves as its kind does."""
    fact = unit.unit
    assert fact is not None, f"{unit.id} is a leader"
    normal = Allowance(fact.move_and_battle, fact.move_no_battle)
    if not kind:
        return normal
    card = known[data].cards[kind]
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
            fast = fact.force_march_fast or is_led
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
