"""Flags for command points: where, whose, and from where (7.1, 9.62)."""

from collections.abc import Sequence

from domain.wellington.facts.world import LEADERS_OF, Power
from domain.wellington.movement.groups import flagging_power
from domain.wellington.orders.points import PlaceFlag
from domain.wellington.position.control import Flag, flag_choices, flagged_from
from domain.wellington.position.state import State, duchies_of


def places_to_flag(state: State, power: Power) -> list[str]:
    """Where the power has pieces, and what lies beside its armies: nowhere else can it place a flag (7.1)."""
    facts = state.facts
    near = set(duchies_of(state, power))
    for leader in LEADERS_OF[power]:
        here = state.leaders[leader].duchy
        if here is not None:
            near.update(facts.adjacent[here])
    return [duchy for duchy in facts.duchies if duchy in near]


def flag_orders(state: State, power: Power, duchies: Sequence[str]) -> list[PlaceFlag]:
    """Every flag that the power may place in these duchies."""
    return [PlaceFlag(duchy, flag) for duchy in duchies for flag in _flags_for(state, power, duchy)]


def _flags_for(state: State, power: Power, duchy: str) -> list[Flag]:
    """The flags that the power may place there; a group places those of its commander's power (9.62)."""
    powers = {flagging_power(state, power, base): None for base in flagged_from(state, power, duchy)}
    flags = {flag: None for each in powers for flag in flag_choices(state, each, duchy)}
    return list(flags)
