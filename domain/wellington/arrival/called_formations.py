"""A card calls formations from up to two duchies away (C-X: 11, 16, 36, 40, 53, 108)."""

from collections.abc import Iterator, Sequence

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision, Draft
from domain.kernel.orders import Order
from domain.wellington.arrival.arrival import Engage, OweAttrition
from domain.wellington.arrival.attempts import end_arrival, going, is_way
from domain.wellington.arrival.interception import bands, intercept
from domain.wellington.events.arrival import CallRefused, FormationArrived
from domain.wellington.facts.world import OTHER_SIDE, POWER_OF, POWERS_OF, SIDE_OF, Power
from domain.wellington.orders.arrival import CallArmy, CallNobody, CallSoldiers, CallTogether
from domain.wellington.orders.groups import AgreeToGroup, RefuseGroup
from domain.wellington.orders.points import Carry
from domain.wellington.position.conflict import Arrival, Attempt, Part
from domain.wellington.position.control import holder, is_fortress, is_ready, is_stuck, standing
from domain.wellington.position.state import (
    State,
    changed,
    duchies_of,
    has_formation,
    leaders_of,
    seat_of,
    troops_of,
    with_leader,
    with_more_troops,
    with_own_troops,
)

MOST_SOLDIERS = 4
"""Strength points without a leader of one duchy that may come together (C-X)."""


def call_in(
    play: Play[State], power: Power, duchy: str, value: int, *, is_free: bool = False, together: bool = False
) -> None:
    """Formations that the power selects roll to intercept into a duchy, singly or `together` (C-X, C-108).

    `value` is the battle value with which soldiers without a leader roll. They take attrition when all have
    rolled, unless the card makes it `is_free` (53). Whoever fights there is called as before: the pieces of
    those who came are simply there, and an attacker among them may go back where he came from (R-65).
    """
    enemy = POWERS_OF[OTHER_SIDE[SIDE_OF[power]]][0]
    was_friendly = _was_friendly(play.state, power, duchy)
    arrival = Arrival(enemy, duchy, None, "interception", (), was_friendly=was_friendly)
    play.record(FormationArrived(arrival))
    calls = CallFormations(power, value, together)
    play.push(calls, *([] if is_free else [OweAttrition()]), EndCalls())


def call_to_relief(play: Play[State], power: Power, duchy: str, value: int) -> None:
    """Friends of a fortress are called in the same way; if anybody comes he attacks the besieger (C-16)."""
    play.record(FormationArrived(Arrival(power, duchy, None, "interception", ())))
    play.push(CallFormations(power, value), OweAttrition(), Engage())


def _was_friendly(state: State, power: Power, duchy: str) -> bool:
    """Was the duchy friendly to the power's side before the enemy came (R-46)?"""
    side = SIDE_OF[power]
    if SIDE_OF[holder(state, duchy)] != side:
        return False
    attacks = any(battle.duchy == duchy and battle.attacker == side for battle in state.battles)
    return is_fortress(state, duchy) or not attacks


class CallFormations(Step, frozen=True):
    """The card's player selects formations, until he has enough or nobody is left (C-X).

    Those who may roll `together` are `named` first.
    """

    power: Power
    value: int
    together: bool = False
    named: tuple[Attempt, ...] = ()

    def advance(self, play: Play[State]) -> Decision | None:
        state, power = play.state, self.power
        if len(self._menu(state, ())) == 1:
            self._end(play)
            return None
        seat, about = seat_of(state, power), {"power": power, "duchy": state.arrivals[-1].duchy}
        return Decision(Ask(seat, "call_formation", "10.1", lambda draft: self._menu(state, draft), about))

    def _menu(self, state: State, draft: Draft) -> Sequence[Order]:
        for attempt in self.named:
            state = _as_gone(state, attempt)
        if draft and isinstance(draft[0], CallArmy):
            return bands(state, draft[0].leader)
        powers = sorted(POWERS_OF[SIDE_OF[self.power]], key=lambda each: each != self.power)
        return [
            *(order for power in powers for order in callable_by(state, power)),
            CallTogether() if self.named else CallNobody(),
        ]

    def handle(self, play: Play[State], answers: Answers) -> None:
        (draft,) = answers.values()
        first, into = draft[0], play.state.arrivals[-1].duchy
        if isinstance(first, (CallNobody, CallTogether)):
            self._end(play)
            return
        if isinstance(first, CallArmy):
            band = draft[1]
            assert isinstance(band, Carry)
            owner = POWER_OF[first.leader]
            parts = (Part(owner, band.sp, (first.leader, *band.staff)),)
            attempt = Attempt("interception", owner, first.way, parts, first.leader)
        else:
            assert isinstance(first, CallSoldiers) and first.way[-1] == into
            owner = first.power
            attempt = Attempt("interception", owner, first.way, (Part(owner, first.sp),), value=self.value)
        if seat_of(play.state, owner) == seat_of(play.state, self.power):
            self.call(play, attempt)
        else:
            play.push(LetBeCalled(self.power, attempt))

    def call(self, play: Play[State], attempt: Attempt) -> None:
        """The formation tries at once, or when all are named who try together."""
        if self.together:
            play.replace(CallFormations(self.power, self.value, True, (*self.named, attempt)))
        else:
            intercept(play, attempt)

    def _end(self, play: Play[State]) -> None:
        """Those who were named try; then others may be called. Without any the calls are over."""
        if self.named:
            play.replace(CallFormations(self.power, self.value, True))
            intercept(play, *self.named)
        else:
            play.pop()


