"""Generals who were activated, where they go, and who stands in their way (7)."""
