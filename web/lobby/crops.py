"""Parts of boards as pictures: the board's own picture under what lies on it, with every counter as it is.

They show what the public may see and nothing else. A version of a game never changes, so browsers keep it.
"""

import hashlib
from collections.abc import Collection
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from flask import Blueprint, Response, request, url_for
from flask_babel import gettext as _

from domain.kernel import PUBLIC, RuleSet, packs
from domain.kernel.errors import NotAllowed, UnknownGame
from domain.kernel.presentation import presentation_of
from web import boards
from web.base.language import language
from web.base.security import visitor
from web.base.site import rule_set_of, site
from web.boards import crops
from web.hosting import watching
from web.table.miniature import opening_scene, public_scene, sent
from web.table.picture import drawn_spaces, spoken_words

blueprint = Blueprint("crops", __name__)
ALONE = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
"""A picture's own policy: its styles and letters are in it."""
WIDE, NEAR = 3.3, 1.64
"""How much wider than high the pictures of titles and of places are."""
LEAST, MOST = 0.22, 0.3
"""How much of a board's width the picture of a place shows."""
LATELY = 20
"""How many events a picture looks back for the place of the last that had one."""


class Crop(NamedTuple):
    """A part of a board: the two pictures' addresses, their box and the part that is shown."""

    picture: str
    pieces: str
    whole: crops.Box
    part: crops.Box


def of_game(game: str, version: int, spaces: Collection[str]) -> Crop | None:
    """The places `spaces` after event `version`; without any that of the last event that tells one.

    None if no board is drawn.
    """
    rule_set = rule_set_of(game)
    scene = public_scene(rule_set, site().games.standing(game, version).state)
    shown = spaces or _last_place(game, rule_set, version, scene) or presentation_of(rule_set.id).view
    address = url_for("crops.game_pieces", game=game, version=version, lang=language())
    return _crop(scene.board, shown, NEAR, address, LEAST, MOST)


def _last_place(game: str, rule_set: RuleSet, version: int, scene: Any) -> set[str]:
    """Where the last event happened of which the public knows the place."""
    known = frozenset(drawn_spaces(scene.board))
    for each in reversed(site().games.recorded(game, max(0, version - LATELY), version)):
        told = msgspec.to_builtins(rule_set.redact(each.body, PUBLIC))
        if found := {value for value in told.values() if isinstance(value, str) and value in known}:
            return found
    return set()


def of_title(rule_set: RuleSet) -> Crop | None:
    """The opening position of the game that one press starts; None if no board is drawn."""
    return _of_scenario(rule_set, presentation_of(rule_set.id).start.scenario)


def whole_of(rule_set: RuleSet, scenario: str) -> Crop | None:
    """The whole board as a scenario begins; None if no board is drawn."""
    found = _of_scenario(rule_set, scenario)
    return found._replace(part=found.whole) if found else None


def _of_scenario(rule_set: RuleSet, scenario: str) -> Crop | None:
    told, data = presentation_of(rule_set.id), packs.digest_of(rule_set)
    try:
        version = _digest(_start_pieces(rule_set.id, data, scenario, language()))
    except LookupError:
        return None
    address = url_for(
        "crops.start_pieces", title=rule_set.id, scenario=scenario, version=version, data=data or None
    )
    return _crop(opening_scene(rule_set, scenario).board, told.view, WIDE, address)


def _crop(
    board: str, spaces: Collection[str], ratio: float, pieces: str, least: float = 0.0, most: float = 1.0
) -> Crop | None:
    try:
        picture = url_for("assets.board_picture", name=boards.picture_name(board))
        return Crop(picture, pieces, crops.whole(board), crops.part(board, spaces, ratio, least, most))
    except LookupError:
        return None


@blueprint.get("/g/<game>/pieces/<int:version>.svg")
def game_pieces(game: str, version: int) -> Response:
    """What lies on the board after event `version`, if the asker may see the public view of it yet."""
    if not 1 <= version <= watching.newest(visitor(game)):
        raise NotAllowed(_("You may not see this event of the game yet."))
    rule_set = rule_set_of(game)
    try:
        return _sent(_drawn(rule_set, public_scene(rule_set, site().games.standing(game, version).state)))
    except LookupError:
        raise UnknownGame(_("No board is drawn for %(title)s.", title=rule_set.name)) from None


@blueprint.get("/scenarios/<title>/<scenario>/pieces.<version>.svg")
def start_pieces(title: str, scenario: str, version: str) -> Response:
    """What lies on the board as a scenario begins; `version` is that of its drawing, `data` a data pack."""
    try:
        rule_set = site().games.packs.rules_on(title, request.args.get("data", ""))
        drawn = _start_pieces(rule_set.id, packs.digest_of(rule_set), scenario, language())
    except LookupError:
        raise UnknownGame(_("No board is drawn for %(title)s.", title=title)) from None
    answer = _sent(drawn)
    if version != _digest(drawn):
        answer.headers["Cache-Control"] = "no-store"
    return answer


@lru_cache(maxsize=64)
def _start_pieces(title: str, data: str, scenario: str, _spoken: str) -> str:
    rule_set = packs.on_pack(title, data)
    return _drawn(rule_set, opening_scene(rule_set, scenario))


def _drawn(rule_set: RuleSet, scene: Any) -> str:
    return crops.pieces_svg(scene, spoken_words(rule_set, scene))


def _digest(drawn: str) -> str:
    return hashlib.sha256(drawn.encode()).hexdigest()[:12]


def _sent(drawn: str) -> Response:
    answer = sent(drawn)
    answer.headers["Content-Security-Policy"] = ALONE
    return answer
