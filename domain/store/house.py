"""What is agreed at a table beside the rules: what watchers see, the pace, undo, and nudges.

None of it is an event: it does not change how a game goes, and no archive carries it.
"""

from typing import Literal, get_args

import msgspec

from domain.kernel.errors import InvalidSetup
from domain.kernel.prose_files import plain_refusal
from domain.kernel.seats import Seat
from domain.store.changes import KEPT, Changes, Remembered
from domain.store.commits import Cursor
from domain.store.faults import storing
from domain.store.vault import NUDGE, TERMS, Notes, subject

Watchers = Literal["now", "later", "end"]
Pace = Literal["live", "fast", "slow"]
Undo = Literal["free", "consent", "unrevealed"]
LIMITS: dict[str, int] = {"live": 5 * 60_000, "fast": 12 * 3_600_000, "slow": 3 * 24 * 3_600_000}
"""Milliseconds that a seat may take before those who wait may nudge it, by pace."""
WAITS: dict[str, int] = {"live": 10 * 60_000, "fast": 24 * 3_600_000, "slow": 3 * 24 * 3_600_000}
"""Milliseconds that the holder of a seat has to answer when it was asked for in public, by pace."""
LONGEST_DELAY = 200


class Terms(msgspec.Struct, frozen=True):
    """The terms of a table, fixed when it is opened.

    `watchers` see the public view now, `delay` events later, or nothing of the play before the end.
    `undo` is free while nothing was revealed and needs consent afterwards; or it always needs consent; or
    it is free while nothing was revealed (`unrevealed`), and there is none afterwards. With `hints` a
    player may ask what the computer would order.
    """

    watchers: Watchers = "now"
    delay: int = 10
    pace: Pace = "live"
    undo: Undo = "free"
    hints: bool = False

    @property
    def limit(self) -> int:
        """Milliseconds after which a seat that is asked may be nudged."""
        return LIMITS[self.pace]

    @property
    def wait(self) -> int:
        """Milliseconds after which a seat that was asked for in public may go to somebody else."""
        return WAITS[self.pace]

    def newest(self, version: int) -> int:
        """The newest event that watchers see while a game goes on that stands at event `version`.

        The first one, which opens the game, is never hidden.
        """
        if self.watchers == "now":
            return version
        return 1 if self.watchers == "end" else max(1, version - self.delay)


USUAL = Terms()


def checked_terms(terms: Terms) -> Terms:
    """The terms. Raises InvalidSetup if there are none like them."""
    if terms.watchers not in get_args(Watchers):
        raise InvalidSetup(plain_refusal("no_such_watchers", given=terms.watchers))
    if not 1 <= terms.delay <= LONGEST_DELAY:
        raise InvalidSetup(plain_refusal("delay_out_of_range", most=LONGEST_DELAY, given=terms.delay))
    if terms.pace not in LIMITS:
        raise InvalidSetup(plain_refusal("no_such_pace", known=", ".join(LIMITS), given=terms.pace))
    if terms.undo not in get_args(Undo):
        raise InvalidSetup(plain_refusal("no_such_undo", known=", ".join(get_args(Undo)), given=terms.undo))
    return terms


class Nudge(msgspec.Struct, frozen=True):
    """Somebody reminded the seat that is asked: who, when (milliseconds since 1970), at which moment."""

    by: Seat
    at: int
    moment: str


_read_terms = msgspec.json.Decoder(Terms).decode
_read_nudge = msgspec.json.Decoder(Nudge).decode


class House:
    """The notes about what is agreed."""

    def __init__(self, notes: Notes, changes: Changes) -> None:
        self._notes = notes
        self._nudges: Remembered[dict[Seat, Nudge]] = Remembered(changes)
        self._none: Remembered[str | None] = Remembered(changes)
        self._terms: dict[str, Terms] = {}

    def note(self, cursor: Cursor, game: str, terms: Terms) -> None:
        """The terms of a new game: noted within the transaction that stores its events."""
        self._notes.say(cursor, TERMS, game, "", msgspec.json.encode(terms).decode())

    def terms(self, game: str) -> Terms:
        """The terms of a game, the usual ones if nothing was noted: of an old game, of one that is promised.
        What was noted never changes."""
        found = self._terms.get(game)
        if found is None:
            with storing("Reading the terms of the table"):
                body = self._none.get(lambda: self._notes.read(TERMS, game), subject(TERMS, game))
            if body is None:
                return USUAL
            if len(self._terms) >= KEPT:
                self._terms.clear()
            found = self._terms[game] = _read_terms(body)
        return found

    def nudges(self, game: str) -> dict[Seat, Nudge]:
        """The last nudge that each seat got."""

        def read() -> dict[Seat, Nudge]:
            found = self._notes.about(game, (NUDGE,))
            return {Seat(seat): _read_nudge(body) for _, seat, body in found}

        with storing("Reading the nudges"):
            return self._nudges.get(read, subject(NUDGE, game))

    def nudge(self, game: str, seat: Seat, new: Nudge) -> bool:
        """Keeps a nudge in the place of the last one. False if another process was first."""
        with storing("The nudge"):
            was = self._notes.read(NUDGE, game, seat)
            if was is not None and _read_nudge(was).at > new.at:
                return False
            return self._notes.write(NUDGE, game, seat, msgspec.json.encode(new).decode(), was=was)
