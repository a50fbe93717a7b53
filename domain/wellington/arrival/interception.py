"""Interception: an inactive army comes between (10.1 to 10.4). Who may: `control.may_intercept`."""

from collections.abc import Collection, Sequence
from itertools import combinations

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.kernel.orders import Order
from domain.wellington.arrival.attempts import (
    go,
    going,
    is_held,
    is_open,
    own_terms,
    parts_left,
    reasons_of,
    standing_before,
    way_terms,
)
from domain.wellington.events.arrival import (
    AttemptStopped,
    InterceptionDeclared,
    InterceptionFailed,
    InterceptionRolled,
    InterceptionSucceeded,
)
from domain.wellington.events.battle import AttackJoined
from domain.wellington.facts.world import POWER_OF, SIDE_OF, LineKind, Power
from domain.wellington.movement.groups import command_here, commander, leaders_of_side, may_follow
from domain.wellington.orders.groups import JoinArmy
from domain.wellington.orders.points import Carry
from domain.wellington.playing.responses import Window
from domain.wellington.position.conflict import Arrival, Attempt, Battle
from domain.wellington.position.control import holder, is_ready, line_kind, may_intercept, standing
from domain.wellington.position.state import State, leaders_of, seat_of, troops_of


def interceptors(state: State, power: Power, arrival: Arrival) -> tuple[str, ...]:
    """The leaders of the power who may try to come between (R-45); none where the enemy rests (10.1)."""
    if is_held(state, arrival, SIDE_OF[power]):
        return ()
    return tuple(
        leader
        for start in state.facts.adjacent[arrival.duchy]
        for leader in leaders_of(state, start, power)
        if leader not in arrival.tried and may_intercept(state, leader, arrival.duchy)
    )


def bands(state: State, leader: str, taken: Collection[str] = (), used: int = 0) -> list[Carry]:
    """What may intercept with a leader: pieces of his power free to try, up to his command value (10.3).

    `taken` leaders and `used` strength points of the power go with another army.
    """
    power, duchy = POWER_OF[leader], state.leaders[leader].duchy
    assert duchy is not None, "only a leader on the map intercepts"
    command = command_here(state, leader)
    there = leaders_of(state, duchy, power)
    others = [one for one in there if one not in (leader, *taken) and _is_free(state, one)]
    troops = (troop for troop in troops_of(state, duchy, power) if is_ready(state, power, duchy, troop))
    ready = sum(troop.sp for troop in troops) - used
    return [
        Carry(leader, sp, staff)
        for count in range(min(len(others), command) + 1)
        for staff in combinations(others, count)
        for sp in range(min(ready, command - count), -1, -1)
        if going(state, duchy, power, used + sp) is not None
    ]


def _is_free(state: State, leader: str) -> bool:
    """Is the leader, who is on the map, free to try (10.3)?"""
    general = state.leaders[leader]
    return general.duchy is not None and is_ready(state, POWER_OF[leader], general.duchy, general)


def group_menu(state: State, leader: str, joined: Sequence[JoinArmy]) -> list[Order]:
    """Who comes with an interceptor: his band, which ends the order, or one army more of his group (10.41).

    Armies of the ally come only with the commander of the group; armies join in the order of the roster.
    """
    taken = {leader, *(each for army in joined for each in (army.leader, *army.staff))}
    menu: list[Order] = [*bands(state, leader, taken, _used(leader, joined))]
    for other in _may_join(state, leader, joined):
        if other not in taken:
            found = bands(state, other, taken, _used(other, joined))
            menu += [JoinArmy(other, band.sp, band.staff) for band in found]
    return menu


def _used(leader: str, joined: Sequence[JoinArmy]) -> int:
    """Strength points of the leader's power that go with other armies."""
    return sum(army.sp for army in joined if POWER_OF[army.leader] == POWER_OF[leader])


def _may_join(state: State, lead: str, joined: Sequence[JoinArmy]) -> list[str]:
    """Leaders there who are free to bring armies of their own, later in the roster than those who do."""
    power, duchy = POWER_OF[lead], state.leaders[lead].duchy
    assert duchy is not None, "only a leader on the map intercepts"
    side = SIDE_OF[power]
    there = leaders_of_side(state, duchy, side)
    after = there.index(joined[-1].leader) + 1 if joined else 0
    leads_all = commander(state, duchy, side) == lead
    return [
        leader
        for leader in there[after:]
        if _is_free(state, leader) and may_follow(state, leader, lead)
        if leads_all or POWER_OF[leader] == power
    ]


