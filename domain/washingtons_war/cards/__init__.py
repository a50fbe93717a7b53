"""Events, battle cards and discards (6.3)."""
