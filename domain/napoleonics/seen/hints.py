"""How each order shows on the board: what to touch first, where it leads, what it risks and costs."""

from domain.kernel.orders import Order
from domain.kernel.ruleset import Hint
from domain.napoleonics.combat.escape import enemy_unit
from domain.napoleonics.movement.ways import Path, leader_ways, unit_ways
from domain.napoleonics.orders.cards import KeepCard
from domain.napoleonics.orders.combat import BattleBack, RetreatLeader
from domain.napoleonics.orders.movement import MoveLeader, MoveUnit
from domain.napoleonics.position.pieces import is_beside_enemy_unit
from domain.napoleonics.position.state import State, side_of
from domain.parts.hints import by_fields


def hint(state: State, order: Order) -> Hint:
    """The hint for an order of the present menu."""
    match order:
        case MoveUnit(unit, to):
            return _move(state, unit, to, unit_ways(state, unit).to(to)[0])
        case MoveLeader(leader, to):
            return _move(state, leader, to, leader_ways(state, leader)[to])
        case BattleBack(unit):
            attacker = state.fight.attacker if state.fight is not None else ""
            return Hint(piece=unit, target=state.at.get(attacker), kind="fight")
        case RetreatLeader(leader, path, off):
            risky = any(enemy_unit(state, leader, at) for at in path)
            return Hint(piece=leader, target=None if off else path[-1], kind="risk" if risky else "safe")
        case KeepCard():
            return Hint()  # it lies beside the hand and has a button
    return by_fields(order, state.at)


def _move(state: State, piece: str, to: str, path: Path) -> Hint:
    """Beside the enemy a move is a risk; its cost are the hexes of its way, which may go round others."""
    risky = is_beside_enemy_unit(state, to, side_of(state, piece))
    return Hint(piece=piece, target=to, kind="risk" if risky else "safe", cost=len(path) - 1)
