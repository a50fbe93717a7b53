"""Games for PettingZoo, one agent after the other: `pip install 'grognard[gym]'` (docs/api.md)."""

import domain.titles  # noqa: F401  (registers every title)
from domain.bots.aec import Table

__all__ = ["Table"]
