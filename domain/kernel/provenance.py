"""What of a title's data the rulebook gives, counted by the marks (`src`) of the entries themselves.

A title says in the table `provenance` of its prose files what is counted: the key `units.*.infantry.full`
counts the field `full` of the entries that stand in `data/units.toml` under any table's `infantry`.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from domain.kernel import prose_files
from domain.kernel.ruleset import RuleSet

SURE = ("rulebook", "boxed game")
"""Marks of what was taken from the game itself."""


def is_given(source: str, field: str) -> bool:
    """Whether an entry's mark says that the game itself gives this field.

    A part with a note in brackets gives what the note names; one without gives all of the entry, unless
    something of it was reconstructed.
    """
    parts = source.split(" + ")
    is_whole = not any(part.startswith("reconstruction") for part in parts)
    for part in parts:
        if part.startswith(SURE):
            note = re.search(r"\((.*)\)", part)
            if re.search(rf"\b{field}\b", note[1]) if note else is_whole:
                return True
    return False


@cache
def counted(folder: Path, key: str) -> tuple[int, int]:
    """(given, all) of the entries that a key of the table `provenance` is about."""
    file, *path, field = key.split(".")
    tables = tomllib.loads((folder / "data" / f"{file}.toml").read_text("utf-8"))
    entries = [entry for entry in _entries(tables, path) if field in entry]
    return sum(is_given(entry["src"], field) for entry in entries), len(entries)


def _entries(value: Any, path: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The entries with a mark under this path of tables; a list has no name of its own."""
    if isinstance(value, list):
        for each in value:
            yield from _entries(each, path)
    elif isinstance(value, dict) and path:
        for name, each in value.items():
            if path[0] in (name, "*"):
                yield from _entries(each, path[1:])
    elif isinstance(value, dict) and "src" in value:
        yield value


def lead(rule_set: RuleSet, language: str = "en") -> str:
    """How the sentence begins: by this it is found in a text."""
    return prose_files.shared(language)["provenance"]["lead"].format(title=rule_set.name)


def sentence(rule_set: RuleSet, language: str = "en") -> str:
    """What the rulebook gives of the title's data, and that the rest is reconstruction."""
    shared, told = prose_files.shared(language), []
    for key, template in prose_files.table(rule_set.folder, language, "provenance").items():
        given, of = counted(rule_set.folder, key)
        told.append(template.format(given=given, all=of))
    text = told[0]
    for number, each in enumerate(told[1:], start=2):
        text = shared["lists"]["last" if number == len(told) else "next"].format(text, each)
    return f"{lead(rule_set, language)} {shared['provenance']['rest'].format(counts=text)}"
