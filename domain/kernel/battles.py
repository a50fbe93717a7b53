"""Battles as a table tells them: both sides, every factor as a line of a sum, cards, dice, chances, losses.

A title reads all this from the events of a battle, as a viewer may know them, and from the position; one
panel, one line of the log and one page of the replay show it for every title. Sentences are templates of the
prose's table `battle`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec

from domain.kernel.decisions import Draft
from domain.kernel.events import Event
from domain.kernel.seats import Seat
from domain.kernel.told import Told

Stage = Literal["declared", "cards", "dice", "result", "losses"]
STAGES: tuple[Stage, ...] = ("declared", "cards", "dice", "result", "losses")
Role = Literal["attacker", "defender"]
E = TypeVar("E", bound=Event)


class Factor(msgspec.Struct, frozen=True):
    """One line of a side's sum. `adds` is None while nobody may know it; what does not count stands grey."""

    said: Told
    adds: int | None = 0
    counts: bool = True


class CardShown(msgspec.Struct, frozen=True):
    """A card of the battle, and what it adds by itself; a back while the viewer may not know it."""

    card: str | None
    adds: int | None = None


class Throw(msgspec.Struct, frozen=True):
    """Dice as they fell: what for, their faces, which of them hit, and how many hits were to be expected.
    The faces of the title's `die` have names; their numbers begin with 1."""

    said: Told
    faces: tuple[int, ...]
    hits: tuple[bool, ...] = ()
    expected: float | None = None
    die: str = ""


class Camp(msgspec.Struct, frozen=True, kw_only=True):
    """One side. Its factors add up to `total`; `is_open` says that cards or dice which nobody knows yet may
    come to it. `factors` of both sides stand beside each other, None where a side has no such line."""

    side: str
    role: Role
    pieces: tuple[str, ...] = ()
    factors: tuple[Factor | None, ...]
    total: int
    is_open: bool = False
    cards: tuple[CardShown, ...] = ()
    throws: tuple[Throw, ...] = ()


class Sum(msgspec.Struct, frozen=True):
    """What both sides add to: a die, say, with all that is added to it. Its lines come to `total`; `is_open`:
    not all of them are known yet."""

    head: Told
    factors: tuple[Factor, ...]
    total: int
    is_open: bool = False


class Likely(msgspec.Struct, frozen=True):
    """How likely something is, between 0 and 1."""

    said: Told
    share: float


class Pairing(msgspec.Struct, frozen=True):
    """What comes of a choice of the attacker's and one of the defender's: how likely it is that each of them
    suffers, and each result as its table prints it; no results where nothing is fought."""

    attacker: float
    defender: float
    results: tuple[tuple[str, float], ...]


class Matrix(msgspec.Struct, frozen=True):
    """What comes of each of the `choices` that both sides have in secret: a row for each of the attacker's,
    in it a pairing for each of the defender's."""

    head: Told
    choices: tuple[Told, ...]
    rows: tuple[tuple[Pairing, ...], ...]


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """A battle as a viewer may know it. `spaces` are those that it is about, `stages` those that a battle of
    this title goes through, `stage` the one where it stands. `sums` are those that belong to both sides.
    `head` says over the `chances` what they are of, `matrix` what secret choices make of them, `result` who
    has won, `notes` what follows from it, `losses` the events that tell what it cost."""

    title: Told
    spaces: tuple[str, ...]
    stages: tuple[Stage, ...]
    stage: Stage
    camps: tuple[Camp, Camp]
    sums: tuple[Sum, ...] = ()
    head: Told | None = None
    chances: tuple[Likely, ...] = ()
    matrix: Matrix | None = None
    result: Told | None = None
    notes: tuple[Told, ...] = ()
    losses: tuple[Event, ...] = ()


class Course(NamedTuple):
    """How a battle went so far: its events, as the viewer may know them, and the position after the last;
    `draft` is what the viewer has chosen of an answer that is not yet given."""

    events: Sequence[Event]
    state: Any
    viewer: Seat
    draft: Draft = ()


@dataclass(frozen=True)
class Battles:
    """How a title's battles are told. One begins with an event of the kinds `begins`; it goes on until one of
    `ends`, or until an event that is no part of it. Battles may begin within others."""

    tell: Callable[[Course], Battle]
    begins: tuple[type[Event], ...]
    ends: tuple[type[Event], ...] = ()
    asks: frozenset[str] = frozenset()
    """The prompts of the questions that a battle asks: its panel shows their answers as well."""
    is_part: Callable[[Event], bool] = lambda event: True
    joins: Callable[[Event], bool] = lambda event: False
    """Whether an event that could begin a battle goes on with one under way, as simultaneous fire does."""


def last_of(found: Sequence[Event], kind: type[E]) -> E | None:
    """The latest of these events of one kind."""
    return next((each for each in reversed(found) if isinstance(each, kind)), None)


def side_by_side(
    attacker: dict[str, Factor], defender: dict[str, Factor], first: Sequence[str] = ()
) -> tuple[tuple[Factor, ...], tuple[Factor, ...]]:
    """The lines of both sides so that those of one kind stand beside each other, the kinds `first` before all
    others: where only one side has a line, the other's stands grey."""
    known = dict.fromkeys((*first, *attacker, *defender))
    keys = [key for key in known if key in attacker or key in defender]
    mine = tuple(attacker.get(key) or _idle(defender[key]) for key in keys)
    theirs = tuple(defender.get(key) or _idle(attacker[key]) for key in keys)
    return mine, theirs


def _idle(factor: Factor) -> Factor:
    return Factor(factor.said, 0, counts=False)


def total(factors: Iterable[Factor | None]) -> int:
    """What the lines that are known come to."""
    return sum(each.adds or 0 for each in factors if each is not None and each.counts)
