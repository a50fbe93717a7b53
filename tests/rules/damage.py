"""A copy of a title's data files with a mistake in one of them, and what its loader says of it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from domain.kernel.errors import DataError

Load = Callable[[Path], object]


def damaged(data: Path, into: Path, file: str, old: str, new: str) -> Path:
    """A copy of the folder `data` under `into` in which the first `old` of the file is `new`."""
    folder = shutil.copytree(data, into / "data")
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def without_file(data: Path, into: Path, file: str) -> Path:
    """A copy of the folder `data` under `into` that lacks the file."""
    folder = shutil.copytree(data, into / "data")
    (folder / file).unlink()
    return folder


def complaint(load: Load, folder: Path) -> DataError:
    """Why these files cannot be loaded, in words that name the file."""
    with pytest.raises(DataError) as caught:
        load(folder)
    assert caught.value.problem and caught.value.file in str(caught.value)
    return caught.value
