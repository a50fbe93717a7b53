"""Attacks, charges, battles and what comes of them (9, 10, 11.4)."""

from typing import Literal

import msgspec

from domain.kernel.events import Event
from domain.waterloo.events.movement import gone_with_leader
from domain.waterloo.facts import Army, Facing, Square
from domain.waterloo.facts.ids import ARMY_OF_CARD
from domain.waterloo.position.state import (
    CardUse,
    Clash,
    Role,
    State,
    changed,
    with_unit,
    without_cards,
)

Side = Literal["front", "flank", "rear"]
Across = Literal["slope", "stream", "slope_or_stream"]
ANY_EDGE: Across = "slope_or_stream"


class Attacking(msgspec.Struct, frozen=True):
    """A unit that attacks, the side of the defender that it meets (W-45), what the edge takes off (W-47)."""

    unit: str
    side: Side
    edge: int


class AttackDeclared(Event, frozen=True):
    """A unit is attacked by one or more others (9.2); they have used their attack of the round (W-43)."""

    rule = "9.2"

    army: Army
    target: str
    square: Square
    attackers: tuple[Attacking, ...]

    def apply(self, state: State) -> State:
        units = state.units.copy()
        for each in self.attackers:
            units[each.unit] = changed(units[each.unit], attacked=True)
        clash = Clash(self.target, tuple(each.unit for each in self.attackers))
        return changed(state, units=units, clash=clash)


class CavalryCharged(Event, frozen=True):
    """Cavalry ran straight ahead and attacks (11.4), perhaps forced by an enemy army (11.5, W-81)."""

    rule = "11.4"

    unit: str
    start: Square
    to: Square
    target: str
    square: Square
    side: Side
    edge: int
    forced_by: Army | None = None

    def apply(self, state: State) -> State:
        state = with_unit(state, self.unit, square=self.to, moved=True, attacked=True)
        return changed(state, clash=Clash(self.target, (self.unit,), charge=True))


class BattleCardsRevealed(Event, frozen=True):
    """The cards that both sides set aside were shown together and are used up (9.3, W-50).

    `counted` is how many cards the active front has now played in the round (W-14).
    """

    rule = "9.3"
    reveals = True

    attacker: tuple[CardUse, ...]
    defender: tuple[CardUse, ...]
    counted: int

    def apply(self, state: State) -> State:
        for each in (*self.attacker, *self.defender):
            state = without_cards(state, ARMY_OF_CARD[each.card], (each.card,))
        assert state.clash is not None
        clash = changed(state.clash, attacker_cards=self.attacker, defender_cards=self.defender)
        return changed(state, clash=clash, cards_in_round=self.counted)


class AttackerDroppedOut(Event, frozen=True):
    """An attacker was disordered and attacks no longer (9.7, W-73)."""

    rule = "9.7"

    unit: str

    def apply(self, state: State) -> State:
        assert state.clash is not None
        left = tuple(unit for unit in state.clash.attackers if unit != self.unit)
        return changed(state, clash=changed(state.clash, attackers=left))


class BattleCancelled(Event, frozen=True):
    """No attacker is left: the battle ends without a result (W-73)."""

    rule = "9.7"

    target: str

    def apply(self, state: State) -> State:
        return changed(state, clash=None)


class BattlePoints(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a unit is worth in a battle (9.3): printed x elite x charge x side or terrain + command - edge.

    `across`: which edge takes that off. Games of before it was kept say either; so does who crosses none.
    """

    unit: str
    printed: int
    total: int
    elite: int = 1
    charge: int = 1
    side: int = 1
    terrain: int = 1
    command: int = 0
    edge: int = 0
    across: Across = ANY_EDGE


class BattleResolved(Event, frozen=True):
    """The battle points were compared (9.4, W-46 to W-53). A tie is the defender's."""

    rule = "9.4"

    target: str
    square: Square
    attackers: tuple[BattlePoints, ...]
    defender: BattlePoints
    attacker_cards: int
    defender_cards: int
    attack: int
    defence: int
    winner: Role
    more_than_double: bool
    charge: bool = False

    def apply(self, state: State) -> State:
        return changed(state, clash=None, beset=len(self.attackers) > 1)


class ChateauPointRemoved(Event, frozen=True):
    """A destruction point of a chateau absorbed a loss (10, W-63)."""

    rule = "10"

    square: Square
    part: Literal["loss", "reduction", "retreat"]
    points_left: int

    def apply(self, state: State) -> State:
        return changed(state, chateaux={**state.chateaux, self.square: self.points_left})


class RetreatBlocked(Event, frozen=True):
    """A unit that must retreat has no square to go to (9.5, W-58)."""

    rule = "9.5"

    unit: str


class UnitRetreated(Event, frozen=True):
    """A losing defender retreated (9.5, W-57); a leader in its square went along (W-87)."""

    rule = "9.5"

    unit: str
    start: Square
    to: Square
    facing: Facing
    leader: str | None = None

    def apply(self, state: State) -> State:
        return gone_with_leader(state, self.unit, self.to, self.facing, self.leader)


class UnitAdvanced(Event, frozen=True):
    """An attacker advanced into the vacated square (9.4, W-60)."""

    rule = "9.4"

    unit: str
    start: Square
    to: Square
    facing: Facing

    def apply(self, state: State) -> State:
        return with_unit(state, self.unit, square=self.to, facing=self.facing)
