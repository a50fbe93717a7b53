"""Losses that a power chooses, attrition, raids and what is owed (5.12, 13)."""
