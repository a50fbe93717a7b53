"""Seats: the roles that give orders, and the two onlookers that hold none."""

from typing import NewType

Seat = NewType("Seat", str)

PUBLIC = Seat("public")
"""The onlooker who knows only what everybody knows."""

ALL = Seat("all")
"""The onlooker who sees every hand: for finished games and the host's own tools."""
