"""Games for programs that learn, on the rules alone and without a server: `new_state` has OpenSpiel's words.

`grognard.pettingzoo` is the same for PettingZoo. Every title is registered (docs/api.md).
"""

import domain.titles  # noqa: F401  (registers every title)
from domain.bots.environment import TERMINAL, State, new_state

__all__ = ["TERMINAL", "State", "new_state"]
