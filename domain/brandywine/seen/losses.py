"""What fire and close combat lead to, told in the order in which it happened (12.3, 13.0, 15.2)."""

from domain.brandywine.events import combat, fire, movement, turns

LOSSES = (
    combat.StepLost, combat.UnitEliminated, combat.UnitCaptured, combat.UnitDisrupted, combat.UnitRetreated,
    combat.RetreatPaid, combat.UnitsPinned, combat.LeaderFollowed, combat.UnitAdvanced, fire.LeaderHit,
    movement.LeaderCaptured, turns.MoraleChecked, turns.ArmyMoraleChanged, turns.MomentumChanged,
)  # fmt: skip
