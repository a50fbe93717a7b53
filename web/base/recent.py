"""What was worked out last, kept for those who ask for the same again."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

V = TypeVar("V")


class Recent(Generic[V]):
    """The `most` values that were asked for last, for all threads; two that ask at once may both make one."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, V] = OrderedDict()
        self._guard = Lock()

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """The value of `key`, made if it is not kept."""
        with self._guard:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._guard:
            self._kept[key] = made
            shorten(self._kept, self._most)
        return made


def shorten(kept: "OrderedDict[Any, Any]", most: int) -> None:
    """Forgets the oldest until so many are left."""
    while len(kept) > most:
        kept.popitem(last=False)
