"""Evasion: inactive formations slip away before the battle (10.5 to 10.8)."""

from collections.abc import Sequence

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.wellington.arrival.attempts import (
    free_to_go,
    go,
    is_open,
    is_way,
    most_going,
    own_terms,
    reasons_of,
    standing_before,
    way_terms,
)
from domain.wellington.events.arrival import AttemptStopped, EvasionDeclared, EvasionEnded, EvasionRolled
from domain.wellington.facts.world import OTHER_SIDE, POWER_OF, POWERS_OF, SIDE_OF, Power, Side
from domain.wellington.movement.groups import commander, may_follow
from domain.wellington.orders.arrival import Evade, EvadeSingly
from domain.wellington.playing.responses import Window
from domain.wellington.position.card_changes import battle_value, command_value
from domain.wellington.position.conflict import Arrival, Attempt, Part
from domain.wellington.position.control import holder, is_fortress, is_stuck, line_kind, standing
from domain.wellington.position.counters import without_counters
from domain.wellington.position.state import (
    State,
    free_counters,
    has_formation,
    leaders_of,
    seat_of,
    sp_of,
    troops_of,
)


def refuges(state: State, power: Power, arrival: Arrival) -> tuple[str, ...]:
    """Where the power's pieces may slip away to (10.5, 10.6, R-39, R-50)."""
    side, duchy = SIDE_OF[power], arrival.duchy
    if is_stuck(state, power, duchy):
        return ()
    barred = {arrival.start, *arrival.origins}
    besieging = is_fortress(state, duchy) and SIDE_OF[holder(state, duchy)] != side
    return tuple(
        to
        for to in state.facts.adjacent[duchy]
        if to not in barred
        and is_way(state, power, duchy, to)
        and not has_formation(state, to, OTHER_SIDE[side])
        and not _is_held_by_enemy(state, side, to)
        and not (besieging and standing(state, side, to) == "enemy")
    )


def _is_held_by_enemy(state: State, side: Side, duchy: str) -> bool:
    """Is it a fortress of the enemy that nobody besieges?"""
    return is_fortress(state, duchy) and standing(state, side, duchy) == "enemy"


def army_evasions(state: State, power: Power, arrival: Arrival) -> list[Evade]:
    """The evasions of the army or group there, if a leader of the power commands it (10.5, R-49)."""
    leader = chief(state, arrival.duchy, power)
    if leader is None or not may_evade(state, leader, arrival):
        return []
    return [Evade(leader, to) for to in refuges(state, power, arrival)]


def chief(state: State, duchy: str, power: Power) -> str | None:
    """The power's leader who decides for an army or group there; None if the ally's does (9.62).

    Nobody leaves a group to evade (9.65), not even an insulted ally (#22). Without a commander who is bound
    the others go (#81).
    """
    leader = commander(state, duchy, SIDE_OF[power])
    if leader is None:
        return None
    stays = state.leaders[leader].bound
    if POWER_OF[leader] == power and not stays:
        return leader
    left = [own for own in leaders_of(state, duchy, power) if stays and not state.leaders[own].bound]
    return max(left, key=lambda own: battle_value(state, own), default=None)


def may_evade(state: State, leader: str, arrival: Arrival) -> bool:
    """May the army or group under this leader try? Each tries once, interceptors never (10.1, 10.5)."""
    powers = {part.power for part in army(state, arrival.duchy, leader)}
    return leader not in arrival.tried and not powers & set(arrival.came)


def army(state: State, duchy: str, leader: str) -> tuple[Part, ...]:
    """All armies that follow a leader in a duchy, with the soldiers that they can lead (9.6, R-49)."""
    parts = []
    for power in POWERS_OF[SIDE_OF[POWER_OF[leader]]]:
        there = leaders_of(state, duchy, power)
        free = (each for each in there if not state.leaders[each].bound)
        leaders = tuple(each for each in free if may_follow(state, each, leader))
        if leaders and (power == POWER_OF[leader] or chief(state, duchy, power) is None):
            parts.append(Part(power, led(state, duchy, power), leaders))
    return tuple(parts)


