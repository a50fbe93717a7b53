"""The envelopes that cross HTTP. Orders inside them are msgspec structs, see `OrderField`."""

from typing import Any, get_args

import msgspec
from marshmallow import RAISE, Schema, ValidationError, fields, post_load, validate

from domain.kernel import TimeControl, titles
from domain.kernel.time_control import LONGEST, LONGEST_INCREMENT, OnTime
from domain.store.house import LIMITS, LONGEST_DELAY, Undo, Watchers
from domain.store.marches import MOST as LONGEST_MARCH
from domain.store.standing_orders import LEVELS, MOST
from web.base.security import HEADER
from web.hosting.hosting import KINDS

PAGE = 100
"""So many lines of a list are told at once if nothing else is asked."""
LONG = 400
"""No text in a request is longer but lists of orders; names are checked more strictly where they are used."""


CHANGE: dict[str, Any] = {
    "parameters": [
        {
            "in": "header",
            "name": HEADER,
            "required": True,
            "schema": {"type": "string"},
            "example": "1",
            "description": "Any value: shows that no other site's form sent this.",
        }
    ],
    "security": [{"seat": []}, {}],
}
"""What the API's document says of every endpoint that changes something."""


def text(**more: Any) -> fields.String:
    """A short text."""
    return fields.String(validate=validate.Length(max=LONG), **more)


class OrderField(fields.Field[Any]):
    """An order as JSON: an object whose field `order` names it. Its title's codec reads it."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> dict[str, Any]:
        if not isinstance(value, dict) or not isinstance(value.get("order"), str):
            raise ValidationError("An order is an object whose field 'order' names it.")
        return value


class Envelope(Schema):
    class Meta:
        unknown = RAISE


class PlaceIn(Envelope):
    """Who fills a seat: me (the asker), hotseat, invitation, bot (its policy as name; without one the best
    that there is) or open."""

    kind = fields.String(required=True, validate=validate.OneOf(list(KINDS)))
    name = fields.String(load_default="")


class ClockIn(Envelope):
    """How long a seat may think, in seconds: `per_move` for each answer, or `per_game` for the whole game
    with an `increment` for each answer. Who runs out of time has lost, or may be claimed to have
    (`on_time`)."""

    per_move = fields.Integer(load_default=0, strict=True, validate=validate.Range(min=0, max=LONGEST))
    per_game = fields.Integer(load_default=0, strict=True, validate=validate.Range(min=0, max=LONGEST))
    increment = fields.Integer(
        load_default=0, strict=True, validate=validate.Range(min=0, max=LONGEST_INCREMENT)
    )
    on_time = fields.String(load_default="lost", validate=validate.OneOf(get_args(OnTime)))

    @post_load
    def _as_clock(self, data: dict[str, Any], **_more: Any) -> TimeControl:
        return TimeControl(**data)


class NewGameIn(Envelope):
    """A game to open. `seats` says who fills each seat of one of the scenario's seatings; `cover` is about
    how many seconds response windows stay open, even if all have answered. `watchers` see the public view
    now, `delay` events later, or nothing of the play before the end; `pace` says after what time those who
    wait may nudge; `undo` is free until something is revealed and then by consent, always by consent, or
    free until something is revealed (`unrevealed`) and never after it; with `hints` whoever is asked may
    have one of the computer. `dice` makes it an experiment for
    ever: the id of a finished game whose dice come again, or a seed of 64 hexadecimal digits. `pack` is the
    name or digest of a data pack that the title offers; empty for the built-in data. `clock` is null for
    none."""

    title = text(required=True)
    scenario = text(required=True)
    name = fields.String(load_default="")
    cover = fields.Integer(load_default=0, strict=True, validate=validate.Range(min=0, max=60))
    watchers = fields.String(load_default="now", validate=validate.OneOf(get_args(Watchers)))
    delay = fields.Integer(load_default=10, strict=True, validate=validate.Range(min=1, max=LONGEST_DELAY))
    pace = fields.String(load_default="live", validate=validate.OneOf(list(LIMITS)))
    undo = fields.String(load_default="free", validate=validate.OneOf(get_args(Undo)))
    hints = fields.Boolean(load_default=False)
    dice = text(load_default="")
    pack = text(load_default="")
    clock = fields.Nested(ClockIn, load_default=None, allow_none=True)
    options = fields.Dict(keys=text(), values=text(), load_default=dict)
    seats = fields.Dict(keys=text(), values=fields.Nested(PlaceIn), required=True)


class ForkIn(Envelope):
    """Where to go on from (the last decision at or before event `version`), who holds the seats, and
    whether the dice are the parent's. It has a clock only if one is given."""

    version = fields.Integer(required=True, strict=True, validate=validate.Range(min=1))
    same_fate = fields.Boolean(load_default=False)
    clock = fields.Nested(ClockIn, load_default=None, allow_none=True)
    name = fields.String(load_default="")
    seats = fields.Dict(keys=text(), values=fields.Nested(PlaceIn), required=True)


