"""How each order shows on the board: what to touch first, where it leads, what it risks and costs."""

from domain.brandywine.movement.ways import cost_to
from domain.brandywine.orders.combat import Attack, FightCombat
from domain.brandywine.orders.movement import ChoosePin, MoveLeader, MoveUnit, SendLafayette
from domain.brandywine.orders.turns import PlacePiece
from domain.brandywine.position.pieces import is_near_enemy
from domain.brandywine.position.state import State, side_of
from domain.kernel.orders import Order
from domain.kernel.ruleset import Hint
from domain.parts.hints import by_fields


def hint(state: State, order: Order) -> Hint:
    """The hint for an order of the present menu."""
    match order:
        case MoveUnit(piece, to, via):
            return _move(state, piece, to, via)
        case MoveLeader(piece, to):
            return _move(state, piece, to)
        case Attack(unit, targets):
            return Hint(piece=unit, target=targets[0], kind="fight")
        case PlacePiece(piece, at) if piece not in state.at:
            return Hint(target=at, kind="here")
        case FightCombat(targets):
            return Hint(target=targets[0], kind="fight")
        case ChoosePin(units, _):
            return Hint(piece=units[0])
        case SendLafayette():
            lafayette = state.units.role["lafayette"]
            return Hint(piece=lafayette, target=state.at.get(lafayette))
    return by_fields(order, state.at)


def _move(state: State, piece: str, to: str, via: tuple[str, ...] = ()) -> Hint:
    """Next to the enemy a move is a risk."""
    cost = cost_to(state, piece, to, via)
    risky = is_near_enemy(state, to, side_of(state, piece))
    return Hint(piece=piece, target=to, kind="risk" if risky else "safe", cost=cost)
