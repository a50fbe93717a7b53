"""The API's endpoints for tournaments. A token proves a place in one: the maker's, or an entrant's."""

from typing import Any, get_args

from flask import jsonify
from flask_smorest import Blueprint
from marshmallow import Schema, fields, validate
from werkzeug.wrappers import Response

from domain.bots import LEVELS
from domain.store import tournament_rounds
from domain.store.house import LIMITS, LONGEST_DELAY, Undo, Watchers
from domain.store.openings import checked_setup
from domain.tournaments.events import Kind, Made, Opening, Seeding
from web.api import answers, parts_of_lists
from web.base import limits, security
from web.base.site import site
from web.hosting import entrants, hosting, schemas
from web.hosting.schemas import CHANGE, Envelope, text
from web.lobby import tournament_tables as tables
from web.lobby import tournaments as pages

Json = dict[str, Any]
tournaments_api = Blueprint(
    "api_tournaments", __name__, url_prefix="/api/tournaments", description="Tournaments"
)


class NewTournamentIn(Envelope):
    """A tournament to make, for a scenario that two play. `most` may enter, only with the `word` if there is
    one. Who meets plays `games_each` games, each with sides changed. `rounds` of a Swiss tournament: 0 for as
    many as are needed. `opening` says how rounds begin: by itself, by the maker, or all at once; the terms
    are those of every game."""

    name = text(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(get_args(Kind)))
    title = text(required=True)
    scenario = text(required=True)
    options = fields.Dict(keys=text(), values=text(), load_default=dict)
    pack = text(load_default="")
    games_each = fields.Integer(load_default=1, strict=True, validate=validate.Range(min=1, max=2))
    most = fields.Integer(load_default=16, strict=True, validate=validate.Range(min=2, max=128))
    rounds = fields.Integer(load_default=0, strict=True, validate=validate.Range(min=0, max=127))
    opening = fields.String(load_default="itself", validate=validate.OneOf(get_args(Opening)))
    seeding = fields.String(load_default="entry", validate=validate.OneOf(get_args(Seeding)))
    word = text(load_default="")
    watchers = fields.String(load_default="now", validate=validate.OneOf(get_args(Watchers)))
    delay = fields.Integer(load_default=10, strict=True, validate=validate.Range(min=1, max=LONGEST_DELAY))
    pace = fields.String(load_default="live", validate=validate.OneOf(list(LIMITS)))
    undo = fields.String(load_default="free", validate=validate.OneOf(get_args(Undo)))
    cover = fields.Integer(load_default=0, strict=True, validate=validate.Range(min=0, max=60))
    clock = fields.Nested(schemas.ClockIn, load_default=None, allow_none=True)


class EntryIn(Envelope):
    """The name to enter under, and the word where the tournament has one."""

    name = fields.String(required=True, validate=validate.Length(max=schemas.LONG))
    word = text(load_default="")


class ComputerIn(Envelope):
    """The level of the computer that plays."""

    level = fields.String(required=True, validate=validate.OneOf(LEVELS))


class LeaveIn(Envelope):
    """The entrant who leaves: the asker's own, or anybody for the maker."""

    entrant = fields.Integer(required=True, strict=True, validate=validate.Range(min=1))


class RoundIn(Envelope):
    """The number of the round that shall begin: 1 starts the tournament."""

    round = fields.Integer(required=True, strict=True, validate=validate.Range(min=1))


class AwardIn(Envelope):
    """A game that goes on, and whose it is: one entrant's, two entrants' (a draw), or nobody's."""

    game = text(required=True)
    to = fields.List(fields.Integer(strict=True), required=True, validate=validate.Length(max=2))
    reason = fields.String(load_default="", validate=validate.Length(max=60))


class TournamentSeatIn(Envelope):
    """A game of the tournament that the asker plays."""

    game = text(required=True)


class PlaceOut(Schema):
    """A place in a tournament: the maker's, or that of an `entrant`; the token proves it."""

    tournament = fields.String(required=True)
    entrant = fields.Integer(required=True, allow_none=True)
    token = fields.String(required=True)


def changes(function: Any) -> Any:
    """Documents what every change must carry."""
    return tournaments_api.doc(**CHANGE)(function)


