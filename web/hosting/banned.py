"""Whom the host has banned opens no game, joins none, keeps no name and does not talk; what he has stays his.

A person is known by the mark of his browser, and by that of his account while he is logged in (a program by
that of the browser whose seat's token it shows), or by a range of addresses.
"""

from datetime import UTC, datetime

from flask import Flask, request
from flask_babel import format_date
from flask_babel import gettext as _

from domain.kernel import GrognardError, Seat
from domain.store.bans import mark
from web.base import security
from web.base.site import site
from web.hosting import entrants
from web.hosting.doors import DEEDS, FORMS, SIMULATE
from web.hosting.hosting import is_free

BRINGING = {endpoint for endpoint, deed in DEEDS.items() if deed is not SIMULATE} | FORMS.keys()
JOINING = {
    "account.take", "api_account.take",
    "tables.accept", "tables.take_seat", "tables.free_seat", "api_games.sit_down", "tournaments.enter",
    "api_tournaments.enter",
}  # fmt: skip
TALKING = {"talk.post_line", "talk.post_note", "api_talk.say", "api_talk.write_note"}


class Banned(GrognardError):
    """The host has banned whoever asks."""

    code = "banned"


def look_first(app: Flask) -> None:
    """Every request is looked at before it is answered."""
    app.before_request(_stop)


def _stop() -> None:
    endpoint = request.endpoint or ""
    if endpoint not in BRINGING | JOINING | TALKING or not site().games.bans.now():
        return
    if endpoint == "tables.accept" and not _is_joining():
        return  # it is the link of a seat that somebody has already
    ban = site().games.bans.against(request.remote_addr or "", _marks())
    if ban is not None:
        day = format_date(datetime.fromtimestamp(ban.at / 1000, UTC), "long")
        told = _("The host banned you on %(day)s: you open and join no games here, and do not talk.", day=day)
        why = _("The reason: %(why)s", why=ban.why)
        kept = _("What you have is kept: the links to your games still open them.")
        raise Banned(f"{told} {kept} {why}" if ban.why else f"{told} {kept}")


def _is_joining() -> bool:
    """Whether the link gives a seat that nobody has yet. Raises BadLink."""
    link = security.opened_token((request.view_args or {})["token"])
    holders = site().games.holders(link.game)
    return any(is_free(holders[Seat(seat)], invited=True) for seat in link.keys)


def _marks() -> set[str]:
    """The marks of whoever asks."""
    if not security.is_program():
        names = {security.holder_name(), security.browser_name()}
        return {mark(name) for name in names if name}
    about = request.view_args or {}
    if (tournament := about.get("tournament")) is not None:
        own = entrants.member(tournament).entrants
        browsers = (site().games.tournaments.browsers(tournament, each.number) for each in own)
        return {mark(browser) for each in browsers for browser in each}
    if (game := about.get("game")) is None:
        return set()
    shown = set(security.passed(game).keys.items())
    given = site().games.passes.about(game) if shown else {}
    return {mark(browser) for browser, kept in given.items() if shown & set(kept.keys.items())}
