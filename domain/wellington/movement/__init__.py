"""Armies and groups, who commands them, and the marches that are open to them (9)."""
