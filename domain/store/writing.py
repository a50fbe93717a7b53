"""Can the store be written to? Tried now and then, when somebody asks."""

import time
from threading import Lock

from domain.kernel.errors import StoreUnavailable
from domain.store.faults import storing
from domain.store.vault import STORE, Notes

EVERY_SECONDS = 5.0
"""How long what was found counts."""
PLACE = "trial"
BODY = "." * 16_384
"""What is written: large enough that a full disk has no room left over for it."""


class Trial:
    """Writes a note and takes it away again, at most every few seconds; `doubt` makes the next look new."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._tried: float | None = None
        self._found: StoreUnavailable | None = None
        self._turn = Lock()

    def doubt(self) -> None:
        """A write has failed: what was found before counts no more."""
        self._tried = None

    def problem(self) -> StoreUnavailable | None:
        """Why nothing can be written; None while all is well."""
        if not self._turn.acquire(blocking=False):
            return self._found  # somebody is trying at this moment, perhaps for long
        try:
            now = time.monotonic()
            if self._tried is None or now - self._tried >= EVERY_SECONDS:
                self._tried, self._found = now, self._try()
            return self._found
        finally:
            self._turn.release()

    def _try(self) -> StoreUnavailable | None:
        try:
            with storing("Trying to write"):
                self._notes.remove(STORE, "", PLACE)
                self._notes.write(STORE, "", PLACE, BODY)
                self._notes.remove(STORE, "", PLACE)
        except StoreUnavailable as problem:
            return problem
        return None
