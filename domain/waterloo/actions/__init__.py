"""Actions of cards: charges, rallying, Napoleon's health (11)."""
