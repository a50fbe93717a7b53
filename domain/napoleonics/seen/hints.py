"""How each order shows on the board: what to touch first, where it leads, what it risks and costs."""

from typing import Any

from domain.kernel.orders import Order
from domain.kernel.ruleset import Hint
from domain.napoleonics.combat.escape import enemy_unit
from domain.napoleonics.facts.board import distance
from domain.napoleonics.orders.cards import (
    KeepCard,
    LeaveSquare,
    OrderLeader,
    OrderUnit,
    PlaceUnit,
    RestoreBlock,
    SendBack,
)
from domain.napoleonics.orders.combat import (
    AddBattery,
    Advance,
    Attack,
    BattleBack,
    Fire,
    FormSquare,
    RetireAndReform,
    Retreat,
    RetreatLeader,
)
from domain.napoleonics.orders.movement import ExitMap, MoveLeader, MoveUnit
from domain.napoleonics.position.pieces import is_beside_enemy_unit
from domain.napoleonics.position.state import State, side_of


def hint(state: State, order: Order) -> Hint:
    """The hint for an order of the present menu."""
    match order:
        case MoveUnit(piece, to) | MoveLeader(piece, to):
            return _move(state, piece, to)
        case Fire(unit, target) | Attack(unit, target):
            return Hint(piece=unit, target=state.at.get(target), kind="fight")
        case BattleBack(unit):
            attacker = state.fight.attacker if state.fight is not None else ""
            return Hint(piece=unit, target=state.at.get(attacker), kind="fight")
        case Retreat(unit, to) | Advance(unit, to) | PlaceUnit(unit, to):
            return Hint(piece=unit, target=to)
        case RetreatLeader(leader, path, off):
            risky = any(enemy_unit(state, leader, at) for at in path)
            return Hint(piece=leader, target=None if off else path[-1], kind="risk" if risky else "safe")
        case ExitMap(unit, by):
            return Hint(piece=unit, target=by)
        case OrderUnit(unit) | LeaveSquare(unit) | SendBack(unit) | RestoreBlock(unit) | FormSquare(unit):
            return _stands(state, unit)
        case RetireAndReform(unit):
            return _stands(state, unit)
        case OrderLeader(leader):
            return _stands(state, leader)
        case AddBattery(battery):
            return _stands(state, battery)
    return _card(order)


def _stands(state: State, piece: str) -> Hint:
    return Hint(piece=piece, target=state.at.get(piece))


def _move(state: State, piece: str, to: str) -> Hint:
    """Beside the enemy a move is a risk."""
    risky = is_beside_enemy_unit(state, to, side_of(state, piece))
    cost = distance(state.at[piece], to)
    return Hint(piece=piece, target=to, kind="risk" if risky else "safe", cost=cost)


def _card(order: Any) -> Hint:
    """A card of the hand is touched; those that a Scout laid out lie beside it and have buttons."""
    card = None if isinstance(order, KeepCard) else getattr(order, "card", None)
    return Hint(piece=card) if isinstance(card, str) else Hint()
