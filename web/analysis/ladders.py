"""The ladder of a title: people, and computers apart, by rating; those who played lately unless asked."""

from typing import TYPE_CHECKING, Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response

from domain.kernel import titles
from domain.kernel.errors import UnknownGame
from domain.kernel.presentation import easiest_first, easiest_title
from projections import statistics
from web.analysis import rated
from web.base import limits
from web.base.site import site
from web.hosting import watching

if TYPE_CHECKING:
    from replays.ladders import Rung

blueprint = Blueprint("ladders", __name__)
DAY = 24 * 3_600_000
USUAL = 90
DAYS = {
    30: lazy_gettext("in the last 30 days"),
    90: lazy_gettext("in the last 90 days"),
    365: lazy_gettext("in the last year"),
    0: lazy_gettext("at any time"),
}
"""Who is listed: those who played in so many days, or ever."""
MOST_DAYS = 36_500


@blueprint.get("/ladders")
def usual() -> Response:
    """The ladder of the easiest title."""
    return redirect(url_for(".one", title=easiest_title().id))


@blueprint.get("/ladders/<title>")
@limits.streams
def one(title: str) -> str:
    """A title's ladder; `days` says who is listed, `data` on which data pack it was played."""
    if title not in {each.id for each in titles()}:
        raise UnknownLadder(_("There is no title %(title)r here.", title=title[:40]))
    data = request.args.get("data", "")
    days = request.args.get("days", default=USUAL, type=int)
    days = days if days in DAYS else USUAL
    hidden = watching.hides_results()
    people, programs, rated_games = ([], [], 0) if hidden else ladders(title, days, data)
    return render_template(
        "ladders.html",
        rules=rated.rules_on(title, data),
        known=easiest_first(),
        people=people,
        programs=programs,
        rated_games=rated_games,
        days=days,
        choices=DAYS,
        data=data,
        data_sets=rated.data_sets(title),
        hidden=hidden,
        address=_address,
    )


def _address(**changes: Any) -> str:
    """The address of this ladder with other choices."""
    kept = {name: request.args[name] for name in ("days", "data", "result") if name in request.args}
    title = changes.pop("title", None) or (request.view_args or {})["title"]
    return url_for(".one", title=title, **{**kept, **changes})


def ladders(title: str, days: int, data: str) -> "tuple[list[Rung], list[Rung], int]":
    """(the people, the computers, how many games were rated) of a title; `days` is 0 for all that ever
    played."""
    from replays.ladders import ladder, results_of

    ratings = rated.ratings_of(title, data)
    results = results_of(statistics.rows(site().redis, site().games, title, data=data), title)
    since = site().games.now() - days * DAY if days else 0
    people, programs = (ladder(ratings, results, kind, since) for kind in ("person", "bot"))
    return people, programs, ratings.rated


class UnknownLadder(UnknownGame):
    """There is no title with this id."""

    code = "unknown_title"