class March(fields.List[Any]):
    """Orders of a march, counted before any of them is looked at."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> list[Any]:
        if isinstance(value, list):
            validate.Length(min=1, max=LONGEST_MARCH)(value)
        return super()._deserialize(value, attr, data, **more)


class OrderIn(Envelope):
    """An order of a seat, or `orders` to be given one after the other until something comes between;
    `moment` is the desk's when they were chosen, so that stale ones are refused (several orders need it)."""

    seat = text(required=True)
    order = OrderField()
    orders = March(OrderField(), metadata={"minItems": 1, "maxItems": LONGEST_MARCH})
    moment = text(load_default=None, allow_none=True)


class SeatIn(Envelope):
    """One of the asker's seats."""

    seat = text(required=True)
    moment = text(load_default=None, allow_none=True)


class NudgeIn(Envelope):
    """The seat that the asker waits for."""

    seat = text(required=True)


class HintIn(Envelope):
    """The seat that is asked, and at which moment (the present one if it is left out)."""

    seat = text(required=True)
    moment = text(load_default=None, allow_none=True)


class ResignIn(Envelope):
    """The seat that gives the game up."""

    seat = text(required=True)


class ClaimIn(Envelope):
    """The seat that claims the game from one that is out of time."""

    seat = text(required=True)


class OfferIn(Envelope):
    """The seat that offers a draw."""

    seat = text(required=True)


class StandingOrderIn(Envelope):
    """When a seat is asked in response windows. `level`: ask (always), kinds (windows of `kinds` pass) or
    all (all pass), both until the seat is asked something else; battles (only windows in battles and
    sieges ask), cards (only windows in which one of `cards` may be played ask). `pass_empty`: windows in
    which the seat can play nothing pass too."""

    seat = text(required=True)
    level = fields.String(required=True, validate=validate.OneOf(LEVELS))
    kinds = fields.List(text(), load_default=list, validate=validate.Length(max=MOST))
    cards = fields.List(text(), load_default=list, validate=validate.Length(max=MOST))
    pass_empty = fields.Boolean(load_default=False)


class TakeBackIn(Envelope):
    """The version of the rest to go back to; the asker's last order or march if it is absent, with `step`
    only the last step of that march."""

    step = fields.Boolean(load_default=False)
    to = fields.Integer(load_default=None, allow_none=True, strict=True, validate=validate.Range(min=1))


class ConsentIn(Envelope):
    """Whether a seat agrees to the request that lies on the desk."""

    seat = text(required=True)
    agree = fields.Boolean(required=True)


class JoinIn(Envelope):
    """A name to sit down with, and the token of an invitation where the seat is reserved."""

    name = fields.String(required=True)
    token = fields.String(load_default=None, allow_none=True, validate=validate.Length(max=4000))


class ViewIn(Schema):
    """Whose view: `public`, one of the asker's seats, or `all` and any seat after the end."""

    view = text(load_default=None)


class PageIn(Schema):
    """A part of a list: the lines after the one with the `cursor` that is given as `after`."""

    after = text(load_default="", metadata={"description": "The `cursor` of the last line that is known"})
    limit = fields.Integer(load_default=PAGE, validate=validate.Range(min=1, max=1000))


