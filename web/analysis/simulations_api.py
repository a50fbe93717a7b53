"""Simulations for programs: asked for, followed, stopped, read as tables, as on their page."""

from typing import TYPE_CHECKING, Any

import msgspec
from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema, fields, validate

from domain.bots import BOTS, USUAL_LEVEL
from web.analysis import askers, positions, simulate
from web.analysis.chart_schema import ChartOut
from web.analysis.simulated import simulation_names
from web.base import limits, table_files
from web.base.charting import document_of
from web.base.site import site
from web.hosting.schemas import CHANGE, Envelope, text

if TYPE_CHECKING:
    import polars as pl

    from replays.simulating import Progress

Json = dict[str, Any]
simulations_api = Blueprint(
    "api_simulations", __name__, url_prefix="/api/simulations", description="Many games by computers"
)


class NewSimulationIn(Envelope):
    """What to simulate: a scenario from its start (`title`, `scenario`, `seats`, on the data `pack` if there
    is one), or a `game` that is over, or whose seats the asker holds, from event `at` (0: its last).

    `bots` has one computer for every seat, or one for all. It ends early once every interval is `narrower`
    points wide, unless that is 0. `variant_of` is the simulation with whose games this one's are paired: the
    same seed gives both the same dice. `pins` are those of the seats of a running game at this screen."""

    title = text(load_default="")
    scenario = text(load_default="")
    seats = fields.List(text(), load_default=list, validate=validate.Length(max=8))
    bots = fields.List(
        fields.String(validate=validate.OneOf(list(BOTS))),
        load_default=lambda: [USUAL_LEVEL],
        validate=validate.Length(min=1, max=8),
    )
    games = fields.Integer(
        load_default=simulate.USUAL,
        strict=True,
        validate=validate.Range(min=simulate.FEWEST, max=simulate.MOST),
    )
    seed = fields.Integer(load_default=1, strict=True, validate=validate.Range(min=0, max=2**31))
    narrower = fields.Float(load_default=0.0, validate=validate.Range(min=0, max=100))
    variant_of = text(load_default="")
    pack = text(load_default="")
    game = text(load_default="")
    at = fields.Integer(load_default=0, strict=True, validate=validate.Range(min=0, max=10**9))
    pins = fields.Dict(keys=text(), values=text(), load_default=dict)


class RateOut(Schema):
    """How often a side or a seat won, of the games that it was part of, with a 95 % interval; shares of 1."""

    who = fields.String(required=True)
    games = fields.Integer(required=True)
    estimate = fields.Float(required=True)
    low = fields.Float(required=True, allow_none=True)
    high = fields.Float(required=True, allow_none=True)
    method = fields.String(required=True)


class ProgressOut(Schema):
    """A simulation and how far it is. `state`: waiting, running, done, narrow, stopped, failed, ended (with
    the server). `file` names it in comparisons and statistics, once it has a result."""

    name = fields.String(required=True)
    title = fields.String(required=True)
    scenario = fields.String(required=True)
    seats = fields.List(fields.String(), required=True)
    bots = fields.List(fields.String(), required=True)
    seed = fields.Integer(required=True)
    games = fields.Integer(required=True)
    narrower = fields.Float(required=True)
    variant_of = fields.String(required=True)
    game = fields.String(required=True)
    at = fields.Integer(required=True)
    pack = fields.String(required=True)
    data = fields.String(required=True)
    state = fields.String(required=True)
    problem = fields.String(required=True)
    done = fields.Integer(required=True)
    draws = fields.Integer(required=True)
    seconds = fields.Float(required=True)
    asked_at = fields.Integer(required=True)
    file = fields.String(required=True, allow_none=True)
    rates = fields.List(fields.Nested(RateOut), required=True)


class PairedOut(Schema):
    """A variant beside the simulation that it varies, game by game with the same dice."""

    name = fields.String(required=True)
    changed = fields.List(fields.String(), required=True)
    sentences = fields.List(fields.String(), required=True)


class AlsoOut(Schema):
    """What was looked at and has no chart."""

    title = fields.String(required=True)
    sentence = fields.String(required=True)


class ReportOut(Schema):
    """What a simulation found."""

    headline = fields.String(required=True)
    even = fields.String(required=True)
    cost = fields.String(required=True)
    charts = fields.List(fields.Nested(ChartOut), required=True)
    measures = fields.List(fields.Nested(ChartOut), required=True)
    also = fields.List(fields.Nested(AlsoOut), required=True)


