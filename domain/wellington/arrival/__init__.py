"""A formation comes into a duchy: interceptions, evasions, attrition, battle (9.5, 10)."""
