"""A formation came into a duchy: interceptions, evasions and what they led to (9, 10)."""

from collections.abc import Iterable
from typing import Any

from domain.kernel.events import Event
from domain.wellington.facts.world import POWER_OF, SIDE_OF, Power, Side
from domain.wellington.position.conflict import Arrival, Attempt, Part, Toll
from domain.wellington.position.counters import taken
from domain.wellington.position.state import (
    SAILED,
    State,
    Troop,
    changed,
    leaders_in,
    troops_of,
    with_commanders,
    with_leader,
    with_more_troops,
    with_own_troops,
    with_troops,
)


def with_arrival(state: State, **changes: Any) -> State:
    """A copy with the arrival at hand changed."""
    *others, arrival = state.arrivals
    return changed(state, arrivals=(*others, changed(arrival, **changes)))


class FormationArrived(Event, frozen=True):
    """A formation has come into a duchy by march, event, building or sea (R-38)."""

    rule = "10.9"

    arrival: Arrival

    def apply(self, state: State) -> State:
        return changed(state, arrivals=(*state.arrivals, self.arrival))


class ArrivalEnded(Event, frozen=True):
    """Interceptions, evasions and attrition are over; if enemies are left they fight (R-38).

    `quiet`: nobody has tried anything.
    """

    rule = "10.9"

    duchy: str
    quiet: bool = False

    def apply(self, state: State) -> State:
        return changed(state, arrivals=state.arrivals[:-1])


class InterceptionDeclared(Event, frozen=True):
    """An army wants to come between (10.1)."""

    rule = "10.1"

    attempt: Attempt

    def apply(self, state: State) -> State:
        return with_arrival(state, attempts=(*state.arrivals[-1].attempts, self.attempt))


class EvasionDeclared(Event, frozen=True):
    """A formation, or several counters each for itself, want to slip away (10.5)."""

    rule = "10.5"

    power: Power
    attempts: tuple[Attempt, ...]

    def apply(self, state: State) -> State:
        return with_arrival(state, attempts=self.attempts)


class InterceptionRolled(Event, frozen=True):
    """The dice of an interception, as things stood then; answers may still change the result (10.4).

    `terms` say what `modifier` comes from, cards by their id; events of old games do not name them.
    """

    rule = "10.4"

    power: Power
    leader: str | None
    start: str
    into: str
    dice: tuple[int, ...]
    modifier: int
    is_success: bool
    terms: dict[str, int] = {}

    def apply(self, state: State) -> State:
        arrival, who = state.arrivals[-1], (self.power, self.leader, self.start)
        attempts = tuple(
            changed(each, dice=self.dice) if (each.power, each.leader, each.path[0]) == who else each
            for each in arrival.attempts
        )
        return with_arrival(state, attempts=attempts, tried=(*arrival.tried, self.leader or self.start))


class EvasionRolled(Event, frozen=True):
    """The dice of an evasion, as things stood then; answers may still change the result (10.7).

    `number` counts the attempts that were declared together. `terms` say what `modifier` comes from.
    """

    rule = "10.7"

    power: Power
    number: int
    leader: str | None
    start: str
    to: str
    dice: tuple[int, ...]
    modifier: int
    is_success: bool
    terms: dict[str, int] = {}

    def apply(self, state: State) -> State:
        arrival = state.arrivals[-1]
        attempts = tuple(
            changed(attempt, dice=self.dice) if number == self.number else attempt
            for number, attempt in enumerate(arrival.attempts)
        )
        tried = dict.fromkeys((*arrival.tried, self.leader or self.power))
        return with_arrival(state, attempts=attempts, tried=tuple(tried))


class AttemptStopped(Event, frozen=True):
    """A card stopped an interception or evasion; that is no failure (10.4, 10.7, W-11)."""

    rule = "10.4"

    attempt: Attempt

    def apply(self, state: State) -> State:
        left = list(state.arrivals[-1].attempts)
        left.remove(self.attempt)
        return with_arrival(state, attempts=tuple(left))


