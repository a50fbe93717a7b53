"""Minding games: a few threads that look at each game when it is due, in fair order, whatever goes wrong."""

import heapq
import logging
import threading
import time
from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from domain.kernel.errors import GrognardError, StoreUnavailable, UnknownGame

FIRST_PAUSE = 0.25
LONGEST_PAUSE = 2.0
"""Seconds between two looks while the store does not answer: they grow from the first to the longest."""
ASIDE_PAUSE = 60.0
"""As `LONGEST_PAUSE`, for a game that fails by itself."""

Look = Callable[[str], float | None]


class Work(NamedTuple):
    """What somebody is at: how much is in hand, how much waits for its time, and what goes wrong."""

    in_hand: int
    waiting: int
    troubles: tuple[str, ...] = ()


class Minder:
    """Looks at games, each when it is due and by one thread at a time; who waits longest comes first.

    `look(game)` tells in how many seconds to look again, None for not at all before the next `mind`. If it
    fails, the game is looked at again after growing pauses, for ever; the log tells each trouble once.
    `watch()` is called at the start and every `seconds` from then on, to find games to mind.
    """

    def __init__(
        self, name: str, look: Look, watch: Callable[[], None], *, seconds: float, threads: int = 1
    ) -> None:
        self._look_at, self._watch, self._seconds = look, watch, seconds
        self._log = logging.getLogger(f"grognard.{name}")
        self._changed = threading.Condition()
        self._due: dict[str, float] = {}
        self._queue: list[tuple[float, int, str]] = []
        self._numbers = count()
        self._in_hand: set[str] = set()
        self._pauses: dict[str, float] = {}
        self._told: dict[str, str] = {}
        self._held_up: set[str] = set()
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(target=self._work, name=f"{name} {number}", daemon=True)
            for number in range(1, threads + 1)
        ]
        self._threads.append(threading.Thread(target=self._keep_watch, name=f"{name} watch", daemon=True))

    def start(self) -> None:
        """Begins to look."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Ends the threads after the looks in hand."""
        self._stopping.set()
        with self._changed:
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(timeout=10)

    def mind(self, game: str, seconds: float = 0.0) -> None:
        """Look at `game` in so many seconds, or before that if it is due earlier."""
        with self._changed:
            due = time.monotonic() + seconds
            if due < self._due.get(game, float("inf")):
                self._due[game] = due
                heapq.heappush(self._queue, (due, next(self._numbers), game))
                self._changed.notify()

    def in_hand(self) -> list[str]:
        """The games that are looked at now."""
        with self._changed:
            return list(self._in_hand)

    def work(self) -> Work:
        """What it is at now."""
        with self._changed:
            return Work(len(self._in_hand), len(self._due), tuple(sorted(set(list(self._told.values())))))

    # Within

    def _work(self) -> None:
        while (game := self._next()) is not None:
            again = self._look(game)
            with self._changed:
                self._in_hand.discard(game)
                if game in self._due:  # it became due while it was in hand, and was passed over
                    heapq.heappush(self._queue, (self._due[game], next(self._numbers), game))
                self._changed.notify()
            if again is not None:
                self.mind(game, again)

    def _next(self) -> str | None:
        """The next game that is due, once it is; None at the end."""
        with self._changed:
            while not self._stopping.is_set():
                wait = None
                if self._queue:
                    due, _, game = self._queue[0]
                    wait = due - time.monotonic()
                    if game in self._in_hand or self._due.get(game) != due:
                        heapq.heappop(self._queue)
                        continue
                    if wait <= 0:
                        heapq.heappop(self._queue)
                        del self._due[game]
                        self._in_hand.add(game)
                        return game
                self._changed.wait(wait)
            return None

    def _look(self, game: str) -> float | None:
        try:
            again = self._look_at(game)
        except UnknownGame:
            again = None
        except StoreUnavailable as problem:
            self._held_up.add(game)
            self._say("", "The store fails: %s It is tried until it answers.", problem.message)
            return self._pause(game, LONGEST_PAUSE)
        except Exception as problem:
            self._set_aside(game, problem)
            return self._pause(game, ASIDE_PAUSE)
        self._pauses.pop(game, None)
        self._told.pop(game, None)
        self._held_up.discard(game)
        if not self._held_up and self._told.pop("", ""):
            self._log.info("The store answers again.")
        return again

    def _pause(self, game: str, longest: float) -> float:
        pause = self._pauses[game] = min(longest, 2 * self._pauses.get(game, FIRST_PAUSE / 2))
        return pause

    def _set_aside(self, game: str, problem: Exception) -> None:
        is_ours = isinstance(problem, GrognardError)
        message = "Game %s is set aside, the others go on: %s"
        self._say(game, message, game, problem if is_ours else repr(problem), trace=not is_ours)

    def _say(self, about: str, message: str, *facts: object, trace: bool = False) -> None:
        """One line for each trouble: not again before it is over or another one comes."""
        told = message % facts
        if self._told.get(about) != told:
            self._told[about] = told
            self._log.warning("%s", told, exc_info=trace)

    def _keep_watch(self) -> None:
        while not self._stopping.is_set():
            try:
                self._watch()
            except StoreUnavailable as problem:
                self._say("watch", "Changes cannot be followed: %s", problem.message)
            except Exception as problem:
                self._say("watch", "Changes cannot be followed: %s", repr(problem), trace=True)
            else:
                self._told.pop("watch", None)
            self._stopping.wait(self._seconds)
