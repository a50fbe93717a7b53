"""Python's garbage collector, kept from looking again and again at what stays."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

SELDOM = (50_000, 20, 50)
"""New objects before the young are looked at, and how often until the older and all of them are."""
_guard = Lock()
_within: list[tuple[int, int, int]] = []
"""What was set before, once for everybody who is within."""


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Meanwhile the collector lets alone what is there already, and looks less often at what comes.

    Rules, texts and positions are some hundred thousand objects that stay, and nearly all else goes when its
    last reference does: to look for circles took a tenth of the time of a game of Wellington, a third of the
    time of one of Brandywine Creek. Within another one, of whichever thread, it changes nothing; who leaves
    last sets all as it was.
    """
    with _guard:
        if not _within:
            gc.freeze()
        _within.append(gc.get_threshold())
        gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        with _guard:
            before = _within[0]
            _within.pop()
            if not _within:
                gc.set_threshold(*before)
                gc.unfreeze()
