"""The facts of Skeleton, read from `data/*.toml` and checked as they are read."""

import hashlib
import tomllib
from pathlib import Path
from typing import TypeVar

import msgspec

from domain.kernel import Seat
from domain.kernel.geometry import squares

DATA = Path(__file__).parent / "data"
Entries = TypeVar("Entries")


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A counter: whose it is, and the square where it begins."""

    id: str
    side: Seat
    start: str
    src: str


class Wood(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A square with trees, which are only to be looked at."""

    square: str
    src: str


def _read(name: str, entries: type[Entries]) -> Entries:
    return msgspec.convert(tomllib.loads((DATA / name).read_text("utf-8")), entries)


class _Map(msgspec.Struct):
    wood: tuple[Wood, ...]


class _Units(msgspec.Struct):
    unit: tuple[Unit, ...]


BOARD = squares("ABCD", 3)
WOODS = tuple(wood.square for wood in _read("map.toml", _Map).wood)
UNITS = {unit.id: unit for unit in _read("units.toml", _Units).unit}
assert all(unit.start in BOARD.adjacent for unit in UNITS.values()), "units.toml: a unit begins off the map"
DIGEST = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(DATA.glob("*.toml")))).hexdigest()[:16]
