"""Simulations: the form, the queue's progress, the result, and a variant with the same dice.

Imports of the statistics wait until somebody simulates: they take a second.
"""

import re
import threading
from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Blueprint, Flask, current_app, make_response, redirect, render_template, request, url_for
from flask_babel import format_timedelta
from flask_babel import gettext as _
from markupsafe import Markup
from werkzeug.wrappers import Response

from domain.bots import USUAL_LEVEL
from domain.kernel import ALL, DataError, RuleSet, Seat, packs, titled, titles
from domain.kernel.errors import InvalidSetup
from domain.kernel.history import only_shown
from domain.kernel.numbers import whole_number
from web.analysis import askers, positions
from web.analysis.simulated import games_of, report_of, simulation_names, variant_of, with_interval
from web.analysis.stats import most_played
from web.base import assets, limits, security
from web.base.site import prose_of, rule_set_of, site
from web.base.words import POLICIES
from web.boards.heat import heat_svg
from web.hosting import hosting, pins_and_phrases, watching
from web.table import miniature

if TYPE_CHECKING:
    import polars as pl

    from replays.simulating import Plan, Progress
    from replays.simulation import Start
    from web.analysis.simulated import Paired, Report
    from web.analysis.simulations import Simulations

blueprint = Blueprint("simulate", __name__)
USUAL, MANY, MOST = 200, 1000, 5000
FEWEST = 10
LINK = re.compile(r"/g/([0-9a-f]{32})(?:.*?(?:at=|#e)(\d+))?")
_lock = threading.Lock()


ROLLOUTS = "rollouts"
QUEUES = ("simulations", ROLLOUTS)


def simulations() -> "Simulations":
    """The simulations of the present application. Raises InvalidSetup."""
    return _queue("simulations", "")


def rollouts() -> "Simulations":
    """What is played out of finished games: a queue and a folder of its own, in no list of simulations and in
    no statistics. Raises InvalidSetup."""
    return _queue(ROLLOUTS, ROLLOUTS)


def _queue(name: str, within: str) -> "Simulations":
    from web.analysis.simulations import Simulations

    folder = site().settings.simulations
    if folder is None:
        raise InvalidSetup(_("This server has no data folder, so it keeps no simulations."))
    with _lock:
        made = Simulations(folder / within, site().settings.simulations_at_once)
        return current_app.extensions.setdefault(name, made)  # type: ignore[no-any-return]


def begin_simulations(app: Flask) -> None:
    """Takes up what a server of before has left undone."""
    with app.app_context():
        simulations().begin()
        rollouts().begin()


def in_templates(app: Flask) -> None:
    """Gives the templates rates in words."""
    app.jinja_env.filters["rate_words"] = with_interval


def end_simulations(app: Flask) -> None:
    """Ends what this application simulates."""
    for name in QUEUES:
        if name in app.extensions:
            app.extensions[name].stop()


@blueprint.get("/simulate")
@limits.streams
def form() -> str:
    """The form (`title`, `scenario`, `seats`, or `game` and `at`, or `like` a simulation), and the list."""
    fields = request.args.to_dict()
    if link := LINK.search(fields.get("link", "")):
        fields["game"], fields["at"] = link.group(1), link.group(2) or ""
    return _form_page(fields, "")


def _form_page(fields: dict[str, str], problem: str) -> str:
    like = simulations().progress(fields["like"]) if fields.get("like") else None
    if like is not None:
        own = {
            "title": like.title, "scenario": like.scenario, "seed": str(like.seed), "games": str(like.games),
            "seats": ",".join(like.seats), "narrower": f"{like.narrower:g}", "game": like.game,
            "at": str(like.at or ""), "pack": like.data,
        }  # fmt: skip
        own |= {f"bot_{seat}": bot for seat, bot in zip(like.seats, like.bots, strict=True)}
        fields = {**own, **fields}
    if fields.get("game"):
        rule_set, seats = rule_set_of(fields["game"]), _start_seats(fields["game"])
        scenario = rule_set.scenario(site().games.standing(fields["game"], 1).opened.scenario)
    else:
        title = fields.get("title") or most_played()
        rule_set = hosting.rules_on(title, _offered(title, fields.get("pack", "")))
        known = {each.id: each for each in rule_set.scenarios}
        scenario = known.get(fields.get("scenario", ""), rule_set.scenarios[0])
        seats = _seating(scenario.seatings, fields.get("seats", ""))
    return render_template(
        "simulate.html",
        rule_sets=titles(),
        rules=rule_set,
        scenario=scenario,
        packs=site().games.packs.offered(rule_set.id),
        pack=packs.digest_of(rule_set),
        seats=seats,
        fields=fields,
        like=like,
        policies=POLICIES,
        counts=(USUAL, MANY),
        most=MOST,
        problem=problem,
        known=[simulations().progress(name) for name in simulations().names()[:40]],
        states=state_words(),
        rules_of=_rules_of,
        **_locked(fields.get("game", "")),
    )


