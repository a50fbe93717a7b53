"""Combats: declared, rolled, and what they cost."""

from typing import Literal

from domain.kernel.events import Event
from domain.napoleonics.facts.board import Hex
from domain.napoleonics.position.pieces import leader_of
from domain.napoleonics.position.state import (
    Fight,
    State,
    changed,
    fight_of,
    placed,
    side_of,
    unit_fact,
    with_at,
    without_unit,
)

Roll = Literal["ranged", "melee", "first_strike", "square", "battle_back", "escape"]
Base = Literal["blocks", "halved", "distant", "battery", "one"]
"""What the first dice are for: blocks as they are, half of them after a move, those of artillery at a
distance or in melee, or the one die of squares (R-33, R-07, R-64, R-69)."""
LostBy = Literal["hits", "retreat", "square"]
Fallen = Literal["check", "sabers", "escape", "no_way", "terrain"]


class FireDeclared(Event, frozen=True):
    rule = "R-51"
    unit: str
    target: str
    distance: int
    start: Hex = ""
    hex: Hex = ""

    def apply(self, state: State) -> State:
        at = state.at
        fight = Fight(self.unit, self.target, at[self.unit], at[self.target], is_melee=False)
        return state.changed(fight=fight, battled=(*state.battled, self.unit))


class MeleeDeclared(Event, frozen=True):
    rule = "R-52"
    unit: str
    target: str
    bonus: bool = False
    start: Hex = ""
    hex: Hex = ""

    def apply(self, state: State) -> State:
        at = state.at
        fight = Fight(self.unit, self.target, at[self.unit], at[self.target], is_melee=True, bonus=self.bonus)
        battled = state.battled if self.unit in state.battled else (*state.battled, self.unit)
        return state.changed(fight=fight, battled=battled)


class ArtilleryCombined(Event, frozen=True):
    rule = "R-70"
    battery: str
    target: str

    def apply(self, state: State) -> State:
        fight = fight_of(state)
        return state.changed(
            fight=changed(fight, batteries=(*fight.batteries, self.battery)),
            battled=(*state.battled, self.battery),
        )


class RetireChosen(Event, frozen=True):
    """Cavalry will retire and reform; that a defender stands is no event (R-78, R-145)."""

    rule = "R-78"
    unit: str

    def apply(self, state: State) -> State:
        return state.changed(fight=changed(fight_of(state), answer="retire"))


class AttackRolled(Event, frozen=True):
    """An attack was rolled: how many dice by what, what they showed, and what it means (R-144).

    `blocks` are the dice for blocks, `base` how they were counted, of `full` blocks where these were more or
    fewer; `combined` those of all `batteries`. `expected` is what so many dice hit on average.
    """

    rule = "R-144"
    kind: Roll
    unit: str
    target: str
    blocks: int
    bonus: int = 0
    card: int = 0
    terrain: int = 0
    combined: int = 0
    faces: tuple[str, ...] = ()
    hits: int = 0
    flags: int = 0
    expected: float = 0.0
    base: Base = "blocks"
    full: int = 0
    batteries: dict[str, int] = {}

    def apply(self, state: State) -> State:
        side = side_of(state, self.unit)
        count, hits, mean = state.dice[side]
        told = (count + len(self.faces), hits + self.hits, round(mean + self.expected, 6))
        return state.changed(dice={**state.dice, side: told})


class BlocksLost(Event, frozen=True):
    rule = "R-80"
    unit: str
    count: int
    reason: LostBy
    left: int

    def apply(self, state: State) -> State:
        arm = f"{unit_fact(state, self.unit).arm}_{side_of(state, self.unit)}"
        lost = {**state.lost, arm: state.lost.get(arm, 0) + self.count}
        return state.changed(lost=lost, blocks={**state.blocks, self.unit: self.left})


class UnitEliminated(Event, frozen=True):
    """A unit lost its last block and left the map (R-80)."""

    rule = "R-80"
    unit: str
    hex: Hex

    def apply(self, state: State) -> State:
        return without_unit(state, self.unit)


class LeaderChecked(Event, frozen=True):
    """Whether a leader was hit with his unit (R-83)."""

    rule = "R-83"
    leader: str
    faces: tuple[str, ...]
    falls: bool


class LeaderEliminated(Event, frozen=True):
    leader: str
    hex: Hex
    reason: Fallen
    cites: str

    def apply(self, state: State) -> State:
        return with_at(state, self.leader, None)


class FlagsIgnored(Event, frozen=True):
    """Some of the flags were ignored (R-94)."""

    rule = "R-94"
    unit: str
    flags: int
    ignored: int


class UnitRetreated(Event, frozen=True):
    """A unit went back, with its leader, or to one whom it took along (R-90 to R-93)."""

    rule = "R-90"
    unit: str
    path: tuple[Hex, ...]
    due: int

    @property
    def made(self) -> int:
        """The hexes that it went: fewer than were due cost it blocks, or end with a lone leader (R-93)."""
        return len(self.path) - 1

    @property
    def to(self) -> Hex:
        return self.path[-1]

    def apply(self, state: State) -> State:
        return state.changed(at=placed(state, self.to, self.unit, leader_of(state, self.unit)))


class CavalryRetired(Event, frozen=True):
    """Cavalry retired and reformed (R-76, R-77)."""

    rule = "R-77"
    unit: str
    path: tuple[Hex, ...]

    @property
    def to(self) -> Hex:
        return self.path[-1]

    def apply(self, state: State) -> State:
        return state.changed(at=placed(state, self.to, self.unit, leader_of(state, self.unit)))


class LeaderEscaped(Event, frozen=True):
    """A leader tried to pass an enemy unit (R-87)."""

    rule = "R-87"
    leader: str
    unit: str
    hex: Hex
    faces: tuple[str, ...]
    falls: bool


class LeaderRetreated(Event, frozen=True):
    """A leader went back to safety, or off the map (R-86). With whom he comes to he has not moved (R-124)."""

    rule = "R-86"
    leader: str
    path: tuple[Hex, ...]
    off: bool = False

    def apply(self, state: State) -> State:
        moved = {piece: hexes for piece, hexes in state.moved.items() if piece != self.leader}
        return with_at(state.changed(moved=moved), self.leader, None if self.off else self.path[-1])


class GroundTaken(Event, frozen=True):
    """Infantry, or cavalry after its bonus melee, entered the hex that its target left (R-100)."""

    rule = "R-100"
    unit: str
    start: Hex
    to: Hex
    halted: bool = False

    def apply(self, state: State) -> State:
        return _advanced(state, self.unit, self.to, self.halted)


class BreakthroughMade(Event, frozen=True):
    """Cavalry entered the hex that its target left, and perhaps one more (R-101)."""

    rule = "R-101"
    unit: str
    path: tuple[Hex, ...]
    halted: bool = False

    @property
    def to(self) -> Hex:
        return self.path[-1]

    def apply(self, state: State) -> State:
        state = _advanced(state, self.unit, self.path[-1], self.halted)
        return state.changed(fight=changed(fight_of(state), broke_through=True))


def _advanced(state: State, unit: str, to: Hex, halted: bool) -> State:
    stops = (*state.halted, unit) if halted else state.halted
    return state.changed(at=placed(state, to, unit, leader_of(state, unit)), halted=stops)


class BattleBackDeclined(Event, frozen=True):
    rule = "R-106"
    unit: str


class CombatEnded(Event, frozen=True):
    """The combat is over."""

    rule = "R-50"

    @property
    def quiet(self) -> bool:
        return True

    def apply(self, state: State) -> State:
        return state.changed(fight=None)
