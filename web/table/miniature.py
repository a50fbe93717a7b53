"""A board in miniature: the board's own picture under its counters without letters.

It shows what the public may see and nothing else. A version of a game never changes, so browsers keep it.
"""

from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, make_response, url_for
from flask_babel import gettext as _

from domain.kernel import PUBLIC, RuleSet, packs
from domain.kernel.errors import NotAllowed
from domain.store import open_games
from web import boards
from web.base.security import visitor
from web.base.site import rule_set_of, site
from web.boards import miniatures
from web.hosting import watching

blueprint = Blueprint("miniature", __name__)
FOR_EVER = "private, max-age=31536000, immutable"


def marks_svg(scene: Any) -> str:
    """The counters of a scene, in the box of its board's picture. Raises LookupError if no board is drawn."""
    return miniatures.marks_svg(boards.plan_of(scene.board), scene)


# Games


@blueprint.get("/g/<game>/miniature/<int:version>.svg")
def of_game(game: str, version: int) -> Response:
    """The marks after event `version`, if the asker may see the public view of that event yet."""
    if not 1 <= version <= watching.newest(visitor(game)):
        raise NotAllowed(_("You may not see this event of the game yet."))
    return sent(marks_svg(public_scene(rule_set_of(game), site().games.standing(game, version).state)))


def of_row(row: dict[str, Any]) -> dict[str, str] | None:
    """The addresses {picture, marks} of a lobby row's board; None where no board is drawn, or none shown."""
    if row["version"] is None:
        return None
    picture = picture_of(rule_set_of(row["game"]), row["scenario"])
    if picture is None:
        return None
    return {
        "picture": picture,
        "marks": url_for("miniature.of_game", game=row["game"], version=row["version"]),
    }


# Scenarios


def picture_of(rule_set: RuleSet, scenario: str) -> str | None:
    """The address of the picture of a scenario's board; None where no board is drawn."""
    try:
        name = boards.picture_name(opening_scene(rule_set, scenario).board)
    except LookupError:
        return None
    return url_for("assets.board_picture", name=name)


def opening_scene(rule_set: RuleSet, scenario: str) -> Any:
    """The public scene of a scenario at its first decision."""
    return _started(rule_set.id, packs.digest_of(rule_set), scenario)


@lru_cache(maxsize=64)
def _started(title: str, data: str, scenario: str) -> Any:
    """The same, from a game that is thrown away."""
    games = open_games("memory:")
    try:
        if data:
            games.packs.add(packs.known(title, data))
        game = games.create(title, scenario, seed=bytes(32), pack=data)
        return public_scene(games.rule_set(game), games.standing(game).state)
    finally:
        games.close()


def public_scene(rule_set: RuleSet, state: Any) -> Any:
    """A position as everybody may see it."""
    return rule_set.view(state, PUBLIC)


def sent(drawn: str) -> Response:
    """A picture that a browser may keep for ever."""
    answer = make_response(drawn)
    answer.mimetype = "image/svg+xml"
    answer.headers["Cache-Control"] = FOR_EVER
    return answer
