"""Has anything been written since one looked? If not, what was read then holds still."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from threading import Lock, local
from typing import Generic, TypeVar

Found = TypeVar("Found")
Mark = tuple[int, ...]
KEPT = 2048
"""How much is remembered of one kind: a little of each game in play."""


def nobody_else() -> int:
    """For a store that no other process can write to."""
    return 0


def nobody_knows() -> None:
    """For a store that does not tell whether another process wrote."""


class _Look(local):
    """What one thread has seen of other processes, while `depth` is not 0."""

    depth = 0
    others: int | None = None


class Changes:
    """Marks of what was written to one store, by subject: a game's id for its events, or what else
    `wrote` and `mark` agree on.

    `others()` is a number that changes when another process has written, None if that is not known.
    """

    def __init__(self, others: Callable[[], int | None]) -> None:
        self._others = others
        self._numbers = count(1)
        self._own: dict[str, int] = {}
        self._of_games: dict[str, int] = {}
        self._look = _Look()

    def mark(self, *about: str) -> Mark | None:
        """Equal marks: nothing was written in between. Take it before you read. None: it is not known.

        The first number is about other processes alone.
        """
        others = self._seen_of_others()
        return None if others is None else (others, *(self._own.get(each, 0) for each in about))

    def _seen_of_others(self) -> int | None:
        look = self._look
        if look.depth == 0:
            return self._others()
        if look.others is None:  # somebody was just beginning to write
            look.others = self._others()
        return look.others

    @contextmanager
    def one_look(self) -> Iterator[None]:
        """Within, this thread looks only once whether another process has written: at the beginning."""
        look = self._look
        if look.depth == 0:
            look.others = self._others()
        look.depth += 1
        try:
            yield
        finally:
            look.depth -= 1

    def look_again(self) -> None:
        """What was seen at the beginning of `one_look` counts no more: another process has written."""
        if self._look.depth:
            self._look.others = self._others()

    def wrote(self, about: str) -> None:
        """This process wrote, or tried to: call it when that is done, however it ended."""
        self._own[about] = self._of_games[about.partition("/")[0]] = next(self._numbers)

    def mark_of(self, game: str) -> Mark | None:
        """As `mark`, about all that is kept of a game."""
        others = self._seen_of_others()
        return None if others is None else (others, self._of_games.get(game, 0))


class Remembered(Generic[Found]):
    """What was read last, by subject; each is read again when something was written about it."""

    def __init__(self, changes: Changes, keep: int = KEPT) -> None:
        self._changes, self._keep = changes, keep
        self._known: OrderedDict[tuple[str, ...], tuple[Mark, Found]] = OrderedDict()
        self._guard = Lock()

    def get(self, read: Callable[[], Found], *about: str, part: str = "") -> Found:
        """What `read` gives; without reading if nothing was written about `about` since the last time."""
        mark, key = self._changes.mark(*about), (*about, part)
        with self._guard:
            known = self._known.get(key)
            if known is not None and known[0] == mark:
                self._known.move_to_end(key)  # what is asked for least is forgotten first
                return known[1]
        found = read()
        if mark is not None:
            with self._guard:
                self._known[key] = mark, found
                self._known.move_to_end(key)
                if len(self._known) > self._keep:
                    self._known.popitem(last=False)
        return found