class MarchUndone(Event, frozen=True):
    """A card sends a formation back to the duchy that it has just come from (#45, #67).

    `left` are the power's troops that stay where it wanted to be.
    """

    rule = "#67"

    power: Power
    duchy: str
    start: str
    leaders: tuple[str, ...]
    troops: tuple[Troop, ...]
    left: tuple[Troop, ...]

    def apply(self, state: State) -> State:
        state = with_own_troops(state, self.duchy, self.power, self.left)
        back = [changed(troop, marched=max(0, troop.marched - 1)) for troop in self.troops]
        state = with_more_troops(state, self.start, back)
        for leader in self.leaders:
            marched = max(0, state.leaders[leader].marched - 1)
            state = with_leader(state, leader, duchy=self.start, marched=marched)
        return with_commanders(state, gone=self.leaders)


class InterceptionSucceeded(Event, frozen=True):
    """The army has come in, from `start` at last, and counts as if it had been there all along (10.1).

    `ally`: pieces of the ally came in the same group. Friends of those who arrive, whom a card called in,
    may go back there with them (R-65).
    """

    rule = "10.4"

    power: Power
    start: str
    into: str
    ally: Power | None = None

    def apply(self, state: State) -> State:
        arrival = state.arrivals[-1]
        came = (*arrival.came, self.power) if self.ally is None else (*arrival.came, self.power, self.ally)
        joins = SIDE_OF[arrival.power] == SIDE_OF[self.power]
        origins = (*arrival.origins, self.start) if joins else arrival.origins
        return with_arrival(state, attempts=(), came=came, origins=origins)


class InterceptionFailed(Event, frozen=True):
    """Whoever is left where the attempt began is marked (10.4, R-47)."""

    rule = "10.41"

    power: Power
    duchy: str

    def apply(self, state: State) -> State:
        return with_arrival(marked(state, SIDE_OF[self.power], self.duchy), attempts=())


def with_parts(state: State, duchy: str, parts: Iterable[Part], **changes: bool) -> State:
    """A copy in which these pieces there are `marked` or `bound`: of soldiers those who can move go first.

    They move in that order: neither marked nor bound, not by sea before, who marched least. Where counters
    cannot be changed for exactly so many strength points a few more are (R-4).
    """
    for part in parts:
        there = sorted(troops_of(state, duchy, part.power), key=_readiness)
        most = sum(each.sp for each in there)
        sizes = range(min(part.sp, most), most + 1)
        split = next(filter(None, (taken(state, duchy, part.power, sp, there) for sp in sizes)), None)
        if split is not None:
            troops = (*(changed(each, **changes) for each in split[0]), *split[1])
            state = with_own_troops(state, duchy, part.power, troops)
        for leader in part.leaders:
            if state.leaders[leader].duchy == duchy:
                state = with_leader(state, leader, **changes)
    return state


def _readiness(troop: Troop) -> tuple[bool, bool, bool, int]:
    return troop.marked, troop.bound, troop.marched == SAILED, troop.marched


def marked(state: State, side: Side, duchy: str) -> State:
    """A copy in which all pieces of the side there bear the Battle or Failed Interception marker."""
    troops = [
        changed(troop, marked=troop.marked or SIDE_OF[troop.power] == side)
        for troop in state.troops.get(duchy, ())
    ]
    state = with_troops(state, duchy, troops)
    for leader in leaders_in(state, duchy):
        if SIDE_OF[POWER_OF[leader]] == side:
            state = with_leader(state, leader, marked=True)
    return state


class EvasionEnded(Event, frozen=True):
    """All who tried to evade together have gone or stayed (10.7)."""

    rule = "10.7"

    power: Power
    failed: int

    def apply(self, state: State) -> State:
        arrival = state.arrivals[-1]
        return with_arrival(state, attempts=(), evasion_failed=arrival.evasion_failed or self.failed > 0)


class CallRefused(Event, frozen=True):
    """The ally does not let his formation be called into a battle (C-X)."""

    rule = "10.1"

    power: Power
    attempt: Attempt

    def apply(self, state: State) -> State:
        arrival = state.arrivals[-1]
        return with_arrival(state, tried=(*arrival.tried, self.attempt.leader or self.attempt.path[0]))


class AttritionOwed(Event, frozen=True):
    """An interceptor or evader will roll attrition when all attempts are over (10.9, 13.1)."""

    rule = "13.1"

    toll: Toll

    def apply(self, state: State) -> State:
        return with_arrival(state, tolls=(*state.arrivals[-1].tolls, self.toll))
