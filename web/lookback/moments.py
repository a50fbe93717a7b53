"""What a table showed at one event of a replay: the battle with its sums, the figures of all, the hands."""

from typing import Any

from flask import Blueprint, Response, render_template, request

from domain.kernel import PUBLIC
from projections import documents
from web.base import limits, views
from web.base.security import visitor
from web.base.site import rule_set_of, site
from web.hosting import watching
from web.table import battles

blueprint = Blueprint("moments", __name__)
BACKS = 20
"""So many backs of a hand are drawn at most; its number is told beside them."""


@blueprint.get("/g/<game>/moment")
@limits.looks
def moment(game: str) -> Response:
    """`?at=&as=`: what stood beside the board after event `at` for that viewer, as HTML; 204 if the asker may
    not see so far."""
    who = visitor(game)
    desk = watching.desk(who)
    at = request.args.get("at", default=desk.version, type=int)
    if not 1 <= at <= desk.version:
        return Response(status=204)
    viewer = views.chosen_view(who, desk, request.args.get("as"))
    response = Response(render_template("moment.html", **shown(desk, viewer, at)))
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def shown(desk: Any, viewer: Any, at: int) -> dict[str, Any]:
    """What the template `moment.html` needs."""
    rule_set = rule_set_of(desk.game)
    scene = views.scene_at(desk, viewer, at)
    public = documents.scene_document(rule_set, site().games.standing(desk.game, at).state, PUBLIC)
    held = {
        owner: hand
        for owner, hand in scene["hands"].items()
        if public["hands"].get(owner, {}).get("cards") is None and hand["count"]
    }
    return {
        "at": at,
        "rules": rule_set,
        "scene": scene,
        "held": held,
        "backs": BACKS,
        "battle": battles.with_before(desk.game, at, viewer),
        "seats": desk.standing.opened.seats,
    }
