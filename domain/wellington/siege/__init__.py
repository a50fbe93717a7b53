"""Sieges (12)."""
