"""Battles from the first card to the retreat (11)."""
