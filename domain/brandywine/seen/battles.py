"""Fire and close combat as the table tells them: see `shots` and `combats`."""

from domain.brandywine.events import combat, fire, movement, turns
from domain.brandywine.seen import combats, shots
from domain.brandywine.seen.losses import LOSSES
from domain.kernel.battles import Battle, Battles, Course
from domain.kernel.chance import Rolled
from domain.kernel.events import Event

PART = (
    *LOSSES, Rolled, fire.HitRolled, fire.DamageRolled, fire.ShotEnded, combat.LafayetteUsed, combat.OddsSet,
    combat.LeadChosen, combat.TacticsRevealed, combat.CombatRolled, movement.DelawareRoused,
    turns.BatteryLost, turns.BookOpened, turns.BookClosed, turns.MoraleNoted,
)  # fmt: skip
ASKS = frozenset((
    "leader_hit", "cavalry", "withdraw", "lafayette", "lead", "tactics", "reroll", "capture", "second_step",
    "check_next", "back_next", "retreat", "follow", "advance",
))  # fmt: skip
AFTERWARDS = ("broken", "shattered")
"""Why units go back or are captured when all combats are over (13.3, 13.4)."""


def is_part(event: Event) -> bool:
    """Does what was begun before go on with it?"""
    return isinstance(event, PART) and getattr(event, "cause", "") not in AFTERWARDS


def joins(event: Event) -> bool:
    """All rifles of a phase fire together (R-52)."""
    return isinstance(event, fire.FireDeclared) and event.kind == "rifle"


def tell(course: Course) -> Battle:
    """Fire or close combat as far as it has come."""
    if isinstance(course.events[0], fire.FireDeclared):
        return shots.tell(course)
    return combats.tell(course)


BATTLES = Battles(tell, (fire.FireDeclared, combat.CombatBegan), (), ASKS, is_part, joins)