class SimulationOut(ProgressOut):
    """The same with what it found, null until it has ended, and how that differs from what it varies."""

    report = fields.Nested(ReportOut, required=True, allow_none=True)
    paired = fields.Nested(PairedOut, required=True, allow_none=True)


class FileOut(Schema):
    """A file of simulated games: its name, and what people call it."""

    file = fields.String(required=True)
    called = fields.String(required=True)


class SimulationsOut(Schema):
    """The simulations that were asked for here, the newest first, and every file of simulated games."""

    simulations = fields.List(fields.Nested(ProgressOut), required=True)
    files = fields.List(fields.Nested(FileOut), required=True)


class TableIn(Schema):
    """Which file is wanted."""

    form = table_files.form_field()


def changes(function: Any) -> Any:
    """Documents what every change must carry."""
    return simulations_api.doc(**CHANGE)(function)


def document(found: "Progress") -> Json:
    """A simulation and how far it is, with rates only where whoever asks may see them."""
    if not positions.may_see(found):
        found = msgspec.structs.replace(found, wins={}, played={}, draws=0)
    rates = [(each, found.rate(each)) for each in found.played]
    return {
        **msgspec.to_builtins(found),
        "file": f"{found.name}.parquet" if found.has_result else None,
        "rates": [
            {"who": who, "games": each.n, "estimate": each.estimate, "low": each.low, "high": each.high,
             "method": each.method}
            for who, each in rates
        ],
    }  # fmt: skip


@simulations_api.get("")
@limits.streams
@simulations_api.response(200, SimulationsOut)
def every() -> Json:
    """The simulations of this server."""
    folder = site().settings.simulations
    if folder is None:
        return {"simulations": [], "files": []}
    queue = simulate.simulations()
    called = simulation_names(folder)
    return {
        "simulations": [document(queue.progress(name)) for name in queue.names()],
        "files": [{"file": file, "called": name} for file, name in called.items()],
    }


@simulations_api.post("")
@changes
@limits.creations
@simulations_api.arguments(NewSimulationIn)
@simulations_api.response(201, ProgressOut)
def ask(asked: Json) -> Json:
    """Ask for a simulation; an address has one at a time, and one after the other is played."""
    plan = simulate.plan_of(msgspec.convert(asked, simulate.Asked))
    queue = simulate.simulations()
    return document(queue.progress(queue.ask(plan, limits.asker(), asked_by=askers.marks())))


@simulations_api.get("/<simulation>")
@limits.streams
@simulations_api.response(200, SimulationOut)
def one(simulation: str) -> Json:
    """How far a simulation is, and what it found: rates, charts and tables."""
    found = positions.check(simulate.simulations().progress(simulation))
    report, paired, other = simulate.reported(found)
    return {
        **document(found),
        "report": report and {
            "headline": report.headline,
            "even": report.even,
            "cost": report.cost,
            "charts": [
                document_of(each) for each in (*report.charts, report.losses) if each is not None
            ],
            "measures": [document_of(each) for each in report.measures],
            "also": [{"title": title, "sentence": said} for title, said in report.also],
        },
        "paired": paired and other and {"name": other.name, **msgspec.to_builtins(paired)},
    }  # fmt: skip


@simulations_api.post("/<simulation>/stops")
@changes
@limits.creations
@simulations_api.response(200, ProgressOut)
def stop(simulation: str) -> Json:
    """Stop a simulation that one asked for oneself; what it has played is kept."""
    askers.check_may_stop(simulate.simulations(), simulation)
    simulate.simulations().end(simulation)
    return document(simulate.simulations().progress(simulation))


@simulations_api.get("/<simulation>/games")
@limits.streams
@simulations_api.arguments(TableIn, location="query")
@simulations_api.doc(**table_files.DESCRIBED)
def games(asked: Json, simulation: str) -> Response:
    """Every game of a finished simulation, one row each."""
    return _table(simulation, "games", asked["form"])


@simulations_api.get("/<simulation>/turns")
@limits.streams
@simulations_api.arguments(TableIn, location="query")
@simulations_api.doc(**table_files.DESCRIBED)
def turns(asked: Json, simulation: str) -> Response:
    """The measures of every game at the start of each turn and at its end."""
    return _table(simulation, "turns", asked["form"])


def _table(simulation: str, which: str, form: str) -> Response:
    found, rows, by_turn = simulate.games_asked(simulation)
    frame: pl.DataFrame = rows if which == "games" else by_turn
    return table_files.table_file(frame, f"{found.name}-{which}", form)
