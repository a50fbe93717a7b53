"""How an order shows on the board by the names of its fields; a title says only what more there is to it.

`unit`, `piece`, `leader` or `battery` is the counter to touch; `to` or `by` the space it leads to, `hex` the
one where something is done; without one it is about where the counter stands. Whoever has a `target` is
fought where that stands. A `card` is touched in the hand.
"""

from collections.abc import Mapping

from domain.kernel.orders import Order
from domain.kernel.ruleset import Hint

COUNTERS = ("unit", "piece", "leader", "battery")
SPACES = ("to", "by")


def by_fields(order: Order, at: Mapping[str, str]) -> Hint:
    """The hint for an order; `at` says where each counter stands."""
    piece = _first(order, COUNTERS)
    target = getattr(order, "target", None)
    if target is not None:
        return Hint(piece=piece, target=at.get(target), kind="fight")
    here = getattr(order, "hex", None)
    if here is not None:
        return Hint(piece=piece or getattr(order, "card", None), target=here, kind="here")
    space = _first(order, SPACES)
    if piece is None:
        return Hint(piece=getattr(order, "card", None), target=space)
    return Hint(piece=piece, target=at.get(piece) if space is None else space)


def _first(order: Order, names: tuple[str, ...]) -> str | None:
    return next((getattr(order, name) for name in names if hasattr(order, name)), None)
