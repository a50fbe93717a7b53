"""Where the holder of a seat says how to be told of their move, and the pages that mailed links open."""

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from web.base import limits
from web.base.language import language
from web.base.security import check_form, require_seat, visitor
from web.base.site import rule_set_of, site
from web.notices import notices

blueprint = Blueprint("notices", __name__)


@blueprint.post("/g/<game>/notices")
@limits.notices
def enter(game: str) -> BaseResponse:
    """Keeps an address of one's own seat, or forgets it."""
    who = visitor(game)
    check_form(game)
    seat = require_seat(who, request.form.get("seat", ""))
    way = request.form.get("way", "")
    if request.form.get("end") == "yes":
        site().games.addresses.drop(game, seat, "hook" if way == "hook" else "mail")
    else:
        notices.enter(game, seat, way, request.form.get("to", ""), language())
    return redirect(url_for("tables.links", game=game), 303)


@blueprint.get("/notices/<token>")
@limits.joins
def page(token: str) -> BaseResponse:
    """What a mailed link opens: a button, so that programs that only look at links change nothing."""
    game, seat, address = notices.opened(token)
    return make_response(
        render_template("notice.html", rules=rule_set_of(game), seat=seat, address=address, token=token)
    )


@blueprint.post("/notices/<token>")
@limits.joins
def change(token: str) -> BaseResponse:
    """Confirms the address of a mailed link, or ends its mails."""
    check_form("notices")
    is_end = request.form.get("do") == "end"
    (notices.end if is_end else notices.confirm)(token)
    return make_response(render_template("notice.html", is_ended=is_end, is_done=True))
