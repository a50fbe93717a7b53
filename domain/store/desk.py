"""The desk: the decision that a game waits for, and what lies on the table beside it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from domain.kernel.agenda import Answers, Step
from domain.kernel.decisions import Decision, Draft
from domain.kernel.history import Standing
from domain.kernel.orders import Order
from domain.kernel.seats import Seat
from domain.store.faults import reading_game
from domain.store.standing_orders import ALWAYS, StandingOrder


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


class AskedAt(msgspec.Struct, frozen=True):
    """When a question was put that no event tells of, and what those before it since the last event have cost
    each seat."""

    at: int
    spent: dict[Seat, int] = {}


class Thought(msgspec.Struct, frozen=True):
    """What a seat has thought about a question before it answered; since when it thinks on, if it does."""

    used: int
    since: int | None = None


class Timing(msgspec.Struct, frozen=True):
    """What is noted beside the events about the clocks of the present question."""

    asked: AskedAt | None = None
    thought: dict[Seat, Thought] = {}


@dataclass(frozen=True)
class Desk:
    """Where a game stands and what it asks.

    `rounds` are the answers since the last command that led to no event. `drafts` are the open
    answers of the present decision: show each to its own seat only. `agenda` is what the game has
    to do now, after those rounds: for bots that look ahead, never to be shown. `moment` names the
    decision point (`41.0`: rest 41, no silent round), for orders that must not come too late.
    In a response window some drafts are `automatic`: their seats let it pass by a standing order. It
    stays open until `due` (milliseconds since 1970), whoever has answered. `timing` is for the clocks.
    `resigning` are the seats that would resign if all of their side do: show them to that side only.
    """

    game: str
    standing: Standing
    rounds: tuple[Answers, ...]
    decision: Decision | None
    drafts: Mapping[Seat, Draft]
    agenda: tuple[Step, ...] = ()
    takeback: Takeback | None = None
    standing_orders: Mapping[Seat, StandingOrder] = field(default_factory=dict)
    automatic: frozenset[Seat] = frozenset()
    due: int | None = None
    timing: Timing = Timing()
    resigning: tuple[Seat, ...] = ()

    @property
    def moment(self) -> str:
        return f"{self.standing.rest}.{len(self.rounds)}"

    @property
    def version(self) -> int:
        """The version of the last event."""
        return self.standing.version

    @property
    def is_over(self) -> bool:
        return self.standing.is_over

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that the decision asks."""
        return self.decision.seats if self.decision else ()

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats whose answer is not complete."""
        return tuple(seat for seat in self.asked if not is_complete(self.drafts.get(seat, ())))

    @property
    def answers(self) -> dict[Seat, Draft]:
        """The answers that are complete."""
        return {seat: draft for seat, draft in self.drafts.items() if is_complete(draft)}

    @property
    def is_settled(self) -> bool:
        """Whether the answers are enough to go on."""
        return self.decision is not None and self.decision.is_settled(self.answers)

    @property
    def window(self) -> str | None:
        """The kind of the response window that is open; None if none is."""
        return self.decision.window if self.decision else None

    def seen_waiting(self, seats: Iterable[Seat] = ()) -> tuple[Seat, ...]:
        """`waiting` as the holder of `seats` may know it: in a window nobody learns who has answered."""
        if self.window is None:
            return self.waiting
        mine, waiting = set(seats), self.waiting
        return tuple(seat for seat in self.asked if seat not in mine or seat in waiting)

    def standing_order(self, seat: Seat) -> StandingOrder:
        """When the seat is asked in windows: show it to that seat only."""
        return self.standing_orders.get(seat, ALWAYS)

    def menu(self, seat: Seat) -> Sequence[Order]:
        """The legal next orders of a seat; none if it is not asked or its answer is complete.

        Raises SetAside.
        """
        ask = self.decision.ask(seat) if self.decision else None
        draft = self.drafts.get(seat, ())
        if ask is None or is_complete(draft):
            return ()
        with reading_game(self.game):
            return ask.menu(draft)


def is_complete(draft: Draft) -> bool:
    """Whether the last order closes the answer."""
    return bool(draft) and type(draft[-1]).closes
