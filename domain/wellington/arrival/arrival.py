"""A formation has come into a duchy: answers, attrition, battle if enemies are left (9.5, 10.9, R-38)."""

from collections.abc import Sequence

from domain.kernel.agenda import Answers, Play, Step
from domain.kernel.decisions import Ask, Decision, Draft
from domain.kernel.orders import Order
from domain.wellington.arrival.attempts import end_arrival
from domain.wellington.arrival.evasion import (
    army_attempt,
    army_evasions,
    evade,
    single_evasions,
)
from domain.wellington.arrival.interception import (
    group_menu,
    intercept,
    interceptors,
)
from domain.wellington.battle.battle import fight
from domain.wellington.events.arrival import FormationArrived, MarchUndone
from domain.wellington.facts.world import OTHER_SIDE, POWERS_OF, SIDE_OF, LineKind, Power, Side
from domain.wellington.losses.losses import SufferAttrition
from domain.wellington.movement.marches import parts_of
from domain.wellington.orders.arrival import Evade, EvadeNow, EvadeSingly, Intercept, StandFast
from domain.wellington.orders.groups import JoinArmy
from domain.wellington.playing.entering import have_entered
from domain.wellington.playing.responses import Window
from domain.wellington.position.conflict import Arrival, Attempt, Battle, Part, Toll
from domain.wellington.position.control import holder, is_fortress, line_kind
from domain.wellington.position.counters import Chosen, taken_in_some_order
from domain.wellington.position.state import (
    State,
    Troop,
    after,
    changed,
    dressed,
    has_formation,
    leaders_of,
    less,
    merged,
    parts_at,
    seat_of,
    sp_of,
    troops_of,
)
from domain.wellington.siege.shelling import with_shelling


def arrive(play: Play[State], arrival: Arrival, *, by_surprise: bool = False) -> None:
    """A formation has come into a duchy (call it after that was recorded): all that follows is done.

    First answers to a march, then interceptions and evasions, then the attrition of all who moved, then a
    battle if enemies are left (R-38). Nobody intercepts or evades a formation that comes `by_surprise` (#44).
    Friends who were there before are told by the `parts` of the arrival; if these are all of them, `was_held`
    must tell. Leaves `state.arrivals` as it was.
    """
    if arrival.start is not None or arrival.means == "sea":
        have_entered(play, arrival.duchy, arrival.parts)
    was_friendly = _was_friendly(play.state, arrival)
    was_held = arrival.was_held or _was_there(play.state, arrival, SIDE_OF[arrival.power])
    play.record(FormationArrived(changed(arrival, was_friendly=was_friendly, was_held=was_held)))
    play.push(*([] if by_surprise else [AnswerArrival()]), OweAttrition(), Engage())
    if arrival.start is not None:
        play.push(Window("entry"))


def turn_back(play: Play[State]) -> tuple[Part, ...]:
    """The march that is answered as it enters is undone: no attempts, attrition or battle (#45, #67).

    Gives those who went back.
    """
    arrival = play.state.arrivals[-1]
    last = max(number for number, step in enumerate(play.agenda) if isinstance(step, Engage))
    play.agenda[:] = [
        step
        for number, step in enumerate(play.agenda)
        if number < last or not (isinstance(step, WAITING) or _is_entry(step))
    ]
    assert arrival.start is not None, "only a march is undone"
    gone = []
    for part in parts_at(play.state, arrival.duchy, arrival.parts):
        state, duchy = play.state, arrival.duchy
        moved = _those_who_came(state, duchy, part) or _last_come(state, duchy, part)
        play.record(MarchUndone(part.power, arrival.duchy, arrival.start, part.leaders, *moved))
        gone.append(changed(part, sp=sum(troop.sp for troop in moved[0])))
    end_arrival(play)
    return tuple(gone)


def _is_entry(step: Step) -> bool:
    return isinstance(step, Window) and step.kind == "entry"


