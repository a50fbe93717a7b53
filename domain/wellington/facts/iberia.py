"""The map of the Peninsula: duchies, lines of march, ports and boxes, and what movement asks of them.

A duchy that is no key duchy is plain; the box is Plymouth/Portsmouth, reached by sea only (6.3).
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Literal, get_args

import msgspec

from domain.kernel.datafiles import DataFile, Entry, Name, NotNegative, Positive, Source
from domain.kernel.geometry import distances, joined
from domain.wellington.facts.powers import POWERS, Power

Duchy = str
"""The id of a duchy, such as "ciudad_rodrigo"."""
March = tuple[Duchy, Duchy]
"""From a duchy to an adjacent one."""

Strength = Annotated[int, msgspec.Meta(ge=1, le=6)]
"""Of a fortress: as many rounds, and to reckon the odds of a siege takes the longer with each."""
Region = Literal["britain", "gibraltar", "portugal", "france", "spain"]
Shape = Literal["plain", "key", "fortress", "capital", "box"]
LineKind = Literal["open", "broken", "pass", "river"]
Port = Literal["none", "minor", "major"]
Zone = Literal["atlantic", "mediterranean"]
LINE_KINDS: tuple[LineKind, ...] = get_args(LineKind)
ZONES: tuple[Zone, ...] = get_args(Zone)
SECTIONS = ("zones", "strait", "counts", "duchy", "line", "box")


class DuchyFact(Entry, frozen=True, kw_only=True):
    """A duchy (1.21). `controller` is the power that held it in 1812, `home` the one whose colour it has."""

    id: Name
    name: Name
    region: Region
    shape: Shape
    defence: Strength | None = None
    home: Power
    controller: Power
    port: Port = "none"
    zones: tuple[Zone, ...] = ()
    lat: Annotated[float, msgspec.Meta(ge=35, le=52)]
    lon: Annotated[float, msgspec.Meta(ge=-10, le=5)]
    src: Source

    @property
    def is_key(self) -> bool:
        """Every duchy that is not a circle is a key duchy (1.21)."""
        return self.shape in ("key", "fortress", "capital")

    @property
    def is_fortress(self) -> bool:
        return self.shape == "fortress"

    @property
    def is_port(self) -> bool:
        return self.port != "none"

    @property
    def is_occupied(self) -> bool:
        """Has it the blue dot or the green triangle: Spanish, but held by the French in 1812 (1.21)?"""
        return self.home != self.controller


class LineFact(Entry, frozen=True, kw_only=True):
    """A line of march between two duchies (1.22)."""

    a: Duchy
    b: Duchy
    kind: LineKind
    src: Source


class BoxFact(Entry, frozen=True, kw_only=True):
    """A box beside the map: the Regroup Box, the Reserves, the piles of cards."""

    id: Name
    name: Name
    holds: Literal["pieces", "cards"]
    src: Source


class Counts(Entry, frozen=True, kw_only=True):
    """How many duchies the rulebook counts; the file must agree."""

    spanish_duchies: Positive
    spanish_keys: Positive
    portuguese_keys: Positive
    french_duchies: Positive
    occupied: Mapping[Power, NotNegative]
    src: Source


class Iberia(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """The map. Every tuple of duchies is in the order of the file."""

    duchies: Mapping[Duchy, DuchyFact]
    lines: tuple[LineFact, ...]
    line: Mapping[March, LineKind]                        # both ways
    adjacent: Mapping[Duchy, tuple[Duchy, ...]]           # none for Palma and Plymouth/Portsmouth
    distance: Mapping[Duchy, Mapping[Duchy, int]]         # marches by land; no entry if there is no way
    keys: tuple[Duchy, ...]
    fortresses: Mapping[Duchy, int]                       # their defence
    capital: Duchy
    ports: Mapping[Zone, tuple[Duchy, ...]]
    zones: tuple[Zone, ...]
    strait: Duchy                                         # a port of both zones (14.4)
    home: Mapping[Power, tuple[Duchy, ...]]               # national duchies (1.21)
    home_keys: Mapping[Power, tuple[Duchy, ...]]          # where leaders come into play (6.3)
    spanish: tuple[Duchy, ...]
    spanish_keys: tuple[Duchy, ...]
    portuguese_keys: tuple[Duchy, ...]
    french: tuple[Duchy, ...]                             # the duchies in France
    occupied: Mapping[Power, tuple[Duchy, ...]]           # Spanish duchies with the symbol of this power
    controlled: Mapping[Power, tuple[Duchy, ...]]         # in 1812
    boxes: Mapping[str, BoxFact]

    def are_adjacent(self, a: Duchy, b: Duchy) -> bool:
        """Does a line of march join them (1.23)?"""
        return (a, b) in self.line

    def within(self, centre: Duchy, marches: int) -> tuple[Duchy, ...]:
        """The duchies at most so many marches away by land, the centre included, in the order of the map."""
        near = self.distance[centre]
        return tuple(duchy for duchy in self.duchies if near.get(duchy, marches + 1) <= marches)

    def share_a_zone(self, a: Duchy, b: Duchy) -> bool:
        """Are both ports of one sea zone, so that no strait lies between them (14.4)?"""
        return bool(set(self.duchies[a].zones) & set(self.duchies[b].zones))


def read_iberia(file: DataFile) -> Iberia:
    """The map of a `map.toml`. Raises DataError."""
    zones = file.read("zones", tuple[Zone, ...], file.tables["zones"])
    file.require(zones == ZONES, "zones", "zones", f"must be {', '.join(ZONES)}")
    duchies = {duchy.id: duchy for duchy in file.read_list("duchy", DuchyFact)}
    for duchy in duchies.values():
        _check_duchy(file, duchy)
    capitals = tuple(one.id for one in duchies.values() if one.shape == "capital")
    file.require(len(capitals) == 1, "duchy", "shape", f"must give one capital, not {len(capitals)} (1.21)")
    strait = file.read("strait", str, file.tables["strait"])
    file.require(strait in duchies and duchies[strait].zones == ZONES, "strait", "strait",
                 f"{strait!r} must be a port of both zones (1.24)")
    lines = _lines(file, duchies)
    adjacent = joined(duchies, ((line.a, line.b) for line in lines))
    distance = {duchy: distances(adjacent.__getitem__, duchy) for duchy in duchies}
    _check_ways(file, duchies, distance, capitals[0])
    iberia = Iberia(
        duchies=duchies, lines=lines,
        line={march: line.kind for line in lines for march in ((line.a, line.b), (line.b, line.a))},
        adjacent=adjacent, distance=distance, keys=_those(duchies, lambda one: one.is_key),
        fortresses={one.id: one.defence for one in duchies.values() if one.defence is not None},
        capital=capitals[0], zones=zones, strait=strait,
        ports={zone: tuple(one.id for one in duchies.values() if zone in one.zones) for zone in ZONES},
        home={power: tuple(one.id for one in duchies.values() if one.home == power) for power in POWERS},
        home_keys={power: tuple(one.id for one in duchies.values() if one.home == power and one.is_key)
                   for power in POWERS},
        spanish=_those(duchies, lambda one: one.region == "spain"),
        spanish_keys=_those(duchies, lambda one: one.region == "spain" and one.is_key),
        portuguese_keys=_those(duchies, lambda one: one.region == "portugal" and one.is_key),
        french=_those(duchies, lambda one: one.region == "france"),
        occupied={power: tuple(one.id for one in duchies.values()
                               if one.is_occupied and one.controller == power)
                  for power in POWERS},
        controlled={power: tuple(one.id for one in duchies.values() if one.controller == power)
                    for power in POWERS},
        boxes={box.id: box for box in file.read_list("box", BoxFact)},
    )
    _check_counts(file, iberia)
    return iberia


def _those(duchies: Mapping[Duchy, DuchyFact], question: Callable[[DuchyFact], bool]) -> tuple[Duchy, ...]:
    return tuple(duchy.id for duchy in duchies.values() if question(duchy))


def _check_duchy(file: DataFile, duchy: DuchyFact) -> None:
    file.require(duchy.is_fortress == (duchy.defence is not None), duchy.id, "defence",
                 "belongs to a fortress, and to a fortress only (1.21)")
    file.require(duchy.is_port == bool(duchy.zones), duchy.id, "zones",
                 "belong to a port, and to a port only (1.21)")
    file.require(len(set(duchy.zones)) == len(duchy.zones), duchy.id, "zones", "name a zone twice")
    homes: dict[Region, tuple[Power, ...]] = {"spain": ("spain",), "france": ("nord", "sud")}
    file.require(duchy.home in homes.get(duchy.region, ("britain",)), duchy.id, "home",
                 f"{duchy.home} has no national duchy in {duchy.region} (1.21)")
    file.require(not duchy.is_occupied or duchy.region == "spain" and duchy.controller in ("nord", "sud"),
                 duchy.id, "controller",
                 "in 1812 only the French hold national duchies of others, in Spain (1.21)")


def _lines(file: DataFile, duchies: Mapping[Duchy, DuchyFact]) -> tuple[LineFact, ...]:
    values = file.tables["line"]
    if not isinstance(values, list):
        file.fail("line", "line", f"must be a list of entries, not {values!r}")
    lines: list[LineFact] = []
    known: set[frozenset[Duchy]] = set()
    for number, value in enumerate(values, start=1):
        line = file.read(f"line {number}", LineFact, value)
        entry = f"{line.a}|{line.b}"
        for field, end in (("a", line.a), ("b", line.b)):
            file.require(end in duchies, entry, field, f"{end!r} is no duchy")
            file.require(duchies[end].shape != "box", entry, field, f"{end} is reached by sea only (6.3)")
        file.require(line.a != line.b, entry, "b", "a line joins two different duchies")
        file.require(frozenset((line.a, line.b)) not in known, entry, "line", "stands in the file twice")
        known.add(frozenset((line.a, line.b)))
        lines.append(line)
    return tuple(lines)


def _check_ways(
    file: DataFile, duchies: Mapping[Duchy, DuchyFact], distance: Mapping[Duchy, Mapping[Duchy, int]],
    capital: Duchy,
) -> None:
    """Every duchy is reached by land, or, if no line leads there, by sea."""
    for duchy in duchies.values():
        if duchy.id in distance[capital]:
            continue
        alone = len(distance[duchy.id]) == 1
        file.require(alone and duchy.is_port, duchy.id, "line",
                     "no march from the capital ends here, and no ship")


def _check_counts(file: DataFile, iberia: Iberia) -> None:
    counts = file.read_table("counts", Counts)
    found = {"spanish_duchies": len(iberia.spanish), "spanish_keys": len(iberia.spanish_keys),
             "portuguese_keys": len(iberia.portuguese_keys), "french_duchies": len(iberia.french),
             "occupied": {power: len(held) for power, held in iberia.occupied.items() if held}}
    for field, number in found.items():
        said = getattr(counts, field)
        file.require(said == number, "counts", field, f"says {said}, but the file has {number}")
