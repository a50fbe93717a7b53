"""The pages of the host: how the server is, every game, and what he does about them."""

from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask_babel import format_decimal, lazy_gettext
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from domain.kernel import titled
from domain.kernel.errors import InvalidSetup
from web.admin import deeds, every_game, every_text, keeper, workplace
from web.analysis.simulate import simulations
from web.base import limits
from web.base.security import check_form
from web.base.site import site

blueprint = Blueprint("admin", __name__, url_prefix="/admin")
SHOWN = 50
"""Games on a page."""
SHOWN_TROUBLES = 50
DONE = {
    "hidden": lazy_gettext("The game is in no list any more."),
    "removed": lazy_gettext("Nobody sees the game any more."),
    "shown": lazy_gettext("The game is seen again."),
    "unnamed": lazy_gettext("The game has lost its name."),
    "named": lazy_gettext("The game has its name again."),
    "text_removed": lazy_gettext("Nobody reads the text any more."),
    "text_shown": lazy_gettext("The text is read again."),
    "banned": lazy_gettext("The ban is in force."),
    "lifted": lazy_gettext("The ban is lifted."),
    "closed": lazy_gettext("Play is closed."),
    "opened": lazy_gettext("Play is open."),
    "stopped": lazy_gettext("The simulation is stopped, and what it has played is kept."),
}
"""What is said after something was done."""
STATES = {
    "waiting": lazy_gettext("waits"), "running": lazy_gettext("running"), "done": lazy_gettext("finished"),
    "narrow": lazy_gettext("finished"), "stopped": lazy_gettext("stopped"), "failed": lazy_gettext("failed"),
    "ended": lazy_gettext("ended with its server"),
}  # fmt: skip
PARTS = {
    "bots": lazy_gettext("Computer players"), "windows": lazy_gettext("Response windows"),
    "clocks": lazy_gettext("Clocks"),
    "notices": lazy_gettext("Notices"),
}  # fmt: skip
STATUSES = {
    "open": lazy_gettext("open"), "running": lazy_gettext("running"), "finished": lazy_gettext("finished"),
    "shown": lazy_gettext("only to look at"), "unlisted": lazy_gettext("cannot be shown"),
    "tournament": lazy_gettext("tournament"),
}  # fmt: skip
AWAY = {"hidden": lazy_gettext("hidden"), "removed": lazy_gettext("removed")}
DID = AWAY | {
    "shown": lazy_gettext("shown again"), "closed": lazy_gettext("closed"), "opened": lazy_gettext("opened"),
    "banned": lazy_gettext("banned"), "lifted": lazy_gettext("lifted"),
    "unnamed": lazy_gettext("its name was taken away"), "named": lazy_gettext("its name was given back"),
}  # fmt: skip

DID_TO_TEXTS = {
    "removed": lazy_gettext("the text was removed"), "shown": lazy_gettext("the text was shown again"),
}  # fmt: skip
KINDS = {
    "uploaded": lazy_gettext("uploaded by somebody"), "tournament": lazy_gettext("games of tournaments"),
    "ordinary": lazy_gettext("neither of them"), "cups": lazy_gettext("the tournaments themselves"),
}  # fmt: skip


@blueprint.before_request
def _stop() -> Response | None:
    """Nobody but the host comes further; where there is no secret there is nothing."""
    keeper.check_there_is_one()
    if request.endpoint in ("admin.enter", "admin.leave") or keeper.is_here():
        return None
    return make_response(_enter_page(), 401)


def _enter_page(*, is_wrong: bool = False) -> str:
    return render_template("admin_enter.html", is_wrong=is_wrong)


@blueprint.post("/enter")
@limits.joins
def enter() -> BaseResponse:
    """Lets the host in who says the secret."""
    check_form(keeper.ADMIN)
    if not keeper.is_secret(request.form.get("secret", "").strip()):
        return make_response(_enter_page(is_wrong=True), 403)
    return keeper.let_in(redirect(url_for("admin.overview"), 303))


@blueprint.post("/leave")
def leave() -> BaseResponse:
    """This browser is not the host's any more."""
    check_form(keeper.ADMIN)
    return keeper.let_out(redirect(url_for("admin.overview"), 303))


@blueprint.get("")
def overview() -> str:
    """How the server is."""
    now = workplace.state()
    here = set(site().games.ids()) if now["tables"] else set()
    tables = [
        (every_game.brief(each["game"]), each["seats"])
        for each in now["tables"][:SHOWN]
        if each["game"] in here
    ]
    return _page("admin.html", now=now, tables=tables, part_names=PARTS, states=STATES, most=SHOWN_TROUBLES)


