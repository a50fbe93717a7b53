"""Reading a TOML data file so that every mistake names its file, entry and field."""

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, NoReturn, TypeVar

import msgspec

from domain.kernel.errors import DataError

T = TypeVar("T")
N = TypeVar("N", bound=str)

LARGEST = 1_000
"""The largest number that anything in a box has, and the most entries that a list or table may have."""
LONGEST_TEXT = 2_000
LONGEST_WORD = 200
OWN_WORDS = "is {own} by the rules themselves; a pack cannot change it"
MOST_DOTS = 30
"""In one line: the reader takes time by the square of the parts of a dotted key."""

Positive = Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]
NotNegative = Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
Name = Annotated[str, msgspec.Meta(min_length=1)]
Source = Annotated[str, msgspec.Meta(
    pattern=r"^(rulebook (#?\d|example|differences)|boxed game|public|reconstruction)")]
"""Where an entry comes from: "rulebook 8.3", "rulebook #7" (a card of its list), "rulebook example" (its
worked example), "boxed game" (corrected by an owner), "public", "reconstruction", joined by " + "."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entry of a data file, as it stands there. A field that it does not know is a mistake."""


@lru_cache(maxsize=16)
def _tables(text: str) -> dict[str, Any]:
    """The tables of a text; nobody changes them. Packs correct one file of several: the rest is the same."""
    return tomllib.loads(text)


class DataFile:
    """One data file: its bytes, its tables, and the words for what is wrong with it.

    Raises DataError if the content is not TOML, is larger in anything than a game can be, or has other
    tables than `sections`. Whoever wrote it: to refuse it costs little.
    """

    def __init__(self, name: str, content: bytes, sections: Sequence[str]) -> None:
        self.name = name
        self.content = content
        self.tables: dict[str, Any] = self._parsed()
        for name in self.tables:
            self.require(name in sections, "file", name, f"is unknown; the file has {', '.join(sections)}")
        for name in sections:
            self.require(name in self.tables, "file", name, "is missing")

    def _parsed(self) -> dict[str, Any]:
        try:
            text = self.content.decode()
            self._check_lines(text)
            tables = _tables(text)
        except (ValueError, RecursionError) as error:  # what is not UTF-8 or TOML is a ValueError too
            self.fail("file", "syntax", f"is not TOML: {error}")
        self._check_sizes(tables)
        return tables

    def _check_lines(self, text: str) -> None:
        for number, line in enumerate(text.split("\n"), start=1):
            self.require(line.count(".") <= MOST_DOTS, "file", f"line {number}",
                         f"has more than {MOST_DOTS} dots")
            self.require(re.search(rf"\w{{{LONGEST_WORD + 1}}}", line) is None, "file", f"line {number}",
                         f"has a word or number of more than {LONGEST_WORD} characters")

    def _check_sizes(self, tables: dict[str, Any]) -> None:
        rest: list[tuple[str, Any]] = [("file", tables)]
        while rest:
            name, value = rest.pop()
            if isinstance(value, str):
                self.require(len(value) <= LONGEST_TEXT, name, name, f"is longer than {LONGEST_TEXT}")
            elif isinstance(value, (dict, list)):
                self.require(len(value) <= LARGEST, name, name, f"has more than {LARGEST} entries")
                within = value.items() if isinstance(value, dict) else ((name, each) for each in value)
                rest.extend(within)

    def fail(self, entry: str, field: str, problem: str) -> NoReturn:
        raise DataError(self.name, _short(entry), _short(field), _short(problem, 400))

    def require(self, holds: bool, entry: str, field: str, problem: str) -> None:
        if not holds:
            self.fail(entry, field, problem)

    def read(self, entry: str, kind: type[T], value: object) -> T:
        """The value as a struct of this kind; unknown or missing fields and wrong types are named."""
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            self.fail(entry, _field(str(error)), str(error))

    def read_table(self, name: str, kind: type[T]) -> T:
        return self.read(name, kind, self.tables[name])

    def read_list(self, name: str, kind: type[T], key: str = "id") -> list[T]:
        """A list of entries, each called by its `key`; two of the same key are a mistake."""
        return self.entries(name, kind, self.tables[name], key)

    def entries(self, name: str, kind: type[T], values: object, key: str = "id") -> list[T]:
        if not isinstance(values, list):
            self.fail(name, name, f"must be a list of entries, not {values!r}")
        read: dict[str, T] = {}
        for number, value in enumerate(values, start=1):
            entry = str(value.get(key, f"{name} {number}")) if isinstance(value, dict) else f"{name} {number}"
            self.require(entry not in read, entry, key, "stands in the file twice")
            read[entry] = self.read(entry, kind, value)
        return list(read.values())

    def by_name(self, name: str, kind: type[T], keys: Sequence[N]) -> dict[N, T]:
        """A table with one entry for each of these keys, and for no other."""
        table = self.mapping(name, self.tables[name])
        for key in table:
            self.require(key in keys, key, name, f"is unknown; there are {', '.join(keys)}")
        for key in keys:
            self.require(key in table, key, name, "is missing")
        return {key: self.read(key, kind, table[key]) for key in keys}

    def mapping(self, name: str, value: object) -> dict[str, Any]:
        """The value, if it is a table."""
        if not isinstance(value, dict):
            self.fail(name, name, f"must be a table, not {value!r}")
        return value


