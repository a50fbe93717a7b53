"""Battles, from the cards to the retreat (9)."""
