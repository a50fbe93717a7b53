"""Close combat and its results (12.0, 13.0)."""
