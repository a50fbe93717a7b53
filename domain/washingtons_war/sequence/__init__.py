"""The sequence of play: set-up, years, impulses, the end of the year (4, 5)."""
