"""What moved the win chance of a finished game: its turning points, which may be played out, and luck apart
from decisions."""

from typing import TYPE_CHECKING

from flask import Blueprint, Response, redirect, render_template, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from domain.kernel.errors import NotAllowed
from web.base import limits
from web.base.security import check_form, visitor
from web.base.site import rule_set_of
from web.hosting import watching
from web.lookback import rollouts, win_chance
from web.lookback.replay import chosen

if TYPE_CHECKING:
    from replays.swings import Swing

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
        game=game,
        rules=rule_set,
        wrong=win_chance.points(found.wrong),
        points=win_chance.points_of(game, found, viewer),
        share=win_chance.points,
        signed=win_chance.signed,
        sums=win_chance.ledger_of(found),
        rolls=win_chance.rolls_of(game, found, viewer),
        costly=win_chance.costly_of(game, found),
    )
    response = Response(page)
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@blueprint.get("/g/<game>/curve.svg")
@limits.looks
def curve(game: str) -> Response:
    """The curve of a finished game as a small picture; 204 where there is none."""
    desk = watching.desk(visitor(game))
    if not win_chance.can_tell(desk, rule_set_of(game)):
        return Response(status=204)
    response = Response(win_chance.picture(game, desk.version), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


@blueprint.post("/g/<game>/turning/<int:start>/games")
@limits.creations
def play_out(game: str, start: int) -> BaseResponse:
    """Lets the computer play on from before and after the turning point whose command begins with event
    `start`, and shows the replay again, where it is told how that goes on."""
    check_form("turning")
    swing = asked(game, start)
    return redirect(url_for("replay.replay", game=game, at=swing.stop, turning="shown"), 303)


def asked(game: str, start: int) -> "Swing":
    """Has a turning point played out. Raises NotAllowed, TooManySimulations, InvalidSetup."""
    desk = watching.desk(visitor(game))
    if not win_chance.can_tell(desk, rule_set_of(game)):
        raise NotAllowed(_("Turning points are told of games that are over."))
    points = win_chance.judged(game, desk.version).points
    swing = next((each for each in points if each.start == start), None)
    if swing is None:
        raise NotAllowed(_("No turning point of this game begins there."))
    rollouts.ask(game, desk.version, swing)
    return swing
