"""Steps, captures and leaders lost, with what they cost in army morale and momentum (12.3, 13.1, R-101)."""

from typing import Literal

from domain.brandywine.events.combat import StepLost, UnitCaptured, UnitDisrupted, UnitEliminated
from domain.brandywine.events.fire import LeaderHit
from domain.brandywine.events.movement import LeaderCaptured
from domain.brandywine.facts.sides import ENEMY
from domain.brandywine.morale.army import adjust
from domain.brandywine.morale.momentum import lose
from domain.brandywine.position.state import State, side_of, steps_left, unit_fact
from domain.kernel import Play

CAPTURED_BY = {
    "result": "13.1.7", "no_retreat": "13.2.3", "guns": "12.1.7", "pin": "13.1.9", "shattered": "13.4",
}  # fmt: skip
ELITE = 2
"""The morale of a unit whose capture costs momentum (12.3.6)."""


def lose_step(play: Play[State], unit: str) -> None:
    """One step: the unit is turned over, or eliminated; what it costs is booked by the caller."""
    state = play.state
    if steps_left(state, unit) == 2:
        play.record(StepLost(unit, unit_fact(state, unit).sp[-1]))
    else:
        play.record(UnitEliminated(unit, state.at[unit]))


def eliminate(play: Play[State], unit: str) -> None:
    """A unit is eliminated otherwise than by a step."""
    side = side_of(play.state, unit)
    play.record(UnitEliminated(unit, play.state.at[unit]))
    adjust(play, side, play.state.tables.army.eliminated)


def capture(
    play: Play[State], unit: str, cause: Literal["result", "no_retreat", "guns", "pin", "shattered"]
) -> None:
    """A unit is captured; of elite morale and at full strength it costs a marker (12.3.6)."""
    state, fact = play.state, unit_fact(play.state, unit)
    elite = fact.morale[0] == ELITE and unit not in state.reduced
    play.record(UnitCaptured(unit, state.at[unit], cause, CAPTURED_BY[cause]))
    if elite:
        lose(play, fact.side, 1, "captured")
    adjust(play, fact.side, state.tables.army.captured)


def disrupt(play: Play[State], unit: str) -> bool:
    """One D: disrupted, then shattered, then eliminated (13.1.4). Is the unit still there?"""
    state = play.state
    condition = state.condition.get(unit)
    if condition == "shattered":
        eliminate(play, unit)
        return False
    play.record(UnitDisrupted(unit, "shattered" if condition else "disrupted"))
    adjust(play, side_of(state, unit), state.tables.army.disruption)
    return not play.state.is_over


def lose_leader(play: Play[State], leader: str, captured: bool) -> None:
    """A leader was hit or captured (12.3.7, 12.3.8, 14.3)."""
    state, fact = play.state, play.state.units.leaders[leader]
    at = state.at[leader]
    play.record(LeaderCaptured(leader, at, ENEMY[fact.side]) if captured else LeaderHit(leader, at))
    if fact.is_chief:
        lose(play, fact.side, 2 if fact.role == "washington" else 1, "leader")
    adjust(play, fact.side, (-fact.morale_loss, fact.enemy_gain))
