"""What every measurement needs: timing, quantiles, the machine's description."""

import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """One line of the table."""

    what: str
    bar: str
    measured: str
    met: bool


class Measured(msgspec.Struct, frozen=True):
    """What a row has found, and when: the day (UTC), and the load of the machine as it began."""

    when: str
    figures: list[Figure]


def load() -> float:
    """How many processes have wanted a core at once during the last minute."""
    return round(os.getloadavg()[0], 1)


def times_of(
    work: Callable[[], Any], repeats: int, clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """Milliseconds of each of `repeats` runs of `work`, by the clock on the wall if no other is given."""
    found = []
    for _ in range(repeats):
        start = clock()
        work()
        found.append((clock() - start) * 1000)
    return found


def median(values: Sequence[float]) -> float:
    return statistics.median(values)


def p95(values: Sequence[float]) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]


@contextmanager
def timed() -> Iterator[Callable[[], float]]:
    """Seconds since the block began, or of the whole block once it has ended."""
    start = time.perf_counter()
    end: list[float] = []
    yield lambda: (end[0] if end else time.perf_counter()) - start
    end.append(time.perf_counter())


def machine() -> str:
    """The machine in one line."""
    model = next(
        (line.split(":", 1)[1].strip() for line in _cpu_lines() if line.startswith("model name")),
        platform.processor(),
    )
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{os.cpu_count()} cores ({model}), {memory:.0f} GiB, {platform.system()} {platform.release()}, "
        f"CPython {platform.python_version()}"
    )


def _cpu_lines() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []
