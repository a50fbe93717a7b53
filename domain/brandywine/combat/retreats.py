"""Retreats: which hexes are open, which are preferred, fords, and steps given to fit (13.2, R-85 to R-87)."""

from collections.abc import Iterable
from typing import ClassVar, Literal

import msgspec

from domain.brandywine.events.combat import Cause, LeaderFollowed, RetreatPaid, StepLost, UnitRetreated
from domain.brandywine.facts.board import ADJACENT, BIT, BOARD, Hex, distance
from domain.brandywine.facts.sides import Side, seat_of
from domain.brandywine.morale.army import adjust
from domain.brandywine.morale.losses import capture, disrupt
from domain.brandywine.movement.areas import limits_of
from domain.brandywine.movement.watching import came
from domain.brandywine.movement.ways import is_rouser, near_battery, near_delaware, points_of
from domain.brandywine.orders.combat import (
    BeCaptured,
    CheckNext,
    FollowRetreat,
    Retreat,
    RetreatByStep,
    StayBehind,
)
from domain.brandywine.position.leaders import stays_with_washington
from domain.brandywine.position.pieces import foe, full_for, leaders_at
from domain.brandywine.position.state import Pieces, State, changed, is_gun, side_of, steps_left, unit_fact
from domain.kernel import Answers, Ask, Decision, Order, Play, Step, the_order
from domain.kernel.geometry import Area

Path = tuple[Hex, ...]
End = tuple[Hex, Path]
"""Where a retreat ends, and the hexes on the way in which leaders are captured (14.3.2)."""
FAR = 3
"""The hexes of a D, and of cavalry that withdraws (13.1.4, 12.1.7)."""
FORDED = FAR + 1
"""How far from its start a unit ends that forded an R, where it can (R-87)."""


class Ways(msgspec.Struct, frozen=True):
    """Each end -> the way to it: over passable ground, and over the creek where there is no ford."""

    land: dict[End, Path]
    ford: dict[End, Path]


# Which hexes --------------------------------------------------------------------------------------


def closed(state: State, unit: str, in_area: bool, points: int | None = None) -> Area:
    """The hexes into which a unit may not retreat (13.2.2): enemies and their zones, stacks without room
    (`points`: if it had so many), and those of a limit that holds. The creek is looked at apart."""
    side = side_of(state, unit)
    enemy = foe(state, side)
    size = points_of(state, unit) if points is None or is_gun(state, unit) else points
    found = enemy.held_area | enemy.zone_area | full_for(state, side)[size]
    if state.condition.get(unit) == "shattered":
        found |= enemy.lone_area
    return found | limits_of(state, unit).outside if in_area else found


def paths(
    state: State, unit: str, count: int, by_ford: bool, in_area: bool, points: int | None = None
) -> dict[End, Path]:
    """The ends exactly so many hexes away; `by_ford`: those whose first step fords the creek (16.2.8). Of
    ways that are alike the one is told that serves the unit near Delaware (R-107), or near the battery."""
    start, lone = state.at[unit], foe(state, side_of(state, unit)).lone_area
    shut, ground, mover = closed(state, unit, in_area, points), state.ground, unit_fact(state, unit).mover
    near, rouses = near_delaware(state, unit) or near_battery(state, unit), is_rouser(state, unit)
    edge: dict[End, Path] = {(start, ()): (start,)}
    for number in range(count):
        further: dict[End, Path] = {}
        if near:
            edge = dict(sorted(edge.items(), key=lambda each: _enters(each[1], near) != rouses))
        for (at, via), path in edge.items():
            passed = (*via, at) if BIT[at] & lone else via
            for to in ADJACENT[at]:
                if BIT[to] & shut or (to, passed) in further or distance(start, to) != number + 1:
                    continue
                if ((at, to) in ground.unforded) != (by_ford and number == 0):
                    continue
                if ground.is_passable(mover, at, to):
                    further[to, passed] = (*path, to)
        edge = further
    return edge


def _enters(path: Path, near: Area) -> bool:
    return bool(near & BOARD.area(set(path[1:])))


def ways_back(
    state: State, unit: str, count: int, may_ford: bool = True, origin: Hex | None = None,
    points: int | None = None,
) -> Ways:  # fmt: skip
    """Where a unit may retreat to, the preferred ends only (R-85); a limit of the Americans holds if it can
    (R-40)."""
    fords = may_ford and not is_gun(state, unit)
    side = side_of(state, unit)
    for in_area in (True, False):
        land = paths(state, unit, count, False, in_area, points)
        ford = paths(state, unit, count, True, in_area, points) if fords else {}
        if land or ford or side == "british":
            break
    start = state.at[unit]
    return Ways(preferred(state, side, start, land, origin), preferred(state, side, start, ford, origin))


