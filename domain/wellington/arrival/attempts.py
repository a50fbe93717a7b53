"""What interceptions and evasions have in common: who goes, which way, at what cost (10, 13.1)."""

from collections.abc import Iterable

from domain.kernel.agenda import Play
from domain.wellington.events.arrival import ArrivalEnded, AttritionOwed
from domain.wellington.events.points import FormationMoved
from domain.wellington.facts.tables import Interception as AttemptTable
from domain.wellington.facts.world import OTHER_SIDE, SIDE_OF, LineKind, Power, Side, line_id
from domain.wellington.losses.losses import is_straggling
from domain.wellington.movement.groups import keep_command, may_follow
from domain.wellington.playing.entering import have_entered
from domain.wellington.position import card_table
from domain.wellington.position.card_changes import battle_value, command_value, is_blocked
from domain.wellington.position.conflict import Arrival, Attempt, Part, Toll
from domain.wellington.position.control import Standing, holder, is_fortress, line_kind, standing
from domain.wellington.position.counters import Chosen, taken_in_some_order, without_counters
from domain.wellington.position.state import (
    SAILED,
    State,
    Troop,
    changed,
    free_counters,
    has_formation,
    merged,
    parts_at,
    troops_of,
)


def arrival_at(state: State, duchy: str) -> Arrival | None:
    """The arrival at hand, if it is in this duchy."""
    return state.arrivals[-1] if state.arrivals and state.arrivals[-1].duchy == duchy else None


def is_held(state: State, arrival: Arrival, side: Side) -> bool:
    """Do its friends rest there without a piece of the side, which may not intercept then (10.1)?"""
    is_hostile = SIDE_OF[arrival.power] != side
    return is_hostile and arrival.was_held and not has_formation(state, arrival.duchy, side)


def standing_before(state: State, side: Side, duchy: str) -> Standing:
    """What the duchy was to a side before the formation at hand arrived there (R-46, W-24)."""
    arrival = arrival_at(state, duchy)
    if arrival is not None and arrival.was_friendly and SIDE_OF[arrival.power] == OTHER_SIDE[side]:
        return "friendly"
    return standing(state, side, duchy)


def is_open(state: State, attempt: Attempt) -> bool:
    """Can the pieces still go, after answers (W-9, W-11)?"""
    start = attempt.path[0]
    if attempt.leader is not None and not _may_leave(state, attempt.leader, start):
        return False
    if attempt.means == "evasion" and has_formation(state, attempt.path[-1], _enemy_of(attempt)):
        return False
    legs = zip(attempt.path, attempt.path[1:], strict=False)
    return bool(parts_left(state, attempt)) and all(is_way(state, attempt.power, *leg) for leg in legs)


def _enemy_of(attempt: Attempt) -> Side:
    return OTHER_SIDE[SIDE_OF[attempt.power]]


def is_way(state: State, power: Power, start: str, to: str) -> bool:
    """May interceptors and evaders use this line (10.3, 10.6)?"""
    if is_blocked(state, line_id(start, to)):
        return False
    return line_kind(state, power, start, to) not in state.facts.tables.interception.forbidden


def own_terms(state: State, attempt: Attempt) -> dict[str, int]:
    """What who tries adds to the dice wherever he goes: a leader's battle value, lasting cards (#82, #85).

    Without a leader the value that a card lends counts (C-X).
    """
    found = {"commander": battle_value(state, attempt.leader)} if attempt.leader else {"lent": attempt.value}
    for card in sorted(card_table.tried):
        found.update(card_table.tried[card](state, attempt))
    return found


def way_terms(rules: AttemptTable, line: LineKind, here: Standing, there: Standing) -> dict[str, int]:
    """What the way adds: over rough ground, into a friendly duchy, from one that is not (10.4, 10.7)."""
    return {
        "into_friendly": rules.into_friendly * (there == "friendly"),
        "from_unfriendly": rules.from_unfriendly * (here != "friendly"),
        "across_rough": rules.across_rough * (line in rules.rough),
    }


def end_arrival(play: Play[State]) -> None:
    """Nothing more is to be tried against the formation at hand, or with it."""
    arrival = play.state.arrivals[-1]
    was_tried = arrival.tried or arrival.came or arrival.tolls
    play.record(ArrivalEnded(arrival.duchy, quiet=not was_tried))


