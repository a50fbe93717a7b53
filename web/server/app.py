"""The Flask application: `create_app(games, redis, settings)`."""

import gzip
from collections.abc import Callable
from typing import Any

from flask import Flask, Response, request

import web
from domain.bots.questions import Think, answer
from projections.presence import Presence
from web.account import account_pages
from web.admin import admin_pages
from web.analysis import ladders, simulate, stats
from web.api import api
from web.base import assets, depth, errors, figures, handicaps, naming, navigation, preferences, security
from web.base.language import in_languages
from web.base.limits import WAITS, is_shared, limiter, storage
from web.base.site import Settings, Site
from web.base.words import in_templates
from web.hosting import banned, clocks, doors, entrants, pins_and_phrases, put_away, watching
from web.lobby import crops, front, learn, pages, people, reels, tournaments
from web.lookback import compare, dice, matches, moments, replay, report, turning
from web.notices import notice_pages
from web.server import logs, metrics
from web.server.proxies import TrustedProxies
from web.table import (
    battles,
    buttons,
    endings,
    explained,
    hands,
    hinting,
    live,
    logbook,
    miniature,
    oddsboard,
    sightlines,
    tables,
    textboard,
)
from web.talk import talk


class Application(Flask):
    """Looks once for each request whether another process has written to the store."""

    def full_dispatch_request(self) -> Response:
        with self.extensions["site"].games.one_look():
            return super().full_dispatch_request()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Nothing here is asynchronous, and Flask would look for it at each function before each request."""
        return func


def create_app(
    games: Any,
    redis: Any,
    settings: Settings | None = None,
    *,
    lag: Callable[[], int] | None = None,
    think: Think = answer,
) -> Flask:
    """The web application over `games`.

    `redis` is a client (it may be away: then everything is read from the store); `lag` tells how many
    events the projections are behind, for /healthz; `think` answers what computers are asked.
    `app.extensions["site"].hub.stop()` ends its thread.
    """
    settings = settings or Settings()
    app = Application(web.__name__, static_folder="static", template_folder="templates")
    app.config.update(
        MAX_CONTENT_LENGTH=settings.largest_body,
        MAX_FORM_MEMORY_SIZE=settings.largest_body,
        MAX_FORM_PARTS=200,
        RATELIMIT_STORAGE_URI=storage(settings.limits_storage),
        RATELIMIT_STORAGE_OPTIONS=WAITS if is_shared(settings.limits_storage) else {},
        RATELIMIT_ENABLED=settings.limits_on,
        RATELIMIT_HEADERS_ENABLED=False,
    )
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.extensions["site"] = site_of(games, redis, settings, lag, think)
    limiter.init_app(app)
    logs.logged(app)
    metrics.measured(app)
    app.before_request(_allow_large_imports)
    app.before_request(security.check_origin)
    app.before_request(depth.check_depth)
    app.before_request(security.take_over_old_cookies)
    doors.at_the_door(app)
    put_away.look_first(app)
    banned.look_first(app)
    app.after_request(security.protect)
    app.after_request(_packed)
    in_languages(app)
    in_templates(app)
    for each in (figures, buttons, hands, logbook, battles):
        each.in_templates(app)
    preferences.in_templates(app)
    handicaps.in_templates(app)
    simulate.in_templates(app)
    stats.in_templates(app)
    app.jinja_env.globals.update(hides_results=watching.hides_results, carried=watching.carried)
    app.jinja_env.globals.update(navigation=navigation.ways, played_in=entrants.played_in)
    app.jinja_env.globals.update(counted_before_its_end=entrants.counted_before_its_end)
    app.jinja_env.globals.update(may_make_accounts=account_pages.may_make)
    app.jinja_env.globals.update(hints_in=hinting.given)
    naming.in_templates(app)
    clocks.in_templates(app)
    for part in (
        pages, preferences, tables, oddsboard, sightlines, explained, textboard, replay, compare, simulate,
        live, talk, assets, watching, notice_pages, stats, people, miniature, pins_and_phrases, report, dice,
        front, reels, crops, learn, battles, moments, turning, matches, endings, doors, metrics,
        admin_pages, tournaments, account_pages, ladders,
    ):  # fmt: skip
        app.register_blueprint(part.blueprint)
    api.register(app)
    errors.handle(app)  # after the API, which would answer with errors of its own
    app.wsgi_app = TrustedProxies(  # type: ignore[method-assign]
        app.wsgi_app, lambda: app.extensions["site"].settings.trusted_proxies
    )
    return app


def site_of(
    games: Any,
    redis: Any,
    settings: Settings,
    lag: Callable[[], int] | None = None,
    think: Think = answer,
) -> Site:
    """What an application's pages work with. Its `hub` has a thread that `hub.stop()` ends."""
    present = Presence(redis, games.store_id, settings.presence)
    return Site(games, redis, settings, live.Hub(games, redis, present), present, lag, think)


def _packed(response: Response) -> Response:
    """Pages and JSON go packed to whoever can unpack them; streams go as they are."""
    fits = response.mimetype in ("text/html", "application/json") and not response.is_streamed
    if fits and response.status_code == 200 and "gzip" in request.headers.get("Accept-Encoding", ""):
        data = response.get_data()
        if len(data) > 1000 and "Content-Encoding" not in response.headers:
            response.set_data(gzip.compress(data, 5))
            response.headers["Content-Encoding"] = "gzip"
            response.vary.add("Accept-Encoding")
    return response


LARGE = ("pages.take_in", "api_games.take_in")
"""The endpoints that take archives in."""


def large_paths(app: Flask) -> frozenset[str]:
    """The addresses whose bodies may be as large as an archive."""
    return frozenset(rule.rule for name in LARGE for rule in app.url_map.iter_rules(name))


def _allow_large_imports() -> None:
    settings: Settings = _settings()
    if request.endpoint in LARGE:
        request.max_content_length = settings.largest_import


def _settings() -> Settings:
    from web.base.site import site

    return site().settings
