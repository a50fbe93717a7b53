"""Odds and die-roll modifiers of a close combat (12.1.7, 12.1.10, R-68, R-72, R-76, R-77)."""

from collections.abc import Iterable

from domain.brandywine.facts.board import AROUND, Hex
from domain.brandywine.position.leaders import commander_of
from domain.brandywine.position.pieces import is_surrounded
from domain.brandywine.position.state import (
    Combat,
    State,
    is_gun,
    is_rifle,
    morale_of,
    side_of,
    strength,
    unit_fact,
)


def line_of(state: State, units: Iterable[str]) -> list[str]:
    """The units that are no artillery."""
    return [unit for unit in units if not is_gun(state, unit)]


def attack_points(state: State, fight: Combat) -> int:
    return sum(points_of(state, fight).get(unit, 0) for unit in fight.attackers)


def defence_points(state: State, fight: Combat) -> int:
    return sum(points_of(state, fight).get(unit, 0) for unit in fight.defenders)


def points_of(state: State, fight: Combat) -> dict[str, int]:
    """What each unit counts for, artillery apart."""
    attack = {unit: strength(state, unit) for unit in line_of(state, fight.attackers)}
    return attack | {unit: _defends_with(state, unit) for unit in line_of(state, fight.defenders)}


def _defends_with(state: State, unit: str) -> int:
    """Disrupted units defend with half their points, rounded up, shattered ones with 1 (13.3, 13.4)."""
    condition, own = state.condition.get(unit), strength(state, unit)
    return 1 if condition == "shattered" else (own + 1) // 2 if condition else own


def plain_column(state: State, attack: int, defence: int) -> int:
    """The best column that the odds reach, as a number from the left; below the first the first (R-68)."""
    ratios = state.tables.close_combat.ratios
    reached = [number for number, (one, other) in enumerate(ratios) if attack * other >= defence * one]
    return max(reached, default=0)


def column(state: State, fight: Combat) -> int:
    """The column that counts, shifted, and never beyond the ends."""
    plain = plain_column(state, attack_points(state, fight), defence_points(state, fight))
    last = len(state.tables.close_combat.columns) - 1
    return max(0, min(plain + fight.shifts, last))


def diversion_shift(state: State, attackers: Iterable[str]) -> int:
    """A column to the left if an attacker is next to the diverted stack (12.1.3)."""
    if not state.diverted or not any(state.at[unit] in AROUND[state.diverted] for unit in attackers):
        return 0
    return state.tables.modifiers.diversion


# Modifiers ----------------------------------------------------------------------------------------


def modifiers(state: State, fight: Combat) -> dict[str, int]:
    """Everything that is added to the die, without what adds nothing; both leads and the chits are known."""
    attacker = state.active
    found = {
        "attacker_morale": morale_of(state, fight.attack_lead),
        "defender_morale": -morale_of(state, fight.defence_lead),
        "attacker_leader": combat_leader(state, line_of(state, fight.attackers)),
        "defender_leader": -combat_leader(state, fight.defenders),
        "tactics": fight.swing or 0,
        **kinds(state, fight),
        **terrain(state, fight),
    }
    assert side_of(state, fight.attack_lead) == attacker
    return {name: value for name, value in found.items() if value}


def combat_leader(state: State, units: Iterable[str]) -> int:
    """What the one leader of a side adds (14.2.1, R-72)."""
    leader = commander_of(state, units)
    return state.units.leaders[leader].combat if leader is not None else 0


def kinds(state: State, fight: Combat) -> dict[str, int]:
    """What rifles, militia, broken and surrounded units add (R-77)."""
    table = state.tables.modifiers
    attackers, defenders = line_of(state, fight.attackers), line_of(state, fight.defenders)
    broken = [unit for unit in defenders if unit in state.condition]
    militia = {unit: unit_fact(state, unit).type == "militia" for unit in (*attackers, *defenders)}
    all_attack = all(militia[unit] for unit in attackers)
    all_defend = all(militia[unit] for unit in defenders)
    dragoons = any(unit_fact(state, unit).type == "dragoon" for unit in attackers)
    facts = {
        "defending_rifle": any(is_rifle(state, unit) for unit in defenders),
        "broken_defender": bool(broken),
        "dragoon_on_broken": dragoons and len(broken) == len(defenders),
        "militia_defends": all_defend and not all_attack,
        "defender_surrounded": is_surrounded(state, fight.defence_lead),
        "attacking_rifle": any(is_rifle(state, unit) for unit in attackers),
        "militia_attacks": all_attack and not all_defend,
        "attacker_surrounded": is_surrounded(state, fight.attack_lead),
    }
    return {name: getattr(table, name) for name, holds in facts.items() if holds}


def terrain(state: State, fight: Combat) -> dict[str, int]:
    """The mildest hex, the mildest side crossed, and the creek; nothing for defenders that are all shattered
    (13.4, 16.2.4, 16.2.5, R-76)."""
    if all(state.condition.get(unit) == "shattered" for unit in line_of(state, fight.defenders)):
        return {}
    ground, table = state.ground, state.tables.modifiers
    sides = sides_of(state, fight)
    found = {
        "ground": max(ground.land[at].close_combat for at in fight.targets),
        "side": max((ground.combat[side] for side in sides), default=0),
    }
    across = [side in ground.unforded for side in sides]
    if across and all(across):
        found["creek"] = table.all_across_creek
    elif any(across):
        found["creek"] = table.some_across_creek
    return found


def sides_of(state: State, fight: Combat) -> list[tuple[Hex, Hex]]:
    """The sides that the attackers cross."""
    hexes = dict.fromkeys(state.at[unit] for unit in fight.attackers)
    return [(at, to) for at in hexes for to in fight.targets if to in AROUND[at]]
