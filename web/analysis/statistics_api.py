"""Statistics for programs: the same blocks as the page, with figures as Plotly draws them."""

from typing import TYPE_CHECKING, Any

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema, fields, validate

from domain.kernel.errors import InvalidSetup
from domain.kernel.presentation import easiest_title
from replays.kinship import CannotCompare
from web.analysis import ladders, rated, stats
from web.base import limits
from web.hosting.schemas import text

if TYPE_CHECKING:
    from replays.ladders import Rung

statistics_api = Blueprint(
    "api_statistics", __name__, url_prefix="/api/statistics", description="What finished games say"
)


class StatisticsIn(Schema):
    """Which games: those of this server, or of a simulation (`file`), as on the page of statistics. Days are
    written like 2026-11-21; `data` is the digest of a data pack."""

    title = text(load_default="")
    scenario = text(load_default="")
    kind = text(load_default="", metadata={"description": "bots, people or mixed; all if empty"})
    players = text(load_default="")
    since = text(load_default="")
    until = text(load_default="")
    least = text(load_default="", metadata={"description": "Orders at least"})
    file = text(load_default="", metadata={"description": "A file of `grognard simulate`"})
    data = text(load_default="")
    block = text(load_default="", metadata={"description": "One question only, by its id"})
    language = text(load_default="", metadata={"description": "en or it"})


class BlockOut(Schema):
    """One question: the sentence that follows from its numbers, the table, the figure as Plotly JSON. Below
    `needed` games it says nothing; shares and their 95 % intervals are from 0 to 1."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    games = fields.Integer(required=True)
    needed = fields.Integer(required=True)
    headline = fields.String(required=True)
    head = fields.List(fields.String(), required=True)
    rows = fields.List(fields.List(fields.Raw(allow_none=True)), required=True)
    figure = fields.Dict(allow_none=True, required=True)


class StatisticsOut(Schema):
    """The title that was asked for, how many games the filter holds, and every block."""

    title = fields.String(required=True)
    games = fields.Integer(required=True)
    blocks = fields.List(fields.Nested(BlockOut), required=True)


@statistics_api.get("")
@limits.streams
@statistics_api.arguments(StatisticsIn, location="query")
@statistics_api.response(200, StatisticsOut)
def every_block(asked: dict[str, Any]) -> dict[str, Any]:
    """The blocks of the page of statistics."""
    from replays.every_block import as_document

    try:
        title, games, found = stats.asked()
    except CannotCompare as problem:
        raise InvalidSetup(problem.said) from problem
    titles, wanted = stats.block_titles(), asked["block"]
    told = [stats.block_named(found, wanted)] if wanted else found
    blocks = [{**as_document(each), "title": titles[each.id]} for each in told]
    return {"title": title, "games": games, "blocks": blocks}


class LadderIn(Schema):
    """Whose ladder: those who played the title within so many `days`, 0 for all that ever did."""

    title = text(load_default="")
    days = fields.Integer(load_default=ladders.USUAL, validate=validate.Range(min=0, max=ladders.MOST_DAYS))
    data = text(load_default="")


class RungOut(Schema):
    """Somebody on a ladder. `place` is null while the rating is `provisional`; it lies between `low` and
    `high`. `last` is when the last rated game ended (milliseconds since 1970)."""

    place = fields.Integer(required=True, allow_none=True)
    name = fields.String(required=True)
    low = fields.Float(required=True)
    high = fields.Float(required=True)
    provisional = fields.Boolean(required=True)
    games = fields.Integer(required=True)
    won = fields.Integer(required=True)
    drawn = fields.Integer(required=True)
    lost = fields.Integer(required=True)
    last = fields.Integer(required=True)


class LadderOut(Schema):
    """The ladder of a title: people, and computers by the names of their ways of playing."""

    title = fields.String(required=True)
    days = fields.Integer(required=True)
    rated = fields.Integer(required=True)
    people = fields.List(fields.Nested(RungOut), required=True)
    programs = fields.List(fields.Nested(RungOut), required=True)


@statistics_api.get("/ladder")
@limits.streams
@statistics_api.arguments(LadderIn, location="query")
@statistics_api.response(200, LadderOut)
def ladder(asked: dict[str, Any]) -> dict[str, Any]:
    """The ladder of a title by rating, the settled ones first."""
    title = asked["title"] or easiest_title().id
    rated.rules_on(title, asked["data"])
    people, programs, games = ladders.ladders(title, asked["days"], asked["data"])
    return {
        "title": title,
        "days": asked["days"],
        "rated": games,
        "people": [_rung(each) for each in people],
        "programs": [_rung(each) for each in programs],
    }


def _rung(each: "Rung") -> dict[str, Any]:
    standing, results = each.standing, each.results
    return {
        "place": each.place,
        "name": each.typed,
        "low": round(standing.low, 1),
        "high": round(standing.high, 1),
        "provisional": standing.is_provisional,
        "games": standing.games,
        "won": results.won,
        "drawn": results.drawn,
        "lost": results.lost,
        "last": standing.at,
    }


@statistics_api.get("/table")
@limits.streams
@statistics_api.arguments(StatisticsIn, location="query")
@statistics_api.response(
    200,
    {"type": "string", "format": "binary"},
    content_type="application/vnd.apache.parquet",
    description="A block's table",
)
def parquet(asked: dict[str, Any]) -> Response:
    """The table of one block (`block`, else balance) as a Parquet file; `/stats.csv` has it as CSV."""
    from replays.tables import parquet_of

    title, _games, found = stats.asked()
    block = stats.block_named(found, asked["block"] or "balance")
    response = Response(parquet_of(block), mimetype="application/vnd.apache.parquet")
    response.headers["Content-Disposition"] = f'attachment; filename="{title}-{block.id}.parquet"'
    return response
