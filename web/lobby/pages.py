"""The pages around the tables: lobby, new game, rules, import, health."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from markupsafe import Markup
from werkzeug.wrappers import Response

from domain.kernel import RuleSet, Scenario, Seat, packs, titles
from domain.kernel.errors import InvalidSetup, NotAllowed, UnknownGame
from domain.kernel.lessons import lesson_of
from domain.kernel.numbers import whole_number
from domain.kernel.pack_changes import Change, changes_of
from domain.kernel.presentation import easiest_first, easiest_title
from web.base import limits, security
from web.base.language import language
from web.base.rulebook import cards, contents, passages_with, rules_html, speaks
from web.base.site import site
from web.base.words import POLICIES
from web.hosting import clocks, hosting, pins_and_phrases, rematch, watching
from web.hosting.hosting import plans_in
from web.lobby import crops, front
from web.lobby import lobby as lobby_rows
from web.table.shared_screen_windows import cover_in

blueprint = Blueprint("pages", __name__)
COVERS = {
    0: lazy_gettext("until all have answered"),
    3: lazy_gettext("about 3 seconds"),
    8: lazy_gettext("about 8 seconds"),
    20: lazy_gettext("about 20 seconds"),
}
"""How long response windows stay open at least, in seconds: nobody learns from an early end."""
PRESETS = {
    "bot": lazy_gettext("me against the computer"),
    "hotseat": lazy_gettext("all at this screen"),
    "invitation": lazy_gettext("friends by invitation link"),
    "open": lazy_gettext("open to anybody"),
}
"""Who plays the seats beside the first, by the kind of place that they get."""
LISTED = ("show", "title", "sort", "page")
"""What the address of a list asks for."""
OFFERED = 20
"""Finished games whose dice the form offers."""
MOST_CHANGES = 500
LONGEST_QUESTION = 80
"""How many characters of what is looked for in the rules count."""
"""Values of a data pack that its page tells."""
COUNTED = 100
"""Events that the projections may be behind before anybody is told: no order makes so many."""
BY_SEAT = ("kind", "name", "policy", "pin")
"""What the form asks of each seat."""


@blueprint.get("/")
def lobby() -> Response:
    """The front page; lists, which had its address, have their own."""
    if asked := {name: request.args[name] for name in LISTED if request.args.get(name)}:
        return redirect(url_for(".games", **asked), 301)  # type: ignore[arg-type]
    return make_response(render_template("front.html", **front.shown()))


@blueprint.get("/games")
def games() -> str:
    """Games that wait for this browser, its games, open seats, running and finished games."""
    return render_template("games.html", address=lobby_rows.address, **lobby_rows.shown())


def _known() -> dict[str, RuleSet]:
    return {each.id: each for each in titles()}


# A new game


@blueprint.get("/new")
def new() -> str:
    """The form for a new game: `title`, `scenario` and `seating` choose what it asks; `rematch` fills it in
    from a game."""
    if again := request.args.get("rematch"):
        given = rematch.fields(security.visitor(again))
        return _new_page(*_asked(given), given)
    rule_set, scenario, seating = _asked(request.args)
    given = _quick(_seats(scenario, seating), request.args.get("play"))
    return _new_page(rule_set, scenario, seating, given)


@blueprint.post("/new/change")
def change_new() -> str:
    """The same form for another scenario, other seats or a quick choice; all that was typed stays."""
    security.check_form("new")
    before = _seats(*_asked(request.form)[1:])
    fields = request.form.to_dict()
    if "scenario_of" in fields:
        title, _of, fields["scenario"] = fields["scenario_of"].partition("/")
        if title != fields.get("title"):
            fields["pack"] = ""
        fields["title"], fields["seating"] = title, "0"
    fields["seating"] = fields.get("seats", fields.get("seating", "0"))
    rule_set, scenario, seating = _asked(fields)
    seats = _seats(scenario, seating)
    return _new_page(
        rule_set, scenario, seating, _reseated(fields, before, seats) | _quick(seats, fields.get("play"))
    )


def _reseated(fields: dict[str, str], before: tuple[Seat, ...], seats: tuple[Seat, ...]) -> dict[str, str]:
    """What was said of the seats `before`, said of the `seats` that have their places now: titles share ids
    of seats, and who sits first in one must not sit there again as the second of another. Seats that come
    with more players have what one quick choice says of all others."""
    more, kind = seats[len(before) :], _chosen_at_once(before, fields)
    stale = {f"{each}_{seat}" for seat in more if seat in before for each in BY_SEAT}
    fresh = {f"kind_{seat}": kind for seat in more if kind}
    said = {name: text for name, text in fields.items() if name not in stale}
    moved = {
        f"{each}_{new}": fields.get(f"{each}_{old}", "")
        for old, new in zip(before, seats, strict=False)
        for each in BY_SEAT
    }
    return fresh | said | moved


def _seats(scenario: Scenario, seating: int) -> tuple[Seat, ...]:
    return scenario.seatings[seating]


def _asked(fields: Any) -> tuple[RuleSet, Scenario, int]:
    title = fields.get("title") or easiest_title().id
    rule_set = hosting.rules_on(title, fields.get("pack", ""))
    scenario = rule_set.scenario(fields.get("scenario") or rule_set.scenarios[0].id)
    seating = fields.get("seating", "0")
    number = whole_number(seating)
    if number is None or number >= len(scenario.seatings):
        raise InvalidSetup(
            _(
                "%(scenario)s has %(count)s ways to seat players; not %(seating)r.",
                scenario=scenario.name,
                count=len(scenario.seatings),
                seating=seating,
            )
        )
    return rule_set, scenario, int(seating)


def _new_page(
    rule_set: RuleSet, scenario: Scenario, seating: int, given: Mapping[str, str], problem: str = ""
) -> str:
    """The form filled with what is `given`."""
    return render_template(
        "new.html",
        rule_sets=[
            (each, crops.of_title(each))
            for each in (rule_set if every.id == rule_set.id else every for every in easiest_first())
        ],
        rules=rule_set,
        packs=site().games.packs.offered(rule_set.id),
        pack=packs.digest_of(rule_set),
        scenario=scenario,
        seating=seating,
        kinds=hosting.KINDS,
        policies=POLICIES,
        covers=COVERS,
        problem=problem,
        given=given,
        unseen=_unseen(scenario, seating, given),
        presets=PRESETS,
        preset=_chosen_at_once(_seats(scenario, seating), given),
        finished=_finished(rule_set),
    )


def _finished(rule_set: RuleSet) -> list[dict[str, Any]]:
    """The games of the title on these data that ended last: their dice are known."""
    of = rule_set.id, packs.digest_of(rule_set)
    over = [
        row for row in watching.rows() if row["status"] == "finished" and (row["title"], row["data"]) == of
    ]
    return sorted(over, key=lambda row: -row["updated_at"])[:OFFERED]


def _quick(seats: tuple[Seat, ...], kind: str | None) -> dict[str, str]:
    """What a quick choice says of the seats beside the first."""
    return {f"kind_{seat}": kind for seat in seats[1:]} if kind in PRESETS else {}


def _chosen_at_once(seats: tuple[Seat, ...], given: Mapping[str, str]) -> str:
    """The quick choice that the form shows: what all seats beside the first are; empty where they differ."""
    kinds = {given.get(f"kind_{seat}", "") for seat in seats[1:]}
    (kind, *_others) = kinds or {""}
    return kind if len(kinds) == 1 and kind in PRESETS else ""


def _unseen(scenario: Scenario, seating: int, given: Mapping[str, str]) -> dict[str, str]:
    """What was typed for other seats and options than the form shows; the form carries it along."""
    shown = {f"{kind}_{seat}" for kind in BY_SEAT for seat in _seats(scenario, seating)}
    shown |= {f"option_{option.id}" for option in scenario.options}
    of_choices = tuple(f"{kind}_" for kind in (*BY_SEAT, "option"))
    return {name: text for name, text in given.items() if name.startswith(of_choices) and name not in shown}


@blueprint.post("/new")
@limits.creations
def open_new() -> Response:
    """Opens the game and seats this browser."""
    security.check_form("new")
    rule_set, scenario, seating = _asked(request.form)
    plans = plans_in(request.form, _seats(scenario, seating))
    options = {each.id: request.form.get(f"option_{each.id}", each.default) for each in scenario.options}
    try:
        name, cover = request.form.get("name", ""), cover_in(request.form)
        own = hosting.own_seats(plans)
        pins = {seat: pins_and_phrases.pin_in(request.form, f"pin_{seat}") for seat in own}
        terms = watching.terms_in(request.form)
        dice, clock = request.form.get("dice", ""), clocks.clock_in(request.form)
        data = packs.digest_of(rule_set)
        game = hosting.open_game(
            rule_set.id, scenario.id, options, name, plans, cover, terms, dice, data, clock
        )
    except (InvalidSetup, NotAllowed, UnknownGame) as problem:
        told = problem.said(language())
        return make_response(_new_page(rule_set, scenario, seating, request.form, told), 422)
    for seat, pin in pins.items():
        pins_and_phrases.set_pin(game, seat, pin)
    security.give_seats(game, *hosting.own_seats(plans), host=True)
    to_send = any(plan.kind == "invitation" for plan in plans.values()) or not hosting.own_seats(plans)
    return redirect(url_for("tables.links" if to_send else "tables.play", game=game), 303)


# Data packs


@blueprint.get("/packs/<title>/<digest>")
@limits.streams
def data_pack(title: str, digest: str) -> str:
    """What a data pack changes of the built-in data of its title."""
    every = site().games.packs.every()
    kept = next((each for each in every if (each.title, each.digest) == (title, digest)), None)
    if kept is None:
        raise UnknownPack(_("There is no such data pack here. The form for a new game shows those that are."))
    changed = _changes(title, digest)
    return render_template(
        "pack.html", rules=_known()[title], kept=kept, changed=changed[:MOST_CHANGES], total=len(changed)
    )


@lru_cache(maxsize=16)
def _changes(title: str, digest: str) -> list[Change]:
    return changes_of(site().games.packs.read(title, digest))


class UnknownPack(UnknownGame):
    """There is no data pack with this digest."""

    code = "unknown_pack"


# Rules, import, health


@blueprint.get("/rules")
def all_rules() -> str:
    """Every title with the way to its rules."""
    known = [{"rules": each, "crop": crops.of_title(each)} for each in easiest_first()]
    return render_template("all_rules.html", known=known)


@blueprint.get("/rules/<title>")
def rules(title: str) -> Response:
    """A title's rules in our own words, one anchor for each paragraph; `q`: words that are looked for."""
    rule_set = _known().get(title)
    if rule_set is None:
        raise UnknownTitle(
            _("There is no title %(title)r here. The lobby links the rules of every title.", title=title)
        )
    words = " ".join(request.args.get("q", "")[:LONGEST_QUESTION].split())
    page = render_template(
        "rules.html",
        rules=rule_set,
        words=words,
        found=passages_with(rule_set, language(), words),
        boards=[(each, crops.whole_of(rule_set, each.id)) for each in rule_set.scenarios],
        teaches=lesson_of(rule_set.id) is not None,
        html=Markup(rules_html(rule_set, language())),
        is_english=language() == "en" or not speaks(rule_set, language()),
        contents=contents(rule_set, language()),
        cards=cards(rule_set, language()),
    )
    return make_response(page)


