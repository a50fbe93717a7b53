"""Games that the host has put away are not listed, or not there; while play is closed nothing is changed."""

import re

from flask import Flask, request
from flask_babel import gettext as _

from domain.kernel import GrognardError
from domain.kernel.errors import UnknownGame
from web.base.site import site
from web.hosting.doors import OF_HOST

GAME = re.compile(r"[0-9a-f]{32}")
SAFE = ("GET", "HEAD", "OPTIONS")
HARMLESS = {
    "doors.say_word", "preferences.keep", "watching.choose", "tables.here", "tables.away", "account.log_in",
    "account.asked_to_log_in", "account.log_in_by_passkey", "account.end", "api_account.log_in",
    "api_account.end",
}  # fmt: skip
"""What changes no game."""


class PlayClosed(GrognardError):
    """The host has closed play for a while: everything can be looked at."""

    code = "play_closed"


def look_first(app: Flask) -> None:
    """Every request is looked at before it is answered."""
    app.before_request(_stop)


def _stop() -> None:
    if request.blueprint in OF_HOST:
        return
    shelf = site().games.shelf
    if request.method not in SAFE and request.endpoint not in HARMLESS and (closed := shelf.closed()):
        words = _("The host has closed play for a while; everything can be looked at. Nothing was changed.")
        raise PlayClosed(f"{words} {closed.why}".strip())
    named = GAME.findall(f"{request.path} {request.query_string.decode('latin-1')}")
    if named and any(shelf.away().get(game) == "removed" for game in named):
        raise UnknownGame(_("The host has removed this game."))