def led(state: State, duchy: str, power: Power) -> int:
    """Strength points of the power that its leaders there can lead away (1.61, R-49, #81).

    None if their commander has fallen: nobody else takes command, and they slip away singly (#52, W-26).
    """
    if commander(state, duchy, SIDE_OF[power]) is None:
        return 0
    free = (leader for leader in leaders_of(state, duchy, power) if not state.leaders[leader].bound)
    command = sum(command_value(state, leader) for leader in free)
    return most_going(state, duchy, power, min(sp_of(state, duchy, power), command))


def single_evasions(
    state: State, power: Power, arrival: Arrival, named: Sequence[EvadeSingly]
) -> list[EvadeSingly]:
    """The counters without a leader that may try besides those named (10.5, R-49)."""
    duchy = arrival.duchy
    if power in arrival.tried or power in arrival.came:
        return []
    counters = [order.sp for order in named]
    troops = free_to_go(troops_of(state, duchy, power))
    loose = sum(troop.sp for troop in troops) - led(state, duchy, power) - sum(counters)
    free = free_counters(state, power)
    return [
        EvadeSingly(sp, to)
        for sp in state.facts.lone_counters
        if sp <= loose and without_counters(troops, free, (*counters, sp)) is not None
        for to in refuges(state, power, arrival)
    ]


def evade(play: Play[State], power: Power, attempts: tuple[Attempt, ...]) -> None:
    """Declare evasions out of the duchy of the arrival at hand; all roll at the same time (10.5, R-49)."""
    play.record(EvasionDeclared(power, attempts))
    play.push(Window("evade_declared"), RollEvasion(power))


def army_attempt(state: State, arrival: Arrival, order: Evade) -> Attempt:
    """The evasion of the whole army or group."""
    power = POWER_OF[order.leader]
    parts = army(state, arrival.duchy, order.leader)
    return Attempt("evasion", power, (arrival.duchy, order.to), parts, order.leader)


def evasion_terms(state: State, attempt: Attempt) -> dict[str, int]:
    """What is added to the dice and why (10.7)."""
    side, (start, to) = SIDE_OF[attempt.power], attempt.path
    line = line_kind(state, attempt.power, start, to)
    before, after = standing_before(state, side, start), standing(state, side, to)
    way = way_terms(state.facts.tables.evasion, line, before, after)
    return {term: count for term, count in {**own_terms(state, attempt), **way}.items() if count}


def evasion_modifier(state: State, attempt: Attempt) -> int:
    """What is added to the dice (10.7)."""
    return sum(evasion_terms(state, attempt).values())


def succeeds(state: State, attempt: Attempt) -> bool:
    """Do the dice that were rolled suffice as things stand now?"""
    return sum(attempt.dice) + evasion_modifier(state, attempt) >= state.facts.tables.evasion.target


class RollEvasion(Step, frozen=True):
    """The dice of all evasions that were declared together, unless answers stopped them (10.7)."""

    power: Power

    def advance(self, play: Play[State]) -> Decision | None:
        facts = play.state.facts
        play.pop()
        _stop_impossible(play)
        attempts = play.state.arrivals[-1].attempts
        seat = seat_of(play.state, self.power)
        for number, attempt in enumerate(attempts):
            dice = play.roll(seat, facts.tables.evasion.dice, 6, "evasion", "10.7")
            terms = evasion_terms(play.state, attempt)
            modifier = sum(terms.values())
            is_success = sum(dice) + modifier >= facts.tables.evasion.target
            start, to = attempt.path
            play.record(
                EvasionRolled(
                    self.power, number, attempt.leader, start, to, dice, modifier, is_success, terms
                )
            )  # fmt: skip
        if attempts:
            play.push(Window("evade_rolled"), CompleteEvasion(self.power))
        return None


class CompleteEvasion(Step, frozen=True):
    """Who succeeded goes; who failed loses the terrain (10.7, R-52)."""

    power: Power

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        _stop_impossible(play)
        attempts = play.state.arrivals[-1].attempts
        good = [succeeds(play.state, attempt) for attempt in attempts]
        reasons = [reasons_of(play.state, attempt) for attempt in attempts]
        for attempt, is_good, found in zip(attempts, good, reasons, strict=True):
            if is_good and is_open(play.state, attempt):
                go(play, attempt, found)
        play.record(EvasionEnded(self.power, good.count(False)))
        return None


def _stop_impossible(play: Play[State]) -> None:
    for attempt in play.state.arrivals[-1].attempts:
        if not is_open(play.state, attempt):
            play.record(AttemptStopped(attempt))
