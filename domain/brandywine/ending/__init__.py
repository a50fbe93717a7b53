"""Who wins (4.0)."""
