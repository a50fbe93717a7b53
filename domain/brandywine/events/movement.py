"""Arrivals and moves."""

from itertools import chain
from typing import Literal

from domain.brandywine.events.turns import Known
from domain.brandywine.facts.board import Hex
from domain.brandywine.facts.sides import ENEMY, Side
from domain.brandywine.position.state import (
    Pieces,
    State,
    changed,
    with_at,
    without_pieces,
    without_pinned,
)
from domain.kernel.events import Event

Mode = Literal["normal", "strategic", "ford", "one_hex"]


class PieceArrived(Event, frozen=True):
    """A reinforcement is placed (9.3.1)."""

    rule = "9.3.1"
    secrets = {"piece": "known_to"}
    side: Side
    hex: Hex
    known_to: Known = "all"
    piece: str = ""

    def apply(self, state: State) -> State:
        return with_at(state, self.piece, self.hex).changed(arrived=(*state.arrived, self.piece))


class PinAnswered(Event, frozen=True):
    """The active player will attack with a pinned group, or break it off (13.1.9)."""

    rule = "13.1.9"
    side: Side
    units: Pieces
    choice: Literal["attack", "break_off"]

    def apply(self, state: State) -> State:
        pins = tuple(
            changed(pin, choice=self.choice) if pin.of(self.side) == self.units else pin for pin in state.pins
        )
        shunned = state.shunned
        if self.choice == "break_off":
            left = (pin.of(ENEMY[self.side]) for pin in state.pins if pin.of(self.side) == self.units)
            shunned = (*shunned, *chain.from_iterable(left))
        return state.changed(pins=pins, shunned=shunned)


class PinsRemoved(Event, frozen=True):
    """These units are pinned no longer (9.1.6, 12.1.5)."""

    cites: str
    units: Pieces

    @property
    def quiet(self) -> bool:
        return True

    def apply(self, state: State) -> State:
        return state.changed(pins=without_pinned(state.pins, self.units))


class UnitMoved(Event, frozen=True):
    rule = "9.1"
    secrets = {"unit": "known_to", "cost": "known_to", "mode": "known_to"}
    side: Side
    path: tuple[Hex, ...]
    known_to: Known = "all"
    unit: str = ""
    cost: int | None = None
    mode: Mode | None = None

    @property
    def to(self) -> Hex:
        return self.path[-1]

    def apply(self, state: State) -> State:
        return state.changed(
            at={**state.at, self.unit: self.path[-1]},
            moved=(*state.moved, self.unit),
            pins=without_pinned(state.pins, (self.unit,)),
        )


class LeaderMoved(Event, frozen=True):
    """A leader rode; `along` goes with him: Lafayette with Washington (14.5)."""

    rule = "9.1"
    secrets = {"leader": "known_to"}
    side: Side
    path: tuple[Hex, ...]
    along: str = ""
    known_to: Known = "all"
    leader: str = ""

    @property
    def to(self) -> Hex:
        return self.path[-1]

    def apply(self, state: State) -> State:
        riders = (self.leader, self.along) if self.along else (self.leader,)
        for each in riders:
            state = with_at(state, each, self.path[-1])
        return state.changed(moved=(*state.moved, *riders))


class LafayetteSent(Event, frozen=True):
    """Lafayette may leave Washington (14.5)."""

    rule = "14.5"
    leader: str

    def apply(self, state: State) -> State:
        return state.changed(lafayette_sent=True)


class LeaderCaptured(Event, frozen=True):
    """A leader without units is captured by a unit that enters his hex (14.3.2)."""

    rule = "14.3.2"
    leader: str
    hex: Hex
    side: Side

    def apply(self, state: State) -> State:
        return without_pieces(state, {self.leader: "captured"})


class DelawareRoused(Event, frozen=True):
    """A unit came within two hexes of Delaware, which may move from now on (9.6.2)."""

    rule = "9.6.2"
    secrets = {"unit": "known_to"}
    known_to: Known = "all"
    unit: str = ""

    def apply(self, state: State) -> State:
        return state.changed(roused=True)


class ProctorUnbound(Event, frozen=True):
    """A close combat was declared against Proctor's artillery, which may move from now on (9.6.3)."""

    rule = "9.6.3"
    unit: str

    def apply(self, state: State) -> State:
        return state.changed(proctor_free=True)
