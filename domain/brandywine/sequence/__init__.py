"""Setting up, initiative, and the turns one after the other (5.0, 6.0, 18.0)."""
