"""The course of a game: who stood better when, and where it turned."""

import msgspec

from domain.kernel import Seat
from domain.kernel.history import History


class Course(msgspec.Struct, frozen=True):
    """How well one seat's side stood after each command, by the yardstick of the computer players.

    `stands` are pairs of the version and how much better the side stood than at the start, in the units of
    the title's `evaluate`, without the end itself: sides that begin unequal may be as likely to win. `turned`
    is the version after which it had changed the most, None if it never changed.
    """

    stands: tuple[tuple[int, float], ...]
    turned: int | None

    @property
    def better(self) -> float:
        """In which share of the positions the side stood better than at the start, 0 to 1."""
        return sum(value > 0 for _, value in self.stands) / max(1, len(self.stands))


def course_of(history: History, seat: Seat) -> Course:
    """The course of a game from its first decision on, for the side of `seat`."""
    commands = [each.version for each in history.recorded[1:] if each.agenda is not None]
    rests = [version for version in commands if not history.at(version).is_over]
    values = [history.rule_set.evaluate(history.at(rest).state, seat) for rest in rests]
    stands = tuple((rest, value - values[0]) for rest, value in zip(rests, values, strict=True))
    swings = [
        (abs(after - before), version)
        for (_, before), (version, after) in zip(stands, stands[1:], strict=False)
    ]
    largest, version = max(swings, key=lambda swing: (swing[0], -swing[1]), default=(0.0, 0))
    return Course(stands, version if largest else None)
