"""The clocks of a table as they run: whose, since when, what is left, and who is out of time.

A clock runs while its seat is asked and has not answered. In a response window the clocks of all that are
asked run until it closes, whoever has answered: what they would tell otherwise nobody may know. Nobody is
taken below a minute by waiting there for others, and what a table keeps its windows open costs nothing.

A seat without a person has no clock, and the seats of one screen have none against each other.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from domain.kernel.events import SeatFreed, SeatTaken
from domain.kernel.history import Recorded
from domain.kernel.ruleset import RuleSet
from domain.kernel.seats import Seat
from domain.kernel.time_control import TimeControl, left, summed
from domain.store import past
from domain.store.desk import Desk, Thought
from domain.store.heads import Seating
from domain.store.people import OPEN, Holder

SPARED = 60_000
"""Milliseconds below which nobody comes by a window in which others are asked as well."""
Away = Callable[[int, int], int]
"""For how long between two moments nobody could play."""


@dataclass(frozen=True)
class Watch:
    """What the clocks show at one moment: by seat the milliseconds that are left, what the present decision
    has cost so far, and what was `thought` about it in truth. `runs` are the clocks that everybody sees
    running; `out` are the seats that are out of time and still asked; `due` is when one will be, if nothing
    happens before."""

    at: int
    control: TimeControl
    left: Mapping[Seat, int]
    cost: Mapping[Seat, int]
    thought: Mapping[Seat, int]
    runs: tuple[Seat, ...] = ()
    out: tuple[Seat, ...] = ()
    due: int | None = None

    def spent(self, out: Seat | None = None) -> dict[Seat, int] | None:
        """What the present decision has cost, as it is recorded; None if nothing. `out` has lost by it."""
        cost = {**self.cost, out: self.thought[out]} if out is not None else self.cost
        return {seat: spent for seat, spent in cost.items() if spent > 0} or None


def timed_seats(
    rule_set: RuleSet, desk: Desk, holders: Mapping[Seat, Holder], events: Sequence[Recorded]
) -> tuple[Seat, ...]:
    """The seats that have a clock: people against whom somebody else plays, at another screen. `events` are
    those about seats so far."""
    opened, control = desk.standing.opened, desk.standing.opened.clock
    begun = opened.parent.version if opened.parent else 1
    later = [each.body for each in events if each.version > begun]
    freed = {body.seat for body in later if isinstance(body, SeatFreed)}
    screen = set(control.one_screen if control else ()) - freed
    players = [seat for seat in opened.seats if _plays(holders[seat])]

    def is_met(seat: Seat, other: Seat) -> bool:
        is_foe = other not in rule_set.side_of(seat, opened.seats)
        return is_foe and not (seat in screen and other in screen)

    return tuple(
        seat
        for seat in players
        if holders[seat].kind != "bot" and any(is_met(seat, other) for other in players)
    )


def _seated_since(rule_set: RuleSet, desk: Desk, seating: Seating, asked: int) -> dict[Seat, int]:
    """From when on clocks run that began after the question was put: somebody sat down there, or came to play
    against them. Whoever thought before goes on thinking."""
    found: dict[Seat, int] = {}
    for number, each in enumerate(seating.events):
        if each.at < asked or not isinstance(each.body, (SeatTaken, SeatFreed)):
            continue
        known = past.holders(dict.fromkeys(desk.standing.opened.seats, OPEN), seating.events[:number])
        before = timed_seats(rule_set, desk, known, seating.events[:number])
        upto = seating.events[: number + 1]
        after = timed_seats(rule_set, desk, past.holders(known, upto[-1:]), upto)
        found |= dict.fromkeys({*after} - {*before} | {each.body.seat}, each.at)
    return found


def _plays(holder: Holder) -> bool:
    return holder.kind == "bot" or (holder.kind != "open" and bool(holder.name))


def watched(rule_set: RuleSet, desk: Desk, seating: Seating, now: int, away: Away) -> Watch | None:
    """The clocks of a game; None if it has none."""
    control, times = desk.standing.opened.clock, desk.standing.times
    if control is None or times is None or not desk.standing.is_playable:
        return None
    seats = timed_seats(rule_set, desk, seating.holders, seating.events)
    had = {seat: left(control, times, seat) for seat in desk.standing.opened.seats if seat in seats}
    if desk.decision is None:
        return Watch(now, control, had, {}, {})
    asked = [seat for seat in desk.asked if seat in had]
    late = _seated_since(rule_set, desk, seating, times.since)
    begun = {seat: _since(desk, seat, max(times.since, late.get(seat, 0))) for seat in asked}
    present = {seat: _thought(desk, seat, begun[seat], now, away) for seat in asked}
    earlier = desk.timing.asked.spent if desk.timing.asked else {}
    again = {} if control.per_move else earlier
    after = {seat: had[seat] - again.get(seat, 0) - present.get(seat, 0) for seat in had}
    running = [seat for seat in asked if seat in desk.waiting]
    dues = [max(now, begun[seat] or now) + after[seat] for seat in running]
    counts = {seat: _charged(desk, had[seat] - again.get(seat, 0), present[seat]) for seat in asked}
    return Watch(
        at=now,
        control=control,
        left=after,
        cost=summed(earlier, counts),
        thought=summed(earlier, present),
        runs=tuple(asked if desk.window else running),
        out=tuple(sorted((seat for seat in running if after[seat] <= 0), key=lambda seat: after[seat])),
        due=min(dues, default=None),
    )


def _since(desk: Desk, seat: Seat, asked: int) -> int | None:
    """From when on the clock of a seat that is asked runs; None if it stands."""
    if desk.timing.asked is not None:
        asked = max(asked, desk.timing.asked.at)
    if desk.window:
        return max(asked, desk.due or 0)
    thought = desk.timing.thought.get(seat)
    if thought is None:
        return asked
    return None if thought.since is None else max(asked, thought.since)


def _thought(desk: Desk, seat: Seat, since: int | None, now: int, away: Away) -> int:
    """The milliseconds that a seat has thought about the present question."""
    thought = desk.timing.thought.get(seat)
    before = 0 if thought is None or desk.window else thought.used
    if since is None or now <= since:
        return before
    return before + now - since - away(since, now)


def _charged(desk: Desk, had: int, thought: int) -> int:
    """What of it counts: in a window that asks several not what takes a seat below what it is spared."""
    if desk.window is None or len(desk.asked) < 2:
        return thought
    return min(thought, max(0, had - SPARED))


def stopped(watch: Watch | None, desk: Desk, seat: Seat) -> Thought | None:
    """The note that the clock of a seat stands, which has answered before others that are asked as well; None
    if that need not be noted."""
    if watch is None or desk.window or len(desk.asked) < 2 or seat not in watch.thought:
        return None
    earlier = desk.timing.asked.spent if desk.timing.asked else {}
    return Thought(watch.thought[seat] - earlier.get(seat, 0))


def goes_on(desk: Desk, seat: Seat, now: int) -> Thought | None:
    """The note that the clock of a seat runs again, which has withdrawn its answer; None if it stood not."""
    found = desk.timing.thought.get(seat)
    return None if found is None else msgspec.structs.replace(found, since=now)


def foes_out(rule_set: RuleSet, watch: Watch, seat: Seat, seats: Collection[Seat]) -> tuple[Seat, ...]:
    """The seats of other sides that are out of time."""
    return tuple(each for each in watch.out if each not in rule_set.side_of(seat, seats))