def _those_who_came(state: State, duchy: str, part: Part) -> Chosen | None:
    """The very counters of the march, told from others by how far they have come, and those who stay; None
    if some of them are no more as they were."""
    there = list(troops_of(state, duchy, part.power))
    came = state.came.get(part.power, ())
    for each in came:
        troop = next((troop for troop in there if _are_of(each, troop)), None)
        if troop is None:
            return None
        there.remove(troop)
        there.append(dressed(troop, less(troop.counters, each.counters)))
    return (came, merged(there)) if sum(troop.sp for troop in came) == part.sp else None


def _are_of(marchers: Troop, troop: Troop) -> bool:
    """Can these who marched be of this troop?"""
    has_all = min(less(troop.counters, marchers.counters)) >= 0
    return has_all and dressed(troop, marchers.counters) == marchers


def _last_come(state: State, duchy: str, part: Part) -> Chosen:
    """So many soldiers as have just come, and those who stay, where it is not known who came: those who
    marched farthest, as far as there are counters to change for; where no order of the troops gives just so
    many, as many as counters let go together (1.5, R-3).
    """
    there = sorted(troops_of(state, duchy, part.power), key=lambda troop: -troop.marched)
    ways = (taken_in_some_order(state, duchy, part.power, sp, there) for sp in range(part.sp, 0, -1))
    return next((way for way in ways if way is not None), ((), merged(there)))


def _was_friendly(state: State, arrival: Arrival) -> bool:
    """Was the duchy friendly to the other side before (3.1, R-55)?"""
    side, duchy = SIDE_OF[arrival.power], arrival.duchy
    if SIDE_OF[holder(state, duchy)] == side:
        return False
    return is_fortress(state, duchy) or not _was_there(state, arrival, side)


def _was_there(state: State, arrival: Arrival, side: Side) -> bool:
    """Did friends of the formation stand there before it came?"""
    leaders = {leader for part in arrival.parts for leader in part.leaders}
    for power in POWERS_OF[side]:
        came = sum(part.sp for part in arrival.parts if part.power == power)
        if sp_of(state, arrival.duchy, power) > came:
            return True
        if set(leaders_of(state, arrival.duchy, power)) - leaders:
            return True
    return False


class AnswerArrival(Step, frozen=True):
    """The inactive powers intercept and evade, one attempt at a time, until all decline (10.9, R-51)."""

    declined: tuple[Power, ...] = ()

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        for power in answering(state):
            if power not in self.declined and len(_attempts(state, power, ())) > 1:
                return Decision(self._ask(state, power))
        play.pop()
        return None

    def _ask(self, state: State, power: Power) -> Ask:
        arrival = state.arrivals[-1]
        joins = SIDE_OF[arrival.power] == SIDE_OF[power]
        about = {"power": power, "enemy": arrival.power, "duchy": arrival.duchy}
        seat, prompt = seat_of(state, power), "join_battle" if joins else "answer_arrival"
        return Ask(seat, prompt, "10.9", lambda draft: _attempts(state, power, draft), about)

    def handle(self, play: Play[State], answers: Answers) -> None:
        (draft,) = answers.values()
        state, first = play.state, draft[0]
        power = next(
            each
            for each in answering(state)
            if each not in self.declined and len(_attempts(state, each, ())) > 1
        )
        if isinstance(first, StandFast):
            play.replace(AnswerArrival((*self.declined, power)))
            return
        play.replace(AnswerArrival())
        if isinstance(first, Intercept):
            intercept(play, _interception(state, power, draft))
        else:
            evade(play, power, _evasions(state, power, draft))


def answering(state: State) -> tuple[Power, ...]:
    """The powers of the inactive side, in the order in which they are asked (10.9, R-51).

    If the formation is their own, placed by a card, they may join the battle that it brings on (10.1, R-45).
    """
    arrival, impulse = state.arrivals[-1], state.impulse
    active = arrival.power if impulse is None else impulse.power
    idle = OTHER_SIDE[SIDE_OF[active]]
    fights = bool(arrival.parts) and has_formation(state, arrival.duchy, OTHER_SIDE[idle])
    if SIDE_OF[arrival.power] == idle and not fights:
        return ()
    return tuple(power for power in after(active) if SIDE_OF[power] == idle)


