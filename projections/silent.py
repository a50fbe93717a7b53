"""Answers that leave no event change no view: who must answer after them is told beside the lobby."""

import logging
from typing import TYPE_CHECKING

import redis

from domain.kernel import GrognardError
from domain.kernel.errors import StoreUnavailable
from projections.following import write_json
from projections.views import Views, Write

if TYPE_CHECKING:
    from domain.store import Games

log = logging.getLogger(__name__)


def tell_all(games: "Games", views: Views) -> None:
    """`tell` of every game in which such answers lie; one that cannot be read does not hold up the others.

    Raises RedisError, StoreUnavailable.
    """
    for game in games.answered():
        try:
            tell(games, views, game)
        except (redis.RedisError, StoreUnavailable):
            raise
        except GrognardError as problem:  # a game that is set aside: whoever makes its views says so, once
            log.info("Nobody was told of an answer in game %s: %s", game, problem)
        except Exception:
            log.exception("Nobody was told of an answer in game %s", game)


def tell(games: "Games", views: Views, game: str) -> None:
    """Who must answer in a game now, and word of it to the browsers at other processes.

    Looked at once more after it was written: so whoever writes last has seen the last answer, and the views
    that count.
    """
    told: list[Write] = []
    while (now := _writes(games, views, game)) != told:
        views.write(now)
        told = now


def _writes(games: "Games", views: Views, game: str) -> list[Write]:
    head, desk = views.head(), games.desk(game)
    nudge = views.nudge(game, desk.moment, desk.version)
    if head is None:
        return [nudge]
    key = views.key(head.generation, "waiting")
    if desk.is_over:
        return [("HDEL", key, game), nudge]
    return [("HSET", key, game, write_json([desk.moment, desk.seen_waiting()])), nudge]
