"""What may be seen of a game, and how late: whoever serves a game takes its desk from here.

Players see everything as it happens. Others see a running game as late as its terms say; and a browser
that hides results sees a finished game only as far as it has asked.
"""

from typing import Any

from flask import Blueprint, has_request_context, redirect, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug.wrappers import Response as BaseResponse

from domain.kernel.errors import InvalidSetup, SetAside
from domain.kernel.events import LESSON
from domain.kernel.numbers import whole_number
from domain.store import Desk, Terms
from domain.store.house import LONGEST_DELAY
from projections import lobby
from web.base import damaged, security
from web.base.language import language
from web.base.security import Visitor
from web.base.site import site

blueprint = Blueprint("watching", __name__)
COOKIE = "results"
CHUNK = 200
"""Events that a replay shows at once while results are hidden."""


# One game


def newest(who: Visitor) -> int:
    """The newest event of a game that `who` may see. Raises UnknownGame."""
    desk = site().games.desk(who.game)
    version: int = desk.version
    if who.seats:
        return version
    if not desk.is_over:
        terms: Terms = site().games.house.terms(who.game)
        return terms.newest(version)
    return min(version, _asked_upto()) if hides_results() else version


def desk(who: Visitor) -> Any:
    """The desk that `who` may see: the present one, or one that shows an earlier event and asks nobody."""
    games = site().games
    now, seen = games.desk(who.game), newest(who)
    if seen >= now.version:
        return now
    then = games.standing(who.game, seen) if now.is_over else games.earlier(who.game, seen).standing
    return Desk(who.game, then, (), None, {})


def is_late(who: Visitor) -> bool:
    """Whether this visitor sees the game later than its players."""
    return not who.seats and not site().games.desk(who.game).is_over and terms(who.game).watchers != "now"


def terms(game: str) -> Terms:
    """What the host said of watchers and pace."""
    found: Terms = site().games.house.terms(game)
    return found


def lateness(game: str) -> str:
    """One sentence that tells watchers how late they see a running game; empty if they see it at once."""
    agreed = terms(game)
    if agreed.watchers == "later":
        return ngettext(
            "The host shows watchers the game %(num)d event later.",
            "The host shows watchers the game %(num)d events later.",
            agreed.delay,
        )
    return _("The host shows watchers nothing before the end.") if agreed.watchers == "end" else ""


# Every game


def rows() -> list[dict[str, Any]]:
    """The lobby's rows as this browser may see them, the one that changed last first.

    Games that are set aside or put away are left out, and lessons, which are the learner's alone.
    """
    found, away = [], site().games.shelf.away()
    for row in lobby.read(site().redis, site().games, language()):
        if row["dice_of"] == LESSON or row["game"] in away:
            continue
        try:
            found.append(_row(row))
        except SetAside as problem:
            damaged.told_once(row["game"], problem)
    return sorted(found, key=lambda each: (-each["updated_at"], each["game"]))


def _row(row: dict[str, Any]) -> dict[str, Any]:
    """One row; `is_hidden` where this browser hides the result."""
    game = row["game"]
    is_over = row["status"] == "finished"
    if not is_over and terms(game).watchers == "now":
        return {**row, "is_hidden": False}
    if (not is_over or hides_results()) and not security.visitor(game).seats:
        if is_over:
            return {
                **row,
                "is_hidden": True,
                "winners": [],
                "reason": "",
                "text": "",
                "version": None,
                "turn": None,
            }
        if not site().games.desk(game).is_over:
            seen = site().games.earlier(game, newest(Visitor(game)))
            return {**lobby.row_at(row, seen, language()), "is_hidden": False}
    return {**row, "is_hidden": False}


# Hidden results


def hides_results() -> bool:
    """Whether this browser wants no result before it asks for it."""
    if not has_request_context() or request.args.get("result") == "shown":
        return False
    return request.cookies.get(COOKIE) == "hidden"


def _asked_upto() -> int:
    asked = request.args.get("upto", default=CHUNK, type=int)
    return max(1, asked)


def hidden_part(who: Visitor) -> int | None:
    """Up to which event a finished game is shown while its end is hidden; None if it is not hidden."""
    is_hidden = hides_results() and not who.seats and site().games.desk(who.game).is_over
    return _asked_upto() if is_hidden else None


def carried() -> dict[str, Any]:
    """What the addresses of a replay's parts must carry, so that they show as much as their page."""
    return {name: request.args[name] for name in ("upto", "result") if name in request.args}


@blueprint.post("/results")
def choose() -> BaseResponse:
    """Hides results from this browser, or shows them again."""
    security.check_form("results")
    response = redirect(_back(request.form.get("back", "")), 303)
    if request.form.get("results") == "hidden":
        security.set_cookie(response, COOKIE, "hidden")
    else:
        response.delete_cookie(COOKIE)
    return response


def _back(game: str) -> str:
    """The page that the choice was made on: a game's replay, or the lobby."""
    return url_for("replay.replay", game=game) if game in site().games.ids() else url_for("pages.lobby")


# The host's choice


def terms_in(form: Any) -> Terms:
    """The terms of the new-game form. Raises InvalidSetup."""
    delay = form.get("delay", "10")
    number = whole_number(delay)
    if number is None or number > LONGEST_DELAY:
        raise InvalidSetup(
            _("Watchers are 1 to %(most)s events behind, not %(given)s.", most=LONGEST_DELAY, given=delay)
        )
    now, live, free = form.get("watchers", "now"), form.get("pace", "live"), form.get("undo", "free")
    return Terms(now, number, live, free, hints=form.get("hints") == "yes")
