"""Where the computers think: in processes of their own, so that no order and no page waits for them.

A thought that plans ahead takes up to a second of a core. In a thread of the server it would share Python's
one lock with everybody who gives an order, who then waits five times as long.
"""

import importlib
import logging
import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from domain.bots.questions import Question, answer
from domain.kernel import Order
from domain.kernel.collecting import collecting_seldom
from domain.kernel.ruleset import titles

MOST = 4
"""So many think at once, or as many as there are cores."""
NICE = 5
"""Orders and pages come first where cores are few."""
LOOK_SECONDS = 1.0
"""How often a thinker looks whether its server is still there."""

log = logging.getLogger("grognard.bots")
_seldom = collecting_seldom()
"""Entered by a thinker for as long as it lives."""


class Thinkers:
    """Processes that answer what computers are asked. They start when somebody asks first, and end with the
    server, however that ends."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._is_over = False

    def think(self, asked: Question) -> Order:
        """What the policy orders. What it raises is raised here; BrokenProcessPool if a process ends over it
        twice, or the server does."""
        pool = self._running()
        try:
            return pool.submit(answer, asked).result()
        except BrokenProcessPool:
            self._end(pool)
        log.warning("A process in which computers think has ended; another one is started")
        pool = self._running()
        try:
            return pool.submit(answer, asked).result()
        except BrokenProcessPool:
            self._end(pool)
            raise

    def stop(self) -> None:
        """Ends the processes after the thoughts in hand."""
        with self._lock:
            pool, self._pool, self._is_over = self._pool, None, True
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)

    def _running(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._is_over:
                raise BrokenProcessPool("The server stops: nobody thinks any more.")
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    min(MOST, os.cpu_count() or 1),
                    mp_context=get_context("spawn"),
                    initializer=_begin,
                    initargs=(os.getpid(), sorted({each.state.__module__ for each in titles()})),
                )
            return self._pool

    def _end(self, pool: ProcessPoolExecutor) -> None:
        """Another pool takes the place of this one, unless somebody else has seen to that."""
        with self._lock:
            if self._pool is pool:
                self._pool = None
        pool.shutdown(wait=False)


def _begin(server: int, modules: list[str]) -> None:
    """What a process does before it thinks: it learns the titles, and leaves Ctrl-C to its server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICE)
    threading.Thread(target=_leave_with, args=(server,), name="leaving", daemon=True).start()
    import domain.titles  # noqa: F401  (registers every title)

    for each in modules:  # those of the tests
        importlib.import_module(each)
    _seldom.__enter__()


def _leave_with(server: int) -> None:
    """Ends this process when its server is gone."""
    while os.getppid() == server:
        time.sleep(LOOK_SECONDS)
    os._exit(1)
