"""The API's endpoints for notes and talk: each shows only what the asker may read."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema, fields, validate

from domain.store.talk import AUDIENCES, LINE_AUDIENCES, LONGEST_LINE, LONGEST_NOTE, MOST_MARKS
from web.base import limits
from web.base.security import visitor
from web.base.site import rule_set_of, site
from web.hosting import schemas, watching
from web.hosting.schemas import CHANGE, Envelope
from web.talk import talk

Json = dict[str, Any]
talk_api = Blueprint("api_talk", __name__, url_prefix="/api/games", description="Notes and talk")
SEAT = "One of the asker's seats; a browser without a seat gives its `name` instead, if the host allows it"


class AuthorIn(Envelope):
    seat = schemas.text(load_default=None, allow_none=True, metadata={"description": SEAT})
    name = fields.String(load_default="", validate=validate.Length(max=60))


class NoteIn(AuthorIn):
    """A note about `event`. Who may read it: me, side (the seats of the writer's side), everybody, or after
    (everybody, once the game is over). `marks` are spaces of the board."""

    event = fields.Integer(required=True, strict=True, validate=validate.Range(min=1))
    text = fields.String(required=True, validate=validate.Length(max=4 * LONGEST_NOTE))
    audience = fields.String(load_default="me", validate=validate.OneOf(AUDIENCES))
    marks = fields.List(schemas.text(), load_default=list, validate=validate.Length(max=MOST_MARKS))


class LineIn(AuthorIn):
    """A line of talk, to everybody at the table or to one's own side."""

    text = fields.String(required=True, validate=validate.Length(max=4 * LONGEST_LINE))
    audience = fields.String(load_default="everybody", validate=validate.OneOf(LINE_AUDIENCES))


class NotesIn(Schema):
    event = fields.Integer(
        load_default=None,
        validate=validate.Range(min=1),
        metadata={"description": "Only the notes about this event"},
    )


class SaidOut(Schema):
    """What was written: `from` says by whom, `mine` whether by the asker; `at` in milliseconds since 1970."""

    id = fields.String(required=True)
    at = fields.Integer(required=True)
    seat = fields.String(required=True, allow_none=True)
    name = fields.String(required=True)
    text = fields.String(required=True)
    audience = fields.String(required=True)
    mine = fields.Boolean(required=True)
    writer = fields.String(required=True, data_key="from", attribute="from")


class LineOut(SaidOut):
    """A line of talk."""


class NoteOut(SaidOut):
    """A note, the event that it is about and the spaces that it marks."""

    event = fields.Integer(required=True)
    marks = fields.List(fields.String(), required=True)


@talk_api.get("/<game>/notes")
@talk_api.arguments(NotesIn, location="query")
@talk_api.response(200, NoteOut(many=True))
def notes(asked: Json, game: str) -> list[Json]:
    """The notes that the asker may read, by event."""
    who = visitor(game)
    reader, last = talk.reader_of(who), watching.desk(who).version
    found = [each for each in site().games.talk.notes(game, reader) if each.version <= last]
    wanted = [each for each in found if asked["event"] in (None, each.version)]
    return [talk.note_document(each, reader, rule_set_of(game)) for each in wanted]


@talk_api.post("/<game>/notes")
@talk_api.doc(**CHANGE)
@limits.talk
@talk_api.arguments(NoteIn)
@talk_api.response(201, NoteOut)
def write_note(asked: Json, game: str) -> Json:
    """Write a note about an event."""
    who = visitor(game)
    note = talk.write_note(
        who, asked["seat"], asked["event"], asked["text"], asked["audience"], asked["marks"], asked["name"]
    )
    return talk.note_document(note, talk.reader_of(who), rule_set_of(game))


@talk_api.get("/<game>/lines")
@talk_api.response(200, LineOut(many=True))
def lines(game: str) -> list[Json]:
    """The talk at the table that the asker may read, oldest first."""
    who = visitor(game)
    reader = talk.reader_of(who)
    found = site().games.talk.lines(game, reader)
    return [talk.line_document(each, reader, rule_set_of(game)) for each in found]


@talk_api.post("/<game>/lines")
@talk_api.doc(**CHANGE)
@limits.talk
@talk_api.arguments(LineIn)
@talk_api.response(201, LineOut)
def say(asked: Json, game: str) -> Json:
    """Say something at the table."""
    who = visitor(game)
    line = talk.say(who, asked["seat"], asked["text"], asked["audience"], asked["name"])
    return talk.line_document(line, talk.reader_of(who), rule_set_of(game))


@talk_api.delete("/<game>/texts/<said>")
@talk_api.doc(**CHANGE)
@limits.talk
@talk_api.response(204, description="It is gone")
def erase(game: str, said: str) -> Response:
    """Delete a note or line of one's own, by its id."""
    talk.erase(visitor(game), said)
    return Response(status=204)
