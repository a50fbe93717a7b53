"""The one navigation of every page that is no table."""

from typing import NamedTuple

from flask import request, url_for
from flask_babel import gettext as _


class Way(NamedTuple):
    """An entry: its words, its address, whether the present page belongs to it."""

    words: str
    address: str
    is_here: bool


OF_BLUEPRINT = {
    "stats": "statistics",
    "people": "statistics",
    "ladders": "statistics",
    "simulate": "simulate",
    "compare": "replays",
    "replay": "replays",
    "report": "replays",
    "dice": "replays",
    "learn": "learn",
    "tournaments": "tournaments",
}
OF_PAGE = {
    "pages.lobby": "play",
    "pages.new": "play",
    "pages.open_new": "play",
    "pages.change_new": "play",
    "pages.import_form": "replays",
    "pages.rules": "rules",
    "pages.all_rules": "rules",
}
LISTS = {"finished": "replays", "shown": "replays", "running": "watch", "open": "watch"}
"""Which groups of games belong to which entry."""


def ways() -> list[Way]:
    """Every entry, the present one marked."""
    here = _here()
    known = [
        ("play", _("Play"), url_for("pages.lobby")),
        ("watch", _("Watch"), url_for("pages.games", show="running")),
        ("tournaments", _("Tournaments"), url_for("tournaments.every")),
        ("replays", _("Replays"), url_for("pages.games", show="finished")),
        ("statistics", _("Statistics"), url_for("stats.stats")),
        ("simulate", _("Simulate"), url_for("simulate.form")),
        ("rules", _("Rules"), url_for("pages.all_rules")),
        ("learn", _("Learn"), url_for("learn.all_lessons")),
    ]
    return [Way(words, address, name == here) for name, words, address in known]


def _here() -> str:
    endpoint = request.endpoint or ""
    if endpoint == "pages.games":
        return LISTS.get(request.args.get("show", ""), "play")
    return OF_PAGE.get(endpoint) or OF_BLUEPRINT.get(endpoint.partition(".")[0], "")
