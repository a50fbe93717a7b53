"""Command points are spent: marches, building, flags (5.5, 6, 7, 9)."""

from domain.kernel.events import Event
from domain.wellington.facts.world import Power
from domain.wellington.position.conflict import Means
from domain.wellington.position.counters import with_small_change
from domain.wellington.position.state import (
    State,
    Troop,
    changed,
    counters_for,
    free_counters,
    merged,
    troops_of,
    with_commanders,
    with_impulse,
    with_leader,
    with_more_troops,
    with_own_troops,
    with_troops,
)


class CommandPointsGained(Event, frozen=True):
    """A card gave command points (5.5). `limited`: it says what they may be spent on (#25, #98)."""

    rule = "5.5"

    power: Power
    amount: int
    limited: str = ""

    def apply(self, state: State) -> State:
        assert state.impulse is not None
        return with_impulse(state, points=state.impulse.points + self.amount, limited=self.limited)


class CommandPointSpent(Event, frozen=True):
    """Command points were announced for a step that is not yet carried out (5.2, 5.5)."""

    rule = "5.5"

    power: Power
    amount: int
    purpose: str
    subject: str
    at: str

    def apply(self, state: State) -> State:
        assert state.impulse is not None
        announced = (self.purpose, self.subject, self.at)
        return with_impulse(state, points=state.impulse.points - self.amount, announced=announced)


class CommandPointsReturned(Event, frozen=True):
    """An answer made the announced step impossible: its points come back (W-9)."""

    rule = "5.2"

    power: Power
    amount: int

    def apply(self, state: State) -> State:
        assert state.impulse is not None
        return with_impulse(state, points=state.impulse.points + self.amount)


class CommandPointsLost(Event, frozen=True):
    """Points that were not spent are gone (5.5)."""

    rule = "5.5"

    power: Power
    amount: int

    def apply(self, state: State) -> State:
        return with_impulse(state, points=0)


class FormationMoved(Event, frozen=True):
    """A formation went into a duchy, an adjacent one but for some cards (9.1). Only a march tires (R-36).

    `left` are the power's troops that stay behind, with the counters that they have now.
    """

    rule = "9.1"

    power: Power
    start: str
    to: str
    leaders: tuple[str, ...]
    troops: tuple[Troop, ...]
    left: tuple[Troop, ...]
    means: Means = "march"

    def apply(self, state: State) -> State:
        entered = int(self.means == "march")
        state = with_own_troops(state, self.start, self.power, self.left)
        arrived = [changed(troop, marched=troop.marched + entered) for troop in self.troops]
        state = with_more_troops(state, self.to, arrived)
        if entered:
            state = changed(state, came={**state.came, self.power: merged(arrived)})
        for leader in self.leaders:
            was = state.leaders[leader]
            state = with_leader(state, leader, duchy=self.to, marched=was.marched + entered)
        return with_commanders(state, gone=self.leaders)


class PiecePlaced(Event, frozen=True):
    """Soldiers or a leader came into play (6). `regrouped`: out of the Regroup Box."""

    rule = "6.3"

    power: Power
    duchy: str
    sp: int = 0
    leader: str | None = None
    regrouped: bool = False

    def apply(self, state: State) -> State:
        if self.leader is not None:
            state = with_commanders(self._raised(state), gone=(self.leader,))
            return with_leader(state, self.leader, place="map", duchy=self.duchy)
        if self.regrouped:
            regroup = {**state.regroup, self.power: state.regroup[self.power] - self.sp}
            state = changed(state, regroup=regroup)
        return with_soldiers(self._raised(state), self.power, self.duchy, self.sp)

    def _raised(self, state: State) -> State:
        """The impulse remembers who did not begin it on the map (14.2)."""
        if state.impulse is None:
            return state
        if self.leader is not None:
            return with_impulse(state, raised_leaders=(*state.impulse.raised_leaders, self.leader))
        raised, where = state.impulse.raised, f"{self.power} {self.duchy}"
        return with_impulse(state, raised={**raised, where: raised.get(where, 0) + self.sp})


def with_soldiers(state: State, power: Power, duchy: str, sp: int) -> State:
    """A copy with so many strength points more; counters are changed, there or elsewhere, at need (1.5)."""
    old = fresh_troop(state, duchy, power)
    inf, cav, art = free_counters(state, power)
    counters = counters_for(sp, (inf, cav, art))
    if counters is not None:
        return with_more_troops(state, duchy, (Troop(power, *counters),))
    pool = (inf + old.inf, cav + old.cav, art + old.art)
    counters = counters_for(old.sp + sp, pool)
    if counters is None:
        change = with_small_change(state, power)
        assert change is not None, "may_place was asked before"
        return with_soldiers(change, power, duchy, sp)
    rest = [troop for troop in state.troops.get(duchy, ()) if troop != old]
    return with_troops(state, duchy, (*rest, Troop(power, *counters)))


def fresh_troop(state: State, duchy: str, power: Power) -> Troop:
    """The power's soldiers there without a history; an empty troop if there are none."""
    there = troops_of(state, duchy, power)
    fresh = (each for each in there if not (each.marched or each.marked or each.bound))
    return next(fresh, Troop(power))


class HastyFortBuilt(Event, frozen=True):
    """The Hasty Fort stands in a duchy now: a fortress of strength 2 (#37)."""

    rule = "#37"

    power: Power
    duchy: str

    def apply(self, state: State) -> State:
        return changed(state, hasty_fort=self.duchy)


class FreePointUsed(Event, frozen=True):
    """The free command point of the Light Division was taken in this impulse (#98)."""

    rule = "#98"

    power: Power

    def apply(self, state: State) -> State:
        return with_impulse(state, has_free_point=False)


class FlagPlaced(Event, frozen=True):
    """A flag was placed, or the enemy's only taken away (`flag` none) (7)."""

    rule = "7.1"

    power: Power
    duchy: str
    flag: Power | None
    means: str

    def apply(self, state: State) -> State:
        flags = {duchy: power for duchy, power in state.flags.items() if duchy != self.duchy}
        if self.flag is not None:
            flags[self.duchy] = self.flag
        return changed(state, flags=flags)
