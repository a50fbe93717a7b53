"""How long tests wait for what other threads, processes and browsers bring about."""

PATIENCE = 120.0
"""Seconds after which a test gives up. Nothing is expected to take long, but a machine may be busy."""
MILLISECONDS = PATIENCE * 1000
