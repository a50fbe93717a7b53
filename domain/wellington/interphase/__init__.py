"""Between two turns (16)."""
