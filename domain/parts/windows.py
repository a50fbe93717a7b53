"""Response windows: everybody is asked at once, the first in precedence who does not let it pass is heard.

The step of a window asks and pops itself once nobody answers. What it is about waits below it on the agenda,
and goes on then, or is cancelled.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from domain.kernel.agenda import Answers, Play, Step
from domain.kernel.orders import Order
from domain.kernel.seats import Seat


class Offer(NamedTuple):
    """An answer that does not let the window pass, and the voice that gives it."""

    voice: str
    order: Order


def _seat_itself(seat: Seat, order: Order) -> str:
    return seat


class Precedence:
    """Whose answer counts: the voices (seats, or powers that seats speak for), the first one first.

    `seats` are all voices that may answer, each with the seat that speaks for it; `voice_of` tells from a
    seat and its order which of them it is. For a decision of many seats `is_settled` is what closes it early.
    """

    __slots__ = ("_seats", "_voice_of")

    def __init__(
        self, seats: Mapping[Any, Seat], voice_of: Callable[[Seat, Order], str] = _seat_itself
    ) -> None:
        self._seats = seats
        self._voice_of = voice_of

    def first(self, answers: Answers) -> Offer | None:
        """The answer that is taken; None if all let the window pass. The others are dropped unseen."""
        offers = {
            self._voice_of(seat, order): order
            for seat, draft in answers.items()
            for order in draft
            if not order.passes
        }
        return next((Offer(voice, offers[voice]) for voice in self._seats if voice in offers), None)

    def is_settled(self, answers: Answers) -> bool:
        """Whether somebody is heard, whatever those answer who have not yet."""
        first = self.first(answers)
        if first is None:
            return False
        for voice, seat in self._seats.items():
            if voice == first.voice:
                return True
            if seat not in answers:
                return False
        raise AssertionError("who is heard has a voice")


def waiting(play: Play[Any], window: type[Step]) -> Step | None:
    """The step that the topmost window of this type is about; None if there is no such window."""
    at = _at(play, window)
    return play.agenda[at - 1] if at else None


def cancel(play: Play[Any], window: type[Step]) -> None:
    """The topmost window of this type is over, and what it was about never happens."""
    at = _at(play, window)
    assert at, "a window is open, and something waits for it"
    del play.agenda[at - 1 : at + 1]


def turn(play: Play[Any], window: Step, about: Step) -> None:
    """The topmost window of its type becomes this one, which is about something else."""
    at = _at(play, type(window))
    assert at, "a window is open, and something waits for it"
    play.agenda[at - 1 : at + 1] = [about, window]


def _at(play: Play[Any], window: type[Step]) -> int:
    return max((at for at, step in enumerate(play.agenda) if isinstance(step, window)), default=0)
