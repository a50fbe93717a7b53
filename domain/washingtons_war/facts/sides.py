"""The two sides and the three nations whose troops they have."""

from typing import Literal, get_args

Side = Literal["american", "british"]
Nation = Literal["american", "french", "british"]
SIDES: tuple[Side, ...] = get_args(Side)
NATIONS: tuple[Nation, ...] = get_args(Nation)
