"""Where games are kept and played: the application service on the eventsourcing library.

The only place that imports that library. `open_games(url)` gives a `Games`; each decision that a
game waits for is a `Desk`.
"""

from domain.store.desk import Desk, Takeback
from domain.store.games import Games, open_games
from domain.store.house import Terms
from domain.store.people import Holder
from domain.store.standing_orders import StandingOrder
from domain.store.subscriptions import Subscription
from domain.store.talk import Author, Reader

__all__ = [
    "Author",
    "Desk",
    "Games",
    "Holder",
    "Reader",
    "StandingOrder",
    "Subscription",
    "Takeback",
    "Terms",
    "open_games",
]