def intercept(play: Play[State], *attempts: Attempt) -> None:
    """Declare an interception into the duchy of the arrival at hand; it is answered, rolled and carried out.

    If a card says so the way may lead over two duchies, and several may enter together (C-X, C-108).
    """
    for attempt in attempts:
        play.record(InterceptionDeclared(attempt))
    play.push(Window("intercept_declared"), RollInterception())


def interception_terms(state: State, attempt: Attempt) -> dict[str, int]:
    """What is added to the dice and why, read for the last leg of the way (10.4, R-46)."""
    side, start, into = SIDE_OF[attempt.power], attempt.path[-2], attempt.path[-1]
    line = line_kind(state, attempt.power, start, into)
    here, there = standing(state, side, start), standing_before(state, side, into)
    way = way_terms(state.facts.tables.interception, line, here, there)
    return {term: count for term, count in {**own_terms(state, attempt), **way}.items() if count}


def interception_modifier(state: State, attempt: Attempt) -> int:
    """What is added to the dice (10.4)."""
    return sum(interception_terms(state, attempt).values())


def succeeds(state: State, attempt: Attempt) -> bool:
    """Do the dice that were rolled suffice as things stand now?"""
    return sum(attempt.dice) + interception_modifier(state, attempt) >= state.facts.tables.interception.target


class RollInterception(Step, frozen=True):
    """The dice of the interceptions that were declared, unless answers stopped them (10.4)."""

    def advance(self, play: Play[State]) -> Decision | None:
        facts = play.state.facts
        play.pop()
        attempts = under_way(play)
        for attempt in attempts:
            seat = seat_of(play.state, attempt.power)
            dice = play.roll(seat, facts.tables.interception.dice, 6, "interception", "10.4")
            terms = interception_terms(play.state, attempt)
            modifier = sum(terms.values())
            is_success = sum(dice) + modifier >= facts.tables.interception.target
            start, into = attempt.path[0], attempt.path[-1]
            play.record(
                InterceptionRolled(
                    attempt.power, attempt.leader, start, into, dice, modifier, is_success, terms
                )
            )  # fmt: skip
        if attempts:
            play.push(Window("intercept_rolled"), CompleteInterception())
        return None


class CompleteInterception(Step, frozen=True):
    """The army comes in, or all who stayed behind are marked (10.4, R-47)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        attempts = under_way(play)
        good = [attempt for attempt in attempts if succeeds(play.state, attempt)]
        for attempt in good:
            parts = parts_left(play.state, attempt)
            ally = next((part.power for part in parts if part.power != attempt.power), None)
            go(play, attempt, reasons_of(play.state, attempt))
            play.record(InterceptionSucceeded(attempt.power, attempt.path[-2], attempt.path[-1], ally))
            join_attack(play, attempt)
        for attempt in attempts:
            if attempt not in good:
                play.record(InterceptionFailed(attempt.power, attempt.path[0]))
        return None


def join_attack(play: Play[State], attempt: Attempt) -> None:
    """Friends of the attacker in a battle there may go back with him; best terrain counts (R-55, R-65)."""
    facts = play.state.facts
    start, into = attempt.path[-2:]
    battle = play.state.battles[-1] if play.state.battles else None
    if battle is None or battle.duchy != into or battle.attacker != SIDE_OF[attempt.power]:
        return
    line = line_kind(play.state, attempt.power, start, into)
    dice = facts.tables.battle.terrain_dice
    so_far = _line_so_far(play.state, battle)
    best = None if so_far is None else max(so_far, line, key=lambda each: dice[each])
    play.record(AttackJoined(into, start, best))


def _line_so_far(state: State, battle: Battle) -> LineKind | None:
    """The line that gives the defender terrain dice so far; None if none ever does (R-52, R-55).

    Those who were placed there or landed came by no line, which is no better to him than an open one.
    """
    by_land = bool(battle.origins) and not battle.port
    is_attackers = SIDE_OF[holder(state, battle.duchy)] == battle.attacker
    return battle.line if battle.line or battle.evasion_failed or by_land or is_attackers else "open"


def under_way(play: Play[State]) -> tuple[Attempt, ...]:
    """The interceptions that go on: answers have neither stopped them nor made them impossible (W-11)."""
    for attempt in play.state.arrivals[-1].attempts:
        if not is_open(play.state, attempt):
            play.record(AttemptStopped(attempt))
    return play.state.arrivals[-1].attempts
