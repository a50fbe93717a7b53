"""The movement phase: how far, which ways, and off the map."""
