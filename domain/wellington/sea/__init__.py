"""Convoys and landings (14)."""