def preferred(
    state: State, side: Side, start: Hex, found: dict[End, Path], origin: Hex | None
) -> dict[End, Path]:
    """The ends that must be taken: four hexes from where the unit forded, then not next to the enemy, then
    not farther from friendly lines (13.2.1, R-85, R-87)."""
    near, kept = foe(state, side).near, list(found)
    home = to_lines(state, side, start)
    if origin is not None:
        kept = [end for end in kept if distance(origin, end[0]) == FORDED] or kept
    kept = [end for end in kept if end[0] not in near] or kept
    kept = [end for end in kept if to_lines(state, side, end[0]) <= home] or kept
    return {end: found[end] for end in kept}


def to_lines(state: State, side: Side, at: Hex) -> int:
    """How far a hex is from friendly lines: the headquarters, or the nearest British entry (13.2.1)."""
    return min(distance(at, line) for line in lines(state, side))


def lines(state: State, side: Side) -> Iterable[Hex]:
    if side == "american":
        return state.ground.places["american_hq"].cells
    entries = state.ground.entries
    if state.field.has("no_british_north_of_renwick"):
        return (entries["A"].hex,)
    return (entries["A"].hex, entries["B"].hex, entries["D"].hex)


def withdrawals(state: State, unit: str) -> dict[End, Path]:
    """Where dragoons may withdraw to: three hexes away, never next to an enemy, over no side of the creek
    without a ford (12.1.7, R-70, R-102)."""
    near = foe(state, side_of(state, unit)).near
    found = paths(state, unit, FAR, False, True)
    return {end: path for end, path in found.items() if end[0] not in near}


# Going --------------------------------------------------------------------------------------------


class GoBack(Step, frozen=True):
    """A unit retreats; if it must be disrupted it is so at the end (13.1.3, 13.1.4).

    `origin` is where it stood before it forded: it suffers this D for the ford, and may ford no more.
    """

    unit: str
    count: int
    cause: Cause
    disrupts: bool = False
    origin: Hex | None = None

    def advance(self, play: Play[State]) -> Decision | None:
        if self.unit not in play.state.at:
            play.pop()
            return None
        if self.disrupts and play.state.condition.get(self.unit) == "shattered":
            play.pop()
            disrupt(play, self.unit)
            return None
        menu = self.menu(play.state)
        if not menu:
            play.pop()
            capture(play, self.unit, "no_retreat")
            return None
        if len(menu) == 1:
            self._carry_out(play, menu[0])
            return None
        owner = seat_of(side_of(play.state, self.unit))
        return Decision(Ask(owner, "retreat", "13.2", menu, {"unit": self.unit, "count": self.count}))

    def handle(self, play: Play[State], answers: Answers) -> None:
        self._carry_out(play, the_order(answers))

    def menu(self, state: State) -> list[Order]:
        """Where to; or, if only stacking stops a unit of two steps, whether it gives one (13.2.3)."""
        ways = self._ways(state)
        found: list[Order] = [Retreat(self.unit, at, via=via) for at, via in ways.land]
        found += [Retreat(self.unit, at, True, via) for at, via in ways.ford]
        if found or steps_left(state, self.unit) == 1:
            return found
        smaller = self._ways(state, unit_fact(state, self.unit).sp[-1])
        found += [RetreatByStep(self.unit, at, via) for at, via in smaller.land]
        found += [RetreatByStep(self.unit, at, via, True) for at, via in smaller.ford]
        return [*found, BeCaptured(self.unit)] if found else []

    def _ways(self, state: State, points: int | None = None) -> Ways:
        forded = self.cause == "ford"
        return ways_back(state, self.unit, self.count, not forded, self.origin, points)

    def _carry_out(self, play: Play[State], order: Order) -> None:
        play.pop()
        match order:
            case Retreat(_, to, ford, via):
                ways = self._ways(play.state)
                self._go(play, (ways.ford if ford else ways.land)[to, via], ford)
            case RetreatByStep(unit, to, via, ford):
                smaller = unit_fact(play.state, unit).sp[-1]
                ways = self._ways(play.state, smaller)
                path = (ways.ford if ford else ways.land)[to, via]
                play.record(RetreatPaid(unit, to))
                play.record(StepLost(unit, smaller))
                adjust(play, side_of(play.state, unit), play.state.tables.army.step_for_retreat)
                if not play.state.is_over:
                    self._go(play, path, ford)
            case _:
                capture(play, self.unit, "no_retreat")

    def _go(self, play: Play[State], path: Path, ford: bool) -> None:
        start = path[0]
        play.record(UnitRetreated(self.unit, path, self.cause))
        came(play, self.unit, path)
        if play.state.is_over:
            return
        after: list[Step] = [Follow(self.unit, start)]
        if self.disrupts:
            after.append(Disrupt(self.unit))
        if ford:
            origin = start if self.count == 1 else None
            after.append(GoBack(self.unit, FAR, "ford", disrupts=True, origin=origin))
        play.push(*after)


