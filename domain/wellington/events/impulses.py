"""Turns, rounds and impulses (4)."""

from domain.kernel.events import Event
from domain.wellington.facts.world import POWER_OF, POWERS, Power
from domain.wellington.position.state import (
    Impulse,
    Kind,
    State,
    changed,
    merged,
    with_leader,
    with_troops,
)


class TurnBegan(Event, frozen=True):
    """A year began (4)."""

    rule = "4.1"

    year: int

    def apply(self, state: State) -> State:
        return changed(state, year=self.year, round=1, reinforcements={}, is_turn_ending=False)


class ImpulseBegan(Event, frozen=True):
    """A power's impulse began (4.2). `final`: no other power holds a card, so it ends the impulses (R-11)."""

    rule = "4.2"

    power: Power
    kind: Kind
    final: bool = False

    def apply(self, state: State) -> State:
        state = _awake(state, self.power)
        return changed(state, impulse=Impulse(self.power, self.kind, self.final))


def _awake(state: State, power: Power) -> State:
    """A copy in which an impulse of the power has begun: what bound its pieces until then is over (#81)."""
    lasting = tuple(changed(each, begun=(*each.begun, power)) for each in state.lasting)
    state = changed(state, lasting=lasting)
    for duchy, there in state.troops.items():
        if any(each.bound and each.power == power for each in there):
            state = with_troops(state, duchy, (changed(t, bound=t.bound and t.power != power) for t in there))
    for leader, general in state.leaders.items():
        if general.bound and POWER_OF[leader] == power:
            state = with_leader(state, leader, bound=False)
    return state


class ImpulseGranted(Event, frozen=True):
    """A card gives a power an impulse of its own with points; it is its plus card (#34, C-34).

    `may_add`: it may play an ordinary card as well.
    """

    rule = "#34"

    power: Power
    points: int
    may_add: bool = False

    def apply(self, state: State) -> State:
        suspended = state.suspended if state.impulse is None else (*state.suspended, state.impulse)
        used = not self.may_add
        impulse = Impulse(self.power, "granted", points=self.points, ordinary=used, plus=True)
        return changed(_awake(state, self.power), impulse=impulse, suspended=suspended)


class ImpulsePassed(Event, frozen=True):
    """A power without cards passed (4.23)."""

    rule = "4.23"

    power: Power


class ImpulseEnded(Event, frozen=True):
    """An impulse is over: every marker comes off, forced marches are forgotten (4.2).

    A granted impulse inside another one frees only the pieces of its own power (C-34).
    """

    rule = "4.2"

    power: Power
    kind: Kind

    def apply(self, state: State) -> State:
        freed = (self.power,) if state.suspended else POWERS
        moved = {
            duchy: merged(
                changed(each, marched=0, marked=False) if each.power in freed else each for each in standing
            )
            for duchy, standing in state.troops.items()
            if any((each.marched or each.marked) and each.power in freed for each in standing)
        }
        led = {
            leader: changed(general, marched=0, marked=False)
            for leader, general in state.leaders.items()
            if (general.marched or general.marked) and POWER_OF[leader] in freed
        }
        # what did not move stays the very same: what was worked out from it is still known
        troops = {**state.troops, **moved} if moved else state.troops
        leaders = {**state.leaders, **led} if led else state.leaders
        was_preempted = state.was_preempted or self.kind == "preempting"
        lasting = state.lasting
        if self.kind == "scheduled":
            lasting = tuple(changed(each, completed=(*each.completed, self.power)) for each in lasting)
        return changed(
            state,
            troops=troops,
            leaders=leaders,
            impulse=state.suspended[-1] if state.suspended else None,
            suspended=state.suspended[:-1],
            last=self.power,
            was_preempted=was_preempted,
            lasting=lasting,
        )


class TrackMoved(Event, frozen=True):
    """The impulse marker moved on (4.2); round the end of the track a new round begins (4.24)."""

    rule = "4.24"

    to: Power
    round: int

    def apply(self, state: State) -> State:
        return changed(state, track=self.to, round=self.round, was_preempted=False)


class ImpulsesEnded(Event, frozen=True):
    """The last power with cards had its last impulse of the year (4.24, R-11)."""

    rule = "4.24"

    year: int

    def apply(self, state: State) -> State:
        return changed(state, is_turn_ending=True)