def _offered(title: str, digest: str) -> str:
    """The digest, if the pack belongs to the title and is still offered: another title has others."""
    return digest if digest in [each.digest for each in site().games.packs.offered(title)] else ""


def _rules_of(found: "Progress") -> RuleSet:
    """The rules of a simulation; those on the built-in data tell as much where its pack is gone."""
    try:
        on_pack: RuleSet = site().games.packs.rules_on(found.title, found.data)
    except (InvalidSetup, DataError):
        return titled(found.title)
    return on_pack


def _locked(game: str) -> dict[str, Any]:
    """Whose PINs it takes to simulate a running game from here."""
    if not game or site().games.desk(game).is_over:
        return {"locked": ()}
    return {"locked": pins_and_phrases.locked(security.visitor(game)), "holders": site().games.holders(game)}


def _seating(seatings: Sequence[tuple[Seat, ...]], wanted: str) -> tuple[Seat, ...]:
    seats = tuple(map(Seat, wanted.split(",")))
    return seats if seats in seatings else seatings[0]


def _start_seats(game: str) -> tuple[Seat, ...]:
    seats: tuple[Seat, ...] = site().games.standing(game, 1).opened.seats
    return seats


def state_words() -> dict[str, str]:
    """What each state of a simulation is called."""
    return {
        "waiting": _("waiting"),
        "running": _("running"),
        "done": _("all games played"),
        "narrow": _("narrow enough"),
        "stopped": _("stopped and kept"),
        "failed": _("failed"),
        "ended": _("ended with the server"),
    }


class Asked(msgspec.Struct, frozen=True):
    """What is asked to be simulated: a scenario from its start, or a `game` from event `at` (0: its last).

    `bots` are one for every seat, or one for all; `pins` of a running game those of its seats at this screen.
    """

    title: str = ""
    scenario: str = ""
    seats: tuple[str, ...] = ()
    bots: tuple[str, ...] = (USUAL_LEVEL,)
    games: int = USUAL
    seed: int = 1
    narrower: float = 0.0
    variant_of: str = ""
    pack: str = ""
    game: str = ""
    at: int = 0
    pins: dict[str, str] = {}


@blueprint.post("/simulate")
@limits.creations
def ask() -> Response:
    """Puts a simulation into the queue."""
    security.check_form("simulate")
    fields = request.form.to_dict()
    try:
        plan = plan_of(_asked_by_form(fields))
    except InvalidSetup as problem:
        return make_response(_form_page(fields, problem.message), 422)
    name = simulations().ask(plan, limits.asker(), asked_by=askers.marks())
    return redirect(url_for("simulate.simulation", name=name), 303)


def _asked_by_form(fields: dict[str, str]) -> Asked:
    """What the form says. Raises InvalidSetup for numbers that do not fit."""
    game = fields.get("game", "")
    seats = _start_seats(game) if game else tuple(map(Seat, fields.get("seats", "").split(",")))
    return Asked(
        fields.get("title", ""), fields.get("scenario", ""), seats,
        tuple(fields.get(f"bot_{seat}", USUAL_LEVEL) for seat in seats),
        _number(fields, "custom" if fields.get("games") == "custom" else "games", USUAL, FEWEST, MOST),
        _number(fields, "seed", 1, 0, 2**31), float(_number(fields, "narrower", 0, 0, 100)),
        fields.get("variant_of", ""), "" if game else fields.get("pack", ""), game,
        _number(fields, "at", 0, 0, 10**9) if game else 0,
        {seat: fields.get(f"pin_of_{seat}", "") for seat in seats},
    )  # fmt: skip


def plan_of(asked: Asked) -> "Plan":
    """What is asked for as a job, if it can be played. Raises InvalidSetup, NotAllowed."""
    from replays.simulating import Plan
    from replays.simulation import Run

    rule_set = rule_set_of(asked.game) if asked.game else hosting.rules_on(asked.title, asked.pack)
    start = _start(asked) if asked.game else None
    seats = _start_seats(asked.game) if start else tuple(map(Seat, asked.seats))
    own = site().games.standing(asked.game, 1).opened.scenario if start else asked.scenario
    scenario = rule_set.scenario(own)
    if start is None and seats not in scenario.seatings:
        raise InvalidSetup(_("These are not the seats of this scenario; choose it again."))
    pack = _pack(asked.title, "" if start else asked.pack)
    bots = asked.bots * len(seats) if len(asked.bots) == 1 else asked.bots
    return Plan(
        Run(rule_set.id, scenario.id, bots, asked.seed, start, seats, pack).checked(),
        asked.games,
        asked.narrower,
        asked.variant_of if asked.variant_of in simulations().names() else "",
    )


