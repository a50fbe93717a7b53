"""The API's live stream: what has changed for whoever asks, as it happens."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema, fields

from web.base import limits
from web.table.live import stream_of

stream_api = Blueprint("api_stream", __name__, url_prefix="/api/games", description="Following live")
STAMP = "Names what the asker sees; the message's `id` too. Send it as `Last-Event-ID` to go on after it"
SAYS = """Server-Sent Events. `moved` (with an `id`): the game has moved on, or what the asker may know of its
question has changed; `present`: the seats whose players are there; `talk`: the name of all notes and lines
that the asker may read, another one when they change; `reload` (with an `id`): more has happened than one
message holds, read the desk, the scene and the events anew. Lines that begin with a colon keep it open.
A stream ends when a seat's link was replaced, when its reader does not read, and when the server ends: come
again after `retry` milliseconds with the last `id`, and nothing is missed. Other events may be added."""


class StreamIn(Schema):
    since = fields.String(load_default="", metadata={"description": "The stamp that the asker knows"})
    talk = fields.String(load_default="", metadata={"description": "The name of the talk that they know"})
    view = fields.String(
        data_key="as", load_default="", metadata={"description": "`public`: what watchers see"}
    )


class PlaceOut(Schema):
    """Where the game stands: the data of `reload`."""

    stamp = fields.String(required=True, metadata={"description": STAMP})
    moment = fields.String(required=True, metadata={"description": "The decision point, as orders name it"})
    version = fields.Integer(required=True, metadata={"description": "The last event that the asker sees"})


class MovedOut(PlaceOut):
    """The data of `moved`. What else it holds is for the pages."""

    events = fields.List(
        fields.Dict(),
        required=True,
        metadata={"description": "The events since the stamp that was known, as `/events` gives them"},
    )


class KnownIn(Schema):
    last = fields.String(
        data_key="Last-Event-ID",
        load_default="",
        metadata={"description": "The `id` of the last message, in the place of `since`"},
    )


@stream_api.get("/<game>/stream")
@limits.streams
@stream_api.arguments(StreamIn, location="query")
@stream_api.arguments(KnownIn, location="headers")
@stream_api.doc(description=SAYS)
@stream_api.response(200, MovedOut, content_type="text/event-stream", description="The data of `moved`")
@stream_api.alt_response(204, description="The game is over, and this browser hides its result")
@stream_api.alt_response(503, description="Every place for a live stream is taken: ask again later")
def stream(_asked: dict[str, Any], _known: dict[str, Any], game: str) -> Response:
    """Follow a game live (Server-Sent Events)."""
    return stream_of(game)
