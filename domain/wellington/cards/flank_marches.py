"""Marches by card: Flank March and The Duke of Damnation (#44, #109)."""

from collections.abc import Sequence
from itertools import combinations

from domain.kernel.agenda import Answers, Play, Step
from domain.kernel.decisions import Ask, Decision, Draft
from domain.kernel.orders import Order
from domain.wellington.arrival.arrival import arrive
from domain.wellington.arrival.entry import way_reasons
from domain.wellington.events.points import FormationMoved
from domain.wellington.facts.world import POWER_OF, SIDE_OF, Power, line_id
from domain.wellington.losses.losses import is_straggling
from domain.wellington.movement.groups import command_here, keep_command
from domain.wellington.movement.may_march import chosen, loads
from domain.wellington.orders.points import Carry, Halt, LeadOn
from domain.wellington.position.card_changes import is_blocked
from domain.wellington.position.card_table import Moment, event
from domain.wellington.position.conflict import Arrival, Means, Part
from domain.wellington.position.control import is_held_fast, is_safe, may_go_on
from domain.wellington.position.counters import Chosen, taken
from domain.wellington.position.state import (
    SAILED,
    General,
    State,
    Troop,
    leaders_of,
    seat_of,
    sp_of,
    troops_of,
)

FLANK_MARCH, DUKE = "flank_march", "the_duke_of_damnation"
SOULT = "soult"
DUCHIES_MARCHED = 2


def _place(state: State, leader: str) -> str | None:
    """Where the leader is on the map."""
    return state.leaders[leader].duchy


def _ask(card: str, leader: str, legs: Sequence[Order], armies: Sequence[Order], state: State) -> Decision:
    """Where does he go, and then with whom?"""
    power = POWER_OF[leader]
    about = {"card": card, "power": power, "leader": leader}
    menu = [*legs, Halt(leader)]
    return Decision(
        Ask(seat_of(state, power), "lead_on", f"#{card}", lambda draft: armies if draft else menu, about)
    )


def _lead(play: Play[State], draft: Draft, moved: Chosen | None, means: Means) -> tuple[str, str, Part]:
    """The army goes to the duchy of the order; returns where it came from, where it is, and what it is."""
    leg, army = draft
    assert isinstance(leg, LeadOn) and isinstance(army, Carry) and moved is not None, "the order was legal"
    before, power, start = play.state, POWER_OF[leg.leader], _place(play.state, leg.leader)
    assert start is not None, "only a leader on the map marches"
    part = Part(power, army.sp, (leg.leader, *army.staff))
    play.record(FormationMoved(power, start, leg.to, part.leaders, *moved, means))
    keep_command(play, before, leg.to, leg.leader)
    return start, leg.to, part


# Flank March ----------------------------------------------------------------------------------------


