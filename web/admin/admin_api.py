"""The administration for programs of the host: the same as on its pages, by the host's secret as a token."""

from typing import Any

from flask import Response
from flask_babel import gettext as _
from flask_smorest import Blueprint
from marshmallow import Schema, fields, validate

from web.admin import deeds, every_game, every_text, keeper, workplace
from web.analysis import simulate
from web.analysis.simulations_api import ProgressOut, document
from web.base import errors
from web.hosting.schemas import CHANGE, Envelope, text

Json = dict[str, Any]
admin_api = Blueprint("api_admin", __name__, url_prefix="/api/admin", description="The host's own part")
OF_HOST: Json = {"security": [{"host": []}]}
CHANGE_OF_HOST: Json = {**CHANGE, **OF_HOST}
WHY: Json = {"metadata": {"description": "Noted with what is done"}}
EXAMPLES: dict[str, Json] = {
    "/api/admin/games/{game}/deeds": {"did": "hidden", "why": "A test of ours"},
    "/api/admin/games/{game}/texts/{said}/deeds": {"did": "removed", "why": "An insult"},
    "/api/admin/play": {"open": False, "why": "Back at eight."},
    "/api/admin/bans": {"who": "192.0.2.0/24", "why": "Insults"},
    "/api/admin/bans/lifts": {"who": "192.0.2.0/24", "why": "Said sorry"},
}


@admin_api.before_request
def _stop() -> Response | None:
    """Only who shows the secret comes further; where there is none there is nothing."""
    keeper.check_there_is_one()
    if keeper.is_program_of_host():
        return None
    answer = errors.answer(401, "not_host", _("Show the host's secret as Authorization: Bearer ..."))
    answer.headers["WWW-Authenticate"] = 'Bearer realm="Grognard administration"'
    return answer


class GamesIn(Schema):
    """Words that stand in a game's line (names, title, id), and which: `hidden`, `removed`, or `away` for
    both; `kind` is uploaded, tournament, or ordinary for neither; with cups it is the tournaments
    themselves."""

    text = text(load_default="")
    away = fields.String(load_default="", validate=validate.OneOf(["", "away", "hidden", "removed"]))
    kind = fields.String(load_default="", validate=validate.OneOf(["", *every_game.KINDS]))
    after = fields.Integer(load_default=0, validate=validate.Range(min=0), metadata={
        "description": "How many to pass over"})  # fmt: skip
    limit = fields.Integer(load_default=100, validate=validate.Range(min=1, max=1000))


class DeedIn(Envelope):
    """What to do about a game, and why."""

    did = fields.String(required=True, validate=validate.OneOf(deeds.OF_GAMES))
    why = text(required=True, **WHY)


class TextsIn(Schema):
    """Words that stand in a text or its writer's name; only what is removed (`away`), or of one game."""

    text = text(load_default="")
    away = fields.Boolean(load_default=False)
    game = fields.String(load_default="", validate=validate.Length(max=100))
    after = fields.Integer(load_default=0, validate=validate.Range(min=0), metadata={
        "description": "How many to pass over"})  # fmt: skip
    limit = fields.Integer(load_default=100, validate=validate.Range(min=1, max=1000))


class TextDeedIn(Envelope):
    """Whether to remove a text or to show it again, and why."""

    did = fields.String(required=True, validate=validate.OneOf(every_text.OF_TEXTS))
    why = text(required=True, **WHY)


class PlayIn(Envelope):
    """Whether people and programs may change anything, and why."""

    open = fields.Boolean(required=True)
    why = text(required=True, **WHY)


class PlayOut(Schema):
    """Whether play is open; if not, since when (milliseconds since 1970) and why."""

    open = fields.Boolean(required=True)
    since = fields.Integer(required=True, allow_none=True)
    why = fields.String(required=True)


class DoneOut(Schema):
    """Something that the host did: when, and why."""

    did = fields.String(required=True)
    at = fields.Integer(required=True)
    why = fields.String(required=True)


