"""The facts of Skeleton, read from `data/*.toml` and checked as they are read."""

import hashlib
from pathlib import Path
from typing import TypeVar

import msgspec

from domain.kernel import Seat

DATA = Path(__file__).parent / "data"
Entries = TypeVar("Entries")


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A counter: whose it is, and the square where it begins."""

    id: str
    side: Seat
    start: str
    src: str


class Square(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A square: its file (a to d) and its rank (1 to 3)."""

    id: str
    src: str


def _read(name: str, entries: type[Entries]) -> Entries:
    return msgspec.toml.decode((DATA / name).read_bytes(), type=entries)


class _Map(msgspec.Struct):
    square: tuple[Square, ...]


class _Units(msgspec.Struct):
    unit: tuple[Unit, ...]


SQUARES = {square.id: square for square in _read("map.toml", _Map).square}
UNITS = {unit.id: unit for unit in _read("units.toml", _Units).unit}
assert all(unit.start in SQUARES for unit in UNITS.values()), "units.toml: a unit begins off the map"
DIGEST = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(DATA.glob("*.toml")))).hexdigest()[:16]


def beside(square: str) -> tuple[str, ...]:
    """The squares that touch this one by a side, in the order of the map."""
    return tuple(other for other in SQUARES if _distance(square, other) == 1)


def _distance(a: str, b: str) -> int:
    return abs(ord(a[0]) - ord(b[0])) + abs(int(a[1]) - int(b[1]))
