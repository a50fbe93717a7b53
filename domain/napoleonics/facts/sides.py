"""The two sides and the nations that fight on each (R-08)."""

from collections.abc import Mapping
from typing import Literal

from domain.kernel.seats import Seat
from domain.parts.sides import opposites

Side = Literal["british", "french"]
Nation = Literal["britain", "portugal", "france"]
Arm = Literal["infantry", "cavalry", "artillery"]
Section = Literal["west", "centre", "east"]
Flank = Literal["left", "centre", "right"]

SIDES: tuple[Side, ...] = ("british", "french")
ENEMY: Mapping[Side, Side] = opposites(*SIDES)
SIDE_OF: Mapping[Nation, Side] = {"britain": "british", "portugal": "british", "france": "french"}
ARMS: tuple[Arm, ...] = ("infantry", "cavalry", "artillery")
FLANKS: tuple[Flank, ...] = ("left", "centre", "right")
SEATS: tuple[Seat, ...] = (Seat("british"), Seat("french"))


def seat_of(side: Side) -> Seat:
    """Who plays a side: seats have the names of the sides."""
    return Seat(side)