@tournaments_api.get("")
@tournaments_api.arguments(schemas.PageIn, location="query")
@tournaments_api.response(
    200,
    answers.BriefTournamentOut(many=True),
    description="Every tournament, the one that was made last first",
)
def every(asked: Json) -> Response:
    """The tournaments: those that can be entered (`open`), `running` ones, and those that are `over`."""
    rows = [tables.short_document(each) for each in entrants.every()]
    return parts_of_lists.linked(jsonify, rows, ("made_at", "tournament"), asked)


@tournaments_api.post("")
@changes
@limits.creations
@tournaments_api.arguments(NewTournamentIn)
@tournaments_api.response(201, PlaceOut)
def make(asked: Json) -> Json:
    """Make a tournament; the token is its maker's."""
    rule_set = hosting.rules_on(asked["title"], asked["pack"])
    seats = tournament_rounds.seats_for_two(rule_set, rule_set.scenario(asked["scenario"])) or ("", "")
    if seats[0]:
        checked_setup(rule_set, asked["scenario"], seats, asked["options"])
    word = asked.pop("word")
    new = tournament_rounds.make(site().games, Made(**asked, seats=seats), word)
    return {"tournament": new, "entrant": None, "token": entrants.give(new, entrants.MAKER)}


@tournaments_api.get("/<tournament>")
@tournaments_api.response(
    200, answers.TournamentOut, description="Its people, pairings with games, and standings"
)
def one(tournament: str) -> Json:
    """A tournament: `pairings` are lists by round, `points` of a game by seat; `yours` is who the asker is.

    Lines of `standings` have the tie-breaks of their kind beside points."""
    entrants.count(tournament)
    return tables.document(entrants.member(tournament))


@tournaments_api.get("/<tournament>/standings.csv")
@tournaments_api.response(200, answers.TEXT, content_type="text/csv", description="One line for each entrant")
def standings(tournament: str) -> Response:
    """The standings as CSV."""
    return pages.standings_csv(tournament)


@tournaments_api.post("/<tournament>/entries")
@changes
@limits.joins
@tournaments_api.arguments(EntryIn)
@tournaments_api.response(201, PlaceOut)
def enter(asked: Json, tournament: str) -> Json:
    """Enter under a name; the token proves who you are in this tournament."""
    entrant = entrants.enter(tournament, asked["name"], asked["word"])
    token = entrants.give(tournament, str(entrant))
    return {"tournament": tournament, "entrant": entrant, "token": token}


@tournaments_api.post("/<tournament>/computers")
@changes
@limits.joins
@tournaments_api.arguments(ComputerIn)
@tournaments_api.response(200, answers.TournamentOut, description="The tournament")
def enter_computer(asked: Json, tournament: str) -> Json:
    """Let a computer play, one of each level; for the maker."""
    entrants.enter_computer(tournament, asked["level"])
    return tables.document(entrants.member(tournament))


@tournaments_api.post("/<tournament>/withdrawals")
@changes
@limits.joins
@tournaments_api.arguments(LeaveIn)
@tournaments_api.response(200, answers.TournamentOut, description="The tournament")
def withdraw(asked: Json, tournament: str) -> Json:
    """Leave, or take somebody out: games that go on and games to come count for the others."""
    entrants.withdraw(tournament, asked["entrant"])
    return tables.document(entrants.member(tournament))


@tournaments_api.post("/<tournament>/rounds")
@changes
@limits.creations
@tournaments_api.arguments(RoundIn)
@tournaments_api.response(200, answers.TournamentOut, description="The tournament")
def open_round(asked: Json, tournament: str) -> Json:
    """Start the tournament, or open its next round; for its maker."""
    pages.begin_round(tournament, asked["round"])
    return tables.document(entrants.member(tournament))


@tournaments_api.post("/<tournament>/awards")
@changes
@limits.creations
@tournaments_api.arguments(AwardIn)
@tournaments_api.response(200, answers.TournamentOut, description="The tournament")
def award(asked: Json, tournament: str) -> Json:
    """Say what a game comes to that does not end otherwise; for the maker."""
    entrants.award(tournament, asked["game"], tuple(asked["to"]), asked["reason"])
    return tables.document(entrants.member(tournament))


@tournaments_api.post("/<tournament>/seats")
@changes
@limits.joins
@tournaments_api.arguments(TournamentSeatIn)
@tournaments_api.response(200, schemas.SeatOut)
def sit_down(asked: Json, tournament: str) -> Json:
    """The asker's own seat in a game of the tournament, with the token to play it."""
    game = asked["game"]
    seat = entrants.sit_down(tournament, game)
    return {"game": game, "seat": seat, "token": security.seat_token(game, seat)}
