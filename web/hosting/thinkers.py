"""Where the computers think: in processes of their own, so that no order and no page waits for them.

A thought that plans ahead takes up to a second of a core. In a thread of the server it would share Python's
one lock with everybody who gives an order, who then waits three times as long.
"""

import importlib
import logging
import os
import signal
import threading
import traceback
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection

from domain.bots.questions import Question, answer
from domain.kernel import GrognardError, Order
from domain.kernel.collecting import collecting_seldom
from domain.kernel.ruleset import titles

MOST = 5
"""So many think at once: as many as there are threads of `BotSeats`, and one for a hint."""
NICE = 5
"""Orders and pages come first where cores are few."""
LONGEST_SECONDS = 60.0
"""A thought that takes so much longer than it may has gone astray."""
TRIES = 2

log = logging.getLogger("grognard.bots")


class NobodyThinks(GrognardError):
    """No process can answer now: one has ended or stood still over the question, or the server stops."""

    code = "nobody_thinks"


class PolicyFailed(Exception):
    """A policy has failed over a question; the message is its traceback."""


class Thinker:
    """A process that answers one question after another. It ends with its server, however that ends: nobody
    holds the other end of its pipe then."""

    def __init__(self) -> None:
        self._pipe, theirs = get_context("spawn").Pipe()
        modules = sorted({each.state.__module__ for each in titles()})
        self.process = get_context("spawn").Process(target=_thinks, args=(theirs, modules), daemon=True)
        resource_tracker.ensure_running()  # or it would start within, and let Ctrl-C through as it has
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # that is meant for the server
        try:
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()

    def ask(self, asked: Question) -> Order:
        """The answer. Raises what the policy raised, and NobodyThinks where none comes."""
        try:
            self._pipe.send(asked)
            if not self._pipe.poll(LONGEST_SECONDS + (asked.seconds or 0.0)):
                raise NobodyThinks("The computer does not come to an end with its thoughts.")
            found: Order | Exception = self._pipe.recv()
        except (EOFError, OSError) as problem:
            raise NobodyThinks("The process in which the computer thinks has ended.") from problem
        if isinstance(found, Exception):
            raise found
        return found

    def end(self) -> None:
        """Ends the process, whatever it is at: nothing in a thought is worth keeping."""
        self.process.kill()
        self.process.join()


class Thinkers:
    """Processes that answer what computers are asked; each starts when all others are busy."""

    def __init__(self) -> None:
        self._room, self._lock = threading.BoundedSemaphore(MOST), threading.Lock()
        self._free: list[Thinker] = []
        self._busy: set[Thinker] = set()
        self._is_over = False

    def think(self, asked: Question) -> Order:
        """What the policy orders. Raises what it raises (a GrognardError without further facts, anything else
        as PolicyFailed), and NobodyThinks where two processes in turn have ended over it."""
        with self._room:
            for number in range(1, TRIES + 1):
                thinker = self._taken()
                try:
                    return thinker.ask(asked)
                except NobodyThinks:
                    thinker.end()
                    if number == TRIES or self._is_over:
                        raise
                    log.warning("A process in which computers think has ended; another one is started")
                finally:
                    self._give_back(thinker)
        raise AssertionError("the last try raises")

    def stop(self) -> None:
        """Ends the processes, whatever they are at; who waits for an answer gets none."""
        with self._lock:
            self._is_over = True
            every = [*self._free, *self._busy]
        for each in every:
            each.end()

    def _taken(self) -> Thinker:
        with self._lock:
            if self._is_over:
                raise NobodyThinks("The server stops: nobody thinks any more.")
            thinker = self._free.pop() if self._free else Thinker()
            self._busy.add(thinker)
            return thinker

    def _give_back(self, thinker: Thinker) -> None:
        with self._lock:
            self._busy.discard(thinker)
            if thinker.process.is_alive():
                self._free.append(thinker)


def _thinks(questions: Connection, modules: list[str]) -> None:
    """What a process does: it learns the titles, also those that only its server has, and answers."""
    os.nice(NICE)
    import domain.titles  # noqa: F401  (registers every title)

    for each in modules:
        importlib.import_module(each)
    with collecting_seldom():
        while True:
            try:
                questions.send(_answered(questions.recv()))
            except (EOFError, ConnectionError):  # the server has ended, also one that was killed meanwhile
                return


def _answered(asked: Question) -> Order | Exception:
    try:
        return answer(asked)
    except GrognardError as problem:  # what it holds beside may be of no use elsewhere
        return GrognardError(problem.message, problem.rule)
    except Exception:
        return PolicyFailed(traceback.format_exc())
