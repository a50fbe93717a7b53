"""Python's garbage collector, kept from looking again and again at what stays."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = (50_000, 20, 50)
"""New objects before the young are looked at, and how often until the older and all of them are."""


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Meanwhile the collector lets alone what is there already, and looks less often at what comes.

    Rules, texts and positions are some hundred thousand objects that stay, and nearly all else goes when its
    last reference does: to look for circles took a tenth of the time of a game of Wellington, a third of the
    time of one of Brandywine Creek. Within another one it changes nothing.
    """
    before = gc.get_threshold()
    if before == SELDOM:
        yield
        return
    gc.freeze()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
