"""Who may come in, and who may open games, bring them in, and simulate; and how much of it in a day.

A server is open, open to whoever knows the host's word, or closed: then only links lead in. Who knows the
word, or came by the host's own link (`grognard invite`), is *known* here: the browser keeps that, a program
sends `X-Grognard-Word`. A link of a seat leads to its game and no further.
"""

import hashlib
import hmac
import time
from math import ceil
from typing import NamedTuple

from flask import Blueprint, Flask, Response, g, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from limits import RateLimitItemPerDay
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as BaseResponse

from domain.kernel import GrognardError
from domain.kernel.errors import UnknownGame
from web.base import errors, limits, security
from web.base.paths import own_path
from web.base.site import site
from web.hosting import entrants

blueprint = Blueprint("doors", __name__)
COOKIE = HOUSE = "house"
HEADER = "X-Grognard-Word"
ALL = "all"
OF_HOST = {"admin", "api_admin"}
"""The parts that are behind the host's own secret: no other door stands before them."""
OF_PERSON = {"account", "api_account"}
"""The parts in which people prove who they are; who makes an account must be let in."""
ALWAYS = {
    "static", "pages.health", "tables.join", "tables.accept", "notices.page", "notices.change",
    "preferences.settings", "preferences.keep", "pins_and_phrases.recover", "pins_and_phrases.give_back",
    "pages.rules", "pages.all_rules", "crops.start_pieces", "doors.ask_word", "doors.say_word", "doors.enter",
    "metrics.metrics",
}  # fmt: skip
"""What somebody may see who is not known: what a page of a table needs, and where links lead that prove
themselves."""
OPENING = {
    "pages.open_new", "front.start", "learn.start", "replay.fork", "matches.open_return", "tournaments.make",
    "tournaments.open_round", "tournaments.award", "api_tournaments.make", "api_tournaments.open_round",
    "api_tournaments.award",
    "api_games.open_game", "api_games.fork",
}  # fmt: skip


class NotLetIn(GrognardError):
    """Only who is known here may do this."""

    code = "not_let_in"


class NotHere(GrognardError):
    """Nobody may do this on this server."""

    code = "not_here"


class QuotaSpent(GrognardError):
    """As much of this as there may be in a day is done."""

    code = "quota_spent"

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = max(1, ceil(seconds))


class Deed(NamedTuple):
    """Something that a host may keep to some: the settings for who may, and how often in a day."""

    may: str
    a_day: str = ""


OPEN = Deed("may_open", "games_a_day")
BRING_IN = Deed("may_import", "imports_a_day")
SIMULATE = Deed("may_simulate")
KEEP_NAME = Deed("may_keep_names", "accounts_a_day")
DEEDS = dict.fromkeys(OPENING, OPEN) | {
    "pages.take_in": BRING_IN,
    "api_games.take_in": BRING_IN,
    "simulate.ask": SIMULATE,
    "api_simulations.ask": SIMULATE,
    "turning.play_out": SIMULATE,
    "account.make": KEEP_NAME,
    "account.make_by_passkey": KEEP_NAME,
    "api_account.make": KEEP_NAME,
}
FORMS = dict.fromkeys(("tournaments.new", "tournaments.change_new"), OPEN) | {
    "pages.new": OPEN, "pages.change_new": OPEN, "pages.import_form": BRING_IN,
    "account.new": KEEP_NAME, "account.asked_to_begin": KEEP_NAME,
}


# Who is known


def mark(word: str) -> str:
    """What a link or a browser shows instead of the word; another word makes it worthless."""
    return hashlib.sha256(f"house {word}".encode()).hexdigest()[:24]


def house_token(known: tuple[str, ...], word: str) -> str:
    """The signed part of the host's own link, where no application runs."""
    return str(security.signed_by(known, HOUSE, mark(word)))


def is_known() -> bool:
    """Whether this browser or program knows the word, or came by the host's link. Raises TooManyRequests."""
    if "is_known" not in g:  # a wrong word is one try, however often it is asked about
        shown = request.headers.get(HEADER, "")
        g.is_known = (
            limits.is_proven(HOUSE, lambda: _is_word(shown) or _is_good(shown))
            if shown
            else _is_good(request.cookies.get(COOKIE, ""))
        )
    return bool(g.is_known)


def _is_word(said: str) -> bool:
    word = site().settings.host_word
    return bool(word) and hmac.compare_digest(word.encode(), said.encode())


def _is_good(token: str) -> bool:
    if not token:
        return False
    try:
        return bool(security.read_signed(HOUSE, token) == mark(site().settings.host_word))
    except security.BadLink:
        return False


def _has_part(game: str) -> bool:
    """Whether the asker was given something of a game."""
    try:
        who = security.visitor(game)
    except UnknownGame:
        return False
    return bool(who.seats) or who.is_host


def _plays_in(tournament: str) -> bool:
    """Whether the asker made a tournament or has entered it, or comes by the link of who has."""
    try:
        who = entrants.member(tournament)
    except UnknownGame:
        return False
    return bool(who.entrants) or who.is_maker or request.endpoint == "tournaments.come_back"


# At the door


def at_the_door(app: Flask) -> None:
    """Looks at every request before it is answered, and counts what was done afterwards."""
    app.before_request(_stop)
    app.after_request(_count)


