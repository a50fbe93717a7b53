"""Army morale, checks, rally, momentum (12.3, 13.6, 15.0)."""
