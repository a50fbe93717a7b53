"""Redeployment between two turns, by land and by sea, and leaders who leave the map (16.3)."""

from collections.abc import Collection, Sequence
from itertools import combinations

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision, Draft
from domain.kernel.orders import Order
from domain.wellington.events.interphase import (
    LeaderWithdrawn,
    Redeployed,
    RedeploymentsEnded,
    ReinforcementSpent,
)
from domain.wellington.facts.world import POWER_OF, SIDE_OF, Power, Side
from domain.wellington.interphase.reinforcements import lose_points
from domain.wellington.movement.may_march import chosen, ready_leaders, ready_troops
from domain.wellington.orders.interphase import (
    LeaveLeaders,
    LeaveRedeployment,
    RedeployBySea,
    RedeployLeader,
    RedeployTo,
    TakeAlong,
    WithdrawLeader,
)
from domain.wellington.playing.lasting import end_with_leader
from domain.wellington.position.card_changes import command_value, is_blocked
from domain.wellington.position.control import is_besieged, is_held_fast, is_safe, may_go_on, standing
from domain.wellington.position.counters import Chosen
from domain.wellington.position.state import State, duchies_of, seat_of, with_own_troops


class Redeploy(Step, frozen=True):
    """The power redeploys one leader, or by convoy; each further time costs a point (16.3, 16.31, D-36)."""

    power: Power
    done: int = 0

    def advance(self, play: Play[State]) -> Decision | None:
        state, power = play.state, self.power
        price = play.state.facts.tables.costs.redeployment if self.done else 0
        if price > state.reinforcements[power] or not first_parts(state, power):
            play.pop()
            lose_points(play, power)
            return None
        about = {"power": power, "points": state.reinforcements[power], "cost": price}
        return Decision(
            Ask(seat_of(state, power), "redeploy", "16.3", lambda draft: menu(state, power, draft), about)
        )

    def handle(self, play: Play[State], answers: Answers) -> None:
        (draft,) = answers.values()
        power = self.power
        first, end = draft[0], draft[-1]
        if isinstance(first, LeaveRedeployment):
            play.pop()
            lose_points(play, power)
            return
        assert isinstance(end, RedeployTo)
        if self.done:
            subject = first.leader if isinstance(first, RedeployLeader) else "convoy"
            price = play.state.facts.tables.costs.redeployment
            play.record(ReinforcementSpent(power, price, "Redeployment", subject, end.duchy))
        play.replace(Redeploy(power, self.done + 1))
        loads = [each for each in draft if isinstance(each, TakeAlong)]
        alone = (first.leader,) if isinstance(first, RedeployLeader) else ()
        play.record(_redeployed(play.state, power, end.duchy, alone, loads))


def _redeployed(
    state: State, power: Power, to: str, alone: tuple[str, ...], loads: Sequence[TakeAlong]
) -> Redeployed:
    taken, left = {}, {}
    for load in loads:
        if load.sp:
            taken[load.duchy], left[load.duchy] = _parted(state, power, load)
        state = _after_change(state, power, load)
    leaders = (*alone, *(leader for load in loads for leader in load.leaders))
    return Redeployed(power, to, leaders, taken, left, by_sea=not alone)


def _parted(state: State, power: Power, load: TakeAlong) -> Chosen:
    parts = chosen(state, load.duchy, power, load.sp)
    assert parts is not None, "only what can be parted is offered"
    return parts


def _after_change(state: State, power: Power, load: TakeAlong) -> State:
    """The state with the counters that this load may have changed (1.5), all still where they were."""
    going, staying = _parted(state, power, load)
    return with_own_troops(state, load.duchy, power, (*going, *staying))


def menu(state: State, power: Power, draft: Draft) -> Sequence[Order]:
    """The next part of a redeployment: who, whom he takes along from where, where it ends."""
    if not draft:
        return [*first_parts(state, power), LeaveRedeployment(power)]
    first = draft[0]
    loads = [each for each in draft[1:] if isinstance(each, TakeAlong)]
    if isinstance(first, RedeployLeader):
        return _by_land(state, power, first.leader, loads)
    assert isinstance(first, RedeployBySea)
    return _by_sea(state, power, first.start, loads)


def first_parts(state: State, power: Power) -> list[Order]:
    """The leaders and, for Britain, the ports that a redeployment can begin with."""
    found: list[Order] = [
        RedeployLeader(leader)
        for leader, general in state.leaders.items()
        if POWER_OF[leader] == power and general.duchy is not None
        if may_go_on(state, power, general.duchy, general) and _steps_from(state, power, general.duchy)
    ]
    if power == "britain":
        for start in duchies_of(state, power):
            if _is_port(state, start) and _unmarked(state, power, start) and _ports_from(state, start):
                found.append(RedeployBySea(start))
    return found


