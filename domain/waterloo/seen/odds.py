"""What an attack is worth before battle cards: battle points are plain arithmetic (9.4)."""

from collections.abc import Sequence

from domain.kernel.orders import Order
from domain.kernel.ruleset import Odds
from domain.waterloo.battle import reckon
from domain.waterloo.orders import Attack
from domain.waterloo.position.state import Clash, State


def odds(state: State, draft: Sequence[Order], order: Order) -> Odds | None:
    """The battle points of an attack as the units stand; None for other orders."""
    if not isinstance(order, Attack):
        return None
    found = reckon(state, Clash(order.target, order.attackers))
    about = {"attack": found.attack, "defence": found.defence, "winner": found.winner}
    return Odds(key="battle", about={**about, "doubled": found.more_than_double})
