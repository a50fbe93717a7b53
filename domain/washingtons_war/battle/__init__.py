"""Battle (9)."""
