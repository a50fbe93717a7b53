"""How a title introduces itself: `presentation.toml` in its folder, facts that a newcomer chooses by.

The words that belong to them are the table `front` of its prose: `when` (the time it is about), `line` (one
true sentence), `you` (whom one plays at the usual start), `scenario.<id>` (a scenario in a word).
"""

import tomllib
from typing import Annotated, Any, Literal

import msgspec

from domain.kernel.datafiles import Entry, problem_in
from domain.kernel.once import once
from domain.kernel.ruleset import RuleSet, Scenario, titled, titles
from domain.kernel.seats import Seat

FILE = "presentation.toml"
UNTOLD = 99
"""The ease of a title that says nothing of it: it comes after those that do."""
Weight = Annotated[int, msgspec.Meta(ge=1, le=5)]
Minutes = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


class Start(Entry, frozen=True, kw_only=True):
    """What one press opens: a scenario, its seating, and the seat of whoever presses."""

    scenario: str
    seats: tuple[Seat, ...]
    you: Seat


class Presentation(Entry, frozen=True, kw_only=True):
    """One title. `ease`: the lowest is offered to a newcomer first; `weight` of 5, None if it is not told;
    `minutes` of its shortest and longest game; `view`: spaces of the board that its picture shows (none: the
    whole board); `sample`: the game of the library that shows it best;
    `matches`: whether one usually plays each battle twice, with sides changed."""

    start: Start
    ease: Annotated[int, msgspec.Meta(ge=1)] = UNTOLD
    weight: Weight | None = None
    minutes: tuple[Minutes, Minutes] | None = None
    chance: tuple[Literal["cards", "dice"], ...] = ()
    view: tuple[str, ...] = ()
    sample: str = ""
    matches: bool = False


@once
def presentation_of(title: str) -> Presentation:
    """How a title introduces itself. Raises DataError that names the entry and field of what is wrong."""
    rule_set = titled(title)
    path = rule_set.folder / FILE
    if not path.exists():
        return Presentation(start=_usual_start(rule_set))
    try:
        told: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise problem_in(FILE, "syntax", str(error)) from error
    return read(rule_set, told)


def read(rule_set: RuleSet, told: dict[str, Any]) -> Presentation:
    """The tables of a file, checked against the title. Raises DataError."""
    start = msgspec.to_builtins(_usual_start(rule_set))
    try:
        found = msgspec.convert({"start": start, **told}, Presentation)
    except msgspec.ValidationError as error:
        raise problem_in(FILE, "file", str(error)) from error
    known = {each.id: each for each in rule_set.scenarios}
    _require(found.start.scenario in known, "start", "scenario", f"is none of {', '.join(known)}")
    seatings = known[found.start.scenario].seatings
    _require(found.start.seats in seatings, "start", "seats", f"is none of {', '.join(map(str, seatings))}")
    _require(found.start.you in found.start.seats, "start", "you", "is none of its seats")
    short, long = found.minutes or (1, 1)
    _require(short <= long, "file", "minutes", "must name the shorter game first")
    return found


def _require(holds: bool, entry: str, field: str, problem: str) -> None:
    if not holds:
        raise problem_in(FILE, entry, f"{problem} - at `$.{field}`")


def _usual_start(rule_set: RuleSet) -> Start:
    """The first scenario with its fewest players, none of whom bids."""
    scenario = rule_set.scenarios[0]
    seats = min((each for each in scenario.seatings if each not in rule_set.bidding), key=len)
    return Start(scenario=scenario.id, seats=seats, you=seats[0])


def easiest_first() -> tuple[RuleSet, ...]:
    """Every title, the one that a newcomer begins with first: by `ease`, then by players and turns."""
    return tuple(sorted(titles(), key=_ease))


def easiest_title() -> RuleSet:
    """The title that a newcomer begins with."""
    return easiest_first()[0]


def _ease(rule_set: RuleSet) -> tuple[int, int, int]:
    usual: Scenario = rule_set.scenarios[0]
    return presentation_of(rule_set.id).ease, len(usual.seatings[0]), usual.length
