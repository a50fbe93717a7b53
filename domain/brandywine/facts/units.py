"""The counters: combat units and leaders (2.2, 14.0)."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

import msgspec

from domain.brandywine.facts.sides import (
    LINE,
    MOVER_OF,
    NATION_OF,
    SIDE_OF,
    SIDES,
    Arm,
    Mover,
    Nation,
    Side,
    Wing,
)
from domain.kernel.datafiles import DataFile, Entry, Name, Source

Strength = Annotated[int, msgspec.Meta(ge=1, le=6)]
Morale = Annotated[int, msgspec.Meta(ge=-4, le=4)]
Role = Literal["washington", "howe", "lafayette", "stirn", "maxwell", ""]
Brigade = Literal["second", "third", ""]
SECTIONS = ("unit", "leader")


class UnitFact(Entry, frozen=True, kw_only=True):
    """A combat unit; `sp` and `morale` are of the full side and, if it has two steps, of the reduced one."""

    id: Name
    name: Name
    wing: Wing
    type: Arm
    sp: Annotated[tuple[Strength, ...], msgspec.Meta(min_length=1, max_length=2)]
    morale: Annotated[tuple[Morale, ...], msgspec.Meta(min_length=1, max_length=2)]
    ma: Annotated[int, msgspec.Meta(ge=1, le=12)]
    rifle: bool = False
    jaeger: bool = False
    maxwell: bool = False
    demi_leader: bool = False
    brigade: Brigade = ""
    fixed: Literal["9.6.2", "9.6.3", ""] = ""
    src: Source

    @property
    def nation(self) -> Nation:
        return NATION_OF[self.wing]

    @property
    def side(self) -> Side:
        return SIDE_OF[NATION_OF[self.wing]]

    @property
    def mover(self) -> Mover:
        return MOVER_OF[self.type]

    @property
    def has_two_steps(self) -> bool:
        return len(self.sp) == 2

    @property
    def is_line(self) -> bool:
        """Infantry or light infantry: who counts for victory (R-99)."""
        return self.type in LINE


class LeaderFact(Entry, frozen=True, kw_only=True):
    """A leader; `combat` and `leadership` are what he adds to a die, `vp` half points (4.4)."""

    id: Name
    name: Name
    wing: Wing
    stars: Annotated[int, msgspec.Meta(ge=1, le=5)]
    seniority: Annotated[int, msgspec.Meta(ge=1, le=9)]
    combat: Annotated[int, msgspec.Meta(ge=0, le=4)]
    leadership: Annotated[int, msgspec.Meta(ge=0, le=6)]
    adjacent_leadership: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    ma: Annotated[int, msgspec.Meta(ge=1, le=12)]
    vp: Annotated[int, msgspec.Meta(ge=0, le=40)]
    morale_loss: Annotated[int, msgspec.Meta(ge=0, le=12)]
    enemy_gain: Annotated[int, msgspec.Meta(ge=0, le=12)]
    role: Role = ""
    maxwell: bool = False
    brigade: Brigade = ""
    src: Source

    @property
    def nation(self) -> Nation:
        return NATION_OF[self.wing]

    @property
    def side(self) -> Side:
        return SIDE_OF[NATION_OF[self.wing]]

    @property
    def mover(self) -> Mover:
        return "foot"

    @property
    def is_chief(self) -> bool:
        return self.role in ("washington", "howe")

    @property
    def rank(self) -> tuple[int, int]:
        """The lowest is the senior one (3.2)."""
        return -self.stars, self.seniority


Fact = UnitFact | LeaderFact


class Units(msgspec.Struct, frozen=True, eq=False, dict=True):
    """All counters of the box."""

    units: Mapping[str, UnitFact]
    leaders: Mapping[str, LeaderFact]

    @cached_property
    def pieces(self) -> Mapping[str, Fact]:
        return {**self.units, **self.leaders}

    @cached_property
    def side(self) -> Mapping[str, Side]:
        """Piece -> whose it is."""
        return {name: fact.side for name, fact in self.pieces.items()}

    @cached_property
    def of(self) -> Mapping[Side, tuple[str, ...]]:
        """Side -> its combat units, in the order of the file."""
        return {side: tuple(name for name, each in self.units.items() if each.side == side) for side in SIDES}

    @cached_property
    def germans(self) -> frozenset[str]:
        return frozenset(name for name, each in self.units.items() if each.nation == "german")

    @cached_property
    def english(self) -> tuple[str, ...]:
        """The regulars and loyalists: Stirn does not speak with them (14.6)."""
        return tuple(name for name in self.of["british"] if name not in self.germans)

    @cached_property
    def most_points(self) -> int:
        """Of the strongest unit."""
        return max(max(each.sp) for each in self.units.values())

    @cached_property
    def leaders_of(self) -> Mapping[Side, tuple[str, ...]]:
        return {
            side: tuple(name for name, each in self.leaders.items() if each.side == side) for side in SIDES
        }

    @cached_property
    def role(self) -> Mapping[Role, str]:
        """The leaders whom the rules name."""
        return {each.role: name for name, each in self.leaders.items() if each.role}

    @cached_property
    def fixed(self) -> Mapping[str, str]:
        """The paragraph that binds a unit to its hex -> the unit."""
        return {each.fixed: name for name, each in self.units.items() if each.fixed}


def read_units(file: DataFile) -> Units:
    """The counters of a `units.toml`. Raises DataError."""
    units = {each.id: each for each in file.read_list("unit", UnitFact)}
    leaders = {each.id: each for each in file.read_list("leader", LeaderFact)}
    for name, unit in units.items():
        file.require(name not in leaders, name, "id", "is a leader too")
        file.require(len(unit.sp) == len(unit.morale), name, "morale", "must have a value for each side")
        file.require(
            unit.sp == tuple(sorted(unit.sp, reverse=True)), name, "sp", "must not grow when reduced"
        )
        file.require(not unit.jaeger or unit.rifle, name, "jaeger", "is for rifle units")
    for role in ("washington", "howe", "lafayette", "stirn", "maxwell"):
        count = sum(each.role == role for each in leaders.values())
        file.require(count == 1, "leader", "role", f"{role} must be one leader, not {count}")
    for paragraph in ("9.6.2", "9.6.3"):
        count = sum(each.fixed == paragraph for each in units.values())
        file.require(count == 1, "unit", "fixed", f"{paragraph} must bind one unit, not {count}")
    return Units(units, leaders)