class TextOut(Schema):
    """What somebody wrote at a table, a note or a line of talk; `away` is removed or empty."""

    game = fields.String(required=True)
    id = fields.String(required=True)
    kind = fields.String(required=True)
    at = fields.Integer(required=True)
    seat = fields.String(required=True, allow_none=True)
    name = fields.String(required=True)
    audience = fields.String(required=True)
    text = fields.String(required=True)
    away = fields.String(required=True)
    trace = fields.List(fields.Nested(DoneOut), required=True)


class FoundTextsOut(Schema):
    """How many texts were found, and so many of them."""

    total = fields.Integer(required=True)
    texts = fields.List(fields.Nested(TextOut), required=True)


class PlayerOut(Schema):
    """Who has a seat."""

    seat = fields.String(required=True)
    kind = fields.String(required=True)
    name = fields.String(required=True)


class FoundOut(Schema):
    """A game. `status` is open, running, finished, shown, unlisted where it cannot be shown, or tournament
    of a tournament, whose `players` have no seats; `away` is hidden, removed or empty."""

    game = fields.String(required=True)
    name = fields.String(required=True)
    title = fields.String(required=True)
    scenario = fields.String(required=True)
    status = fields.String(required=True)
    away = fields.String(required=True)
    uploaded = fields.Boolean(required=True)
    opened_at = fields.Integer(required=True, allow_none=True)
    updated_at = fields.Integer(required=True, allow_none=True)
    players = fields.List(fields.Nested(PlayerOut), required=True)


class FoundGamesOut(Schema):
    """How many games were found, and so many of them."""

    total = fields.Integer(required=True)
    games = fields.List(fields.Nested(FoundOut), required=True)


class PersonOut(Schema):
    """Somebody who was given something of a game, as a ban names him: his seats, whether he opened it, and
    whether he is banned."""

    who = fields.String(required=True)
    seats = fields.List(fields.String(), required=True)
    opener = fields.Boolean(required=True)
    banned = fields.Boolean(required=True)


class BanIn(Envelope):
    """Whom: `person:...` (the `people` of a game), an address or a range of addresses; and why."""

    who = text(required=True)
    why = text(required=True, **WHY)


class BanOut(Schema):
    """Whether somebody is banned now, and all that was done, oldest first."""

    who = fields.String(required=True)
    banned = fields.Boolean(required=True)
    trace = fields.List(fields.Nested(DoneOut), required=True)


class OneGameOut(FoundOut):
    """A game with all that the host did about it, oldest first; `problem` says why it cannot be shown."""

    problem = fields.String()
    people = fields.List(fields.Nested(PersonOut), required=True)
    trace = fields.List(fields.Nested(DoneOut), required=True)


class PartOut(Schema):
    """A part that works beside the pages: what it has in hand, what waits, and what goes wrong."""

    part = fields.String(required=True)
    in_hand = fields.Integer(required=True)
    waiting = fields.Integer(required=True)
    troubles = fields.List(fields.String(), required=True)


class StateOut(Schema):
    """How the server is; streams, addresses, parts and errors are those of the process that answers. `tables`
    are games that somebody follows, with the seats that are there; `lag` is how many events the views are
    behind."""

    play = fields.Nested(PlayOut, required=True)
    parts = fields.List(fields.Nested(PartOut), required=True)
    simulations = fields.List(fields.Dict(), required=True)
    rollouts = fields.List(fields.Dict(), required=True)
    streams = fields.Integer(required=True)
    addresses = fields.List(fields.Dict(), required=True)
    tables = fields.List(fields.Dict(), required=True)
    games = fields.Integer(required=True)
    unfinished = fields.Integer(required=True)
    events = fields.Integer(required=True)
    lag = fields.Integer(required=True, allow_none=True)
    store_problem = fields.String(required=True)
    disk = fields.Dict(required=True, allow_none=True)
    errors = fields.List(fields.Dict(), required=True)


