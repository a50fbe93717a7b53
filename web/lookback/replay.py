"""Looking back: the replay page with its timeline and figure, forks, downloads."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

import msgspec
from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from domain.kernel import PUBLIC, RuleSet, Seat
from domain.kernel.errors import InvalidSetup
from projections import timelines
from replays import axes, figures
from web.base import assets, limits, security, views
from web.base.language import language
from web.base.security import Visitor, check_form, visitor
from web.base.site import rule_set_of, site
from web.base.words import POLICIES
from web.hosting import clocks, hosting, pins_and_phrases, watching
from web.hosting.hosting import plans_in
from web.lookback import moments, win_chance
from web.lookback.archives import archive_of
from web.table.picture import board_markup
from web.talk import talk

blueprint = Blueprint("replay", __name__)


@blueprint.get("/g/<game>/replay")
def replay(game: str) -> str:
    """The replay page. `at` is the event to begin with, `as` whose view."""
    who, desk = _seen(game)
    viewer = chosen(who, desk)
    rule_set = rule_set_of(game)
    last = desk.standing.version
    hidden = watching.hidden_part(who)
    begin = 1 if hidden else first_decision(game) if desk.is_over else last
    at = request.args.get("at", default=begin, type=int)
    at = min(max(at, 1), last)
    (row,) = views.log_rows(desk, at - 1, viewer, at)
    return render_template(
        "replay.html",
        **moments.shown(desk, viewer, at),
        game=game,
        who=who,
        viewer=viewer,
        views=views.views_of(who, desk),
        opened=desk.standing.opened,
        holders=site().games.holders(game),
        over=desk.is_over,
        hidden=hidden,
        lateness=watching.lateness(game) if watching.is_late(who) else "",
        last=last,
        row=row,
        talk=talk.shown(who, at, last),
        board=board_markup(rule_set, rule_set.view(site().games.standing(game, at).state, viewer)),
        groups=measure_groups(rule_set),
        win_chance=win_chance.can_tell(desk, rule_set),
        axes=_axes(game, last),
        along=request.args.get("x", "event"),
        sides=_sides(rule_set, desk),
        measures={
            group: [each.id for each in rule_set.measures if each.group == group]
            for group in measure_groups(rule_set)
        },
        plotly=assets.plotly_url(),
        may_fork=_may_fork(who, desk),
        locked=() if desk.is_over else pins_and_phrases.locked(who),
        kinds=hosting.KINDS,
        policies=POLICIES,
    )


def first_decision(game: str) -> int:
    """The last event of the set-up: the board is laid out, and somebody decides for the first time."""
    return next((each.version - 1 for each in site().games.recorded(game) if each.answers), 1)


def _sides(rule_set: RuleSet, desk: Any) -> list[str]:
    """The sides of the chart that have a counter or a seat in this game: not every scenario has them all."""
    there = {token.side for token in rule_set.view(desk.standing.state, PUBLIC).tokens.values()}
    there |= set(desk.standing.opened.seats)
    return list(dict.fromkeys(each.side for each in rule_set.measures if each.side in there))


def _may_fork(who: Visitor, desk: Any) -> bool:
    """Whether the page offers to fork and simulate."""
    holds_all = set(who.seats) >= set(desk.standing.opened.seats)
    return desk.standing.is_playable and (desk.is_over or holds_all)


def _axes(game: str, last: int) -> dict[str, str]:
    """The x axes that the chart may have, in words; no clock where all events are of one moment."""
    words = {"event": _("by event"), "round": _("by round"), "clock": _("by the clock")}
    stored = site().games
    first, latest = stored.recorded(game, 0, 1)[0], stored.recorded(game, last - 1, last)[0]
    return {axis: words[axis] for axis in axes.AXES if axis != "clock" or latest.at > first.at}


def _seen(game: str) -> tuple[Visitor, Any]:
    """Who asks, and the desk that they may see."""
    who = visitor(game)
    return who, watching.desk(who)


def chosen(who: Visitor, desk: Any) -> Seat:
    """The view that the request asks for. Raises NotAllowed."""
    return views.chosen_view(who, desk, request.args.get("as"))


@blueprint.get("/g/<game>/timeline.json")
def timeline(game: str) -> BaseResponse:
    """Events `start` to `stop` with the changes of the board, and its keyframes."""
    who, desk = _seen(game)
    viewer = chosen(who, desk)
    start = request.args.get("start", default=1, type=int)
    stop = request.args.get("stop", type=int)
    found = timelines.read(
        site().redis, site().games, game, viewer, start, stop, newest=desk.version, language=language()
    )
    views.with_undone(found["rows"])
    return kept(msgspec.json.encode(found), desk, f"{viewer}-{start}-{stop}-{language()}")


@blueprint.get("/g/<game>/figure.json")
def figure_json(game: str) -> BaseResponse:
    """The Plotly figure of the title's measures over the events, built once for a game and version."""
    who, desk = _seen(game)
    viewer = chosen(who, desk)
    group = request.args.get("group", "all")
    known = ["all", *measure_groups(rule_set_of(game))]
    known += [win_chance.GROUP] if win_chance.can_tell(desk, rule_set_of(game)) else []
    if group not in known:
        raise InvalidSetup(
            _("There are no measures %(group)r; there are %(known)s.", group=group, known=", ".join(known))
        )
    along = request.args.get("x", "event")
    if along not in axes.AXES:
        raise InvalidSetup(
            _("There is no axis %(along)r; there are %(known)s.", along=along, known=", ".join(axes.AXES))
        )
    if group == win_chance.GROUP:
        data = win_chance.figure_bytes(game, desk.standing.version, viewer, language(), along)
    else:
        data = figure_bytes(game, desk.standing.version, viewer, group, language(), along)
    return kept(data, desk, f"figure-{viewer}-{group}-{along}-{language()}")


