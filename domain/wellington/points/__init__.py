"""What command points are spent on (5.5 to 7)."""
