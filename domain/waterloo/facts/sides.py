"""Whose a counter or a card is: the armies and the fronts that they fight on (2.2)."""

from typing import Literal, get_args

Army = Literal["french", "anglo_allied", "prussian"]
Front = Literal["french", "coalition"]
ARMIES: tuple[Army, ...] = get_args(Army)
FRONTS: tuple[Front, ...] = get_args(Front)
