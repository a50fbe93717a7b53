"""How each order shows on the board: what to touch first, where it leads, what it risks and costs."""

from typing import Any

from domain.kernel.orders import Order
from domain.kernel.ruleset import Hint
from domain.wellington.facts.world import NUMBER_OF, OTHER_SIDE, POWER_OF, POWERS_OF, SIDE_OF, Power
from domain.wellington.orders import arrival, interphase, sieges
from domain.wellington.orders import points as spending
from domain.wellington.points.points import cost
from domain.wellington.position.control import standing
from domain.wellington.position.state import State, has_formation

FIGHTS = (
    arrival.Intercept,
    arrival.CallArmy,
    arrival.CallSoldiers,
    arrival.CallTogether,
    arrival.FinishPlacing,
    sieges.BesiegeFortress,
    sieges.FightOn,
)
"""Orders that lead into a battle or go on with a siege."""


def hint(state: State, order: Order) -> Hint:
    """The hint for an order of the present menu. Pieces are cards, leaders, soldiers and duchies."""
    target, kind = _target(state, order), "here"
    if isinstance(order, FIGHTS):
        kind = "fight"
    elif isinstance(order, interphase.RedeployTo):
        kind = "safe"
    elif hasattr(order, "to") and target is not None:
        kind = _kind(state, _mover(state, order), target)
    return Hint(_piece(state, order), target, kind, _cost(state, order))


def _cost(state: State, order: Order) -> int | None:
    """Command points, of the orders that spend them."""
    if isinstance(order, spending.PointOrder) and not isinstance(order, spending.Carry):
        return cost(state.facts, order)
    return None


def _mover(state: State, order: Any) -> Power | None:
    """Whose pieces move: the leader's power, the order's own, one that evades what has come in, else that of
    the impulse."""
    if getattr(order, "leader", None) in POWER_OF:
        return POWER_OF[order.leader]
    if isinstance(order, arrival.EvadeSingly) and state.arrivals:
        return POWERS_OF[OTHER_SIDE[SIDE_OF[state.arrivals[-1].power]]][0]
    power: Power | None = getattr(order, "power", None)
    if power is None and state.impulse is not None:
        return state.impulse.power
    return power


def _kind(state: State, power: Power | None, duchy: str) -> str:
    """A fight where the enemy stands; a risk where it is not friendly."""
    if power is None:
        return "safe"
    side = SIDE_OF[power]
    if has_formation(state, duchy, OTHER_SIDE[side]):
        return "fight"
    return "safe" if standing(state, side, duchy) == "friendly" else "risk"


def _piece(state: State, order: Any) -> str | None:
    """The card, the leader, the soldiers or the duchy that the order is about."""
    for name in ("card", "leader"):
        named = getattr(order, name, None)
        if named in NUMBER_OF or named in POWER_OF:
            return str(named)
    way: tuple[str, ...] = getattr(order, "way", ())
    place = way[0] if way else getattr(order, "start", "") or getattr(order, "duchy", "")
    if place not in state.facts.duchies:
        return None
    power = _mover(state, order)
    stands = any(troop.power == power for troop in state.troops.get(place, ()))
    return f"{power}-{place}" if stands else place


def _target(state: State, order: Any) -> str | None:
    """The duchy where it happens: its own field, or where the target of the card lies."""
    way: tuple[str, ...] = getattr(order, "way", ())
    if way:
        return way[-1]
    for name in ("to", "duchy", "target", "option", "start", "leader"):
        place = _place(state, getattr(order, name, None))
        if place is not None:
            return place
    return None


def _place(state: State, named: Any) -> str | None:
    """The duchy itself, where a leader stands, or the first end of a line."""
    if not isinstance(named, str):
        return None
    if named in state.leaders:
        return state.leaders[named].duchy
    first = named.partition("-")[0]
    return first if first in state.facts.duchies else None
