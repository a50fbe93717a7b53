"""Who belongs to whom: maps of sides, armies and powers, worked out once so that the rules only look up."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

Group = TypeVar("Group")
Item = TypeVar("Item")


def opposites(one: Item, other: Item) -> Mapping[Item, Item]:
    """Each of two sides -> the other one."""
    return {one: other, other: one}


def members(
    groups: Iterable[Group], items: Iterable[Item], group_of: Callable[[Item], object]
) -> Mapping[Group, tuple[Item, ...]]:
    """Each group -> its items, in their order; a group without any has none."""
    every = tuple(items)
    return {group: tuple(item for item in every if group_of(item) == group) for group in groups}