class UnknownTitle(UnknownGame):
    """There is no title with this id."""

    code = "unknown_title"


@blueprint.get("/import")
def import_form() -> str:
    """The form to bring in an archive."""
    return render_template("import.html", may=site().settings.may_import != "nobody", problem="")


@blueprint.post("/import")
@limits.creations
def take_in() -> Response:
    """Brings an archive in as a game of this server."""
    from web.lookback.archives import adopt

    security.check_form("import")
    upload = request.files.get("archive")
    game = adopt(upload.read() if upload else b"")
    return redirect(url_for("replay.replay", game=game), 303)


@blueprint.post("/samples/<name>")
@limits.creations
def watch_sample(name: str) -> Response:
    """Brings a game of the library in, so that it can be watched."""
    from web.lookback.archives import adopt_sample

    security.check_form("samples")
    return redirect(url_for("replay.replay", game=adopt_sample(name)), 303)


@blueprint.get("/healthz")
def health() -> Response:
    """Whether the store takes what is written, whether Redis answers, how far the projections are behind."""
    found, is_well = health_document()
    response = make_response(found)
    response.status_code = 200 if is_well else 503
    return response


def health_document() -> tuple[dict[str, Any], bool]:
    """({store, redis, lag}, whether games can be played: the store is all that this needs).

    Anybody may ask, so nothing here tells how far a game is that watchers see later, nor that something was
    played in it just now: `lag` is counted in hundreds of events.
    """
    import redis as redis_module

    here = site()
    problem = here.games.write_problem()
    try:
        reached = "ok" if here.redis is not None and here.redis.ping() else "away"
    except (redis_module.RedisError, OSError):
        reached = "away"
    is_well = problem is None
    lag = here.lag() // COUNTED * COUNTED if here.lag is not None and reached == "ok" and is_well else None
    return {"store": "ok" if is_well else "failing", "redis": reached, "lag": lag}, is_well
