"""What a card may require, without which it can only be discarded (6.32.A)."""

from domain.washingtons_war.facts import CardFact
from domain.washingtons_war.position.card_table import conditions, targets
from domain.washingtons_war.position.state import State


@conditions("alliance_not_in_effect")
def _not_allied(state: State, fact: CardFact) -> bool:
    return not state.allied_in


@conditions("european_war_in_effect")
def _european_war(state: State, fact: CardFact) -> bool:
    """From the End Phase of the year in which the alliance took effect (12.2.B.iii, R-80)."""
    return state.european_war


@conditions("regulars_in_effect")
def _regulars(state: State, fact: CardFact) -> bool:
    return state.regulars


@conditions("french_navy_on_map")
def _navy(state: State, fact: CardFact) -> bool:
    return state.navy in state.facts.zones


@conditions("target_exists")
def _has_target(state: State, fact: CardFact) -> bool:
    """Is there a space for each step that must be carried out in one?"""
    return all(targets[step.do](state, step) for step in fact.steps if step.count and step.do in targets)
