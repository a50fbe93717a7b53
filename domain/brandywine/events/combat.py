"""Close combat, from its declaration to the advance."""

from typing import Literal

from domain.brandywine.facts.board import Hex
from domain.brandywine.facts.sides import Side
from domain.brandywine.facts.tables import Tactic
from domain.brandywine.position.state import (
    Combat,
    Fate,
    Pieces,
    Pin,
    State,
    added,
    changed,
    fight_of,
    side_of,
    steps_left,
    strength,
    unit_fact,
    with_at,
    without_pieces,
    without_pinned,
)
from domain.kernel.events import Event

Cause = Literal["result", "check", "ford", "broken", "fire", "cavalry", "withdrawal", "refugee"]


class DiversionDeclared(Event, frozen=True):
    rule = "12.1.3"
    side: Side
    hex: Hex

    def apply(self, state: State) -> State:
        return state.changed(diverted=self.hex)


class AttackDeclared(Event, frozen=True):
    """A unit will attack these hexes, alone or with others (12.1.4)."""

    rule = "12.1.4"
    unit: str
    targets: tuple[Hex, ...]

    def apply(self, state: State) -> State:
        combats, found = [], False
        for each in state.combats:
            if each.targets == self.targets:
                each, found = changed(each, attackers=(*each.attackers, self.unit)), True
            combats.append(each)
        if not found:
            combats.append(Combat((self.unit,), self.targets))
        return state.changed(combats=tuple(combats))


class CombatBegan(Event, frozen=True):
    """A combat is fought: who takes part on both sides, and where they stand (12.1.6); older games do not say
    `places`."""

    rule = "12.1.6"
    attackers: Pieces
    defenders: Pieces
    targets: tuple[Hex, ...]
    places: dict[str, Hex] = {}

    def apply(self, state: State) -> State:
        everybody = (*self.attackers, *self.defenders)
        bases = tuple(dict.fromkeys(state.at[unit] for unit in self.attackers))
        return state.changed(
            combats=tuple(each for each in state.combats if each.targets != self.targets),
            fight=Combat(self.attackers, self.targets, self.defenders, bases=bases),
            pending=dict.fromkeys(state.army, 0),
            engaged=state.engaged or any(unit_fact(state, unit).maxwell for unit in everybody),
        )


class LafayetteUsed(Event, frozen=True):
    """Lafayette shifts the odds for the Americans and leaves the game (14.5)."""

    rule = "14.5"
    leader: str
    shift: int

    def apply(self, state: State) -> State:
        fight = changed(fight_of(state), shifts=fight_of(state).shifts + self.shift)
        return without_pieces(state, {self.leader: "removed"}).changed(fight=fight)


class OddsSet(Event, frozen=True):
    """The points of both sides and the column of the table (12.1.7): what each unit counts for, and which of
    them are broken; older games do not say it of each."""

    rule = "12.1.7"
    attack: int
    defence: int
    column: str
    shifts: int
    points: dict[str, int] = {}
    broken: dict[str, str] = {}

    def apply(self, state: State) -> State:
        return state.changed(fight=changed(fight_of(state), shifts=self.shifts))


class LeadChosen(Event, frozen=True):
    rule = "12.1.8"
    side: Side
    unit: str

    def apply(self, state: State) -> State:
        fight = fight_of(state)
        if self.side == state.active:
            return state.changed(fight=changed(fight, attack_lead=self.unit))
        return state.changed(fight=changed(fight, defence_lead=self.unit))


class TacticsRevealed(Event, frozen=True):
    """Both chits at once; `swing` is what they add for the attacker, None is no combat (12.1.9)."""

    rule = "12.1.9"
    attacker: Side
    attack: Tactic
    defence: Tactic
    swing: int | None
    illegal: tuple[Side, ...] = ()

    def apply(self, state: State) -> State:
        fight = changed(fight_of(state), attack_chit=self.attack, defence_chit=self.defence, swing=self.swing)
        return state.changed(fight=fight)


class CombatRolled(Event, frozen=True):
    """The die, what is added to it, and what the table says (12.1.11)."""

    rule = "12.1.11"
    side: Side
    die: int
    modifiers: dict[str, int]
    total: int
    column: str
    result: str
    expected: float

    def apply(self, state: State) -> State:
        luck = added(state.luck, **{self.side: round(self.die - self.expected, 6)})
        return state.changed(fight=changed(fight_of(state), result=self.result, total=self.total), luck=luck)


