"""Comparing for programs: two games, or two groups of games, as the compare page shows them."""

from typing import Any

import msgspec
from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema, fields

from domain.kernel import PUBLIC
from web.analysis.chart_schema import ChartOut
from web.base import limits, table_files
from web.base.charting import document_of
from web.base.site import rule_set_of
from web.hosting.schemas import text
from web.lookback import compare, pairs_of_boards

Json = dict[str, Any]
compare_api = Blueprint(
    "api_compare", __name__, url_prefix="/api/compare", description="Two games, or two groups of games"
)


class TwoGamesIn(Schema):
    """Two games of one title and data; `at` is one of their moments, the one that the page opens with if it
    is left out."""

    a = text(required=True)
    b = text(required=True)
    at = fields.Integer(load_default=None, allow_none=True)


class TwoGamesTableIn(TwoGamesIn):
    """The same as a table of moments."""

    form = table_files.form_field()


class ComparedMomentOut(Schema):
    """A moment of two games: the event after which each of them is shown, whether it has a position of this
    turn, round and phase, whether it had ended before, and how far `apart` the boards then stand, 0 to 1."""

    turn = fields.Integer(required=True)
    round = fields.Integer(required=True)
    phase = fields.String(required=True)
    a = fields.Integer(required=True)
    b = fields.Integer(required=True)
    has_a = fields.Boolean(required=True)
    has_b = fields.Boolean(required=True)
    over_a = fields.Boolean(required=True)
    over_b = fields.Boolean(required=True)
    apart = fields.Float(required=True)


class PartingOut(Schema):
    """An event in words."""

    version = fields.Integer(required=True)
    text = fields.String(required=True)


class DifferenceOut(Schema):
    """A space that other sides hold in the second game than in the first."""

    space = fields.String(required=True)
    a = fields.List(fields.String(), required=True)
    b = fields.List(fields.String(), required=True)


class TwoGamesOut(Schema):
    """Both games on one slider. `first` is the moment of the first difference, and `parting` what each game
    did there (null for one that had ended); `fork_at` the last event that they share. What is `differing` is
    told of the moment `at`. Running games are shown as everybody may see them."""

    title = fields.String(required=True)
    games = fields.List(fields.String(), required=True)
    names = fields.List(fields.String(), required=True)
    events = fields.List(fields.Integer(), required=True)
    view = fields.String(required=True)
    fork_at = fields.Integer(required=True, allow_none=True)
    first = fields.Integer(required=True, allow_none=True)
    parting = fields.List(fields.Nested(PartingOut, allow_none=True), required=True)
    at = fields.Integer(required=True)
    caption = fields.String(required=True)
    differing = fields.List(fields.Nested(DifferenceOut), required=True)
    moments = fields.List(fields.Nested(ComparedMomentOut), required=True)
    charts = fields.List(fields.Nested(ChartOut), required=True)


@compare_api.get("/games")
@limits.streams
@compare_api.arguments(TwoGamesIn, location="query")
@compare_api.response(200, TwoGamesOut)
def games(asked: Json) -> Json:
    """Two games moment by moment: where they part, how far apart they stand, their measures."""
    from replays.side_by_side import held, held_differently

    found, charts, viewer = compare.two_games(asked["a"], asked["b"])
    at = pairs_of_boards.moment_asked(found, asked["at"])
    both = [held(scene) for scene in pairs_of_boards.scenes_at(found, viewer, at)]
    return {
        **msgspec.to_builtins(found),
        "names": pairs_of_boards.names_of(found),
        "view": "public" if viewer == PUBLIC else "all",
        "at": at,
        "caption": pairs_of_boards.caption(rule_set_of(asked["a"]), found.moments[at]),
        "differing": [{"space": space, "a": a, "b": b} for space, a, b in held_differently(*both)],
        "charts": [document_of(each) for each in charts],
    }


@compare_api.get("/games/table")
@limits.streams
@compare_api.arguments(TwoGamesTableIn, location="query")
@compare_api.doc(**table_files.DESCRIBED)
def games_table(asked: Json) -> Response:
    """Every moment of two games with the measures of both as a table."""
    from replays.group_tables import moments_table

    found, _charts, _viewer = compare.two_games(asked["a"], asked["b"])
    return table_files.table_file(moments_table(found), f"{found.title}-two-games", asked["form"])


