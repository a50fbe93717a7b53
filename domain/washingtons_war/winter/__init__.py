"""Winter attrition (11)."""
