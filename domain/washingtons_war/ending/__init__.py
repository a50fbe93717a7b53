"""Victory (13)."""
