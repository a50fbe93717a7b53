"""What an attack is worth before battle cards: battle points are plain arithmetic (9.4)."""

from collections.abc import Sequence

from domain.kernel.orders import Order
from domain.kernel.ruleset import Odds
from domain.waterloo.battle import reckon
from domain.waterloo.orders import Attack
from domain.waterloo.position.state import Clash, State
from domain.waterloo.seen.battles import lines_of


def odds(state: State, draft: Sequence[Order], order: Order) -> Odds | None:
    """The battle points of an attack as the units stand; None for other orders."""
    if not isinstance(order, Attack):
        return None
    found = reckon(state, Clash(order.target, order.attackers))
    about = {"attack": found.attack, "defence": found.defence, "winner": found.winner}
    attack, defence = lines_of(found)
    return Odds(
        key="battle", about={**about, "doubled": found.more_than_double},
        factors=(tuple(attack.values()), tuple(defence.values())),
    )  # fmt: skip
