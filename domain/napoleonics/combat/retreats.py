"""Flags and retreats (R-90 to R-99), and cavalry that retires (R-76, R-77)."""

from typing import Literal

from domain.kernel import Answers, Ask, Decision, Play, Step, the_order
from domain.napoleonics.combat.dice import is_protected
from domain.napoleonics.combat.losses import lose
from domain.napoleonics.ending.banners import settle
from domain.napoleonics.events.combat import CavalryRetired, FlagsIgnored, UnitRetreated
from domain.napoleonics.facts.board import BEHIND, Hex
from domain.napoleonics.facts.sides import seat_of
from domain.napoleonics.orders.combat import IgnoreFlags, Retreat
from domain.napoleonics.position.pieces import is_supported, leader_at, leader_of, standing
from domain.napoleonics.position.state import State, edge_of, side_of, unit_fact

Path = tuple[Hex, ...]
Ignores = Literal["quality", "leader", "support", "works"]


class Flags(Step, frozen=True):
    """The owner of a unit says how many flags it ignores; none where a square bounced it (R-63, R-94).

    `origin` is the hex that the attack came from; `checked`: its leader was checked in this combat.
    """

    unit: str
    flags: int
    origin: Hex
    bounced: bool = False
    checked: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        most = 0 if self.bounced else min(self.flags, ignorable(play.state, self.unit, self.origin))
        if not most:
            self._answered(play, 0)
            return None
        owner = seat_of(side_of(play.state, self.unit))
        menu = [IgnoreFlags(count) for count in range(most, -1, -1)]
        about = {"unit": self.unit, "flags": self.flags}
        return Decision(Ask(owner, "flags", "R-94", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, IgnoreFlags)
        self._answered(play, order.count)

    def _answered(self, play: Play[State], ignored: int) -> None:
        play.pop()
        if ignored:
            play.record(FlagsIgnored(self.unit, self.flags, ignored))
        due = (self.flags - ignored) * unit_fact(play.state, self.unit).retreat_per_flag
        if due:
            play.push(RetreatStep(self.unit, due, self.checked))


def ignorable(state: State, unit: str, origin: Hex) -> int:
    """How many flags a unit may ignore."""
    return sum(ignoring(state, unit, origin).values())


def ignoring(state: State, unit: str, origin: Hex) -> dict[Ignores, int]:
    """What lets a unit ignore flags: its own quality, leader, support, field works (R-94 to R-97)."""
    fact = unit_fact(state, unit)
    found: dict[Ignores, int] = {"quality": fact.flags_ignored}
    found["leader"] = int(leader_of(state, unit) is not None)
    found["support"] = int(is_supported(state, unit))
    if is_protected(state, origin, state.at[unit]):
        found["works"] = state.facts.terrain.works.flags_ignored[fact.arm]
    return found


class RetreatStep(Step, frozen=True):
    """A unit goes back `due` hexes and loses a block for each that it cannot make (R-91, R-92)."""

    unit: str
    due: int
    checked: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        state, unit = play.state, self.unit
        if unit in state.squares:
            play.pop()
            lose(play, unit, min(self.due, state.blocks[unit]), "square", self.checked)
            return None
        ways = retreats(state, unit, self.due)
        if len(ways) > 1:
            menu = [Retreat(unit, to) for to in ways]
            owner = seat_of(side_of(state, unit))
            return Decision(Ask(owner, "retreat", "R-91", menu, {"unit": unit, "hexes": self.due}))
        self._go(play, next(iter(ways.values()), (state.at[unit],)))
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, Retreat)
        self._go(play, retreats(play.state, self.unit, self.due)[order.to])

    def _go(self, play: Play[State], path: Path) -> None:
        play.pop()
        missing = self.due - (len(path) - 1)
        if len(path) > 1:
            joined = leader_at(play.state, path[-1]) is not None
            play.record(UnitRetreated(self.unit, path, self.due))
            settle(play)
            if joined:
                return
        if missing:
            lose(play, self.unit, min(missing, play.state.blocks[self.unit]), "retreat", self.checked)


def retreats(state: State, unit: str, due: int) -> dict[Hex, Path]:
    """Each hex in which a retreat can end -> the way: whole ways or, without any, the longest (R-91,
    R-93)."""
    start, led = state.at[unit], leader_of(state, unit) is not None
    whole: dict[Hex, Path] = {}
    edge: list[Path] = [(start,)]
    for _ in range(due):
        further: list[Path] = []
        for path in edge:
            for to in BEHIND[edge_of(state, side_of(state, unit))][path[-1]]:
                if not is_open(state, unit, to, led):
                    continue
                if leader_at(state, to) is not None:
                    whole.setdefault(to, (*path, to))
                elif to not in {way[-1] for way in further}:
                    further.append((*path, to))
        if not further:
            break
        edge = further
    longest = {path[-1]: path for path in edge if len(path) > 1}
    if len(edge[0]) - 1 == due:
        return {**whole, **longest}
    return whole or longest


def is_open(state: State, unit: str, to: Hex, led: bool) -> bool:
    """Can a unit retreat there: free and passable, or with a lone friendly leader if it has none (R-92)."""
    here = standing(state)
    if to in here.unit or to in state.ground.closed[unit_fact(state, unit).arm]:
        return False
    leader = here.leader.get(to)
    return leader is None or (side_of(state, leader) == side_of(state, unit) and not led)


# Retire and reform ----------------------------------------------------------------------------------


def retirements(state: State, unit: str) -> dict[Hex, Path]:
    """Each hex in which cavalry can reform -> the way of exactly two hexes to its rear (R-76)."""
    start, led = state.at[unit], leader_of(state, unit) is not None
    behind = BEHIND[edge_of(state, side_of(state, unit))]
    found: dict[Hex, Path] = {}
    for first in behind[start]:
        if leader_at(state, first) is not None or not is_open(state, unit, first, led):
            continue
        for second in behind[first]:
            if second not in found and is_open(state, unit, second, led):
                found[second] = (start, first, second)
    return found


class RetireStep(Step, frozen=True):
    """Cavalry that lived goes back two hexes (R-77)."""

    unit: str

    def advance(self, play: Play[State]) -> Decision | None:
        if self.unit not in play.state.at:
            play.pop()
            return None
        ways = retirements(play.state, self.unit)
        if len(ways) > 1:
            menu = [Retreat(self.unit, to) for to in ways]
            owner = seat_of(side_of(play.state, self.unit))
            return Decision(Ask(owner, "retire", "R-77", menu, {"unit": self.unit}))
        self._go(play, next(iter(ways.values())))
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, Retreat)
        self._go(play, retirements(play.state, self.unit)[order.to])

    def _go(self, play: Play[State], path: Path) -> None:
        play.pop()
        play.record(CavalryRetired(self.unit, path))
        settle(play)
