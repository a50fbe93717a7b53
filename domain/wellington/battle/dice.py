"""Counting battle dice (11.2 to 11.4, 11.53), shared with sieges (12.3)."""

from collections.abc import Mapping

from domain.wellington.facts.world import POWERS_OF, Power, Side
from domain.wellington.movement.groups import commander, leaders_of_side
from domain.wellington.position import card_table
from domain.wellington.position.card_changes import battle_value, in_force, pooled
from domain.wellington.position.card_table import Fight
from domain.wellington.position.conflict import Battle
from domain.wellington.position.state import State, leaders_of, sp_of


def pieces_of(state: State, duchy: str, power: Power) -> int:
    """Strength points and leaders of a power in a duchy."""
    return sp_of(state, duchy, power) + len(leaders_of(state, duchy, power))


def pieces_of_side(state: State, duchy: str, side: Side) -> int:
    """Strength points and leaders of a side in a duchy."""
    return sum(pieces_of(state, duchy, power) for power in POWERS_OF[side])


def nationality(state: State, side: Side, pieces: Mapping[Power, int]) -> int:
    """The bonus of a force of so many strength points and leaders of each power (11.3, R-56, #38)."""
    facts = state.facts
    for bonus in card_table.nationality.values():
        by_card = bonus(state, side)
        if by_card is not None:
            return by_card
    if side == "french":
        return facts.bonus["nord"]
    british = pieces.get("britain", 0)
    whole = sum(pieces.values())
    is_british = british > 0 and british >= facts.tables.battle.british_group_share * whole
    return facts.bonus["britain" if is_british else "spain"]


def card_dice(state: State, fight: Fight, side: Side) -> dict[str, int]:
    """What each card in force adds to or takes from the side's dice in this round."""
    found: dict[str, int] = {}
    for laid in in_force(state, fight):
        if laid.card in card_table.dice:
            count = card_table.dice[laid.card](state, fight, laid, side)
            if count:
                found[laid.card] = found.get(laid.card, 0) + count
    return found


def battle_terms(state: State, battle: Battle, side: Side) -> dict[str, int]:
    """What a side's dice in this round come from; cards by their id, disorganisations negative."""
    facts = state.facts
    camp = battle.camps[side]
    leader = None if camp.headless else commander(state, battle.duchy, side)
    staff = [each for each in leaders_of_side(state, battle.duchy, side) if each != leader]
    pieces = {power: pieces_of(state, battle.duchy, power) for power in POWERS_OF[side]}
    terms = {
        "soldiers": sum(sp_of(state, battle.duchy, power) for power in POWERS_OF[side]),
        "staff": facts.tables.battle.staff_dice * len(staff),
        "commander": 0 if leader is None else battle_value(state, leader),
        "nationality": nationality(state, side, pieces),
        "terrain": 0,
        "evasion": 0,
        "disorganised": -camp.disorganised,
    }
    if battle.round == 1:
        if side != battle.attacker and battle.line is not None:
            terms["terrain"] = facts.tables.battle.terrain_dice[battle.line]
        if side == battle.attacker and battle.evasion_failed:
            terms["evasion"] = facts.tables.evasion.failed_dice
    terms.update(card_dice(state, battle, side))
    return {name: count for name, count in terms.items() if count}


def battle_dice(state: State, battle: Battle, side: Side) -> int:
    """The dice that a side rolls in this round (11.2); never below 0 (11.53)."""
    return pooled(state, battle, side, sum(battle_terms(state, battle, side).values()))
