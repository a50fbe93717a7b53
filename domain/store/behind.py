"""Work that nobody waits for: one piece after the other, on a thread that ends when there is none."""

import logging
from collections.abc import Callable
from threading import Lock, Thread

log = logging.getLogger(__name__)


class Behind:
    """Does `work` with each name that it is asked for. A name that waits already is not asked for twice."""

    def __init__(self, work: Callable[[str], object], called: str) -> None:
        self._work, self._called = work, called
        self._waiting: dict[str, None] = {}
        self._thread: Thread | None = None
        self._guard = Lock()
        self._is_closed = False
        self.is_left = False
        """Whether nobody waits for the rest any more: what is being done may end half way."""

    def ask(self, name: str) -> None:
        """Do it soon."""
        with self._guard:
            if self._is_closed:
                return
            self._waiting[name] = None
            if self._thread is None:
                self._thread = Thread(target=self._run, name=self._called, daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while (name := self._next()) is not None:
            try:
                self._work(name)
            except Exception as problem:  # whoever needs it at once is told what is wrong
                log.info("%s: nothing was done about %s (%s)", self._called, name, problem)

    def _next(self) -> str | None:
        with self._guard:
            if not self._waiting:
                self._thread = None
                return None
            name = next(iter(self._waiting))
            del self._waiting[name]
            return name

    def close(self) -> None:
        """Ends with what is being done; the rest is left."""
        self.finish(0)

    def finish(self, seconds: float | None = None) -> None:
        """Ends when all is done that was asked for, and nothing more is taken; after so many seconds the rest
        is left."""
        with self._guard:
            self._is_closed, thread = True, self._thread
        if thread is None:
            return
        thread.join(seconds)
        with self._guard:
            self._waiting.clear()
            self.is_left = True
        thread.join()