def _page(template: str, **facts: Any) -> str:
    done = DONE.get(request.args.get("done", ""), "")
    words = {"statuses": STATUSES, "away": AWAY, "did": DID, "bytes": _bytes, "title_of": _title_of}
    return render_template(template, done=done, **{**words, **facts})


def _bytes(count: int) -> str:
    """So many bytes in MB or GB."""
    unit, one = ("GB", 10**9) if count >= 10**9 else ("MB", 10**6)
    return f"{format_decimal(round(count / one, 1))} {unit}"


def _title_of(title: str) -> Any:
    """The rules of a title, None if there is no such title any more."""
    try:
        return titled(title)
    except InvalidSetup:
        return None


@blueprint.get("/games")
def games() -> str:
    """Every game, found by what stands in its line."""
    text, away = request.args.get("q", "")[:200], request.args.get("away", "")
    kind = request.args.get("kind", "")
    lines = every_game.found(text, away if away in ("away", *AWAY) else "", kind if kind in KINDS else "")
    pages = max(1, -(-len(lines) // SHOWN))
    page = min(max(1, request.args.get("page", 1, int)), pages)
    part = lines[(page - 1) * SHOWN : page * SHOWN]
    asked = {"q": text, "where": away, "kind": kind, "kinds": KINDS}
    return _page("admin_games.html", total=len(lines), page=page, pages=pages, lines=part, **asked)


@blueprint.get("/games/<game>")
def one_game(game: str) -> str:
    """One game: what was done about it, and what may be."""
    deeds.check_is_here(game)
    line = every_game.one(game)
    may = [each for each in deeds.OF_GAMES if each not in every_game.pointless(line)]
    return _page("admin_game.html", line=line, may=may)


@blueprint.post("/games/<game>")
def put_away(game: str) -> BaseResponse:
    """Hides or removes a game, or shows it again."""
    _check_meant()
    did = request.form.get("did", "")
    deeds.put_away(game, did, request.form.get("why", ""))
    return redirect(url_for("admin.one_game", game=game, done=did), 303)


@blueprint.get("/texts")
def texts() -> str:
    """What people wrote at tables, found by its words."""
    asked, away = request.args.get("q", "")[:200], request.args.get("away") == "yes"
    lines = every_text.found(asked, away=away)
    shown = {"total": len(lines), "lines": lines[:SHOWN]}
    return _page("admin_texts.html", q=asked, is_away=away, did=DID_TO_TEXTS, **shown)


@blueprint.post("/games/<game>/texts/<said>")
def put_text_away(game: str, said: str) -> BaseResponse:
    """Removes a text, or shows it again."""
    _check_meant()
    did = request.form.get("did", "")
    every_text.put_away(game, said, did, request.form.get("why", ""))
    return redirect(url_for("admin.texts", done=f"text_{did}"), 303)


@blueprint.post("/play")
def play() -> BaseResponse:
    """Closes play, or opens it."""
    _check_meant()
    is_open = request.form.get("did") == "opened"
    deeds.set_play(is_open, request.form.get("why", ""))
    return redirect(url_for("admin.overview", done="opened" if is_open else "closed"), 303)


@blueprint.post("/simulations/<name>/stop")
def stop_simulation(name: str) -> BaseResponse:
    """Stops a simulation, whoever began it; what it has played is kept."""
    check_form(keeper.ADMIN)
    simulations().end(name)
    return redirect(url_for("admin.overview", done="stopped"), 303)


@blueprint.get("/bans")
def bans() -> str:
    """Who is banned, who was, and a form for another one."""
    return _page("admin_bans.html", who=request.args.get("who", "")[:100], bans=deeds.every_ban())


@blueprint.post("/bans")
def ban() -> BaseResponse:
    """Bans a person or a range of addresses, or lifts that."""
    _check_meant()
    is_lifting = request.form.get("did") == "lifted"
    (deeds.lift if is_lifting else deeds.ban)(request.form.get("who", ""), request.form.get("why", ""))
    return redirect(url_for("admin.bans", done="lifted" if is_lifting else "banned"), 303)


def _check_meant() -> None:
    """The form is this page's own, and the box beside its button is ticked. Raises CrossSite, NotSaid."""
    check_form(keeper.ADMIN)
    if request.form.get("sure") != "yes":
        raise keeper.NotSaid(_("Tick the box to say that you mean it. Nothing was changed."))
