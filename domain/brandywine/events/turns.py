"""Set-up, initiative, turns, and the end."""

from typing import Literal

from domain.brandywine.facts.board import Hex
from domain.brandywine.facts.sides import ENEMY, Side
from domain.brandywine.position.state import (
    Level,
    Phase,
    Pieces,
    State,
    added,
    with_at,
    without_pieces,
)
from domain.kernel.events import Event

Known = str
"""Who may see the secret fields of an event: a side, or "all"."""


class BattleBegan(Event, frozen=True):
    """The armies stand as the scenario says; who has a choice still places some."""

    rule = "18"
    scenario: str


class PiecePlaced(Event, frozen=True):
    """A piece was placed within its area."""

    rule = "18"
    piece: str
    hex: Hex

    def apply(self, state: State) -> State:
        return with_at(state, self.piece, self.hex)


class EntryChosen(Event, frozen=True):
    """The British chose in secret how a brigade enters (9.7.2, 9.8.2)."""

    rule = "9.7.2"
    secrets = {"entry": "british"}
    brigade: Literal["second", "third"]
    entry: str = ""

    def apply(self, state: State) -> State:
        return state.changed(entries={**state.entries, self.brigade: self.entry})


class EntryRevealed(Event, frozen=True):
    """How a brigade enters is known (9.8.3)."""

    rule = "9.8.3"
    brigade: Literal["second", "third"]
    entry: str

    def apply(self, state: State) -> State:
        return state.changed(revealed=(*state.revealed, self.brigade))


class TurnBegan(Event, frozen=True):
    rule = "5"
    turn: int

    def apply(self, state: State) -> State:
        return state.changed(
            turn=self.turn,
            half=0,
            phase="initiative",
            holder=state.first,
            bids=dict.fromkeys(state.bids, 0),
            arrived=(),
        )


class MoralePaid(Event, frozen=True):
    """Army morale was paid for the initiative of turn 6, or for the march of turn 7 (6.1.6)."""

    rule = "6.1.6"
    purpose: Literal["initiative", "march"]

    def apply(self, state: State) -> State:
        return state.changed(march=True) if self.purpose == "march" else state


class MomentumBid(Event, frozen=True):
    """A side spends so many markers on its die (12.3.3)."""

    rule = "12.3.3"
    side: Side
    count: int

    def apply(self, state: State) -> State:
        return state.changed(
            bids={**state.bids, self.side: self.count},
            momentum={**state.momentum, self.side: state.momentum[self.side] - self.count},
        )


class InitiativeRolled(Event, frozen=True):
    """Both dice, and what they come to (6.1.3)."""

    rule = "6.1.3"
    british_die: int
    american_die: int
    british: int
    american: int


class InitiativeOverridden(Event, frozen=True):
    """A side spent momentum to decide who begins (12.3.3)."""

    rule = "12.3.3"
    side: Side
    first: Side

    def apply(self, state: State) -> State:
        spent = state.tables.momentum.override
        return state.changed(momentum={**state.momentum, self.side: state.momentum[self.side] - spent})


class InitiativeDecided(Event, frozen=True):
    rule = "6.1.4"
    side: Side
    by: Literal["rule", "purchase", "roll", "override"]

    def apply(self, state: State) -> State:
        return state.changed(first=self.side, active=self.side)


class PlayerTurnBegan(Event, frozen=True):
    rule = "5"
    side: Side
    half: int

    def apply(self, state: State) -> State:
        return state.changed(active=self.side, half=self.half)


class PhaseBegan(Event, frozen=True):
    """A phase begins; what belonged to the last one is forgotten."""

    rule = "5"
    phase: Phase
    side: Side

    @property
    def quiet(self) -> bool:
        return True

    def apply(self, state: State) -> State:
        return state.changed(phase=self.phase, moved=(), shot=(), targeted=(), volleys=(), shunned=())


class ReleaseMade(Event, frozen=True):
    """A limit of the Americans falls; `price` are half points for the British (9.4)."""

    rule = "9.4"
    kind: Literal["greene", "army"]
    turn: int
    price: int = 0

    @property
    def points(self) -> float:
        """The victory points that it costs."""
        return self.price / 2

    def apply(self, state: State) -> State:
        return state.changed(
            released={**state.released, self.kind: self.turn}, ceded=state.ceded + self.price
        )


class PiecesLeft(Event, frozen=True):
    """Pieces leave the game by the rules of the scenario, at no cost (18.1.3)."""

    pieces: Pieces
    cites: str

    def apply(self, state: State) -> State:
        return without_pieces(state, dict.fromkeys(self.pieces, "removed"))


