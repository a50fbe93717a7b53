"""Turns, banners and the end."""

from typing import Literal

from domain.kernel.events import Event
from domain.napoleonics.facts.board import Hex
from domain.napoleonics.facts.sides import Side
from domain.napoleonics.position.state import Phase, State

Reason = Literal["unit", "leader", "objective", "exit"]


class BattleBegan(Event, frozen=True):
    """The armies stand as the scenario says (R-09)."""

    rule = "R-09"
    scenario: str


class TurnBegan(Event, frozen=True):
    """A side begins its turn."""

    rule = "3"
    turn: int
    side: Side

    def apply(self, state: State) -> State:
        return state.changed(turn=self.turn, active=self.side, phase="command")


class PhaseBegan(Event, frozen=True):
    """A phase in which something can be done begins."""

    rule = "3"
    phase: Phase

    @property
    def quiet(self) -> bool:
        return True

    def apply(self, state: State) -> State:
        return state.changed(phase=self.phase)


class BannerGained(Event, frozen=True):
    """A side gained banners; `total` is what it has now, `hex` where it was gained."""

    side: Side
    reason: Reason
    hex: Hex
    count: int
    total: int
    cites: str

    def apply(self, state: State) -> State:
        if self.reason == "objective":
            return state.changed(held={**state.held, self.hex: self.side})
        banners = {**state.banners, self.side: state.banners[self.side] + self.count}
        return state.changed(banners=banners)


class BannerLost(Event, frozen=True):
    """A hex that gave a banner was left (R-113)."""

    rule = "R-113"
    side: Side
    hex: Hex
    total: int

    def apply(self, state: State) -> State:
        return state.changed(held={at: side for at, side in state.held.items() if at != self.hex})


class TurnEnded(Event, frozen=True):
    """The turn is over; what belonged to it is forgotten."""

    rule = "11"
    turn: int
    side: Side

    @property
    def quiet(self) -> bool:
        return True

    def apply(self, state: State) -> State:
        return state.changed(
            last=state.command, command=None, ordered={}, moved={}, halted=(), battled=(), rallied=(),
            supplied="", strikes=dict.fromkeys(state.strikes, 0),
        )  # fmt: skip


class GameWon(Event, frozen=True):
    """A side has the banners that it needs (R-112)."""

    rule = "R-112"
    side: Side
    british: int
    french: int

    def apply(self, state: State) -> State:
        return state.changed(winner=self.side, phase="over", fight=None)
