"""Files that are there whole or not at all, whoever reads while they are written."""

import os
from collections.abc import Callable
from pathlib import Path


def put(path: Path, write: Callable[[Path], object]) -> None:
    """Lets `write` fill a file beside `path`, which then takes its place. Raises OSError."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        write(fresh)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