class BatteryTaken(Event, frozen=True):
    """The British occupy Proctor's Battery: the marker lies in the box of the turn (4.3.3)."""

    rule = "4.3.3"
    turn: int

    def apply(self, state: State) -> State:
        return state.changed(battery=self.turn)


class BatteryLost(Event, frozen=True):
    """An American came next to the battery: the marker is taken away (4.3.4)."""

    rule = "4.3.4"

    def apply(self, state: State) -> State:
        return state.changed(battery=0)


class PlayerTurnEnded(Event, frozen=True):
    rule = "5"
    side: Side

    @property
    def quiet(self) -> bool:
        return True


class GameEnded(Event, frozen=True):
    """The battle is over; the points are victory points, halves among them (4.4)."""

    winner: Side | None
    level: Level
    british: float
    american: float
    cites: str

    def apply(self, state: State) -> State:
        return state.changed(
            winner=self.winner, level=self.level, won_by=self.cites, phase="over", fight=None, pending=None
        )


# Army morale and momentum -----------------------------------------------------------------------


class MoraleNoted(Event, frozen=True):
    """Something will be booked when the shot or combat is over (R-105)."""

    rule = "15.2.1"
    side: Side
    own: int
    enemy: int

    @property
    def quiet(self) -> bool:
        return True

    def apply(self, state: State) -> State:
        assert state.pending is not None
        return state.changed(
            pending=added(state.pending, **{self.side: self.own, ENEMY[self.side]: self.enemy})
        )


class BookOpened(Event, frozen=True):
    """From now on changes of army morale are summed (15.2.7)."""

    rule = "15.2.7"

    @property
    def quiet(self) -> bool:
        return True

    def apply(self, state: State) -> State:
        return state.changed(pending=dict.fromkeys(state.army, 0))


class BookClosed(Event, frozen=True):
    rule = "15.2.7"

    @property
    def quiet(self) -> bool:
        return True

    def apply(self, state: State) -> State:
        return state.changed(pending=None)


class ArmyMoraleChanged(Event, frozen=True):
    """`change` is what was booked, `morale` what the army has now, never more than 21 (15.2.2)."""

    rule = "15.2.1"
    side: Side
    change: int
    morale: int
    band: str

    def apply(self, state: State) -> State:
        return state.changed(army={**state.army, self.side: self.morale})


class MomentumChanged(Event, frozen=True):
    """A side gains or loses a marker; `reason` says why (12.3)."""

    rule = "12.3"
    side: Side
    change: int
    markers: int
    reason: Literal["die", "reroll", "captured", "leader", "pool"]

    def apply(self, state: State) -> State:
        return state.changed(momentum={**state.momentum, self.side: self.markers})


class MoraleChecked(Event, frozen=True):
    """A unit's check: die and what is added to it (15.1.3)."""

    rule = "15.1.3"
    unit: str
    die: int
    morale: int
    leadership: int
    terrain: int
    passed: bool


class RallyRolled(Event, frozen=True):
    """A unit tried to rally (13.6)."""

    rule = "13.6"
    secrets = {"unit": "known_to", "morale": "known_to", "leadership": "known_to"}
    hex: Hex
    die: int
    passed: bool
    known_to: Known = "all"
    unit: str = ""
    morale: int | None = None
    leadership: int | None = None

    def apply(self, state: State) -> State:
        if not self.passed:
            return state
        condition = dict(state.condition)
        if condition.pop(self.unit) == "shattered":
            condition[self.unit] = "disrupted"
        return state.changed(condition=condition)


class CavalryReady(Event, frozen=True):
    """Dragoons lose the marker of their withdrawal (13.5.2)."""

    rule = "13.5.2"
    secrets = {"units": "known_to"}
    side: Side
    known_to: Known = "all"
    units: Pieces = ()

    def apply(self, state: State) -> State:
        return state.changed(withdrawn=tuple(unit for unit in state.withdrawn if unit not in self.units))


class LafayetteLeft(Event, frozen=True):
    """Lafayette is not with Washington at the end of the player turn, and is removed (14.5)."""

    rule = "14.5"
    leader: str

    def apply(self, state: State) -> State:
        return without_pieces(state, {self.leader: "removed"})


class StackThinned(Event, frozen=True):
    """A unit gave a step since its hex holds too many (7.1.2)."""

    rule = "7.1.2"
    unit: str
    hex: Hex


class StirnWent(Event, frozen=True):
    """Stirn may not end a phase with those who speak no German (14.6)."""

    rule = "14.6"
    secrets = {"leader": "known_to"}
    start: Hex
    to: Hex
    known_to: Known = "all"
    leader: str = ""

    def apply(self, state: State) -> State:
        return with_at(state, self.leader, self.to)
