"""Answers that leave no event change no view: who must answer after them is told beside the lobby."""

import logging
from typing import TYPE_CHECKING, Any

import redis

from domain.kernel import GrognardError
from domain.kernel.errors import StoreUnavailable
from projections.following import read_json, write_json
from projections.views import Head, Views, Write

if TYPE_CHECKING:
    from domain.store import Games

log = logging.getLogger(__name__)


def tell_all(games: "Games", views: Views, hopeless: dict[str, int] | None = None) -> None:
    """`tell` of every game on whose table lies something else than the views know; one that cannot be read
    does not hold up the others. Raises RedisError, StoreUnavailable.

    `hopeless` are those that could not be read, each with the digest of what lay there: they are not tried
    again before that changes.
    """
    hopeless = {} if hopeless is None else hopeless
    head = views.head()
    if head is None:
        return  # whoever builds them tells
    told, lying = _told(views, head), games.lying()
    for game in sorted(lying.keys() | told.keys()):
        lies = lying.get(game, 0)
        if lies == told.get(game, 0) or hopeless.get(game) == lies:
            continue
        try:
            tell(games, views, game)
            hopeless.pop(game, None)
        except (redis.RedisError, StoreUnavailable):
            raise
        except GrognardError as problem:  # a game that is set aside: whoever makes its views says so, once
            log.info("Nobody was told of an answer in game %s: %s", game, problem)
            hopeless[game] = lies
        except Exception:
            log.exception("Nobody was told of an answer in game %s", game)
            hopeless[game] = lies


def _told(views: Views, head: Head) -> dict[str, int]:
    """What lay on the table of each game when it was told last, as a digest."""
    known: Any = views.client.hgetall(views.key(head.generation, "waiting"))
    lines = {game.decode(): read_json(line) for game, line in known.items()}
    return {game: line[2] if len(line) > 2 else 0 for game, line in lines.items()}


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
    """The digest is older than the desk, if anything: then it is told once more."""
    head, lies, desk = views.head(), games.lies(game), games.desk(game)
    nudge = views.nudge(game, desk.moment, desk.version)
    if head is None:
        return [nudge]
    key = views.key(head.generation, "waiting")
    if desk.is_over:
        return [("HDEL", key, game), nudge]
    return [("HSET", key, game, write_json([desk.moment, desk.seen_waiting(), lies])), nudge]
