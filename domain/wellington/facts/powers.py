"""The four powers and their two sides, in the order of the Impulse Track (1.1, 1.3)."""

from typing import Literal, get_args

Power = Literal["britain", "sud", "spain", "nord"]
Side = Literal["allied", "french"]
Nation = Literal["britain", "spain", "france"]
POWERS: tuple[Power, ...] = get_args(Power)
SIDES: tuple[Side, ...] = get_args(Side)
NATIONS: tuple[Nation, ...] = get_args(Nation)
