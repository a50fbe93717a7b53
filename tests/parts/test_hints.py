"""Hints by the fields of orders."""

from domain.kernel.orders import Order
from domain.kernel.ruleset import Hint
from domain.parts.hints import by_fields

AT = {"guard": "E5", "foe": "D5"}


class March(Order, frozen=True):
    unit: str
    to: str


class Strike(Order, frozen=True):
    unit: str
    target: str


class Raise(Order, frozen=True):
    leader: str


class Arrive(Order, frozen=True):
    hex: str


class Lay(Order, frozen=True):
    card: str


class Halt(Order, frozen=True):
    count: int = 0


def test_fields_say_what_to_touch_and_where_it_leads() -> None:
    assert by_fields(March("guard", "E6"), AT) == Hint(piece="guard", target="E6")
    assert by_fields(Strike("guard", "foe"), AT) == Hint(piece="guard", target="D5", kind="fight")
    assert by_fields(Raise("guard"), AT) == Hint(piece="guard", target="E5"), "it is about where he stands"
    assert by_fields(Raise("gone"), AT) == Hint(piece="gone")
    assert by_fields(Arrive("E6"), AT) == Hint(target="E6", kind="here"), "nobody goes there"
    assert by_fields(Lay("ace"), AT) == Hint(piece="ace")
    assert by_fields(Halt(), AT) == Hint()
