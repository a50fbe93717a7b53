"""Actions of cards: artillery, charges, rallying (11)."""
