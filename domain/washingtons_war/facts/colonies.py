"""The map: spaces, colonies, connections, ports and their blockade zones (2.1, 3.0, 12.3)."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from domain.kernel.datafiles import DataFile, Entry, Name, Source
from domain.kernel.geometry import distances, joined

Space = str
"""The id of a space, such as "lexington_concord"."""
Way = tuple[Space, Space]
"""From a space to an adjacent one."""
Kind = Literal["plain", "winter_quarters", "fortified_port"]
SECTIONS = ("attrition_line", "colony", "blockade_zone", "space", "connection")

WILDERNESS_COST = 3
"""Spaces of movement that a wilderness connection costs (7.3.D)."""


class SpaceFact(Entry, frozen=True, kw_only=True):
    """A space (2.1). A `zone` makes it a port, and every port has one (12.3)."""

    id: Name
    name: Name
    colony: Name
    kind: Kind
    zone: str = ""
    lat: Annotated[float, msgspec.Meta(ge=25, le=55)]
    lon: Annotated[float, msgspec.Meta(ge=-95, le=-60)]
    x: Annotated[int, msgspec.Meta(ge=0, le=4000)]
    y: Annotated[int, msgspec.Meta(ge=0, le=4000)]
    src: Source


class ColonyFact(Entry, frozen=True, kw_only=True):
    """A colony, perhaps one of the Thirteen. Who has all of `control` has it, else the majority (10.0)."""

    id: Name
    name: Name
    abbr: Name
    thirteen: bool
    control: tuple[Space, ...] = ()
    src: Source


class ZoneFact(Entry, frozen=True, kw_only=True):
    """A blockade zone and its ports (12.3)."""

    id: Name
    name: Name
    ports: tuple[Space, ...]
    src: Source


class ConnectionFact(Entry, frozen=True, kw_only=True):
    """A line between two spaces, dashed if it is `wilderness` (3.0, 7.3.D); one is Arnold's alone (7.4.D)."""

    a: Space
    b: Space
    wilderness: bool = False
    arnold_only: bool = False
    src: Source


class AttritionLine(Entry, frozen=True, kw_only=True):
    """Which colonies lie south of the line of attrition (2.1.B)."""

    south_colonies: tuple[str, ...]
    src: Source


class Colonies(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """The map. Every tuple of spaces is in the order of the file."""

    spaces: Mapping[Space, SpaceFact]
    colonies: Mapping[str, ColonyFact]
    zones: Mapping[str, ZoneFact]
    connections: tuple[ConnectionFact, ...]
    south: frozenset[str]                                 # colonies


def read_colonies(file: DataFile) -> Colonies:
    """The map of a `map.toml`. Raises DataError."""
    colonies = {colony.id: colony for colony in file.read_list("colony", ColonyFact)}
    zones = {zone.id: zone for zone in file.read_list("blockade_zone", ZoneFact)}
    spaces = {space.id: space for space in file.read_list("space", SpaceFact)}
    for space in spaces.values():
        _check_space(file, space, colonies, zones)
    for zone in zones.values():
        ports = [space.id for space in spaces.values() if space.zone == zone.id]
        file.require(sorted(ports) == sorted(zone.ports), zone.id, "ports", f"must be {', '.join(ports)}")
    for colony in colonies.values():
        within = [space.id for space in spaces.values() if space.colony == colony.id]
        file.require(bool(within), colony.id, "id", "is a colony without a space")
        file.require(set(colony.control) <= set(within), colony.id, "control", "names a space elsewhere")
    line = file.read_table("attrition_line", AttritionLine)
    south = frozenset(line.south_colonies)
    file.require(south <= set(colonies), "attrition_line", "south_colonies", "names what is no colony")
    return Colonies(spaces=spaces, colonies=colonies, zones=zones, connections=_connections(file, spaces),
                    south=south)


def _check_space(
    file: DataFile, space: SpaceFact, colonies: Mapping[str, ColonyFact], zones: Mapping[str, ZoneFact]
) -> None:
    file.require(space.colony in colonies, space.id, "colony", f"{space.colony!r} is no colony")
    file.require(not space.zone or space.zone in zones, space.id, "zone", f"{space.zone!r} is unknown (12.3)")
    file.require(bool(space.zone) or space.kind != "fortified_port", space.id, "zone",
                 "is missing: a fortified port lies in a blockade zone (2.1.C, 12.3)")


def _connections(file: DataFile, spaces: Mapping[Space, SpaceFact]) -> tuple[ConnectionFact, ...]:
    values = file.tables["connection"]
    if not isinstance(values, list):
        file.fail("connection", "connection", f"must be a list of entries, not {values!r}")
    lines: list[ConnectionFact] = []
    known: set[frozenset[Space]] = set()
    for number, value in enumerate(values, start=1):
        line = file.read(f"connection {number}", ConnectionFact, value)
        entry = f"{line.a}|{line.b}"
        for field, end in (("a", line.a), ("b", line.b)):
            file.require(end in spaces, entry, field, f"{end!r} is no space")
        file.require(line.a != line.b, entry, "b", "a connection joins two different spaces")
        ends = frozenset((line.a, line.b))
        file.require(ends not in known, entry, "connection", "stands in the file twice")
        known.add(ends)
        lines.append(line)
    file.require(sum(line.arnold_only for line in lines) == 1, "connection", "arnold_only",
                 "there is one trail of Arnold's (7.4.D)")
    adjacent = joined(spaces, ((line.a, line.b) for line in lines if not line.arnold_only))
    reached = distances(adjacent.__getitem__, next(iter(spaces)))
    for space in spaces:
        file.require(space in reached, space, "connection", "no connection leads there")
    return tuple(lines)
