"""What a data pack changes: file, entry and field, the old value and the new one."""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from domain.kernel.errors import InvalidSetup
from domain.kernel.packs import Pack
from domain.kernel.prose_files import plain_refusal
from domain.kernel.ruleset import RuleSet, titled

NAMES = ("id", "card", "number", "players", "place", "name")
"""By which of its fields an entry of a list is called, if it has one."""
SOURCE = "src"
OWNER = "boxed game"
LONG = 6
"""Values of a list that are told one by one; of longer lists only what came and went."""


class Change(NamedTuple):
    """One value that differs, as TOML would show it; `old` or `new` is empty where there is none.

    `source` is the mark of the entry in the pack: it should say that the boxed game was looked at.
    """

    file: str
    entry: str
    field: str
    old: str
    new: str
    source: str

    @property
    def is_marked(self) -> bool:
        return OWNER in self.source or not self.source

    def __str__(self) -> str:
        return f"{self.file}, {self.entry}, {self.field}: {self.old or '-'} -> {self.new or '-'}"


def built_in(rule_set: RuleSet) -> dict[str, bytes]:
    """The data files that a title comes with, by name. Raises InvalidSetup for a title without packs."""
    if rule_set.on_data is None:
        raise InvalidSetup(plain_refusal("no_packs", title=rule_set.name))
    return {name: (rule_set.folder / "data" / name).read_bytes() for name in rule_set.data_files}


def changes_of(pack: Pack) -> list[Change]:
    """Every value of a pack that was read before and is not the built-in one."""
    return changes(built_in(titled(pack.title)), pack.files)


def changes(before: Mapping[str, bytes], files: Mapping[str, bytes]) -> list[Change]:
    """Every value of `files` that is not as it was before, in the order of the files.

    Both hold TOML that was read before. That an entry's mark is another one is told only where nothing else
    of the entry has changed.
    """
    found: list[Change] = []
    for name in before:
        old, new = (dict(_values((), tomllib.loads(each[name].decode()))) for each in (before, files))
        differ = [path for path in dict.fromkeys((*old, *new)) if old.get(path) != new.get(path)]
        changed = {path[:-1] for path in differ if path[-1] != SOURCE}
        for path in differ:
            if path[-1] != SOURCE or path[:-1] not in changed:
                source = str(new.get((*path[:-1], SOURCE), ""))
                entry = ".".join(path[:-1]) or "file"
                found.append(Change(name, entry, path[-1], *_told(old.get(path), new.get(path)), source))
    return found


def _values(path: tuple[str, ...], value: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value that is no table, by the names of the tables and entries that it stands in."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _values((*path, name), each)
    elif isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        for called, each in zip(_called(value), value, strict=True):
            yield from _values((*path, called), each)
    else:
        yield path, value


def _called(entries: list[dict[str, Any]]) -> list[str]:
    """What the entries of a list are called: by a field that tells them apart, else by number."""
    for name in NAMES:
        found = [str(each[name]) for each in entries if name in each]
        if len(set(found)) == len(entries):
            return found
    return [str(number) for number in range(1, len(entries) + 1)]


def _told(old: Any, new: Any) -> tuple[str, str]:
    """Both values as TOML; of two long lists what the other does not have."""
    if isinstance(old, list) and isinstance(new, list) and max(len(old), len(new)) > LONG:
        gone = [each for each in old if each not in new]
        come = [each for each in new if each not in old]
        if gone or come:
            return _toml(gone) if gone else "", _toml(come) if come else ""
    return _toml(old), _toml(new)


def _toml(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return str(value)