def _by_land(state: State, power: Power, leader: str, loads: Sequence[TakeAlong]) -> list[Order]:
    start = state.leaders[leader].duchy
    assert start is not None
    room = command_value(state, leader) - sum(load.sp + len(load.leaders) for load in loads)
    if not loads:
        return list(_choices(state, power, start, room, but=leader))
    for load in loads:
        state = _after_change(state, power, load)
    near = reach(state, power, start)
    ends: list[Order] = [RedeployTo(duchy) for duchy in near]
    if len(loads) > 1:
        ends.append(RedeployTo(start))
    later = [duchy for duchy in near if len(loads) == 1 or duchy > loads[-1].duchy]
    return [*(c for duchy in later for c in _choices(state, power, duchy, room) if c.sp or c.leaders), *ends]


def _by_sea(state: State, power: Power, start: str, loads: Sequence[TakeAlong]) -> list[Order]:
    if not loads:
        choices = _choices(state, power, start, state.facts.tables.convoy.pieces)
        return [choice for choice in choices if choice.sp or choice.leaders]
    return [RedeployTo(duchy) for duchy in _ports_from(state, start)]


def _choices(state: State, power: Power, duchy: str, room: int, but: str = "") -> list[TakeAlong]:
    """Everything that may be taken along from there: nothing that has redeployed or a card holds (16.31)."""
    leaders = [each for each in ready_leaders(state, duchy, power) if each != but]
    most = sum(troop.sp for troop in ready_troops(state, duchy, power))
    return [
        TakeAlong(duchy, sp, staff)
        for count in range(min(room, len(leaders)) + 1)
        for staff in combinations(leaders, count)
        for sp in range(min(most, room - count) + 1)
        if sp == 0 or chosen(state, duchy, power, sp) is not None
    ]


def _unmarked(state: State, power: Power, duchy: str) -> bool:
    return any(choice.sp or choice.leaders for choice in _choices(state, power, duchy, 1))


# Ways -------------------------------------------------------------------------------------------


def reach(state: State, power: Power, start: str) -> tuple[str, ...]:
    """The duchies that a redeployment from here can come to by land, in alphabetical order (R-94)."""
    seen, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        further = _steps_from(state, power, here, seen)
        seen.update(further)
        waiting.extend(further)
    return tuple(sorted(seen - {start}))


def _steps_from(state: State, power: Power, here: str, seen: Collection[str] = ()) -> list[str]:
    """The safe duchies beside this one, but for those seen; none where a card holds the power's pieces."""
    facts = state.facts
    if is_held_fast(state, power, here):
        return []
    side = SIDE_OF[power]
    return [
        to
        for to in facts.adjacent[here]
        if to not in seen and not is_blocked(state, facts.line_ids[here, to]) and _is_safe(state, side, to)
    ]


def _is_safe(state: State, side: Side, duchy: str) -> bool:
    """Is it safe to redeploy there (R-94)? Marks only say who has redeployed, and hinder no interceptor."""
    return is_safe(state, side, duchy, marked=True)


def _is_port(state: State, duchy: str) -> bool:
    return state.facts.duchies[duchy].is_port and standing(state, "allied", duchy) == "friendly"


def _ports_from(state: State, start: str) -> tuple[str, ...]:
    """The friendly, unbesieged, safe ports that a British convoy from here can reach (14.4, 16.3)."""
    facts = state.facts
    open_strait = standing(state, "allied", facts.map.strait) == "friendly"
    return tuple(
        duchy
        for duchy in sorted(facts.ports)
        if duchy != start and standing(state, "allied", duchy) == "friendly" and not is_besieged(state, duchy)
        if _is_safe(state, "allied", duchy)
        if open_strait or facts.map.share_a_zone(start, duchy)
    )


# Leaders who leave ------------------------------------------------------------------------------


class Withdraw(Step, frozen=True):
    """After all redeployments the power may take leaders off the map (16.32, R-95, D-37)."""

    power: Power

    def advance(self, play: Play[State]) -> Decision | None:
        state, power = play.state, self.power
        menu: list[Order] = [
            WithdrawLeader(leader)
            for leader, general in state.leaders.items()
            if POWER_OF[leader] == power and general.place == "map"
        ]
        if not menu:
            play.pop()
            return None
        about = {"power": power}
        menu.append(LeaveLeaders(power))
        return Decision(Ask(seat_of(state, power), "withdraw_leader", "16.32", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, LeaveLeaders):
            play.pop()
            return
        assert isinstance(order, WithdrawLeader)
        play.record(LeaderWithdrawn(order.leader))
        end_with_leader(play, order.leader)


class EndRedeployments(Step, frozen=True):
    """Everybody has redeployed (16.3)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        play.record(RedeploymentsEnded())
        return None
