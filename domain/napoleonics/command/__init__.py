"""The command and order phases: what a card lets its player order."""
