"""A title's prose files: `prose/<language>.toml`, read once."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def read(folder: Path, language: str) -> Mapping[str, Mapping[str, str]]:
    """The tables of a title's prose file; none where the title does not speak the language."""
    if not speaks(folder, language):
        return {}
    found: Mapping[str, Mapping[str, str]] = tomllib.loads(_file(folder, language).read_text("utf-8"))
    return found


def table(folder: Path, language: str, name: str) -> Mapping[str, str]:
    """One table of the file; empty where the title has no such table."""
    return read(folder, language).get(name, {})


def speaks(folder: Path, language: str) -> bool:
    """Whether the title has sentences of its own in `language`."""
    return _file(folder, language).is_file()


def _file(folder: Path, language: str) -> Path:
    return folder / "prose" / f"{language}.toml"
