"""The table: playing, watching, the live stream."""
