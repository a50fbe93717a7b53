"""Boards: where each game stands, ready to draw, for every seat and for onlookers.

Redis holds those of games in play; of a game that is over they are made when somebody looks.
"""

from typing import TYPE_CHECKING

import msgspec

from domain.kernel import ALL, PUBLIC, RuleSet, Seat, Standing, decision_at
from domain.kernel.errors import NotAllowed
from domain.kernel.prose_files import plain_refusal
from projections.documents import Document, result_document, scene_document
from projections.following import read_json, same_as_stored
from projections.views import Views, reached

if TYPE_CHECKING:
    import redis

    from domain.store import Games


def viewers(standing: Standing) -> tuple[Seat, ...]:
    """Who may look: onlookers and the seats; the all-seeing onlooker when the game is over."""
    return (PUBLIC, *standing.opened.seats, *((ALL,) if standing.is_over else ()))


def may_look(game: str, standing: Standing, viewer: Seat) -> None:
    """Raises NotAllowed for a seat that the game has not, and for ALL while it goes on."""
    if viewer not in viewers(standing):
        known = ", ".join(viewers(standing))
        raise NotAllowed(plain_refusal("cannot_look", viewer=viewer, game=game, known=known))


def asked_at(standing: Standing) -> list[Seat]:
    """The seats that the rules ask where the game rests; none where no rules may be run."""
    if not standing.is_playable:
        return []
    decision = decision_at(standing.state, standing.agenda)
    return [] if decision is None else list(decision.seats)


def document(rule_set: RuleSet, game: str, standing: Standing, at: int, viewer: Seat) -> Document:
    """{game, version, rest, at, asked, over, result, scene}; `at` is when its last event happened."""
    return {
        "game": game,
        "version": standing.version,
        "rest": standing.rest,
        "at": at,
        "asked": asked_at(standing),
        "over": standing.is_over,
        "result": result_document(rule_set, standing) if standing.is_over else None,
        "scene": scene_document(rule_set, standing.state, viewer),
    }


def read(redis: "redis.Redis", games: "Games", game: str, viewer: Seat = PUBLIC) -> Document:
    """The board of `game` as `viewer` may see it, never behind the store. Raises UnknownGame, NotAllowed.

    The store is only asked whether Redis has all that happened; the game is looked at if it has not.
    """
    found = _stored(redis, games, game, viewer)
    if found is not None and found[0] == games.max_notification_id():
        return {**read_json(found[1]), "source": "redis"}
    standing = games.standing(game)
    may_look(game, standing, viewer)
    if found is not None and _version_of(found[1]).version == standing.version:
        return {**read_json(found[1]), "source": "redis"}
    (last,) = games.recorded(game, after=standing.version - 1, upto=standing.version)
    made = document(games.rule_set(game), game, standing, last.at, viewer)
    return {**same_as_stored(made), "source": "store"}


def scene(
    redis: "redis.Redis | None", games: "Games", game: str, viewer: Seat, standing: Standing
) -> Document:
    """The scene of `game` at `standing` as `viewer` may see it: the board in Redis if it stands there too.

    It may lag behind an order that has just been given; then, at other moments, and once the game is over,
    the scene is made here.
    """
    found = None if redis is None or standing.is_over else _stored(redis, games, game, viewer)
    if found is not None and _version_of(found[1]).version == standing.version:
        known: Document = read_json(found[1])["scene"]
        return known
    return scene_document(games.rule_set(game), standing.state, viewer)


def _stored(redis: "redis.Redis", games: "Games", game: str, viewer: Seat) -> tuple[int, bytes] | None:
    return reached(redis, lambda: Views(redis, games.store_id).board(game, viewer))


class _Versioned(msgspec.Struct):
    """As much of a stored board as tells how old it is."""

    version: int


_version_of = msgspec.json.Decoder(_Versioned).decode
