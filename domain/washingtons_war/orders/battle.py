"""Orders in a battle (9)."""

from domain.kernel.orders import Order


class PlayBattleCard(Order, frozen=True):
    """Play a battle card of one's own side (9.2 Step 1, 9.45, D-15, D-16)."""

    card: str


class DiscardForBattle(Order, frozen=True):
    """Discard an event card for its modifier (6.33.C, 9.45, D-15, D-16)."""

    card: str


class UseNoCard(Order, frozen=True):
    """Use no card in this battle (9.2 Step 1, D-15, D-16)."""

    passes = True
    leaves = "card"


class Retreat(Order, frozen=True):
    """The beaten force goes there, all of it (9.61, 9.62, D-18)."""

    to: str
    by_sea: bool = False
