"""What the dice of a battle come from, line by line (11.2)."""

from collections.abc import Mapping, Sequence

from domain.kernel.battles import Factor
from domain.kernel.told import Told
from domain.wellington.battle.dice import battle_dice, battle_terms
from domain.wellington.events.battle import BattleDiceCounted
from domain.wellington.facts.world import Side
from domain.wellington.position import conflict
from domain.wellington.position.card_changes import halving
from domain.wellington.position.state import State
from domain.wellington.seen.names import title_id

TERMS = ("soldiers", "staff", "commander", "nationality", "terrain", "evasion", "disorganised")
"""What dice come from besides cards (11.2)."""


def counted_lines(counted: BattleDiceCounted) -> dict[str, Factor]:
    """The lines of a side's dice as they were counted."""
    return _of_terms(counted.terms, counted.total, counted.halved_by)


def lines(state: State, battle: conflict.Battle, side: Side) -> dict[str, Factor]:
    """The lines of a side's dice as they would be counted now."""
    terms, count = battle_terms(state, battle, side), battle_dice(state, battle, side)
    halved = halving(state, battle, side, max(0, sum(terms.values())))
    return _of_terms(terms, count, halved)


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