def _pack(title: str, digest: str) -> bytes:
    """An offered pack as a run takes it; nothing for the built-in data."""
    return packs.to_json(site().games.packs.named(title, digest)) if digest else b""


def _number(fields: dict[str, str], name: str, usual: int, least: int, most: int) -> int:
    text = fields.get(name, "").strip() or str(usual)
    number = whole_number(text, digits=len(str(most)))
    if number is None or not least <= number <= most:
        raise InvalidSetup(
            _("%(text)s does not fit here; give a whole number from %(least)s to %(most)s.",
              text=repr(text), least=least, most=most)
        )  # fmt: skip
    return number


def _start(asked: Asked) -> "Start":
    """A position of a finished game, or of one that all its people show together. Raises NotAllowed."""
    from replays import archive
    from replays.simulation import Start

    game = asked.game
    who = hosting.together(security.visitor(game), asked.pins)
    desk = watching.desk(who)
    if not desk.standing.is_playable:
        raise only_shown(desk.standing)
    if not hosting.sees_all(who):
        raise positions.for_all_seats()
    last = desk.standing.version
    version = min(asked.at or last, last)
    recorded = site().games.recorded(game, 0, version)
    return Start(game, version, archive.write(rule_set_of(game), recorded, ALL))


def games_asked(name: str) -> "tuple[Progress, pl.DataFrame, pl.DataFrame]":
    """A finished simulation with its games and their measures by turn. Raises UnknownSimulation,
    InvalidSetup; NotAllowed where it goes on from a running game whose seats the asker does not hold."""
    found = positions.check(simulations().progress(name))
    if not found.has_result:
        raise InvalidSetup(_("This simulation has no games yet."))
    return found, *games_of(simulations().folder, found)


@blueprint.get("/simulate/<name>")
@limits.streams
def simulation(name: str) -> str:
    """How far a simulation is, or what it found."""
    found = positions.check(simulations().progress(name))
    rule_set = _rules_of(found)
    report, paired, other = reported(found)
    return render_template(
        "simulation.html",
        report=report,
        paired=paired,
        other=other,
        heat=_heat(rule_set, found.scenario, report),
        other_name=simulation_names(simulations().folder).get(f"{other.name}.parquet") if other else "",
        plotly=assets.plotly_url(),
        **_standing(found, rule_set),
    )


def _heat(rule_set: RuleSet, scenario: str, report: "Report | None") -> dict[str, Any] | None:
    """The picture of the scenario's board and the tints that lie over it; None where either is missing."""
    picture = miniature.picture_of(rule_set, scenario)
    if report is None or picture is None or not report.lost:
        return None
    board = miniature.opening_scene(rule_set, scenario).board
    return {"picture": picture, "tints": Markup(heat_svg(board, report.lost))}


def reported(found: "Progress") -> "tuple[Report | None, Paired | None, Progress | None]":
    """What a simulation found, how that differs from the one that it varies, and which that is."""
    folder, rule_set = simulations().folder, _rules_of(found)
    report = report_of(folder, found, rule_set) if found.has_result else None
    other = _finished(found.variant_of)
    return report, variant_of(folder, found, other, rule_set) if report and other else None, other


def _finished(name: str) -> "Progress | None":
    if not name or name not in simulations().names():
        return None
    found = simulations().progress(name)
    return found if found.has_result else None


@blueprint.get("/simulate/<name>/progress")
@limits.streams
def progress(name: str) -> str:
    """The part of the page that changes while a simulation runs."""
    found = positions.check(simulations().progress(name))
    return render_template("simulation_progress.html", **_standing(found, _rules_of(found)))


def _standing(found: "Progress", rule_set: RuleSet) -> dict[str, Any]:
    each = found.seconds / found.done if found.done else 0.0
    left = timedelta(seconds=round(each * (found.games - found.done)))
    words = prose_of(rule_set)
    return {
        "found": found,
        "rules": rule_set,
        "states": state_words(),
        "rates": [(words.name(each), each, found.rate(each)) for each in found.played],
        "left": format_timedelta(left) if found.done else "",
        "policies": POLICIES,
        "may_stop": not found.is_finished and askers.may_stop(simulations(), found.name),
    }


@blueprint.post("/simulate/<name>/stop")
@limits.creations
def stop(name: str) -> Response:
    """Stops a simulation; what it has played is kept. Raises NotAllowed for one that somebody else began."""
    security.check_form("simulate")
    askers.check_may_stop(simulations(), name)
    simulations().end(name)
    return redirect(url_for("simulate.simulation", name=name), 303)
