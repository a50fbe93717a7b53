"""How a browser wants the pages: language, theme, symbols, text size, motion, single-key shortcuts.

Each choice is a cookie of its own for a year; what was never chosen follows the browser's own wishes.
"""

from collections.abc import Mapping
from urllib.parse import urlsplit

from flask import Blueprint, Flask, abort, make_response, redirect, render_template, request, url_for
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response

from domain.kernel.errors import InvalidSetup
from domain.store.people import clean_name
from web.base import logins, security
from web.base.language import COOKIE, LANGUAGES, language
from web.base.paths import is_readable, own_path

blueprint = Blueprint("preferences", __name__)

CHOICES = {
    "theme": {
        "system": lazy_gettext("as the system"),
        "light": lazy_gettext("light"),
        "dark": lazy_gettext("dark"),
    },
    "symbols": {
        "period": lazy_gettext("icons of the period"),
        "nato": lazy_gettext("NATO symbols"),
    },
    "text": {
        "normal": lazy_gettext("normal"),
        "large": lazy_gettext("large"),
        "larger": lazy_gettext("larger"),
    },
    "motion": {
        "system": lazy_gettext("as the system"),
        "none": lazy_gettext("none"),
    },
    "keys": {
        "on": lazy_gettext("on"),
        "off": lazy_gettext("off"),
    },
}
"""What may be chosen, the usual choice first."""

NAME = "called"
"""The cookie of the name that this browser's person goes by at new tables."""

NAMES = {
    "theme": lazy_gettext("Theme"),
    "symbols": lazy_gettext("Symbols on counters"),
    "text": lazy_gettext("Text size"),
    "motion": lazy_gettext("Motion"),
    "keys": lazy_gettext("Shortcuts of a single key"),
}


def chosen() -> dict[str, str]:
    """This browser's choices, one for each key of CHOICES."""
    return {name: _chosen(name, request.cookies.get(name, "")) for name in CHOICES}


def _chosen(name: str, asked: str) -> str:
    """The choice if there is such a one, else the usual."""
    return asked if asked in CHOICES[name] else next(iter(CHOICES[name]))


@blueprint.get("/settings")
def settings() -> str:
    """The form; `back` is the page of this site that it leads back to."""
    return render_template(
        "settings.html",
        languages=LANGUAGES,
        choices=CHOICES,
        names=NAMES,
        now=chosen(),
        back=_own_page(_asked(request.args)),
    )


@blueprint.post("/settings")
def keep() -> Response:
    """Keeps what the form names, and nothing else; then back to the page that it came from."""
    security.check_form("settings")
    response = make_response(redirect(_own_page(_asked(request.form)), 303))
    if request.form.get(COOKIE) in LANGUAGES:
        security.set_cookie(response, COOKIE, request.form[COOKIE])
    if NAME in request.form:
        security.set_cookie(response, NAME, clean_name(request.form[NAME]))
    for name in CHOICES:
        if name in request.form:
            security.set_cookie(response, name, _chosen(name, request.form[name]))
    return response


def own_name() -> str:
    """The name that the person at this browser goes by, if they have said it: the kept one of whoever is
    logged in."""
    if kept := logins.own_name():
        return kept
    try:
        return clean_name(request.cookies.get(NAME, ""))
    except InvalidSetup:
        return ""


def _asked(fields: Mapping[str, str]) -> str:
    """The page to lead back to; aborts with 400 for what no address holds."""
    back = fields.get("back", "")
    if not is_readable(back):
        abort(400)
    return back


def _own_page(address: str) -> str:
    """The address if it is a path of this site, else the lobby's."""
    return own_path(address) or url_for("pages.lobby")


def here() -> str:
    """The address of the page that is being made, to come back to it; a form's answer leads to its page."""
    if request.endpoint == "preferences.settings":
        return _own_page(request.args.get("back", ""))
    if request.method != "GET":
        return _own_page(_path_of(request.referrer or ""))
    return request.full_path.removesuffix("?")


def _path_of(address: str) -> str:
    """The path of a whole address; empty if it cannot be read."""
    try:
        return urlsplit(address).path
    except ValueError:
        return ""


def _other_languages() -> dict[str, str]:
    return {each: name for each, name in LANGUAGES.items() if each != language()}


def in_templates(app: Flask) -> None:
    """Gives the frame of every page the choices, the other languages, and where to come back to."""
    app.jinja_env.globals.update(looks=chosen, own_name=own_name, other_languages=_other_languages, here=here)
    app.jinja_env.globals.update(kept_name=logins.own_name)
