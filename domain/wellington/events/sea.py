"""Convoys and assaults from the sea (14)."""

from domain.kernel.events import Event
from domain.wellington.facts.world import Power
from domain.wellington.position.state import (
    SAILED,
    Shelling,
    State,
    Troop,
    changed,
    with_commanders,
    with_impulse,
    with_leader,
    with_more_troops,
    with_own_troops,
)


class ConvoyAnnounced(Event, frozen=True):
    """Pieces are to sail (14.2). `paid`: it is the one convoy that points buy in an impulse (R-82)."""

    rule = "14.2"

    power: Power
    start: str
    to: str
    sp: int
    leaders: tuple[str, ...]
    is_assault: bool
    paid: bool

    def apply(self, state: State) -> State:
        state = with_impulse(state, announced=("MoveConvoy", self.start, self.to, *self.leaders))
        return with_impulse(state, convoyed=True) if self.paid else state


class ConvoyCalledOff(Event, frozen=True):
    """An answer made the convoy impossible; another one may be sent (W-9)."""

    rule = "14.2"

    power: Power
    start: str
    to: str
    paid: bool

    def apply(self, state: State) -> State:
        return with_impulse(state, convoyed=False) if self.paid else state


class ConvoyBlocked(Event, frozen=True):
    """A card kept the convoy in port; what it cost is lost (#103)."""

    rule = "#103"

    power: Power
    start: str
    to: str
    card: str


class CoastalBatteryFired(Event, frozen=True):
    """The batteries of the port fired at an assault (14.3): sixes eliminate, fives disorganise.

    What they did counts as losses of the first round of the battle or siege that follows (R-84).
    """

    rule = "14.3"

    power: Power
    duchy: str
    sixes: int
    fives: int

    def apply(self, state: State) -> State:
        return with_impulse(state, shelling=Shelling(self.duchy, self.sixes, self.fives))


class ShellingCounted(Event, frozen=True):
    """What the batteries did is part of the battle or siege that has begun; it counts once (R-84)."""

    rule = "14.3"

    duchy: str

    def apply(self, state: State) -> State:
        return with_impulse(state, shelling=None)


class ConvoyMoved(Event, frozen=True):
    """The pieces sailed and march no more in this impulse (14.2). `left` are the troops that stay in port.

    `is_favoured`: the port has the benefit of Heart of Oak until the impulse ends (#93).
    """

    rule = "14.2"

    power: Power
    start: str
    to: str
    leaders: tuple[str, ...]
    troops: tuple[Troop, ...]
    left: tuple[Troop, ...]
    is_favoured: bool = False

    def apply(self, state: State) -> State:
        state = with_own_troops(state, self.start, self.power, self.left)
        landed = [changed(troop, marched=SAILED) for troop in self.troops]
        state = with_more_troops(state, self.to, landed)
        for leader in self.leaders:
            state = with_leader(state, leader, duchy=self.to, marched=SAILED)
        state = with_commanders(state, gone=self.leaders)
        if not self.is_favoured:
            return state
        assert state.impulse is not None, "a card is played in an impulse"
        return with_impulse(state, oak_ports=(*state.impulse.oak_ports, self.to))


class PortFavoured(Event, frozen=True):
    """A British formation has entered a port, which has the Heart of Oak until the impulse ends (#93)."""

    rule = "#93"

    duchy: str

    def apply(self, state: State) -> State:
        assert state.impulse is not None, "a card is played in an impulse"
        return with_impulse(state, oak_ports=(*state.impulse.oak_ports, self.duchy))


class AttritionSheltered(Event, frozen=True):
    """The French suffer no attrition in this port in this impulse (#103)."""

    rule = "#103"

    duchy: str

    def apply(self, state: State) -> State:
        assert state.impulse is not None, "a card is played in an impulse"
        return with_impulse(state, sheltered=(*state.impulse.sheltered, self.duchy))
