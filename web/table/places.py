"""Places: how many live streams may be open, in all and from one address."""

import logging
from collections import Counter
from collections.abc import Callable
from threading import Lock

from flask_babel import gettext as _

from domain.kernel import GrognardError

log = logging.getLogger("grognard.web")


class TooManyStreams(GrognardError):
    """Every place for a live stream is taken."""

    code = "too_many_streams"


class Places:
    """The places for live streams of one process. One address has half of those that it may take."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()
        self._lock = Lock()
        self._is_full = False

    @property
    def open(self) -> int:
        """How many streams are open."""
        return self._taken.total()

    def by_address(self) -> dict[str, int]:
        """How many streams each address has, those with most first."""
        with self._lock:
            return dict(self._taken.most_common())

    def is_room(self, address: str, cap: int) -> bool:
        """Whether one of `cap` places is free for this address."""
        return self.open < cap and self._taken[address] < max(1, cap // 2)

    def take(self, address: str, cap: int) -> Callable[[], None]:
        """A place, one of `cap` at most; what it gives leaves it again (once). Raises TooManyStreams."""
        with self._lock:
            if not self.is_room(address, cap):
                if self.open >= cap and not self._is_full:
                    log.warning("All of %d live streams are in use: further pages ask now and then", cap)
                    self._is_full = True
                raise TooManyStreams(_("Every live connection is in use; the page asks again by itself."))
            self._taken[address] += 1
        left: list[bool] = []

        def leave() -> None:
            with self._lock:
                if left:
                    return
                left.append(True)
                self._taken[address] -= 1
                if not self._taken[address]:
                    del self._taken[address]
                self._is_full = self._is_full and bool(self._taken)

        return leave
