"""The two sides, their nations and wings (2.2.1, 3.2)."""

from collections.abc import Mapping
from typing import Literal

from domain.kernel.seats import Seat
from domain.parts.sides import opposites

Side = Literal["british", "american"]
Nation = Literal["british", "loyalist", "german", "american"]
Wing = Literal["british_regular", "loyalist", "german", "greene", "sullivan"]
Arm = Literal["infantry", "light_infantry", "militia", "dragoon", "artillery"]
Mover = Literal["foot", "dragoon", "artillery"]

SIDES: tuple[Side, ...] = ("british", "american")
ENEMY: Mapping[Side, Side] = opposites(*SIDES)
SEATS: tuple[Seat, ...] = (Seat("british"), Seat("american"))
NATION_OF: Mapping[Wing, Nation] = {
    "british_regular": "british", "loyalist": "loyalist", "german": "german", "greene": "american",
    "sullivan": "american",
}  # fmt: skip
SIDE_OF: Mapping[Nation, Side] = {
    "british": "british", "loyalist": "british", "german": "british", "american": "american",
}  # fmt: skip
ARMS: tuple[Arm, ...] = ("infantry", "light_infantry", "militia", "dragoon", "artillery")
MOVERS: tuple[Mover, ...] = ("foot", "dragoon", "artillery")
MOVER_OF: Mapping[Arm, Mover] = {
    "infantry": "foot", "light_infantry": "foot", "militia": "foot", "dragoon": "dragoon",
    "artillery": "artillery",
}  # fmt: skip
LINE: tuple[Arm, ...] = ("infantry", "light_infantry")
"""Who counts in the tests of victory (R-99)."""


def seat_of(side: Side) -> Seat:
    """Who plays a side: seats have the names of the sides."""
    return Seat(side)
