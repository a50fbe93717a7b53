"""The deck, the hands and the discards (6.1)."""
