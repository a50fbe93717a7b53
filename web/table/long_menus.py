"""Long menus: the page tells how many orders each counter has, and which these are when somebody asks.

Thousands of orders as buttons were a megabyte with every answer, and nobody reads more than one counter's.
The fold of a counter is filled when it is opened, by the page's script or by its link.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domain.kernel import ByCounter, Order

MOST_AT_ONCE = 200
"""A menu of more orders is told counter by counter, where it knows its counters."""


class Portion(NamedTuple):
    """The orders that are told now, and how many each other counter has."""

    orders: Sequence[Order]
    later: Mapping[str, int] = {}


def told_now(menu: Sequence[Order], opened: str | None) -> Portion:
    """What to tell of a menu where the fold of the counter `opened` lies open."""
    if len(menu) <= MOST_AT_ONCE or not isinstance(menu, ByCounter):
        return Portion(menu)
    later = dict(menu.numbers)
    of_one = menu.of(opened) if later.pop(opened or "", 0) else ()
    return Portion([*of_one, *menu.of(None)], later)
