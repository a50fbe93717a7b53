"""A game for PettingZoo, one agent after the other (AEC): `pip install 'grognard[gym]'`.

    from grognard.pettingzoo import Table

    table = Table("waterloo", "short")
    table.reset(seed=7)
    for agent in table.agent_iter():
        observation, reward, ended, cut, info = table.last()
        table.step(None if ended or cut else table.action_space(agent).sample(observation["action_mask"]))

An agent is a seat; an action is the place of an order in its menu, told as JSON in `info["orders"]`. The
observation is what the seat may see of the board (its `view`), each fact of it put by its hash into one of
`FEATURES` places. Rewards come at the end: 1 for each winner, -1 for each loser.
"""

from functools import lru_cache
from typing import Any
from zlib import crc32

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from domain.bots.environment import new_state

FEATURES = 2048
"""How many numbers an observation has."""
ACTIONS = 1024
"""The longest menu that there may be, if nothing else is said."""
Observation = dict[str, Any]


class Table(AECEnv[str, Observation, int | None]):
    """A game whose agents are its seats."""

    metadata = {"name": "grognard", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self, title: str, scenario: str, seats: tuple[str, ...] = (), *, actions: int = ACTIONS
    ) -> None:
        """`actions` is the longest menu that is reckoned with."""
        super().__init__()
        self._asked = title, scenario, seats
        self._actions = actions
        self._state = new_state(*self._asked)
        self.render_mode = "ansi"
        self.possible_agents = [str(seat) for seat in self._state.seats]
        seen: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(-np.inf, np.inf, (FEATURES,), np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def __str__(self) -> str:
        return f"grognard {self._asked[0]}"

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed gives the same dice."""
        number = int(np.random.default_rng().integers(2**62)) if seed is None else seed
        self._state = new_state(*self._asked, seed=number)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def _select(self) -> None:
        """Whoever is asked is next, and learns the menu."""
        asked = self._state.current_player()
        self.agent_selection = self.agents[max(0, asked)]
        self.infos: dict[str, dict[str, list[str]]] = {agent: {"orders": []} for agent in self.agents}
        if not self._state.is_terminal():
            menu = self._state.legal_actions()
            if len(menu) > self._actions:
                raise ValueError(f"this menu has {len(menu)} orders: Table(..., actions={len(menu)})")
            orders = [self._state.action_to_string(asked, each) for each in menu]
            self.infos[self.agent_selection]["orders"] = orders

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and what it may do if it is asked."""
        player = self.possible_agents.index(agent)
        mask = np.zeros(self._actions, np.int8)
        mask[: len(self._state.legal_actions(player))] = 1
        return {"observation": hashed(self._state.observed(player)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """An order of the agent who is asked. Raises ValueError if it is not legal: then nothing has
        changed."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked for an order")
        self._state.apply_action(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._state.is_terminal():
            self.rewards = dict(zip(self.agents, self._state.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> str:
        """What whoever is asked sees, as JSON."""
        return self._state.observation_string(max(0, self._state.current_player()))

    def close(self) -> None:
        """Nothing is held."""


def hashed(told: Any) -> Any:
    """Facts as numbers: each path of names adds its number, or 1 for a word, at the place of its hash."""
    found = np.zeros(FEATURES, np.float32)
    _add(found, told, "")
    return found


def _add(found: Any, told: Any, path: str) -> None:
    if isinstance(told, dict):
        for name, value in told.items():
            _add(found, value, f"{path}/{name}")
    elif isinstance(told, list | tuple):
        for value in told:
            _add(found, value, path)
    elif isinstance(told, bool | str):
        found[_place(f"{path}={told}")] += 1
    elif isinstance(told, int | float):
        found[_place(path)] += told


@lru_cache(maxsize=65536)
def _place(path: str) -> int:
    return crc32(path.encode()) % FEATURES