@admin_api.get("/state")
@admin_api.doc(**OF_HOST)
@admin_api.response(200, StateOut)
def state() -> Json:
    """How the server is: play, parts, simulations, who is connected, store, disk, errors."""
    return workplace.state()


@admin_api.get("/games")
@admin_api.doc(**OF_HOST)
@admin_api.arguments(GamesIn, location="query")
@admin_api.response(200, FoundGamesOut)
def games(asked: Json) -> Json:
    """Every game, also those that are hidden, removed or set aside."""
    found = every_game.found(asked["text"], asked["away"], asked["kind"])
    return {"total": len(found), "games": found[asked["after"] :][: asked["limit"]]}


@admin_api.get("/games/<game>")
@admin_api.doc(**OF_HOST)
@admin_api.response(200, OneGameOut)
def one_game(game: str) -> Json:
    """A game, with what was done about it."""
    deeds.check_is_here(game)
    return every_game.one(game)


@admin_api.post("/games/<game>/deeds")
@admin_api.doc(**CHANGE_OF_HOST)
@admin_api.arguments(DeedIn)
@admin_api.response(200, OneGameOut)
def put_away(asked: Json, game: str) -> Json:
    """Hide a game, remove it, or show it again."""
    deeds.put_away(game, asked["did"], asked["why"])
    return every_game.one(game)


@admin_api.get("/texts")
@admin_api.doc(**OF_HOST)
@admin_api.arguments(TextsIn, location="query")
@admin_api.response(200, FoundTextsOut)
def texts(asked: Json) -> Json:
    """What people wrote at tables, but for notes to themselves; the newest first."""
    found = every_text.found(asked["text"], away=asked["away"], game=asked["game"])
    return {"total": len(found), "texts": found[asked["after"] :][: asked["limit"]]}


@admin_api.post("/games/<game>/texts/<said>/deeds")
@admin_api.doc(**CHANGE_OF_HOST)
@admin_api.arguments(TextDeedIn)
@admin_api.response(200, TextOut)
def put_text_away(asked: Json, game: str, said: str) -> Json:
    """Remove a note or line of talk, or show it again."""
    every_text.put_away(game, said, asked["did"], asked["why"])
    return every_text.one(game, said)


@admin_api.post("/play")
@admin_api.doc(**CHANGE_OF_HOST)
@admin_api.arguments(PlayIn)
@admin_api.response(200, PlayOut)
def play(asked: Json) -> Json:
    """Close play for a while, or open it again."""
    deeds.set_play(asked["open"], asked["why"])
    return workplace.play()


@admin_api.post("/simulations/<simulation>/stops")
@admin_api.doc(**CHANGE_OF_HOST)
@admin_api.response(200, ProgressOut)
def stop_simulation(simulation: str) -> Json:
    """Stop a simulation, whoever began it; what it has played is kept."""
    simulate.simulations().end(simulation)
    return document(simulate.simulations().progress(simulation))


@admin_api.get("/bans")
@admin_api.doc(**OF_HOST)
@admin_api.response(200, BanOut(many=True))
def bans() -> list[Json]:
    """Who is banned, and who was."""
    return deeds.every_ban()


@admin_api.post("/bans")
@admin_api.doc(**CHANGE_OF_HOST)
@admin_api.arguments(BanIn)
@admin_api.response(200, BanOut)
def ban(asked: Json) -> Json:
    """Ban somebody from opening and joining games and from talking; what he has is kept."""
    return _one_ban(deeds.ban(asked["who"], asked["why"]))


@admin_api.post("/bans/lifts")
@admin_api.doc(**CHANGE_OF_HOST)
@admin_api.arguments(BanIn)
@admin_api.response(200, BanOut)
def lift(asked: Json) -> Json:
    """Lift a ban."""
    return _one_ban(deeds.lift(asked["who"], asked["why"]))


def _one_ban(who: str) -> Json:
    return next(each for each in deeds.every_ban() if each["who"] == who)