# Two groups -------------------------------------------------------------------------------------------


def _of(group: str) -> dict[str, fields.Field[Any]]:
    told = {"file": "A file of `grognard simulate`, instead of all others", "kind": "bots, people or mixed"}
    return {
        f"{group}_{name}": text(load_default="", metadata={"description": told.get(name, "")})
        for name in compare.FIELDS
    }


GroupsIn = Schema.from_dict({**_of("a"), **_of("b")}, name="GroupsIn")
GroupsTableIn = GroupsIn.from_dict({"form": table_files.form_field()}, name="GroupsTableIn")


class GroupOut(Schema):
    """A group: its `label` in sentences and figures, what it is called, how many games it has, of how many
    pairs of people (or games of computers), and the digest of its games."""

    label = fields.String(required=True)
    name = fields.String(required=True)
    games = fields.Integer(required=True)
    independent = fields.Integer(required=True)
    digest = fields.String(required=True)


class GapOut(Schema):
    """The first group less the second, with its 95 % interval; `visible` is the difference that would have
    been found in four of five repeats."""

    estimate = fields.Float(required=True)
    low = fields.Float(required=True, allow_none=True)
    high = fields.Float(required=True, allow_none=True)
    p = fields.Float(required=True, allow_none=True)
    method = fields.String(required=True)
    visible = fields.Float(required=True, allow_none=True)


class FindingOut(Schema):
    """One question: the sentence that follows from its numbers, both groups' (an estimate from 5 games on),
    and their difference where it may be told; `adjusted` is its p among all of its family (Holm)."""

    question = fields.String(required=True)
    name = fields.String(required=True)
    sentence = fields.String(required=True)
    a = fields.Dict(required=True)
    b = fields.Dict(required=True)
    difference = fields.Nested(GapOut, required=True, allow_none=True)
    delta = fields.Nested(GapOut, required=True, allow_none=True)
    adjusted = fields.Float(required=True, allow_none=True)


class TitledFigureOut(Schema):
    """A figure as Plotly draws it, with its title."""

    title = fields.String(required=True)
    figure = fields.Dict(required=True)


class GroupsOut(Schema):
    """What two groups say beside each other. The same games and `seed` give the same numbers."""

    title = fields.String(required=True)
    headline = fields.String(required=True)
    a = fields.Nested(GroupOut, required=True)
    b = fields.Nested(GroupOut, required=True)
    findings = fields.List(fields.Nested(FindingOut), required=True)
    luck = fields.List(fields.String(), required=True)
    notes = fields.List(fields.String(), required=True)
    seed = fields.Integer(required=True)
    figures = fields.List(fields.Nested(TitledFigureOut), required=True)


@compare_api.get("/groups")
@limits.streams
@compare_api.arguments(GroupsIn, location="query")
@compare_api.response(200, GroupsOut)
def groups(asked: Json) -> Json:
    """Two groups of finished games, or of simulated ones: wins, measures and luck beside each other."""
    both = compare.two_groups(_choice(asked, "a"), _choice(asked, "b"))
    found: Json = msgspec.to_builtins(both.found)
    return {
        **found,
        **{key: {**found[key], "name": name} for key, name in zip("ab", both.names, strict=True)},
        "title": both.rules.id,
        "luck": [each.sentence for each in both.found.luck],
        "figures": [
            {"title": each["title"], "figure": msgspec.json.decode(each["json"])}
            for each in both.charts + both.measures
        ],
    }


def _choice(asked: Json, group: str) -> Any:
    return compare.choice_of({name: asked[f"{group}_{name}"] for name in compare.FIELDS})


@compare_api.get("/groups/table")
@limits.streams
@compare_api.arguments(GroupsTableIn, location="query")
@compare_api.doc(**table_files.DESCRIBED)
def groups_table(asked: Json) -> Response:
    """Every finding about two groups as a table."""
    from replays.group_tables import findings_table

    both = compare.two_groups(_choice(asked, "a"), _choice(asked, "b"))
    return table_files.table_file(findings_table(both.found), f"{both.rules.id}-two-groups", asked["form"])