def _stop() -> Response | None:
    """The answer to whoever may not do what he asks for (before every request)."""
    endpoint = request.endpoint or ""
    try:
        if not _may_come_in(endpoint):
            raise NotLetIn(_reason())
        deed = DEEDS.get(endpoint)
        if deed or endpoint in FORMS:
            _check_may(deed or FORMS[endpoint], endpoint)
        if deed:
            _check_quota(deed)
    except (NotLetIn, security.BadLink) as problem:
        return _door(problem.message)
    except QuotaSpent as problem:
        answer = errors.answer(429, problem.code, problem.message)
        answer.headers["Retry-After"] = str(problem.seconds)
        return answer
    return None


def _may_come_in(endpoint: str) -> bool:
    if site().settings.access == "open" or not endpoint or endpoint in ALWAYS:
        return True
    if request.blueprint == "assets" or request.blueprint in OF_HOST or is_known():
        return True
    if request.blueprint in OF_PERSON and (DEEDS | FORMS).get(endpoint) is not KEEP_NAME:
        return True
    asked = request.view_args or {}
    if (tournament := asked.get("tournament")) is not None:
        return _plays_in(tournament)
    game = asked.get("game")
    return game is not None and _has_part(game)


def _reason() -> str:
    if site().settings.access == "closed":
        return _("This server is for its host's guests. Open the link that you were given.")
    return _("This server is for people who know its host's word.")


def _check_may(deed: Deed, endpoint: str) -> None:
    who = getattr(site().settings, deed.may)
    if who == "nobody" and endpoint != "pages.import_form":  # that page says it itself
        raise NotHere(_("On this server only its host does this, on the command line."))
    if who == "known" and not is_known():
        raise NotLetIn(_("Here this is for people who know the host's word, or came by the host's own link."))


def _door(message: str) -> Response:
    """What somebody sees who was not let in; the word can be said there, if there is one."""
    if errors.wants_json():
        how = _("Send the word, or the end of the host's link, in the header %(header)s.", header=HEADER)
        answer = errors.answer(401, NotLetIn.code, f"{message} {how}")
    else:
        back = request.full_path if request.method == "GET" else ""
        answer = make_response(_door_page(message, back), 401)
    answer.headers["WWW-Authenticate"] = f'Grognard-Word realm="{HEADER}"'
    return answer


def _door_page(message: str, back: str, *, is_wrong: bool = False) -> str:
    return render_template(
        "door.html", message=message, back=back.removesuffix("?"), has_word=_has_word(), is_wrong=is_wrong
    )


def _has_word() -> bool:
    return bool(site().settings.host_word)


@blueprint.get("/word")
def ask_word() -> str:
    """Asks for the host's word. 404 where there is none."""
    if not _has_word():
        raise NotFound
    return _door_page(_reason(), request.args.get("back", ""))


@blueprint.post("/word")
def say_word() -> BaseResponse:
    """Keeps that this browser knows the word."""
    security.check_form("word")
    said, back = request.form.get("word", "").strip(), request.form.get("back", "")
    if not limits.is_proven(HOUSE, lambda: _is_word(said)):
        return make_response(_door_page(_reason(), back, is_wrong=True), 403)
    return _let_in(own_path(back) or url_for("pages.lobby"))


@blueprint.get("/enter/<token>")
def enter(token: str) -> BaseResponse:
    """The host's own link: who opens it is known from now on."""
    if not limits.is_proven(HOUSE, lambda: _is_good(token)):
        raise security.BadLink(_("This link is damaged or too old. Ask the host for a new one."))
    return _let_in(url_for("pages.lobby"))


def _let_in(address: str) -> BaseResponse:
    answer = redirect(address, 303)
    security.set_cookie(answer, COOKIE, house_token(site().settings.secrets, site().settings.host_word))
    return answer


# How much in a day


def _quotas(deed: Deed) -> list[tuple[RateLimitItemPerDay, str]]:
    """What bounds a deed: for the asker, and for all together."""
    if not deed.a_day or not limits.limiter.enabled:
        return []
    found = (
        (getattr(site().settings, f"{deed.a_day}_each"), limits.asker()),
        (getattr(site().settings, deed.a_day), ALL),
    )
    return [(RateLimitItemPerDay(most), who) for most, who in found if most]


def open_games(count: int) -> None:
    """So many games are opened by one request: all of them count. Raises QuotaSpent."""
    _check_quota(OPEN, count)
    for most, who in _quotas(OPEN):
        limits.limiter.limiter.hit(most, OPEN.a_day, who, cost=count - 1)  # `_count` adds the last one


def _check_quota(deed: Deed, count: int = 1) -> None:
    for most, who in _quotas(deed):
        counter = limits.limiter.limiter
        if not counter.test(most, deed.a_day, who, cost=count):
            seconds = counter.get_window_stats(most, deed.a_day, who).reset_time - time.time()
            words = ngettext(
                "On this server this can be done once a day.",
                "On this server this can be done %(num)s times a day.", most.amount,
            )  # fmt: skip
            if who != ALL:
                words = ngettext(
                    "You may do this once a day on this server.",
                    "You may do this %(num)s times a day on this server.", most.amount,
                )  # fmt: skip
            later = _("Come again tomorrow.")
            raise QuotaSpent(f"{words} {later}", seconds)


def _count(response: Response) -> Response:
    deed = DEEDS.get(request.endpoint or "")
    if deed and response.status_code < 400:
        for most, who in _quotas(deed):
            limits.limiter.limiter.hit(most, deed.a_day, who)
    return response
