"""Heads: where games stand, and the little of what led there that orders need."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count

from domain.kernel.agenda import Step
from domain.kernel.events import ENDINGS, SEAT_EVENTS, Opened, Undone
from domain.kernel.history import Past, Recorded, Standing, fold
from domain.kernel.ruleset import RuleSet
from domain.kernel.seats import Seat
from domain.store import past
from domain.store.people import Holder

LATE_EVENTS = 32
"""How many of the last events stay in memory."""
PAGE = 64
"""How many are read at once when one goes further back."""

Read = Callable[[int, int], list[Recorded]]
"""Gives the events with versions above the first number, up to and with the second."""


def folded(
    rule_set: RuleSet, recorded: Sequence[Recorded], start: Standing | None, earlier: Past
) -> Standing:
    """The standing after `recorded`, which go on from `start`; `earlier` is asked for what is before it."""
    rests = {} if start is None else {start.version: start}
    standing = start

    def at(version: int) -> Standing:
        return rests[version] if version in rests else earlier(version)

    for each in recorded:
        standing = fold(rule_set, (each,), standing, at)
        if each.left == 0:
            rests[each.version] = standing
    assert standing is not None, "a game has at least its opening event"
    return standing


@dataclass(frozen=True, slots=True)
class Head:
    """Where a game stands, and its last events without a gap."""

    rule_set: RuleSet
    standing: Standing
    late: tuple[Recorded, ...]

    @property
    def game(self) -> str:
        return self.late[-1].game

    @property
    def version(self) -> int:
        return self.standing.version

    @property
    def last(self) -> Recorded:
        """The last event."""
        return self.late[-1]

    def since(self, version: int) -> tuple[Recorded, ...] | None:
        """The events after `version`; None if not all of them are here."""
        number = self.version - version
        return None if number > len(self.late) else self.late[len(self.late) - number :]

    def after(self, recorded: Sequence[Recorded], earlier: Past) -> "Head":
        """The head when more events have come."""
        if not recorded:
            return self
        standing = folded(self.rule_set, recorded, self.standing, earlier)
        return Head(self.rule_set, standing, (*self.late, *recorded)[-LATE_EVENTS:])


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits at a table after event `version`: when it was opened (milliseconds since 1970), the holders,
    the seats that were asked for in public, and what happened to the seats."""

    version: int
    opened_at: int
    holders: dict[Seat, Holder]
    notices: dict[Seat, Recorded]
    events: tuple[Recorded, ...]

    def after(self, recorded: Sequence[Recorded]) -> "Seating":
        """The seating when more events have come."""
        if not recorded:
            return self
        seated = [each for each in recorded if isinstance(each.body, SEAT_EVENTS)]
        holders = past.holders(self.holders, seated) if seated else self.holders
        notices = past.notices(self.notices, recorded) if seated or self.notices else self.notices
        return Seating(recorded[-1].version, self.opened_at, holders, notices, (*self.events, *seated))


class Lately:
    """A game's events from the last one back, as far as one asks: a `Record`."""

    def __init__(self, head: Head, read: Read) -> None:
        self.head, self._read = head, read
        self._events = list(head.late)
        self._first = head.late[0].version

    def event(self, version: int) -> Recorded:
        """The event `version`."""
        self._go_back(version)
        return self._events[version - self._first]

    def since(self, version: int) -> list[Recorded]:
        """The events after `version`."""
        self._go_back(version + 1)
        return self._events[version + 1 - self._first :]

    def _go_back(self, version: int) -> None:
        while version < self._first:
            page = self._read(max(0, min(version, self._first - PAGE) - 1), self._first - 1)
            self._events[:0], self._first = page, page[0].version

    def rest(self, version: int) -> int:
        """The rest where the game stood after `version`."""
        return next(each for each in count(version, -1) if self.is_rest(each))

    def is_rest(self, version: int) -> bool:
        """Whether `version` is the last event of a command, or undid one."""
        return _is_rest(self.event(version))

    def agenda_at(self, version: int) -> tuple[Step, ...]:
        """What the game had to do after `version`."""
        if version == self.head.version:
            return self.head.standing.agenda
        body = (last := self.event(self.rest(version))).body
        if isinstance(body, Undone):
            return self.agenda_at(body.to)
        if isinstance(body, ENDINGS):
            return ()
        if isinstance(body, Opened):
            return self.head.rule_set.set_up(body)[1]
        assert last.agenda is not None, "the last event of a command carries the agenda"
        return last.agenda


def _is_rest(recorded: Recorded) -> bool:
    return (
        recorded.version == 1 or recorded.agenda is not None or isinstance(recorded.body, (Undone, *ENDINGS))
    )
