"""Which chits a side may lawfully play, and what both together do (12.2, R-73, R-74)."""

from collections.abc import Iterable

from domain.brandywine.facts.board import AROUND, Hex
from domain.brandywine.facts.sides import ENEMY, Side
from domain.brandywine.facts.tables import Tactic
from domain.brandywine.position.leaders import are_german, may_command
from domain.brandywine.position.pieces import layout
from domain.brandywine.position.state import Combat, State, side_of, unit_fact


def own_units(state: State, fight: Combat, side: Side) -> tuple[str, ...]:
    return fight.attackers if side == state.active else fight.defenders


def is_legal(state: State, fight: Combat, side: Side, chit: Tactic) -> bool:
    """May a side play a chit without giving its opponent an advantage?"""
    tactics = state.tables.tactics
    if not state.advanced:
        return True
    units = own_units(state, fight, side)
    if chit in tactics.leader_near:
        return has_leader_near(state, units)
    if chit in tactics.leader_and_flank:
        return has_leader_stacked(state, units) and has_open_flank(state, fight)
    return True


def _commanding(state: State, units: tuple[str, ...], hexes: Iterable[Hex]) -> bool:
    """Is one of the side's leaders who may command these units in one of the hexes?"""
    side, germans = side_of(state, units[0]), are_german(state, units)
    leaders = layout(state).leaders
    return any(
        side_of(state, leader) == side and may_command(state, leader, germans)
        for at in hexes
        for leader in leaders.get(at, ())
    )


def has_leader_stacked(state: State, units: tuple[str, ...]) -> bool:
    """A leader in the hex of a unit that fights, or Pulaski with dragoons (12.2.3, 12.2.5)."""
    return _commanding(state, units, dict.fromkeys(state.at[unit] for unit in units)) or _pulaski(
        state, units
    )


def has_leader_near(state: State, units: tuple[str, ...]) -> bool:
    """A leader in the hex of a unit that fights or next to it, not over an unforded creek (16.3.1)."""
    hexes = dict.fromkeys(state.at[unit] for unit in units)
    near = [to for at in hexes for to in AROUND[at] if (at, to) not in state.ground.unforded]
    return _commanding(state, units, (*hexes, *near)) or _pulaski(state, units)


def _pulaski(state: State, units: tuple[str, ...]) -> bool:
    """Does a demi-leader fight, with a dragoon of his own hex beside him?"""
    for unit in units:
        if unit_fact(state, unit).demi_leader:
            return any(
                unit_fact(state, each).type == "dragoon" and each != unit and state.at[each] == state.at[unit]
                for each in units
            )
    return False


def has_open_flank(state: State, fight: Combat) -> bool:
    """An empty hex next to an attacker and a defender who are not parted by an unforded creek (16.3.2)."""
    stacks = layout(state).units
    return any(
        near not in stacks
        for at in dict.fromkeys(state.at[unit] for unit in fight.attackers)
        for to in fight.targets
        if to in AROUND[at] and (at, to) not in state.ground.unforded
        for near in AROUND[at] & AROUND[to]
    )


def swing(
    state: State, fight: Combat, attack: Tactic, defence: Tactic
) -> tuple[int | None, tuple[Side, ...]]:
    """What the chits add for the attacker (None: no combat), and who played an illegal one."""
    attacker, defender = state.active, ENEMY[state.active]
    illegal = tuple(
        side
        for side, chit in ((attacker, attack), (defender, defence))
        if not is_legal(state, fight, side, chit)
    )
    if not illegal:
        return state.tables.tactics.outcome(attack, defence), ()
    worth = state.tables.modifiers.illegal_chit
    return worth * ((defender in illegal) - (attacker in illegal)), illegal