def measure_groups(rule_set: RuleSet) -> list[str]:
    """The groups of the title's measures: each has a panel of its own."""
    return list(dict.fromkeys(each.group for each in rule_set.measures))


@lru_cache(maxsize=64)
def figure_bytes(
    game: str, version: int, viewer: Seat, group: str = "all", spoken: str = "en", along: str = "event"
) -> bytes:
    """The figure of a game up to event `version` as `viewer` may see it, of one group of measures or all.

    `spoken` is the language of its words, `along` its x axis.
    """
    rule_set = rule_set_of(game)
    if group != "all":
        rule_set = replace(rule_set, measures=tuple(m for m in rule_set.measures if m.group == group))
    found = timelines.read(
        site().redis, site().games, game, viewer, 1, version, newest=version, language=spoken
    )
    drawn = figures.timeline(rule_set, found["rows"], spoken, along)
    drawn.update_xaxes(anchor=f"y{len(measure_groups(rule_set)) + 1}")  # under the lowest panel
    return figures.encoded(drawn)


def kept(data: bytes, desk: Any, what: str) -> BaseResponse:
    """JSON that a browser may keep while the game has not moved on; for ever once it is over."""
    response = Response(data, mimetype="application/json")
    response.set_etag(f"{desk.game}-{desk.standing.version}-{what}", weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    if desk.is_over and request.args.get("v") == str(desk.standing.version):
        response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    response.headers["Vary"] = "Cookie, Accept-Language"
    return response.make_conditional(request)


@blueprint.get("/g/<game>/fork")
def fork_form(game: str) -> str:
    """The form for a fork, as a page of its own (scripts show the same form as a dialog)."""
    who, desk = _seen(game)
    return render_template(
        "fork.html",
        game=game,
        rules=rule_set_of(game),
        opened=desk.standing.opened,
        over=desk.is_over,
        last=desk.standing.version,
        at=request.args.get("at", default=desk.standing.version, type=int),
        kinds=hosting.KINDS,
        policies=POLICIES,
        who=who,
        holders=site().games.holders(game),
        locked=() if desk.is_over else pins_and_phrases.locked(who),
    )


@blueprint.post("/g/<game>/fork")
@limits.creations
def fork(game: str) -> BaseResponse:
    """A new game from an event of this one."""
    who = visitor(game)
    check_form("fork")
    seats = site().games.standing(game).opened.seats
    plans = plans_in(request.form, seats)
    version = request.form.get("version", default=1, type=int)
    same = request.form.get("fate") == "same"
    pins = {seat: request.form.get(f"pin_of_{seat}", "") for seat in seats}
    name, clock = request.form.get("name", ""), clocks.clock_in(request.form)
    new = hosting.fork_game(who, version, same, name, plans, pins, clock)
    security.give_seats(new, *hosting.own_seats(plans), host=True)
    to_send = any(plan.kind == "invitation" for plan in plans.values()) or not hosting.own_seats(plans)
    return redirect(url_for("tables.links" if to_send else "tables.play", game=new), 303)


@blueprint.get("/g/<game>/export")
def export(game: str) -> BaseResponse:
    """The game as an archive: the whole of it when it is over, else what the asker may see."""
    who, desk = _seen(game)
    viewer = views.viewer_of(who, desk) if who.present else PUBLIC
    response = make_response(archive_of(game, desk, viewer))
    response.mimetype = "application/x-ndjson"
    name = f"{rule_set_of(game).id}-{game[:8]}.jsonl"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
