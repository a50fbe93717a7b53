"""A title's first game, which teaches it: `lesson.toml` in its folder, a game with a fixed seed.

Its steps are done in this order, each by the orders that it lists, in the words of the menu. An order with a
`seat` is given for that seat by whoever teaches; the others are the learner's own. The words that belong to
them are the table `lesson` of the title's prose: `title` and `about` of the whole, `<step>.title` and
`<step>` of each step, `end.title` and `end` for what comes after the last one.
"""

import hashlib
import tomllib
from typing import Any

import msgspec

from domain.kernel.codec import codec
from domain.kernel.datafiles import Entry, problem_in
from domain.kernel.errors import InvalidOrder
from domain.kernel.once import once
from domain.kernel.orders import Order
from domain.kernel.ruleset import RuleSet, titled
from domain.kernel.seats import Seat

FILE = "lesson.toml"


class Part(msgspec.Struct, frozen=True):
    """One order of a step, the seat that gives it, and whether the learner gives it."""

    seat: Seat
    order: Order
    is_own: bool


class LessonStep(msgspec.Struct, frozen=True):
    """One thing that is learnt: its id in the prose, and the orders by which it is done."""

    id: str
    parts: tuple[Part, ...]


class Lesson(msgspec.Struct, frozen=True):
    """A title's first game. `you` is the learner's seat, `seed` that of its dice and draws; `opening` are the
    orders that are given before the first step, `asks` the cards for which response windows ask anybody;
    `windows`: the learner is asked in every one of them."""

    title: str
    scenario: str
    seats: tuple[Seat, ...]
    you: Seat
    seed: bytes
    steps: tuple[LessonStep, ...]
    opening: tuple[Part, ...] = ()
    asks: tuple[str, ...] = ()
    windows: bool = False

    @property
    def parts(self) -> tuple[Part, ...]:
        """Every order of the lesson."""
        return (*self.opening, *(part for step in self.steps for part in step.parts))


class _Step(Entry, frozen=True, kw_only=True):
    id: str
    orders: list[dict[str, Any]]


class _File(Entry, frozen=True, kw_only=True):
    seed: str
    scenario: str
    seats: tuple[Seat, ...]
    you: Seat
    steps: list[_Step]
    opening: list[dict[str, Any]] = []
    asks: tuple[str, ...] = ()
    windows: bool = False


@once
def lesson_of(title: str) -> Lesson | None:
    """The first game that teaches a title; None if it has none. Raises DataError with file and entry."""
    rule_set = titled(title)
    path = rule_set.folder / FILE
    return read(rule_set, path.read_text("utf-8")) if path.exists() else None


def read(rule_set: RuleSet, text: str) -> Lesson:
    """The lesson that a file tells. Raises DataError."""
    try:
        told = msgspec.convert(tomllib.loads(text), _File)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise problem_in(FILE, "file", str(error)) from error
    if told.seats not in rule_set.scenario(told.scenario).seatings or told.you not in told.seats:
        raise problem_in(FILE, "file", f"{told.scenario} is not played so - at `$.seats`")
    steps = tuple(LessonStep(step.id, _parts(rule_set, told, step.id, step.orders)) for step in told.steps)
    for step in steps:
        if not any(part.is_own for part in step.parts):
            raise problem_in(FILE, step.id, "has no order of the learner's own - at `$.orders`")
    return Lesson(
        title=rule_set.id,
        scenario=told.scenario,
        seats=told.seats,
        you=told.you,
        seed=hashlib.sha256(told.seed.encode()).digest(),
        steps=steps,
        opening=_parts(rule_set, told, "opening", told.opening),
        asks=told.asks,
        windows=told.windows,
    )


def _parts(rule_set: RuleSet, told: _File, entry: str, orders: list[dict[str, Any]]) -> tuple[Part, ...]:
    found = []
    for each in orders:
        plain = dict(each)
        seat = plain.pop("seat", None)
        if seat is not None and seat not in told.seats:
            raise problem_in(FILE, entry, f"{seat} does not play - at `$.orders`")
        try:
            order = codec(rule_set.id).convert_order(plain)
        except InvalidOrder as problem:
            said = problem.said("en").replace(" - at `$.", ", at `")
            raise problem_in(FILE, entry, f"{said} - at `$.orders`") from problem
        found.append(Part(Seat(seat) if seat else told.you, order, seat is None))
    return tuple(found)
