"""The clock of a game: how long a seat may think, what its questions have cost, and what is left.

It is chosen at the opening. What a command cost each seat stands on its first event (`Recorded.spent`); the
rest follows from that, so that a clock shows the same at any moment of a replay. Undo gives no time back, and
earns none: a command counts as progress only where the game has not been so far before.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

import msgspec

from domain.kernel.errors import InvalidSetup
from domain.kernel.prose_files import plain_refusal
from domain.kernel.seats import Seat

OnTime = Literal["lost", "claim"]
"""What happens to a seat without time: its game is lost, or another side may claim it."""
DAY = 24 * 3600
SHORTEST, LONGEST = 10, 60 * DAY
"""Seconds that a move, or a game, may be given."""
LONGEST_INCREMENT = DAY


class TimeControl(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long a seat may think, in seconds: for each answer (`per_move`), or in the whole game (`per_game`)
    with an `increment` for each answer."""

    per_move: int = 0
    per_game: int = 0
    increment: int = 0
    on_time: OnTime = "lost"
    one_screen: tuple[Seat, ...] = ()
    """The seats of the screen that opened the game: they have no clock against each other."""


class Times(msgspec.Struct, frozen=True):
    """What the seats have thought so far, in milliseconds.

    `since` is when the present question was asked; `used` counts the whole game, `lately` what was thought
    since the game last went further than ever before, `earned` the answers that brought an increment.
    `depth` counts the commands in effect, `furthest` the most there ever were.
    """

    since: int
    used: dict[Seat, int] = {}
    lately: dict[Seat, int] = {}
    earned: dict[Seat, int] = {}
    depth: int = 0
    furthest: int = 0

    def thought(self, spent: Mapping[Seat, int]) -> "Times":
        """After so much more was thought, and nothing was decided by it yet."""
        return msgspec.structs.replace(self, used=summed(self.used, spent), lately=summed(self.lately, spent))

    def went_on(self, spent: Mapping[Seat, int], earning: Iterable[Seat]) -> "Times":
        """After a command; `earning` are the seats that it brings an increment."""
        after, depth = self.thought(spent), self.depth + 1
        if depth <= self.furthest:
            return msgspec.structs.replace(after, depth=depth)
        return msgspec.structs.replace(
            after,
            lately={},
            earned=summed(self.earned, dict.fromkeys(earning, 1)),
            depth=depth,
            furthest=depth,
        )

    def taken_back(self, spent: Mapping[Seat, int], depth: int, at: int, *, is_agreed: bool) -> "Times":
        """After an undo to a position of that depth. Where the others agreed, the next question is asked
        anew: nobody gains time behind their backs."""
        after = self.thought(spent)
        lately = {} if is_agreed else after.lately
        return msgspec.structs.replace(after, lately=lately, depth=depth, since=at)

    def asked(self, at: int) -> "Times":
        """After something new was asked."""
        return msgspec.structs.replace(self, since=at)


def summed(before: Mapping[Seat, int], more: Mapping[Seat, int]) -> dict[Seat, int]:
    """Both together, seat by seat."""
    return {**before, **{seat: before.get(seat, 0) + number for seat, number in more.items()}}


def left(control: TimeControl, times: Times, seat: Seat) -> int:
    """The milliseconds that a seat has left, when a question is put to it; less than nothing where it is
    out of time."""
    if control.per_move:
        return control.per_move * 1000 - times.lately.get(seat, 0)
    given = control.per_game + control.increment * times.earned.get(seat, 0)
    return given * 1000 - times.used.get(seat, 0)


def checked_clock(control: TimeControl | None, seats: Iterable[Seat]) -> TimeControl | None:
    """The clock, none if nothing was given. Raises InvalidSetup if there can be none like it."""
    if control is None or control == TimeControl(on_time=control.on_time, one_screen=control.one_screen):
        return None
    given = control.per_move or control.per_game
    if not SHORTEST <= given <= LONGEST:
        raise InvalidSetup(plain_refusal("time_out_of_range", least=SHORTEST, most=LONGEST, given=given))
    if control.per_move and (control.per_game or control.increment):
        raise InvalidSetup(plain_refusal("two_clocks"))
    if not 0 <= control.increment <= LONGEST_INCREMENT:
        most = LONGEST_INCREMENT
        raise InvalidSetup(plain_refusal("increment_out_of_range", most=most, given=control.increment))
    if control.on_time not in get_args(OnTime):
        known = ", ".join(get_args(OnTime))
        raise InvalidSetup(plain_refusal("no_such_on_time", known=known, given=control.on_time))
    if not set(control.one_screen) <= set(seats):
        raise InvalidSetup(plain_refusal("clock_of_no_seat"))
    return control
