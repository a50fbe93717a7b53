"""How events are written: JSON that a person can read (the store packs it), typed when read back.

A topic such as `waterloo:CardPlayed/1` names title, event and edition of its form. Added
fields with defaults need nothing; any other change takes a new edition and an upcast here.
"""

import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import reduce
from operator import or_
from typing import Any, Generic, TypeVar

import msgspec

from domain.kernel.chance import Drawn, Rolled
from domain.kernel.errors import InvalidOrder
from domain.kernel.events import HOST_EVENTS, Event
from domain.kernel.history import Offer, Recorded, Standing
from domain.kernel.once import once
from domain.kernel.orders import Order
from domain.kernel.prose_files import plain_refusal
from domain.kernel.ruleset import Result, RuleSet, titled, titles
from domain.kernel.time_control import Times

SHARED_EVENTS: tuple[type[Event], ...] = (*HOST_EVENTS, Rolled, Drawn)

UPCASTS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""Old topic -> the body in the form of the next edition."""

Body = TypeVar("Body")


class _Envelope(msgspec.Struct, Generic[Body], frozen=True, array_like=True):
    at: int
    left: int
    body: Body
    answers: Any = None
    agenda: Any = None


class _GoingOn(msgspec.Struct, Generic[Body], frozen=True, array_like=True):
    """The envelope of an event that goes on with a march; all others are written as they always were."""

    at: int
    left: int
    body: Body
    answers: Any
    agenda: Any
    goes_on: bool


class _Timed(msgspec.Struct, Generic[Body], frozen=True, array_like=True):
    """The envelope of what was decided in a game with a clock."""

    at: int
    left: int
    body: Body
    answers: Any
    agenda: Any
    goes_on: bool
    spent: Any


_encode = msgspec.json.Encoder().encode


def any_of(types: Iterable[type]) -> Any:
    """The type of whatever is of one of these."""
    return reduce(or_, types)


class Codec:
    """Writes and reads the events, orders and standings of one title.

    All types are built here and none later: threads share them.
    """

    def __init__(self, rule_set: RuleSet) -> None:
        self.rule_set = rule_set
        self._types = {event.__name__: event for event in (*SHARED_EVENTS, *rule_set.events)}
        order: Any = any_of(rule_set.orders)
        step: Any = any_of(rule_set.steps)
        self._order = order
        answers = tuple[dict[str, tuple[order, ...]], ...]
        agenda = tuple[step, ...]
        self._decoders = {
            name: msgspec.json.Decoder(_envelope(event, answers, agenda))
            for name, event in self._types.items()
        }
        self._order_decoder = msgspec.json.Decoder(order)
        self.snapshot_type = msgspec.defstruct(
            "Snapshot",
            [
                ("version", int),
                ("rest", int),
                ("opened", self._types["Opened"]),
                ("state", rule_set.state),
                ("agenda", agenda),
                ("ledger", dict[str, int]),
                ("ended", Result | None, None),
                ("offer", Offer | None, None),
                ("times", Times | None, None),
            ],
            frozen=True,
            array_like=True,
        )
        self._standing_decoder = msgspec.msgpack.Decoder(self.snapshot_type)
        with suppress(msgspec.ValidationError):
            msgspec.convert(None, type=order)  # `convert_order` has no decoder that could be built ahead

    def topic(self, event: Event | type[Event]) -> str:
        """`waterloo:CardPlayed/1`."""
        name = (event if isinstance(event, type) else type(event)).__name__
        return f"{self.rule_set.id}:{name}/{event.edition}"

    def events(self) -> dict[str, type[Event]]:
        """Every event of the title by its topic, those of every title among them."""
        return {self.topic(each): each for each in self._types.values()}

    def write(self, recorded: Recorded) -> bytes:
        """The envelope as JSON: [at, left, body, answers, agenda], and true where it goes on with a march; in
        a game with a clock that, and what the seats have thought."""
        fields = (recorded.at, recorded.left, recorded.body, recorded.answers, recorded.agenda)
        if recorded.spent is not None:
            return _encode(_Timed(*fields, recorded.goes_on, recorded.spent))
        return _encode(_GoingOn(*fields, True) if recorded.goes_on else _Envelope(*fields))

    def read(self, game: str, version: int, topic: str, data: bytes) -> Recorded:
        """The event that `write` wrote, brought up to the present edition."""
        while topic in UPCASTS:
            raw = msgspec.json.decode(data)
            raw[2] = UPCASTS[topic](raw[2])
            data = _encode(raw)
            name, edition = topic.rsplit("/", 1)
            topic = f"{name}/{int(edition) + 1}"
        envelope: Any = self._decoders[topic.split(":", 1)[1].rsplit("/", 1)[0]].decode(data)
        return Recorded(
            game, version, envelope.at, envelope.body, envelope.left, envelope.answers, envelope.agenda,
            envelope.goes_on, envelope.spent,
        )  # fmt: skip

    def read_order(self, data: bytes | str) -> Order:
        """An order from JSON. Raises InvalidOrder with the field that is wrong."""
        try:
            order: Order = self._order_decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
            raise InvalidOrder(plain_refusal("not_an_order", problem=problem)) from problem
        return order

    def convert_order(self, value: Any) -> Order:
        """An order from parsed JSON. Raises InvalidOrder with the field that is wrong."""
        try:
            order: Order = msgspec.convert(value, type=self._order, strict=True)
        except (msgspec.ValidationError, RecursionError) as problem:
            raise InvalidOrder(plain_refusal("not_an_order", problem=problem)) from problem
        return order

    def write_standing(self, standing: Standing) -> bytes:
        """A snapshot in MessagePack, packed: it takes a third of the room."""
        packed = msgspec.msgpack.encode(
            self.snapshot_type(
                standing.version,
                standing.rest,
                standing.opened,
                standing.state,
                standing.agenda,
                dict(standing.ledger),
                standing.ended,
                standing.offer,
                standing.times,
            )
        )
        return zlib.compress(packed)

    def read_standing(self, data: bytes) -> Standing:
        """The standing that `write_standing` wrote."""
        read: Any = self._standing_decoder.decode(zlib.decompress(data))
        where = (read.version, read.rest, read.opened, read.state, read.agenda, read.ledger)
        return Standing(*where, read.ended, read.offer, read.times)


def _envelope(event: type[Event], answers: Any, agenda: Any) -> Any:
    """The type of an event in its envelope, to read it by."""
    fields: list[Any] = [
        ("at", int),
        ("left", int),
        ("body", event),
        ("answers", answers | None, None),
        ("agenda", agenda | None, None),
        ("goes_on", bool, False),
        ("spent", dict[str, int] | None, None),
    ]
    return msgspec.defstruct("Envelope", fields, frozen=True, array_like=True)


@once
def codec(title: str) -> Codec:
    """The codec of a title by its id. Raises InvalidSetup."""
    return Codec(titled(title))


def build_all() -> None:
    """Builds the codecs of all registered titles, before threads do."""
    for each in titles():
        codec(each.id)


def write_order(order: Order) -> str:
    """An order as JSON, as menus show it and the API takes it."""
    return _encode(order).decode()
