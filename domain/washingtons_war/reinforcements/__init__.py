"""Reinforcements (8)."""