def _attempts(state: State, power: Power, draft: Draft) -> Sequence[Order]:
    """Every next part of an answer; to stand fast alone if nothing can be tried."""
    arrival = state.arrivals[-1]
    if draft and isinstance(draft[0], Intercept):
        return group_menu(state, draft[0].leader, [army for army in draft if isinstance(army, JoinArmy)])
    intercepting = [Intercept(leader) for leader in interceptors(state, power, arrival)]
    if not arrival.parts or SIDE_OF[power] == SIDE_OF[arrival.power]:
        return [*intercepting, StandFast()]
    named = [order for order in draft if isinstance(order, EvadeSingly)]
    singly = single_evasions(state, power, arrival, named)
    if named:
        return [*singly, EvadeNow()]
    return [*intercepting, *army_evasions(state, power, arrival), *singly, StandFast()]


def _interception(state: State, power: Power, draft: Draft) -> Attempt:
    first = draft[0]
    assert isinstance(first, Intercept)
    start = state.leaders[first.leader].duchy
    assert start is not None, "only a leader on the map intercepts"
    path = (start, state.arrivals[-1].duchy)
    return Attempt("interception", power, path, parts_of(draft), first.leader)


def _evasions(state: State, power: Power, draft: Draft) -> tuple[Attempt, ...]:
    arrival, first = state.arrivals[-1], draft[0]
    if isinstance(first, Evade):
        return (army_attempt(state, arrival, first),)
    return tuple(
        Attempt("evasion", power, (arrival.duchy, order.to), (Part(power, order.sp),))
        for order in draft
        if isinstance(order, EvadeSingly)
    )


class OweAttrition(Step, frozen=True):
    """All who moved roll their attrition when all attempts are over, the newcomers first (10.9)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        arrival = play.state.arrivals[-1]
        own = Toll(arrival.power, arrival.duchy, arrival.parts, arrival.dice)
        play.push(*(SufferAttrition(toll) for toll in (own, *arrival.tolls) if toll.dice))
        return None


class Engage(Step, frozen=True):
    """If enemies are left in the duchy they fight (9.7, R-54)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        arrival = play.state.arrivals[-1]
        battle = battle_of(play.state, arrival)
        end_arrival(play)
        if all(has_formation(play.state, arrival.duchy, side) for side in POWERS_OF):
            fight(play, with_shelling(play, battle))
        return None


def battle_of(state: State, arrival: Arrival) -> Battle:
    """The battle that an arrival brings on (R-54, R-55, R-65).

    A failed evasion gives a die only to a formation of the active power (R-52, W-8).
    """
    is_active = state.impulse is not None and state.impulse.power == arrival.power
    origins = arrival.origins or (() if arrival.start is None else (arrival.start,))
    return Battle(
        arrival.duchy,
        SIDE_OF[arrival.power],
        arrival.power,
        origins,
        _terrain(state, arrival, origins),
        arrival.evasion_failed and is_active,
        port=origins[0] if arrival.means == "sea" else "",
    )


def _terrain(state: State, arrival: Arrival, origins: tuple[str, ...]) -> LineKind | None:
    """The line that serves the defender best, if he has the benefit of the terrain (R-52, R-55)."""
    facts = state.facts
    if arrival.evasion_failed or arrival.means == "sea" or not arrival.was_friendly:
        return None
    lines = [
        line_kind(state, arrival.power, start, arrival.duchy)
        for start in origins
        if (start, arrival.duchy) in facts.lines
    ]
    return max(lines, key=lambda line: facts.tables.battle.terrain_dice[line], default=None)


WAITING = (AnswerArrival, OweAttrition, Engage)
"""What is still to come for a formation that has just entered."""