class UnitRetreated(Event, frozen=True):
    """A unit went back (13.2)."""

    rule = "13.2"
    unit: str
    path: tuple[Hex, ...]
    cause: Cause

    @property
    def to(self) -> Hex:
        return self.path[-1]

    def apply(self, state: State) -> State:
        state = with_at(state, self.unit, self.path[-1])
        state = state.changed(pins=without_pinned(state.pins, (self.unit,)))
        if self.cause == "cavalry":
            withdrawn = state.withdrawn if self.unit in state.withdrawn else (*state.withdrawn, self.unit)
            state = state.changed(withdrawn=withdrawn)
        refugees = state.refugees
        if any(self.path[-1] in _hexes(state, each) for each in state.combats):
            refugees = (*(unit for unit in refugees if unit != self.unit), self.unit)
        return _forced(state, self.unit).changed(refugees=refugees)


def _hexes(state: State, combat: Combat) -> set[Hex]:
    """Where a declared combat will be fought, on both sides (13.2.5)."""
    return {*combat.targets, *(state.at[unit] for unit in combat.attackers)}


class RetreatPaid(Event, frozen=True):
    """A unit gave a step to fit where it goes back (13.2.3)."""

    rule = "13.2.3"
    unit: str
    hex: Hex


class UnitDisrupted(Event, frozen=True):
    """A unit is disrupted, or shattered if it was disrupted (13.1.4)."""

    rule = "13.1.4"
    unit: str
    condition: Literal["disrupted", "shattered"]

    def apply(self, state: State) -> State:
        return state.changed(condition={**state.condition, self.unit: self.condition})


class StepLost(Event, frozen=True):
    """A unit shows its reduced side (13.1.5)."""

    rule = "13.1.5"
    unit: str
    left: int

    def apply(self, state: State) -> State:
        state = _counted(state, self.unit, strength(state, self.unit) - self.left)
        return state.changed(reduced=(*state.reduced, self.unit))


class UnitEliminated(Event, frozen=True):
    rule = "13.1.5"
    unit: str
    hex: Hex

    def apply(self, state: State) -> State:
        return _gone(state, self.unit, "eliminated")


class UnitCaptured(Event, frozen=True):
    """A unit was captured: by a result, for want of a way back, or as artillery left alone."""

    unit: str
    hex: Hex
    cause: Literal["result", "no_retreat", "guns", "pin", "shattered"]
    cites: str

    def apply(self, state: State) -> State:
        return _gone(state, self.unit, "captured")


def _gone(state: State, unit: str, fate: Fate) -> State:
    state = _counted(state, unit, strength(state, unit))
    return without_pieces(_forced(state, unit), {unit: fate})


def _counted(state: State, unit: str, points: int) -> State:
    """Points of infantry that the enemy removed, but no loyalists (R-14); and losses by arm."""
    fact = unit_fact(state, unit)
    side = side_of(state, unit)
    lost = state.lost
    if fact.is_line and fact.nation != "loyalist":
        lost = {**lost, side: lost[side] + points}
    steps = steps_left(state, unit) if points == strength(state, unit) else 1
    return state.changed(lost=lost, casualties=added(state.casualties, **{f"{fact.type}_{side}": steps}))


def _forced(state: State, unit: str) -> State:
    """An attacker that goes back, or is gone, does not advance (R-78)."""
    fight = state.fight
    if fight is None or unit not in fight.attackers or unit in fight.forced:
        return state
    return state.changed(fight=changed(fight, forced=(*fight.forced, unit)))


class UnitsPinned(Event, frozen=True):
    """Units of both sides are pinned together (13.1.9)."""

    rule = "13.1.9"
    british: Pieces
    american: Pieces

    def apply(self, state: State) -> State:
        pins = without_pinned(state.pins, (*self.british, *self.american))
        return state.changed(pins=(*pins, Pin(self.british, self.american)))


class LeaderFollowed(Event, frozen=True):
    """A leader went along in a retreat or an advance (13.2.6, 12.1.15)."""

    rule = "13.2.6"
    leader: str
    to: Hex

    def apply(self, state: State) -> State:
        return with_at(state, self.leader, self.to)


class UnitAdvanced(Event, frozen=True):
    rule = "12.1.15"
    unit: str
    start: Hex
    to: Hex

    def apply(self, state: State) -> State:
        return _forced(with_at(state, self.unit, self.to), self.unit)


class CombatEnded(Event, frozen=True):
    rule = "12.1.6"

    @property
    def quiet(self) -> bool:
        return True

    def apply(self, state: State) -> State:
        return state.changed(fight=None, pending=None)


class AttacksEnded(Event, frozen=True):
    """All combats of the phase are over."""

    rule = "12.1.6"

    @property
    def quiet(self) -> bool:
        return True

    def apply(self, state: State) -> State:
        return state.changed(combats=(), diverted="", refugees=())
