"""The desk: the decision that a game waits for, and what lies on the table beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from domain.kernel.agenda import Answers, Step
from domain.kernel.decisions import Decision, Draft
from domain.kernel.history import Standing
from domain.kernel.orders import Order
from domain.kernel.seats import Seat


class Takeback(msgspec.Struct, frozen=True):
    """A request to return to the rest after version `to`: who asks, who must agree, who has."""

    to: int
    by: tuple[Seat, ...]
    needed: tuple[Seat, ...]
    granted: tuple[Seat, ...] = ()

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Who has not agreed yet."""
        return tuple(seat for seat in self.needed if seat not in self.granted)


@dataclass(frozen=True)
class Desk:
    """Where a game stands and what it asks.

    `rounds` are the answers since the last command that led to no event. `drafts` are the open
    answers of the present decision: show each to its own seat only. `agenda` is what the game has
    to do now, after those rounds: for bots that look ahead, never to be shown. `moment` names the
    decision point (`41.0`: rest 41, no silent round), for orders that must not come too late.
    """

    game: str
    standing: Standing
    rounds: tuple[Answers, ...]
    decision: Decision | None
    drafts: Mapping[Seat, Draft]
    agenda: tuple[Step, ...] = ()
    takeback: Takeback | None = None

    @property
    def moment(self) -> str:
        return f"{self.standing.rest}.{len(self.rounds)}"

    @property
    def version(self) -> int:
        """The version of the last event."""
        return self.standing.version

    @property
    def is_over(self) -> bool:
        return self.decision is None

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that the decision asks."""
        return self.decision.seats if self.decision else ()

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats whose answer is not complete."""
        return tuple(seat for seat in self.asked if not is_complete(self.drafts.get(seat, ())))

    def menu(self, seat: Seat) -> Sequence[Order]:
        """The legal next orders of a seat; none if it is not asked or its answer is complete."""
        ask = self.decision.ask(seat) if self.decision else None
        draft = self.drafts.get(seat, ())
        return () if ask is None or is_complete(draft) else ask.menu(draft)


def is_complete(draft: Draft) -> bool:
    """Whether the last order closes the answer."""
    return bool(draft) and type(draft[-1]).closes
