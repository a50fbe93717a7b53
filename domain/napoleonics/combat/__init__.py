"""The combat phase: sight, dice, targets, melees, retreats and what follows."""
