"""What moved the win chance of a finished game: its turning points, and luck apart from decisions."""

from flask import Blueprint, Response, render_template

from web.base import limits
from web.base.security import visitor
from web.base.site import rule_set_of
from web.hosting import watching
from web.lookback import win_chance
from web.lookback.replay import chosen

blueprint = Blueprint("turning", __name__)


@blueprint.get("/g/<game>/turning")
@limits.looks
def turning(game: str) -> Response:
    """The turning points as HTML; 204 where the game is not over or nobody can tell who was winning."""
    who = visitor(game)
    desk = watching.desk(who)
    rule_set = rule_set_of(game)
    if not win_chance.can_tell(desk, rule_set):
        return Response(status=204)
    viewer = chosen(who, desk)
    found = win_chance.judged(game, desk.version)
    page = render_template(
        "turning.html",
        rules=rule_set,
        wrong=win_chance.points(found.wrong),
        points=win_chance.points_of(game, found, viewer),
        sums=win_chance.ledger_of(found),
        rolls=win_chance.rolls_of(game, found, viewer),
        costly=win_chance.costly_of(game, found),
    )
    response = Response(page)
    response.headers["Cache-Control"] = "private, no-cache"
    return response
