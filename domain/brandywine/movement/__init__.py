"""The movement phase: reinforcements, pins, ways and limits (9.0)."""
