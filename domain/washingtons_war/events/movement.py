"""Generals on the march, at sea, in the way of others, and caught (7)."""

from typing import Any

from domain.kernel.events import Event
from domain.washingtons_war.facts.sides import Side
from domain.washingtons_war.position.conflict import Activations, Marching, Units, added, less
from domain.washingtons_war.position.state import (
    State,
    changed,
    marching_of,
    with_army_gone,
    with_moved_units,
)


def with_march(state: State, **changes: Any) -> State:
    """A copy with the march at hand changed."""
    return changed(state, marching=changed(marching_of(state), **changes))


def with_campaign(state: State, side: Side, **changes: Any) -> State:
    """A copy with the card's activations changed."""
    return changed(state, campaign=changed(state.campaign or Activations(side), **changes))


class GeneralActivated(Event, frozen=True):
    """A general begins to move with these CU; he may fight within so many spaces (7.3)."""

    rule = "7.1"

    general: str
    side: Side
    at: str
    allowance: int
    battle_within: int
    units: Units
    campaign: bool = False
    winter_offensive: bool = False

    def apply(self, state: State) -> State:
        marching = Marching(
            self.general,
            self.side,
            self.at,
            self.allowance,
            self.battle_within,
            units=self.units,
            winter_offensive=self.winter_offensive,
        )
        if self.campaign:
            done = state.campaign.activated if state.campaign else ()
            state = with_campaign(state, self.side, activated=(*done, self.general))
        return changed(state, marching=marching)


class UnitsLoaded(Event, frozen=True):
    """The general has said what goes on with him from here (7.3.A)."""

    rule = "7.3"

    general: str
    space: str
    units: Units

    def apply(self, state: State) -> State:
        return with_march(state, units=self.units, loaded=True)


class ArmyMoved(Event, frozen=True):
    """A general went into an adjacent space with these CU, of which he has now `used` so many (7.3)."""

    rule = "7.3"

    general: str
    start: str
    to: str
    units: Units
    used: int

    def apply(self, state: State) -> State:
        state = with_army_gone(state, self.general, self.start, self.to, self.units)
        state = _gone_on(state, self.start, self.to, self.units)
        return with_march(state, used=self.used, loaded=False, met=False)


class ArmySailed(Event, frozen=True):
    """A British general went to another port with these CU: his whole movement (7.5)."""

    rule = "7.5"

    general: str
    start: str
    to: str
    units: Units

    def apply(self, state: State) -> State:
        state = with_army_gone(state, self.general, self.start, self.to, self.units)
        state = _gone_on(state, self.start, self.to, self.units)
        return with_march(state, over=True)


def _gone_on(state: State, start: str, to: str, units: Units) -> State:
    """He is in the next space; of those whom he had brought to the last one, some may stay there (R-40)."""
    marching = marching_of(state)
    stay = less(added(marching.left.get(start, {}), marching.brought), units)
    left = {space: cu for space, cu in {**marching.left, start: stay}.items() if cu}
    return with_march(state, at=to, came_from=start, brought=units, left=left)


class ActivationEnded(Event, frozen=True):
    """The activation of a general is over, by his order or because nothing is left of it (7.2.A)."""

    rule = "7.2"

    general: str
    space: str
    halted: bool = False

    @property
    def quiet(self) -> bool:
        """Where he did not halt of his own will, what stopped him has been told."""
        return not self.halted

    def apply(self, state: State) -> State:
        marching, campaign = marching_of(state), state.campaign
        if campaign is not None:
            moved = dict(campaign.moved)
            for space, units in (*marching.left.items(), (self.space, marching.brought)):
                moved[space] = added(moved.get(space, {}), units)
            moved = {space: units for space, units in moved.items() if units}
            state = with_campaign(state, marching.side, moved=moved)
        return changed(state, marching=None)


class CampaignEnded(Event, frozen=True):
    """Nobody else acts with this card (7.2.A)."""

    rule = "7.2"

    side: Side
    generals: tuple[str, ...]

    def apply(self, state: State) -> State:
        return changed(state, campaign=None)


class LandingPartyMade(Event, frozen=True):
    """A Landing Party went ashore in a port, where a British marker follows (7.2.B)."""

    rule = "7.2"

    port: str
    flipped: bool

    def apply(self, state: State) -> State:
        return with_campaign(state, "british", landed=True)


class InterceptionTried(Event, frozen=True):
    """An American army tried to be there first: a die of at most `needed` (7.8)."""

    rule = "7.8"

    general: str
    start: str
    to: str
    die: int
    needed: int
    success: bool

    def apply(self, state: State) -> State:
        return changed(state, tried=(*state.tried, self.general))


class ArmyIntercepted(Event, frozen=True):
    """The army that intercepts stands in the space before the British (7.8.C, 7.8.F)."""

    rule = "7.8"

    general: str
    start: str
    to: str
    units: Units

    def apply(self, state: State) -> State:
        state = with_army_gone(state, self.general, self.start, self.to, self.units)
        return with_march(state, met=True, over=True)  # 7.8.E: whatever comes of it, the march ends there


class AvoidBattleTried(Event, frozen=True):
    """An American army tried to get away before the battle: a die of at most `needed` (7.9.A)."""

    rule = "7.9"

    general: str
    space: str
    die: int
    needed: int
    success: bool


class BattleAvoided(Event, frozen=True):
    """The army got away with these CU; the British go no further (7.9.B)."""

    rule = "7.9"

    general: str
    start: str
    to: str
    units: Units

    def apply(self, state: State) -> State:
        state = with_army_gone(state, self.general, self.start, self.to, self.units)
        return with_march(state, over=True)


class OverrunMade(Event, frozen=True):
    """An army swept the only CU of the enemy out of its way (9.7)."""

    rule = "9.7"

    general: str
    space: str
    units: Units

    def apply(self, state: State) -> State:
        state = with_moved_units(state, self.space, None, self.units)
        return with_march(state, overran=True)
