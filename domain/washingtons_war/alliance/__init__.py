"""The French alliance, its landing, its navy and the European War (12)."""