class DeskIn(Schema):
    """One of the asker's seats; the one that is asked if it is absent."""

    seat = text(load_default=None)


class ReachIn(Schema):
    """One of the asker's seats (the one that is asked if it is absent), a counter, and the desk's moment: of
    another moment nothing is told. `first` are orders as JSON, which lead to a way-point."""

    seat = text(load_default=None)
    piece = text(load_default="")
    moment = text(load_default=None)
    first = fields.String(load_default=None, validate=validate.Length(max=20 * LONG))


class SceneIn(ViewIn):
    at = fields.Integer(load_default=None, validate=validate.Range(min=1))


class EventsIn(ViewIn):
    after = fields.Integer(load_default=0, validate=validate.Range(min=0))
    limit = fields.Integer(load_default=200, validate=validate.Range(min=1, max=1000))


class TimelineIn(ViewIn):
    start = fields.Integer(load_default=1, validate=validate.Range(min=1))
    stop = fields.Integer(load_default=None, validate=validate.Range(min=1))


class ProblemOut(Schema):
    """An error (RFC 9457): `error` is its type in a word, `message` and `detail` its sentence, `rule` what
    stands against an order, `fields` what cannot be read of a body."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    error = fields.String(required=True)
    message = fields.String(required=True)
    rule = fields.String()
    fields_ = fields.Dict(data_key="fields")


class OpenedOut(Schema):
    """A new game: its id, the token of the asker's own seats (for `Authorization: Bearer`), and the
    tokens of invitations, by seat."""

    game = fields.String(required=True)
    token = fields.String(required=True, allow_none=True)
    invitations = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class SeatOut(Schema):
    """A seat that the asker holds now, and the token for it."""

    game = fields.String(required=True)
    seat = fields.String(required=True)
    token = fields.String(required=True)


class HolderOut(Schema):
    kind = fields.String(required=True)
    name = fields.String(required=True)


class ClockOut(Schema):
    """The clock that was chosen, in seconds."""

    per_move = fields.Integer(required=True)
    per_game = fields.Integer(required=True)
    increment = fields.Integer(required=True)
    on_time = fields.String(required=True)


class SeatClockOut(Schema):
    """A seat's clock: what is `left` (milliseconds), and when it is over (ms since 1970) if it runs."""

    left = fields.Integer(required=True)
    until = fields.Integer(required=True, allow_none=True)


class GameOut(Schema):
    """A game's head, as the asker may know it; `cover` and the terms as they were asked for. `pack` is
    the name of the data pack that it is played on, `data` its digest; both are empty for built-in data.
    `clocks` are those of each seat that has one; null, as `clock`, where the game has none."""

    game = fields.String(required=True)
    title = fields.String(required=True)
    scenario = fields.String(required=True)
    name = fields.String(required=True)
    options = fields.Dict(required=True)
    cover = fields.Integer(required=True)
    watchers = fields.String(required=True)
    delay = fields.Integer(required=True)
    pace = fields.String(required=True)
    undo = fields.String(required=True)
    hints = fields.Boolean(required=True)
    hinted = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    dice_of = fields.String(required=True)
    pack = fields.String(required=True)
    data = fields.String(required=True)
    only_shown = fields.String(required=True)
    seats = fields.Dict(keys=fields.String(), values=fields.Nested(HolderOut), required=True)
    version = fields.Integer(required=True)
    over = fields.Boolean(required=True)
    result = fields.Dict(allow_none=True)
    waiting = fields.List(fields.String(), required=True)
    commitment = fields.String(required=True)
    parent = fields.Dict(allow_none=True)
    clock = fields.Nested(ClockOut, required=True, allow_none=True)
    clocks = fields.Dict(
        keys=fields.String(), values=fields.Nested(SeatClockOut), required=True, allow_none=True
    )
    yours = fields.List(fields.String(), required=True)


def order_components() -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """(references to every order of every title, their JSON Schemas by name)."""
    types = [order for each in titles() for order in each.orders]
    found, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    return list(found), components