def parts_left(state: State, attempt: Attempt) -> tuple[Part, ...]:
    """The pieces that answers have left of those named: there still, not bound (#81), nor insulted (#22).

    No more soldiers than their leaders can lead, who may have been humbugged (#23, C-23).
    """
    found = []
    start = attempt.path[0]
    for part in parts_at(state, start, attempt.parts):
        if not _may_follow(state, attempt, part):
            continue
        leaders = tuple(leader for leader in part.leaders if _may_leave(state, leader, start))
        free = sum(troop.sp for troop in free_to_go(troops_of(state, start, part.power)))
        sp = min(part.sp, free)
        if attempt.leader is not None:
            sp = min(sp, sum(command_value(state, leader) for leader in leaders))
        if is_alone(attempt) and going(state, start, part.power, sp, alone=True) is None:
            sp = 0
        if sp or leaders:
            found.append(Part(part.power, sp, leaders))
    return tuple(found)


def is_alone(attempt: Attempt) -> bool:
    """Is it one counter that slips away without a leader (10.5)?"""
    return attempt.means == "evasion" and attempt.leader is None


def _may_follow(state: State, attempt: Attempt, part: Part) -> bool:
    """May the part go under the leader of the attempt (#22)?"""
    lead = attempt.leader
    return lead is None or all(may_follow(state, leader, lead) for leader in part.leaders)


def _may_leave(state: State, leader: str, start: str) -> bool:
    general = state.leaders[leader]
    return general.duchy == start and not general.bound


def go(play: Play[State], attempt: Attempt, reasons: int) -> None:
    """The pieces move, and owe the attrition of the way, for so many `reasons` (10.9, 13.1)."""
    start, to = attempt.path[0], attempt.path[-1]
    before = play.state
    alone = is_alone(attempt)
    parts = [
        part if alone else changed(part, sp=most_going(before, start, part.power, part.sp))
        for part in parts_left(before, attempt)
    ]
    for part in parts:
        moved = going(play.state, start, part.power, part.sp, alone)
        assert moved is not None, "the order was legal"
        play.record(FormationMoved(part.power, start, to, part.leaders, *moved, attempt.means))
    have_entered(play, to, parts)
    if attempt.leader is not None:
        keep_command(play, before, to, attempt.leader)
    pieces = sum(part.sp + len(part.leaders) for part in parts)
    if reasons:
        play.record(AttritionOwed(Toll(attempt.power, to, tuple(parts), reasons * pieces)))


def reasons_of(state: State, attempt: Attempt) -> int:
    """How often the pieces undergo attrition for the whole way (13.1, R-50).

    Stragglers do so in every duchy that they enter (#41).
    """
    side = SIDE_OF[attempt.power]
    entered = len(attempt.path) - 1
    found = entered * is_straggling(state, attempt.parts, attempt.path[-1])
    for start, to in zip(attempt.path, attempt.path[1:], strict=False):
        here, there = standing_before(state, side, start), standing_before(state, side, to)
        line = line_kind(state, attempt.power, start, to)
        found += reasons(line, here, there)
        if attempt.means == "evasion" and here == "friendly" and there == "enemy":
            found += 1
        if attempt.means == "evasion" and is_besieged_enemy(state, side, to):
            found += 1
    return found


def is_besieged_enemy(state: State, side: Side, duchy: str) -> bool:
    """Is it a fortress of the enemy that the side besieges?"""
    is_enemy = is_fortress(state, duchy) and SIDE_OF[holder(state, duchy)] != side
    return is_enemy and standing(state, side, duchy) == "uncontrolled"


def reasons(line: LineKind, here: Standing, there: Standing) -> int:
    """How many reasons for attrition lie in a way: a pass (R-34), an ambush (R-35)."""
    a_pass = line == "pass" and not here == there == "friendly"
    ambush = there == "enemy" and here != "friendly"
    return a_pass + ambush


def going(state: State, duchy: str, power: Power, sp: int, alone: bool = False) -> Chosen | None:
    """Exactly so many strength points, marked or not, or one counter `alone`; None if impossible.

    Unmarked ones and those that marched least go first, as far as there are counters to change for. Bound
    ones stay (#81).
    """
    there = troops_of(state, duchy, power)
    troops = free_to_go(there)
    if not alone:
        return taken_in_some_order(state, duchy, power, sp, troops)
    parts = without_counters(troops, free_counters(state, power), (sp,))
    return None if parts is None else (parts[0], merged([*parts[1], *(each for each in there if each.bound)]))


def most_going(state: State, duchy: str, power: Power, sp: int) -> int:
    """The most strength points, up to so many, that counters let go together (1.5, R-3)."""
    return next((each for each in range(sp, 0, -1) if going(state, duchy, power, each) is not None), 0)


def free_to_go(troops: Iterable[Troop]) -> list[Troop]:
    """Those whom no storm binds (#81), in the order in which they intercept or evade, landed ones last."""
    free = (troop for troop in troops if not troop.bound)
    return sorted(free, key=lambda troop: (troop.marked, troop.marched == SAILED, troop.marched))
