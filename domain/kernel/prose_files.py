"""Prose files, read once: a title's `prose/<language>.toml`, and the one that all titles share."""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

SHARED = Path(__file__).parent / "prose_texts"


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


@cache
def shared(language: str) -> Mapping[str, Mapping[str, str]]:
    """The tables that every title shares."""
    found: Mapping[str, Mapping[str, str]] = tomllib.loads((SHARED / f"{language}.toml").read_text("utf-8"))
    return found


def plain_refusal(key: str, **fields: Any) -> Callable[[str], str]:
    """Language -> why something is refused where no title is known: the fields are written as they are."""
    return lambda language: shared(language)["refusals"][key].format_map(fields)


def _file(folder: Path, language: str) -> Path:
    return folder / "prose" / f"{language}.toml"