def _as_gone(state: State, attempt: Attempt) -> State:
    """The state as if the formation had come already: nobody in it is named twice, and no card lends a second
    leader to soldiers of one duchy (C-X).
    """
    start, into = attempt.path[0], attempt.path[-1]
    *others, arrival = state.arrivals
    tried = (*arrival.tried, attempt.leader or start)
    state = changed(state, arrivals=(*others, changed(arrival, tried=tried)))
    for part in attempt.parts:
        moved = going(state, start, part.power, part.sp)
        assert moved is not None, "the order was legal"
        state = with_own_troops(state, start, part.power, moved[1])
        state = with_more_troops(state, into, moved[0])
        for leader in part.leaders:
            state = with_leader(state, leader, duchy=into)
    return state


class LetBeCalled(Step, frozen=True):
    """The ally says whether his formation may be called (C-X)."""

    power: Power
    attempt: Attempt

    def advance(self, play: Play[State]) -> Decision | None:
        start, into = self.attempt.path[0], self.attempt.path[-1]
        about = {"power": self.power, "leader": self.attempt.leader, "start": start, "duchy": into}
        seat = seat_of(play.state, self.attempt.power)
        return Decision(Ask(seat, "let_be_called", "10.1", [AgreeToGroup(), RefuseGroup()], about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        play.pop()
        if isinstance(the_order(answers), AgreeToGroup):
            calling = play.agenda[-1]
            assert isinstance(calling, CallFormations), "his calls go on"
            calling.call(play, self.attempt)
        else:
            play.record(CallRefused(self.attempt.power, self.attempt))


class EndCalls(Step, frozen=True):
    """All who were called have come or failed."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        end_arrival(play)
        return None


def callable_by(state: State, power: Power) -> Iterator[CallArmy | CallSoldiers]:
    """The formations of a power that may try: free to move, not tried yet, within two duchies (9.52, C-X)."""
    arrival = state.arrivals[-1]
    for start in duchies_of(state, power):
        ways = ways_into(state, power, start, arrival.duchy)
        leaders = leaders_of(state, start, power)
        for leader in leaders:
            if leader not in arrival.tried and is_ready(state, power, start, state.leaders[leader]):
                yield from (CallArmy(leader, way) for way in ways)
        if not leaders and start not in arrival.tried:
            sp = _virtual_army(state, power, start)
            yield from (CallSoldiers(power, sp, way) for way in ways if sp)


def _virtual_army(state: State, power: Power, duchy: str) -> int:
    """How many soldiers free to move without a leader go together, as far as counters allow it."""
    ready = sum(troop.sp for troop in troops_of(state, duchy, power) if is_ready(state, power, duchy, troop))
    sizes = range(min(ready, MOST_SOLDIERS), 0, -1)
    return next((sp for sp in sizes if going(state, duchy, power, sp) is not None), 0)


def ways_into(state: State, power: Power, start: str, into: str) -> tuple[tuple[str, ...], ...]:
    """The ways of one or two lines on which the power's pieces may intercept (C-X, R-39)."""
    facts = state.facts
    side = SIDE_OF[power]
    if start == into or is_stuck(state, power, start) or has_formation(state, start, OTHER_SIDE[side]):
        return ()
    besieging = is_fortress(state, start) and SIDE_OF[holder(state, start)] != side
    found: list[tuple[str, ...]] = []
    for to in facts.adjacent[start]:
        if not is_way(state, power, start, to) or (besieging and standing(state, side, to) == "enemy"):
            continue
        if to == into:
            found.append((start, into))
        elif into in facts.adjacent[to] and is_way(state, power, to, into) and _may_pass(state, power, to):
            found.append((start, to, into))
    return tuple(sorted(found, key=lambda way: (len(way), way)))


def _may_pass(state: State, power: Power, duchy: str) -> bool:
    """Is the duchy between free of enemies and of a fortress of theirs that is not besieged (C-X)?

    Whoever enters the mud does not come out again (#3).
    """
    side = SIDE_OF[power]
    if has_formation(state, duchy, OTHER_SIDE[side]) or is_stuck(state, power, duchy):
        return False
    return not (is_fortress(state, duchy) and standing(state, side, duchy) == "enemy")
