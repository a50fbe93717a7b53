"""Fire of artillery and rifles, and sight (10.0, 11.0)."""
