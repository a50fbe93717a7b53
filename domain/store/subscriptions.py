"""Following the store: every event in the order of its notification id, as it comes."""

from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any, Self

from eventsourcing.persistence import Notification
from eventsourcing.persistence import Subscription as LibrarySubscription

from domain.kernel.history import Recorded
from domain.store.faults import storing

Read = Callable[[Notification], Recorded]


class Subscription(Iterator[tuple[int, Recorded]]):
    """Yields (notification id, event) for ever; waits when there is none. Ends after `stop()`.

    `stop()` may be called from another thread. Its threads are daemons: a process that
    forgets to stop still exits. Raises StoreUnavailable if the store fails; subscribe again then.
    """

    def __init__(self, subscribe: Callable[[], LibrarySubscription[Any]], read: Read) -> None:
        self._inner = _from_daemon(subscribe).__enter__()
        self._read = read
        self._stopped = False

    def __next__(self) -> tuple[int, Recorded]:
        with storing("Following the events"):
            notification = next(self._inner)
        return notification.id, self._read(notification)

    @property
    def is_stopped(self) -> bool:
        return self._stopped

    def stop(self) -> None:
        """No more events; a waiting `next` ends."""
        if not self._stopped:
            self._stopped = True
            self._inner.__exit__(None, None, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _from_daemon(subscribe: Callable[[], LibrarySubscription[Any]]) -> LibrarySubscription[Any]:
    """Threads take after the thread that starts them, and the library's would keep the process alive."""
    made: list[LibrarySubscription[Any]] = []
    failed: list[BaseException] = []

    def make() -> None:
        try:
            made.append(subscribe())
        except BaseException as problem:
            failed.append(problem)

    thread = Thread(target=make, name="subscribe", daemon=True)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
    return made[0]
