"""Commits: what is written at the same time shares a transaction, and is answered after its commit."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import Lock
from typing import Any, Protocol, TypeVar

from eventsourcing.persistence import ConnectionUnavailableError

from domain.store.faults import Conflict


class Cursor(Protocol):
    """What the drivers have in common."""

    def execute(self, statement: Any, params: Any = ...) -> Any: ...
    def fetchall(self) -> Any: ...


Found = TypeVar("Found")
Job = Callable[[Cursor], Found]
"""Writes within a transaction. It may be carried out more than once: all but the last time is undone."""
Begin = Callable[[bool], AbstractContextManager[Cursor]]
"""Begins a transaction that is committed at its end; True: while it lasts nobody else appends events."""

PATIENCE_SECONDS = 5.0
"""How long to wait until those who came before are written."""
NOT_DONE = RuntimeError("another thread that was writing this has ended")


class _Entry:
    """What one thread wants to have written, and how that ended."""

    def __init__(self, job: Job[Any], is_locking: bool) -> None:
        self.job, self.is_locking = job, is_locking
        self.is_done = False
        self.found: Any = None
        self.failure: BaseException | None = None

    def ended(self, found: Any = None, failure: BaseException | None = None) -> None:
        self.found, self.failure, self.is_done = found, failure, True


class Commits:
    """Whoever comes first writes, together with all who came while the last transaction was committed.

    A job that raises Conflict is undone alone: the others do not notice it. After any other trouble each
    of them is tried in a transaction of its own. Where none can be begun, as while another process locks the
    store, all of them have failed: each of them would wait as long again.
    """

    def __init__(self, begin: Begin, *, is_shared: bool) -> None:
        self._begin, self._is_shared = begin, is_shared
        self._waiting: list[_Entry] = []
        self._guard, self._turn = Lock(), Lock()

    def write(self, job: Job[Found], *, is_locking: bool = True) -> Found:
        """What `job` gives, once it is committed. Raises what it raises; then nothing of it is written."""
        mine = _Entry(job, is_locking)
        with self._guard:
            self._waiting.append(mine)
        if not self._turn.acquire(timeout=PATIENCE_SECONDS) and not self._is_taken_up(mine):
            raise ConnectionUnavailableError("Timed out waiting for those who wrote before")
        try:
            if not mine.is_done:
                with self._guard:
                    batch, self._waiting = self._waiting, []
                self._carry_out(batch)
        finally:
            self._turn.release()
        if mine.failure is not None:
            raise mine.failure
        found: Found = mine.found
        return found

    def _is_taken_up(self, mine: _Entry) -> bool:
        """Whether somebody is writing it at this moment: then its end is waited for. Else it is withdrawn."""
        with self._guard:
            if mine in self._waiting:
                self._waiting.remove(mine)
                return False
        self._turn.acquire()
        return True

    def _carry_out(self, batch: list[_Entry]) -> None:
        try:
            if len(batch) == 1 or not self._is_shared or not self._together(batch):
                for number, each in enumerate(batch):
                    if not self._alone(each):
                        _failed(batch[number + 1 :], each.failure)
                        break
        finally:
            for each in batch:
                if not each.is_done:
                    each.ended(failure=NOT_DONE)

    def _alone(self, entry: _Entry) -> bool:
        """Whether a transaction could be begun. How it ended is told to the entry."""
        is_begun = False
        try:
            with self._begin(entry.is_locking) as cursor:
                is_begun = True
                found = entry.job(cursor)
        except Exception as problem:
            entry.ended(failure=problem)
        else:
            entry.ended(found)
        return is_begun

    def _together(self, batch: list[_Entry]) -> bool:
        """Whether one transaction took them all, or none could be begun; if not, nothing is written and
        nobody has an answer."""
        results: list[tuple[Any, Conflict | None]] = []
        is_begun = False
        try:
            with self._begin(any(each.is_locking for each in batch)) as cursor:
                is_begun = True
                for each in batch:
                    results.append(_apart(cursor, each.job))
        except Exception as problem:
            if not is_begun:
                _failed(batch, problem)
            return not is_begun
        for each, (found, failure) in zip(batch, results, strict=True):
            each.ended(found, failure)
        return True


def _failed(entries: list[_Entry], failure: BaseException | None) -> None:
    for each in entries:
        each.ended(failure=failure)


def _apart(cursor: Cursor, job: Job[Any]) -> tuple[Any, Conflict | None]:
    """What the job gives, or the conflict that undid it and nothing else of the transaction."""
    cursor.execute("SAVEPOINT one")
    try:
        found, failure = job(cursor), None
    except Conflict as problem:
        cursor.execute("ROLLBACK TO SAVEPOINT one")
        found, failure = None, problem
    cursor.execute("RELEASE SAVEPOINT one")
    return found, failure