def read_folder(folder: Path, sections: Mapping[str, Sequence[str]]) -> dict[str, DataFile]:
    """The data files of a title, by name; `sections` are the tables of each. Raises DataError."""
    files: dict[str, bytes] = {}
    for name in sections:
        try:
            files[name] = (folder / name).read_bytes()
        except OSError as error:
            raise DataError(name, "file", "file", f"cannot be read: {error}") from error
    return read_files(files, sections)


def read_files(files: Mapping[str, bytes], sections: Mapping[str, Sequence[str]]) -> dict[str, DataFile]:
    """The same from the contents of the files, for example of a pack. Raises DataError."""
    for name in sections:
        if name not in files:
            raise DataError(name, "file", "file", "is missing")
    return {name: DataFile(name, files[name], tables) for name, tables in sections.items()}


def same_ids(file: str, entry: str, ids: Iterable[str], built_in: Iterable[str]) -> None:
    """Refuse ids that were added or are missing: a pack corrects values, and what there is stays.

    Raises DataError, which names the first of them.
    """
    found, wanted = set(ids), set(built_in)
    for each in sorted(found - wanted):
        raise DataError(file, entry, _short(each), "is new; a pack corrects values, it adds nothing")
    for each in sorted(wanted - found):
        raise DataError(file, entry, each, "is missing; a pack corrects values, it takes nothing away")


def same_values(file: str, entry: str, found: object, built_in: object, fields: Iterable[str]) -> None:
    """Refuse other values in these fields of an entry: the rules themselves have them. Raises DataError."""
    for field in fields:
        own = getattr(built_in, field)
        if getattr(found, field) != own:
            raise DataError(file, entry, field, OWN_WORDS.format(own=own))


def digest(files: Iterable[DataFile]) -> str:
    """SHA-256 of the files one after the other, hexadecimal: by it a replay can tell other data."""
    return hashlib.sha256(b"".join(file.content for file in files)).hexdigest()


def problem_in(file: str, entry: str, problem: str) -> DataError:
    """What msgspec or a TOML reader found wrong in an entry of a file, as an error that names the field."""
    path = re.search(r"`\$(.*)`", problem)
    names = re.findall(r"\w+", path[1]) if path else []
    named = re.search(r"(?:unknown|required) field `(.+?)`", problem)
    *within, field = [*names, named[1]] if named else names or [entry]
    return DataError(file, ".".join((entry, *within)), field, problem)


def _short(text: str, most: int = 120) -> str:
    return text if len(text) <= most else f"{text[:most]}..."


def _field(problem: str) -> str:
    """The field that a msgspec message is about."""
    named = re.search(r"(?:unknown|required) field `(.+?)`", problem)
    inside = re.search(r"`\$\.(\w+)", problem)
    found = named or inside
    return found[1] if found else "entry"
