"""Battles: cards, dice, losses, retreats and surrender (9)."""

from typing import Any, Literal

from domain.kernel.events import Event
from domain.washingtons_war.facts.sides import Side
from domain.washingtons_war.position.conflict import Camp, Fight, Units, less
from domain.washingtons_war.position.state import State, changed, fight_of, with_general, with_moved_units

CardUse = Literal["battle_card", "discard"]
Terms = dict[str, int]
"""What a side adds, each with its name: units, general, regulars, royal_navy, militia, winter_offensive,
battle_card, discard, interception (9.4)."""


def with_fight(state: State, **changes: Any) -> State:
    """A copy with the battle at hand changed."""
    return changed(state, fight=changed(fight_of(state), **changes))


def with_camp(state: State, side: Side, **changes: Any) -> State:
    """A copy with one side of the battle at hand changed."""
    camps = fight_of(state).camps
    return with_fight(state, camps={**camps, side: changed(camps[side], **changes)})


def _without_units(state: State, where: str, side: Side, units: Units) -> State:
    """The CU are gone from the map, and from those who march."""
    state = with_moved_units(state, where, None, units)
    lost = sum(units.values())
    if state.fight is not None:
        state = with_camp(state, side, lost=state.fight.camps[side].lost + lost)
    if state.marching is not None and state.marching.side == side:
        marching = state.marching
        left = changed(marching, units=less(marching.units, units), brought=less(marching.brought, units))
        state = changed(state, marching=left)
    return state


class BattleStarted(Event, frozen=True):
    """A battle begins: an activated general against those who stand in the space (9.1)."""

    rule = "9.1"

    where: str
    attacker: Side
    came_from: str
    units: dict[Side, int]
    generals: dict[Side, str]
    intercepted: bool = False
    winter_offensive: bool = False

    def apply(self, state: State) -> State:
        camps = {side: Camp(count, self.generals.get(side)) for side, count in self.units.items()}
        fight = Fight(
            self.where, self.attacker, self.came_from, camps, self.intercepted, self.winter_offensive
        )
        return changed(state, fight=fight)


class BattleCardUsed(Event, frozen=True):
    """A side played a battle card, or discarded an event, for what it adds (9.45)."""

    rule = "9.45"

    side: Side
    card: str
    use: CardUse
    modifier: int

    def apply(self, state: State) -> State:
        return with_camp(state, self.side, cards={self.use: self.modifier})


class BattleCalledOff(Event, frozen=True):
    """What a card left in the space is overrun instead of fighting (9.2, 9.7)."""

    rule = "9.7"

    where: str

    def apply(self, state: State) -> State:
        return changed(state, fight=None)


class BattleValuesRolled(Event, frozen=True):
    """What the generals are worth in this battle; no die for a side without one (9.3)."""

    rule = "9.3"

    where: str
    generals: dict[Side, str]
    dice: dict[Side, int]
    values: dict[Side, int]

    def apply(self, state: State) -> State:
        for side, value in self.values.items():
            state = with_camp(state, side, value=value)
        return state


class BattleResolved(Event, frozen=True):
    """Both sides rolled and added what they have, line by line; the attacker wins ties (9.2 Step 4, 9.4)."""

    rule = "9.2"

    where: str
    attacker: Side
    defender: Side
    winner: Side
    attack: Terms
    attack_die: int
    attack_total: int
    defence: Terms
    defence_die: int
    defence_total: int

    @property
    def terms(self) -> dict[Side, Terms]:
        """What each side added."""
        return {self.attacker: self.attack, self.defender: self.defence}

    @property
    def totals(self) -> dict[Side, int]:
        """What each side came to."""
        return {self.attacker: self.attack_total, self.defender: self.defence_total}

    def apply(self, state: State) -> State:
        return with_fight(state, winner=self.winner)


class BattleLossesRolled(Event, frozen=True):
    """How many CU the battle costs the loser and the winner (9.5)."""

    rule = "9.5"

    where: str
    loser: Side
    dice: dict[Side, int]
    losses: dict[Side, int]


class UnitsFell(Event, frozen=True):
    """CU fell in the battle (9.5)."""

    rule = "9.5"

    where: str
    side: Side
    units: Units

    @property
    def quiet(self) -> bool:
        """How many fell has been told; of which nation is news where French are among them."""
        return "french" not in self.units

    def apply(self, state: State) -> State:
        return _without_units(state, self.where, self.side, self.units)


class ForceRetreated(Event, frozen=True):
    """The beaten force, all of it, went to another space (9.61, 9.62)."""

    rule = "9.61"

    side: Side
    start: str
    to: str
    units: Units
    general: str | None
    by_sea: bool = False

    @property
    def cites(self) -> str:
        """The paragraph it comes from."""
        return "9.62" if self.by_sea else "9.61"

    def apply(self, state: State) -> State:
        state = with_moved_units(state, self.start, self.to, self.units)
        if self.general is not None:
            state = with_general(state, self.general, self.to)
        if state.marching is not None and state.marching.side == self.side:
            state = changed(state, marching=changed(state.marching, at=self.to))
        return state


class ForceSurrendered(Event, frozen=True):
    """The beaten force had nowhere to go: its CU are lost, its general is captured (9.63)."""

    rule = "9.63"

    side: Side
    where: str
    units: Units
    general: str | None

    def apply(self, state: State) -> State:
        return _without_units(state, self.where, self.side, self.units)


class BattleEnded(Event, frozen=True):
    """A battle is over; `lost` are the CU that it cost each side, those who surrendered among them (9.2)."""

    rule = "9.2"

    where: str
    attacker: Side
    winner: Side
    lost: dict[Side, int]

    def apply(self, state: State) -> State:
        if state.marching is not None:
            state = changed(state, marching=changed(state.marching, over=True))
        return changed(state, fight=None)
