"""Remembering what was made from the parts of a state that have not changed since."""

from collections.abc import Callable
from operator import is_
from typing import Any, Concatenate, Generic, TypeVar

Part = TypeVar("Part")
Made = TypeVar("Made")
REMEMBERED = 64


class Memory:
    """Things by the identity of what they were made from, the latest few."""

    def __init__(self) -> None:
        self._made: dict[tuple[object, ...], tuple[tuple[object, ...], Any]] = {}

    def get(self, parts: tuple[object, ...], facts: tuple[object, ...], make: Callable[[], Made]) -> Made:
        """The thing for exactly these `parts` (compared by identity) and `facts` (compared by value)."""
        key = (*map(id, parts), *facts)
        found = self._made.get(key)
        if found is None:
            if len(self._made) >= REMEMBERED:
                self._made.clear()
            found = self._made[key] = (parts, make())  # holding the parts keeps their identity
        made: Made = found[1]
        return made


class Latest(Generic[Part, Made]):
    """What `make` gives for the part of a state that was asked about last, compared by identity.

    For what is looked up over and over in one position: a look costs hardly more than an attribute.
    """

    __slots__ = ("_kept", "_make")

    def __init__(self, make: Callable[Concatenate[Part, ...], Made]) -> None:
        self._make = make
        self._kept: tuple[Part, Made] | None = None

    def of(self, part: Part, *facts: object) -> Made:
        """The thing made from exactly this part, and from facts that are the same whenever it is."""
        kept = self._kept
        if kept is None or kept[0] is not part:
            kept = self._kept = (part, self._make(part, *facts))
        return kept[1]


class LatestTogether(Generic[Made]):
    """The same for what is made from several parts: it holds while every one of them is the same object.

    For a menu that is worked out before a phase is said to begin, and asked for after it.
    """

    __slots__ = ("_kept", "_make")

    def __init__(self, make: Callable[..., Made]) -> None:
        self._make = make
        self._kept: tuple[tuple[object, ...], Made] | None = None

    def of(self, parts: tuple[object, ...], *facts: object) -> Made:
        """The thing made from exactly these parts, and from facts that are the same whenever they are."""
        kept = self._kept
        if kept is None or not all(map(is_, kept[0], parts)):
            kept = self._kept = (parts, self._make(*facts))
        return kept[1]
