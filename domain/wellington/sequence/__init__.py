"""The sequence of play: set-up, bids, turns and their end (2, 4)."""
