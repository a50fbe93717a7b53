"""Momentum markers: gained, lost, and what happens when none is left (12.3, R-22)."""

from typing import Literal

from domain.brandywine.events.turns import MomentumChanged
from domain.brandywine.facts.sides import ENEMY, Side
from domain.brandywine.position.state import State, pool
from domain.kernel import Play

Reason = Literal["die", "reroll", "captured", "leader", "pool"]


def gain(play: Play[State], side: Side, reason: Reason) -> None:
    """A marker from the pool; from an empty pool none, and the opponent loses one (12.3.10)."""
    state = play.state
    if not state.advanced:
        return
    if pool(state):
        _change(play, side, 1, reason)
    elif state.momentum[ENEMY[side]]:
        _change(play, ENEMY[side], -1, "pool")


def lose(play: Play[State], side: Side, count: int, reason: Reason) -> None:
    """Each marker that a side has not to lose, its opponent gains, if the pool has one (12.3.6 to 12.3.8)."""
    for _ in range(count if play.state.advanced else 0):
        if play.state.momentum[side]:
            _change(play, side, -1, reason)
        elif pool(play.state):
            _change(play, ENEMY[side], 1, reason)


def spend(play: Play[State], side: Side) -> None:
    """A marker for another roll (12.3.2)."""
    _change(play, side, -1, "reroll")


def _change(play: Play[State], side: Side, change: int, reason: Reason) -> None:
    play.record(MomentumChanged(side, change, play.state.momentum[side] + change, reason))
