"""Events: facts that happened, and the few that every title shares."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from domain.kernel.seats import Seat
from domain.kernel.time_control import TimeControl


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fact in the past tense. It holds outcomes, so that later rule fixes never change old games."""

    rule: ClassVar[str] = ""
    """The paragraph it comes from; an instance whose rule varies has a field of its own, see `rule_of`."""
    edition: ClassVar[int] = 1
    """Grows when the stored form changes in more than added fields with defaults."""
    reveals: ClassVar[bool] = False
    """Whether it tells somebody something that cannot be untold: ends the free undo."""

    secrets: ClassVar[Mapping[str, str]] = {}
    """Fields that `redact` empties for those who may not know them, and whose they are: another field that
    holds the owner, or the owner himself."""

    def apply(self, state: Any) -> Any:
        """The state after this event. Facts about the game as a whole leave it as it is."""
        return state


def rule_of(event: Event) -> str:
    """The paragraph that `event` cites: its own field `cites`, else its type's rule."""
    return getattr(event, "cites", "") or event.rule


def is_quiet(event: Event) -> bool:
    """Whether it tells nothing that a reader of the log misses: a replay shows it, a log leaves it out.

    So says its own field or property `quiet`.
    """
    return bool(getattr(event, "quiet", False))


class Parent(msgspec.Struct, frozen=True):
    """Where a fork comes from, and whether it shares its parent's future dice."""

    game: str
    version: int
    same_fate: bool


CHOSEN = "seed"
"""Stands for the game whose dice an experiment has, where somebody chose its seed."""
LESSON = "lesson"
"""Stands there where the game teaches its title: its dice are the same for everybody, and fall again as they
fell when something is taken back."""


class Opened(Event, frozen=True):
    """A game was opened. Always version 1; the title's `set_up` makes the first state from it."""

    title: str
    edition_of_rules: int
    scenario: str
    seats: tuple[Seat, ...]
    options: dict[str, str]
    commitment: str
    """SHA-256 of game id and secret seed, hexadecimal."""
    data: str = ""
    """Digest of the title's data files, so that a replay can tell other data."""
    name: str = ""
    parent: Parent | None = None
    dice_of: str = ""
    """Set if the dice were known before: the finished game whose they are, `CHOSEN` for a chosen seed, or
    `LESSON`."""
    only_shown: str = ""
    """Why the game can be looked at but never played: an import by other `rules` or on other `data`."""
    pack: str = ""
    """The name of the data pack that the game is played on, whose digest `data` is. Empty: built-in data."""
    clock: TimeControl | None = None
    """How long the seats may think; None: as long as they like."""

    @property
    def pack_data(self) -> str:
        """The digest of the pack that the game is played on; empty for built-in data."""
        return self.data if self.pack else ""


class SeatTaken(Event, frozen=True):
    """Somebody holds a seat from now on. `kind`: person, hotseat, bot or open; a bot's name is its policy."""

    seat: Seat
    kind: str
    name: str = ""
    was: str = ""
    """Who held it before, if somebody did and it was freed."""


class SeatAsked(Event, frozen=True):
    """Somebody (`by`) asked in public for the seat that `name` holds, who may lose it by neither playing nor
    answering before the table's waiting time is over."""

    seat: Seat
    name: str
    by: str
    pace: str


class SeatKept(Event, frozen=True):
    """The holder of a seat that was asked for is there and keeps it."""

    seat: Seat
    name: str


class SeatFreed(Event, frozen=True):
    """The waiting time was over, and the seat of `was` waits for whom its next invitation reaches."""

    seat: Seat
    was: str
    by: str


class Undone(Event, frozen=True):
    """The game stands again where it stood after version `to`. Nothing is deleted."""

    to: int
    seat: Seat
    consented: tuple[Seat, ...] = ()


class SeatResigned(Event, frozen=True):
    """A seat gave the game up for its side, and the game is over (Napoleonics R-116; so in every title)."""

    seat: Seat
    winners: tuple[Seat, ...]
    """Who has won by it: the seats of the side that is left."""


class TimeRanOut(Event, frozen=True):
    """A seat thought longer than its clock gave it, and the game is over; `claimed_by` is set where another
    seat had to say so."""

    seat: Seat
    winners: tuple[Seat, ...]
    claimed_by: str = ""


class DrawOffered(Event, frozen=True):
    """A seat offers all others a draw; the offer stands until one of them declines it, orders anything
    or takes something back, or a seat changes hands."""

    seat: Seat


class DrawDeclined(Event, frozen=True):
    """A seat declines the draw that was offered, or takes its own offer back."""

    seat: Seat


class DrawAgreed(Event, frozen=True):
    """A seat agrees to the draw that was offered."""

    seat: Seat


class GameDrawn(Event, frozen=True):
    """All seats have agreed a draw, and the game is over."""

    offered_by: Seat


class SeedRevealed(Event, frozen=True):
    """The game is over and its seed (hexadecimal) is public: anybody can recompute every roll and draw."""

    seed: str


class Unreadable(Event, frozen=True):
    """Stands in news of all games for an event that this program cannot read, so that the rest can be."""

    topic: str

    def apply(self, state: Any) -> Any:
        raise LookupError(f"an event of the kind {self.topic!r} cannot be read")


SEAT_EVENTS: tuple[type[Event], ...] = (SeatTaken, SeatAsked, SeatKept, SeatFreed)
"""Events about who holds a seat: the game goes on beside them."""
DRAW_EVENTS: tuple[type[Event], ...] = (DrawOffered, DrawDeclined, DrawAgreed)
"""Events about a draw that is offered: the game goes on beside them."""
ENDINGS: tuple[type[Event], ...] = (SeatResigned, GameDrawn, TimeRanOut)
"""Events by which players, or their clocks, end a game: nothing is left to do after them."""
HOST_EVENTS: tuple[type[Event], ...] = (Opened, *SEAT_EVENTS, *DRAW_EVENTS, Undone, *ENDINGS, SeedRevealed)
"""Events that the host records between commands; only undos and endings change what is still to do."""


def seated(known: Mapping[Seat, SeatTaken], events: Iterable[Event]) -> dict[Seat, SeatTaken]:
    """Who sits at each seat that was ever taken, after `events`; `known` is who sat there before them.

    A seat that was freed waits for a person.
    """
    found = dict(known)
    for event in events:
        if isinstance(event, SeatTaken):
            found[event.seat] = event
        elif isinstance(event, SeatFreed):
            found[event.seat] = SeatTaken(event.seat, "person")
    return found
