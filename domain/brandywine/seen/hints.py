"""How each order shows on the board: what to touch first, where it leads, what it risks and costs."""

from domain.brandywine.movement.ways import cost_to
from domain.brandywine.orders.combat import (
    Advance,
    AdvanceLeader,
    Attack,
    BeCaptured,
    CaptureUnit,
    CheckNext,
    ChooseLead,
    Divert,
    FightCombat,
    FollowRetreat,
    LoseSecondStep,
    Retreat,
    RetreatByStep,
)
from domain.brandywine.orders.fire import FireAt, JoinFire, LoseLeader
from domain.brandywine.orders.movement import ArriveAt, ChoosePin, MoveLeader, MoveUnit, SendLafayette
from domain.brandywine.orders.turns import GiveStep, PlacePiece, PlaceStirn
from domain.brandywine.position.pieces import is_near_enemy
from domain.brandywine.position.state import State, side_of
from domain.kernel.orders import Order
from domain.kernel.ruleset import Hint


def hint(state: State, order: Order) -> Hint:
    """The hint for an order of the present menu."""
    match order:
        case MoveUnit(piece, to, via):
            return _move(state, piece, to, via)
        case MoveLeader(piece, to):
            return _move(state, piece, to)
        case FireAt(unit, target):
            return Hint(piece=unit, target=state.at.get(target), kind="fight")
        case Attack(unit, targets):
            return Hint(piece=unit, target=targets[0], kind="fight")
        case PlacePiece(piece, at):
            return Hint(target=at) if piece not in state.at else Hint(piece=piece, target=at)
        case CheckNext(unit):
            return _stands(state, unit)
        case Retreat(unit, to) | RetreatByStep(unit, to) | Advance(unit, to) | AdvanceLeader(unit, to):
            return Hint(piece=unit, target=to)
        case ArriveAt(at) | PlaceStirn(at) | Divert(at):
            return Hint(target=at)
        case FightCombat(targets):
            return Hint(target=targets[0], kind="fight")
        case ChoosePin(units, _):
            return Hint(piece=units[0])
        case SendLafayette():
            return _stands(state, state.units.role["lafayette"])
        case JoinFire(unit) | GiveStep(unit) | ChooseLead(unit) | CaptureUnit(unit):
            return _stands(state, unit)
        case LoseSecondStep(unit) | BeCaptured(unit) | FollowRetreat(unit) | LoseLeader(unit):
            return _stands(state, unit)
    return Hint()


def _stands(state: State, piece: str) -> Hint:
    return Hint(piece=piece, target=state.at.get(piece))


def _move(state: State, piece: str, to: str, via: tuple[str, ...] = ()) -> Hint:
    """Next to the enemy a move is a risk."""
    cost = cost_to(state, piece, to, via)
    risky = is_near_enemy(state, to, side_of(state, piece))
    return Hint(piece=piece, target=to, kind="risk" if risky else "safe", cost=cost)