def _flankers(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """The leaders of the power who may march (#44)."""
    return tuple(each for each in POWER_OF if POWER_OF[each] == power and _flank_ways(state, each))


@event(FLANK_MARCH, _flankers)
def _flank_march(play: Play[State], power: Power, target: str) -> None:
    """One army goes up to two duchies: no interception, attrition or evasion, but battles (C-44)."""
    straggling = is_straggling(play.state, (Part(power, 0, (target,)),), target)
    play.push(FlankMarch(target, DUCHIES_MARCHED, straggling=straggling))


class FlankMarch(Step, frozen=True):
    """The leader marches so many duchies more, with nothing that he did not bring along (#44, C-44).

    `straggling`: Stragglers (#41) lay on him before, so that this card prevails; played since, it does (5.1).
    """

    leader: str
    left: int
    brought: Part | None = None
    straggling: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        state, ways = play.state, _flank_ways(play.state, self.leader)
        if not (ways and self.left):
            play.pop()
            return None
        legs = [LeadOn(self.leader, to) for to in ways]
        return _ask(FLANK_MARCH, self.leader, legs, _flank_armies(state, self.leader, self.brought), state)

    def handle(self, play: Play[State], answers: Answers) -> None:
        (draft,) = answers.values()
        army = draft[-1]
        if not isinstance(army, Carry):
            play.pop()
            return
        start, to, part = _lead(play, draft, _flank_troops(play.state, self.leader, army.sp), "march")
        straggles = is_straggling(play.state, (part,), to) and not self.straggling
        play.replace(FlankMarch(self.leader, self.left - 1, part, self.straggling))
        arrival = Arrival(part.power, to, start, "march", (part,), (start,), straggles * _pieces(part))
        arrive(play, arrival, by_surprise=True)


def _flank_ways(state: State, leader: str) -> tuple[str, ...]:
    """The adjacent duchies that he may enter; he may pass by an enemy fortress (#44)."""
    start, power = _place(state, leader), POWER_OF[leader]
    if start is None or not _is_fresh(state.leaders[leader]):
        return ()
    if is_held_fast(state, power, start):
        return ()
    return tuple(to for to in state.facts.adjacent[start] if not is_blocked(state, line_id(start, to)))


def _is_fresh(piece: Troop | General) -> bool:
    """Neither marked, nor bound (#81), nor gone by sea in this impulse."""
    return not piece.marked and not piece.bound and piece.marched != SAILED


def _flank_troops(state: State, leader: str, sp: int) -> Chosen | None:
    duchy, power = _place(state, leader), POWER_OF[leader]
    assert duchy is not None, "only a leader on the map marches"
    ready = [troop for troop in troops_of(state, duchy, power) if _is_fresh(troop)]
    return taken(state, duchy, power, sp, ready)


def _flank_armies(state: State, leader: str, brought: Part | None) -> list[Carry]:
    """What may go with him, the largest army first (1.61)."""
    duchy, power = _place(state, leader), POWER_OF[leader]
    assert duchy is not None, "only a leader on the map marches"
    command = command_here(state, leader)
    staff = [
        each
        for each in leaders_of(state, duchy, power)
        if each != leader and _is_fresh(state.leaders[each])
        if brought is None or each in brought.leaders
    ]
    most = sp_of(state, duchy, power) if brought is None else brought.sp
    return [
        Carry(leader, sp, others)
        for count in range(min(len(staff), command) + 1)
        for others in combinations(staff, count)
        for sp in range(min(most, command - count), -1, -1)
        if _flank_troops(state, leader, sp) is not None
    ]


# The Duke of Damnation ------------------------------------------------------------------------------


def _soult(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Soult, if he has a way to go (#109)."""
    is_ready = SIDE_OF[power] == "french" and _safe_ways(state, ()) and _duke_armies(state, None)
    return (SOULT,) if is_ready else ()


@event(DUKE, _soult)
def _duke_of_damnation(play: Play[State], power: Power, target: str) -> None:
    """Soult marches as far as friendly duchies lead, as his own power says (#109, C-109)."""
    play.push(DukesMarch())


class DukesMarch(Step, frozen=True):
    """Soult goes on, picks up pieces on the way, and leaves none of those whom he `brought` (#109).

    `seen` are the duchies where he has been since he last picked somebody up; there is nothing for him there.
    """

    brought: Part | None = None
    seen: tuple[str, ...] = ()

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        ways = _safe_ways(state, self.seen)
        armies = _duke_armies(state, self.brought) if ways else []
        if not armies:
            play.pop()
            return None
        return _ask(DUKE, SOULT, [LeadOn(SOULT, to) for to in ways], armies, state)

    def handle(self, play: Play[State], answers: Answers) -> None:
        (draft,) = answers.values()
        state, army, start = play.state, draft[-1], _place(play.state, SOULT)
        if not isinstance(army, Carry):
            play.pop()
            return
        assert start is not None, "Soult is on the map"
        power = POWER_OF[SOULT]
        _, to, part = _lead(play, draft, chosen(state, start, power, army.sp), "event")
        grew = self.brought is None or _pieces(part) > _pieces(_left(state, self.brought, start))
        play.replace(DukesMarch(part, (start, to) if grew else (*self.seen, to)))
        reasons = way_reasons(state, power, start, to) + is_straggling(state, (part,), to)
        arrive(play, Arrival(power, to, start, "event", (part,), (start,), reasons * _pieces(part)))


def _pieces(part: Part) -> int:
    return part.sp + len(part.leaders)


def _left(state: State, brought: Part, duchy: str) -> Part:
    """What is left there of the pieces that came with him."""
    leaders = tuple(each for each in brought.leaders if each in leaders_of(state, duchy, brought.power))
    return Part(brought.power, min(brought.sp, sp_of(state, duchy, brought.power)), leaders)


def _safe_ways(state: State, seen: tuple[str, ...]) -> tuple[str, ...]:
    """The adjacent duchies that he may enter."""
    start, power = _place(state, SOULT), POWER_OF[SOULT]
    if start is None or not may_go_on(state, power, start, state.leaders[SOULT]):
        return ()
    near = state.facts.adjacent[start]
    ways = (to for to in near if to not in seen and not is_blocked(state, line_id(start, to)))
    return tuple(to for to in ways if is_safe(state, SIDE_OF[power], to))


def _duke_armies(state: State, brought: Part | None) -> list[Carry]:
    """What may go with him; at least all that came with him (#109)."""
    start = _place(state, SOULT)
    assert start is not None, "Soult is on the map"
    least = Part(POWER_OF[SOULT]) if brought is None else _left(state, brought, start)
    return [
        army
        for army in loads(state, SOULT)
        if army.sp >= least.sp and set(army.staff) >= set(least.leaders) - {SOULT}
    ]
