"""What the dice of a battle or siege come from, line by line (11.2, 12.3)."""

from collections.abc import Mapping, Sequence

from domain.kernel.battles import Factor
from domain.kernel.told import Told
from domain.wellington.battle.dice import battle_dice, battle_terms
from domain.wellington.events.battle import BattleDiceCounted
from domain.wellington.events.sieges import SiegeDiceCounted
from domain.wellington.facts.world import Power, Side
from domain.wellington.position import conflict
from domain.wellington.position.card_changes import halving
from domain.wellington.position.state import State
from domain.wellington.seen.names import title_id
from domain.wellington.siege.siege_dice import besieger_terms, dice_counted, fortress_terms
from domain.wellington.siege.sieges import army_sp

WALLS = "fort_strength"
TERMS = ("soldiers", WALLS, "staff", "commander", "nationality", "terrain", "evasion", "disorganised")
"""What dice come from besides cards (11.2, 12.3)."""


def counted_lines(counted: BattleDiceCounted | SiegeDiceCounted) -> dict[str, Factor]:
    """The lines of a side's dice as they were counted."""
    return _of_terms(counted.terms, counted.total, counted.halved_by)


def lines(state: State, battle: conflict.Battle, side: Side) -> dict[str, Factor]:
    """The lines of a side's dice as they would be counted now."""
    terms, count = battle_terms(state, battle, side), battle_dice(state, battle, side)
    halved = halving(state, battle, side, max(0, sum(terms.values())))
    return _of_terms(terms, count, halved)


def siege_lines(state: State, siege: conflict.Siege, power: Power) -> dict[str, Factor]:
    """The lines of the besieger's or the fortress's dice as they would be counted now."""
    if power == siege.power:
        terms = besieger_terms(state, siege, army_sp(state, siege))
    else:
        terms = fortress_terms(state, siege)
    return counted_lines(dice_counted(state, siege, power, terms))


def _of_terms(terms: Mapping[str, int], count: int, halved: Sequence[str]) -> dict[str, Factor]:
    """A line for each term; a pool is never below 0, and some cards halve it (11.53)."""
    lines = {term: Factor(Told(term), terms[term]) for term in TERMS if term in terms}
    for card, adds in terms.items():
        if card not in TERMS:
            lines[card] = Factor(Told("card", {"card": title_id(card)}), adds)
    rest = count - sum(terms.values())
    if rest:
        by = {"cards": tuple(title_id(card) for card in halved)}
        lines["rest"] = Factor(Told("halved", by) if halved else Told("floor"), rest)
    return lines