class BreakUp(Step, frozen=True):
    """A disrupted unit next to the enemy suffers a D, a shattered one is captured (13.3, 13.4)."""

    unit: str

    def advance(self, play: Play[State]) -> None:
        play.pop()
        condition = play.state.condition.get(self.unit)
        if condition == "shattered":
            capture(play, self.unit, "shattered")
        elif condition is not None:
            play.push(GoBack(self.unit, FAR, "broken", disrupts=True))


class Next(Step, frozen=True):
    """Several units of a side do something one after the other, in their owner's order (R-81)."""

    prompt: ClassVar[str]
    rule: ClassVar[str]
    side: Side
    waiting: Pieces

    def advance(self, play: Play[State]) -> Decision | None:
        waiting = tuple(unit for unit in self.waiting if unit in play.state.at)
        if len(waiting) > 1:
            menu = [CheckNext(unit) for unit in waiting]
            return Decision(Ask(seat_of(self.side), self.prompt, self.rule, menu, {"side": self.side}))
        play.pop()
        if waiting:
            self.go(play, waiting[0])
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, CheckNext)
        play.replace(changed(self, waiting=tuple(unit for unit in self.waiting if unit != order.unit)))
        self.go(play, order.unit)

    def go(self, play: Play[State], unit: str) -> None:
        """What this unit does."""
        raise NotImplementedError


class InTurn(Next, frozen=True):
    """They withdraw by their tactic, as cavalry, or break up."""

    prompt = "back_next"
    rule = "13.2"
    manner: Literal["withdrawal", "cavalry", "broken"]

    def go(self, play: Play[State], unit: str) -> None:
        match self.manner:
            case "withdrawal":
                play.push(GoBack(unit, 1, "withdrawal"))
            case "cavalry":
                play.push(Withdraw(unit))
            case "broken":
                play.push(BreakUp(unit))


class Disrupt(Step, frozen=True):
    """A unit that went back is disrupted, or shattered if it was disrupted."""

    unit: str

    def advance(self, play: Play[State]) -> None:
        play.pop()
        if self.unit in play.state.at:
            disrupt(play, self.unit)


class Withdraw(Step, frozen=True):
    """Dragoons withdraw one after the other (12.1.7)."""

    unit: str

    def advance(self, play: Play[State]) -> Decision | None:
        found = withdrawals(play.state, self.unit)
        if not found:
            play.pop()
            capture(play, self.unit, "no_retreat")
            return None
        if len(found) == 1:
            self._go(play, next(iter(found.values())))
            return None
        menu = [Retreat(self.unit, at, via=via) for at, via in found]
        owner = seat_of(side_of(play.state, self.unit))
        return Decision(Ask(owner, "withdraw", "12.1.7", menu, {"unit": self.unit}))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, Retreat)
        self._go(play, withdrawals(play.state, self.unit)[order.to, order.via])

    def _go(self, play: Play[State], path: Path) -> None:
        play.pop()
        play.record(UnitRetreated(self.unit, path, "cavalry"))
        came(play, self.unit, path)
        if not play.state.is_over:
            play.push(Follow(self.unit, path[0]))


class Follow(Step, frozen=True):
    """Leaders of the hex that a unit left go along, or stay (13.2.6, R-90); Lafayette, who has not been sent,
    goes only after Washington (14.5, R-94)."""

    unit: str
    start: Hex

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        if self.unit not in state.at:
            play.pop()
            return None
        side = side_of(state, self.unit)
        leaders = [
            each
            for each in leaders_at(state, self.start)
            if side_of(state, each) == side and not stays_with_washington(state, each)
        ]
        if not leaders:
            play.pop()
            return None
        menu: list[Order] = [FollowRetreat(leader) for leader in leaders]
        about = {"unit": self.unit, "hex": self.start}
        return Decision(Ask(seat_of(side), "follow", "13.2.6", [*menu, StayBehind()], about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, FollowRetreat):
            play.record(LeaderFollowed(order.leader, play.state.at[self.unit]))
        else:
            play.pop()
