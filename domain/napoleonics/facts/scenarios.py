"""The scenarios: who stands where on which ground, and what wins (R-09, R-148)."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

import msgspec

from domain.kernel.datafiles import DataFile, Entry, Name, Source
from domain.napoleonics.facts.board import DIRECTIONS, HEXES, Edge, Hex
from domain.napoleonics.facts.sides import SIDE_OF, SIDES, Nation, Side
from domain.napoleonics.facts.terrain import KINDS, Ground, Mover, Terrain
from domain.napoleonics.facts.units import UnitFact, Units

Kind = Literal["forest", "hill", "rugged_hill", "town", "windmill", "river", "ford", "bridge", "sand_quarry"]
Some = Annotated[int, msgspec.Meta(ge=1, le=20)]
SECTIONS = ("scenario",)
LEADERS: Mapping[Nation, int] = {"france": 4, "britain": 3, "portugal": 2}
"""Blocks of leaders in the box (R-04)."""


class ArmyFact(Entry, frozen=True, kw_only=True):
    """What a side has: its commander, its hand, and the banners that it needs."""

    commander: Name
    cards: Annotated[int, msgspec.Meta(ge=2, le=8)]
    banners: Some


class PostFact(Entry, frozen=True, kw_only=True):
    """Where the units of a kind stand."""

    unit: Name
    at: tuple[Hex, ...]


class LeaderPost(Entry, frozen=True, kw_only=True):
    name: Name
    nation: Nation
    at: Hex


class ObjectiveFact(Entry, frozen=True, kw_only=True):
    """A hex that gives banners to a side (R-113)."""

    hex: Hex
    side: Side
    kind: Literal["temporary", "permanent"]
    banners: Some


class ExitFact(Entry, frozen=True, kw_only=True):
    """A hex from which a side's units may leave the map (R-114)."""

    hex: Hex
    side: Side
    banners: Some


class ScenarioFact(Entry, frozen=True, kw_only=True):
    """A scenario as it stands in the file; the fields are explained in `scenarios.toml`."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]{0,59}$")]
    title: Name
    title_it: Name
    date: Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]
    number: Annotated[int, msgspec.Meta(ge=0, le=99)]
    top: Side
    first: Side
    src: Source
    notes: tuple[str, ...]
    notes_it: tuple[str, ...]
    british: ArmyFact
    french: ArmyFact
    terrain: dict[Kind, tuple[Hex, ...]]
    works: dict[Hex, tuple[str, ...]]
    bridges: dict[Hex, Literal["river", "ford"]]
    places: dict[Hex, Name]
    places_it: dict[Hex, Name]
    units: tuple[PostFact, ...]
    leaders: tuple[LeaderPost, ...]
    objectives: tuple[ObjectiveFact, ...]
    exits: tuple[ExitFact, ...]

    def army(self, side: Side) -> ArmyFact:
        return self.british if side == "british" else self.french


class Piece(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A unit, or a leader (whose `unit` is None), and the hex where he begins."""

    id: str
    name: str
    side: Side
    nation: Nation
    start: Hex
    unit: UnitFact | None = None
    mover: Mover = "leader"


class Scenario(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A scenario ready to be played."""

    fact: ScenarioFact
    ground: Ground
    pieces: Mapping[str, Piece]
    units: Mapping[Side, tuple[str, ...]]
    leaders: Mapping[Side, tuple[str, ...]]
    edge: Mapping[Side, Edge]
    exits: Mapping[Side, Mapping[Hex, int]]


def slug(name: str) -> str:
    """The id of a leader: his name in small letters without accents."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


def read_scenarios(file: DataFile, terrain: Terrain, units: Units) -> Mapping[str, Scenario]:
    """The scenarios of a `scenarios.toml`. Raises DataError."""
    facts = file.read_list("scenario", ScenarioFact)
    file.require(bool(facts), "scenario", "scenario", "must have an entry")
    return {fact.id: ready(file, fact, terrain, units) for fact in facts}


def ready(file: DataFile, fact: ScenarioFact, terrain: Terrain, units: Units) -> Scenario:
    """The scenario, checked. Raises DataError."""
    ground = _ground(file, fact, terrain)
    pieces = _pieces(file, fact, units)
    _check_posts(file, fact, ground, pieces)
    for side in SIDES:
        _check_banners(file, fact, side, pieces)
    edge: dict[Side, Edge] = {side: "top" if side == fact.top else "bottom" for side in SIDES}
    exits = {side: {each.hex: each.banners for each in fact.exits if each.side == side} for side in SIDES}
    return Scenario(
        fact=fact,
        ground=ground,
        pieces=pieces,
        edge=edge,
        exits=exits,
        units={side: _of(pieces, side, is_unit=True) for side in SIDES},
        leaders={side: _of(pieces, side, is_unit=False) for side in SIDES},
    )


def _of(pieces: Mapping[str, Piece], side: Side, is_unit: bool) -> tuple[str, ...]:
    return tuple(
        name for name, piece in pieces.items() if piece.side == side and (piece.unit is not None) == is_unit
    )


def _ground(file: DataFile, fact: ScenarioFact, terrain: Terrain) -> Ground:
    kind_of: dict[Hex, str] = {}
    for kind, hexes in fact.terrain.items():
        _on_map(file, fact.id, "terrain", hexes)
        for at in hexes:
            file.require(at not in kind_of, fact.id, "terrain", f"{at} has two kinds of terrain")
            kind_of[at] = kind
    _on_map(file, fact.id, "works", fact.works)
    for at, sides in fact.works.items():
        file.require(kind_of.get(at, "hill") == "hill", fact.id, "works", f"{at} holds other terrain")
        file.require(
            bool(sides) and set(sides) <= set(DIRECTIONS),
            fact.id,
            "works",
            f"the sides of {at} must be some of {', '.join(DIRECTIONS)}",
        )
    bridges = {at for at, kind in kind_of.items() if kind == "bridge"}
    file.require(bridges == set(fact.bridges), fact.id, "bridges", "must name each bridge of terrain")
    for field in ("places", "places_it"):
        _on_map(file, fact.id, field, getattr(fact, field))
    return Ground({**terrain.kinds}, kind_of, dict(fact.works))


def _pieces(file: DataFile, fact: ScenarioFact, units: Units) -> dict[str, Piece]:
    found: dict[str, Piece] = {}
    count: dict[str, int] = {}
    for post in fact.units:
        file.require(post.unit in units.units, fact.id, "units", f"{post.unit!r} is no unit")
        kind = units.units[post.unit]
        _on_map(file, fact.id, "units", post.at)
        for at in post.at:
            number = count[post.unit] = count.get(post.unit, 0) + 1
            piece = f"{post.unit}-{number}"
            found[piece] = Piece(id=piece, name=kind.name, side=kind.side, nation=kind.nation, start=at,
                                 unit=kind, mover=kind.arm)  # fmt: skip
    for leader in fact.leaders:
        piece = slug(leader.name)
        file.require(piece not in found and bool(piece), fact.id, "leaders", f"{leader.name!r} stands twice")
        _on_map(file, fact.id, "leaders", (leader.at,))
        found[piece] = Piece(id=piece, name=leader.name, side=SIDE_OF[leader.nation], nation=leader.nation,
                             start=leader.at)  # fmt: skip
    return found


def _check_posts(file: DataFile, fact: ScenarioFact, ground: Ground, pieces: Mapping[str, Piece]) -> None:
    units: dict[Hex, Piece] = {}
    leaders: dict[Hex, Piece] = {}
    for piece in pieces.values():
        field, here = ("units", units) if piece.unit is not None else ("leaders", leaders)
        file.require(piece.start not in here, fact.id, field, f"{piece.start} holds two of them")
        here[piece.start] = piece
        file.require(
            piece.start not in ground.closed[piece.mover],
            fact.id,
            field,
            f"{piece.id} cannot stand on {piece.start}",
        )
        if piece.unit is None and piece.start in units:
            file.require(
                units[piece.start].side == piece.side,
                fact.id,
                "leaders",
                f"{piece.name} stands with the enemy on {piece.start}",
            )
    for nation, most in LEADERS.items():
        led = sum(piece.nation == nation for piece in leaders.values())
        file.require(led <= most, fact.id, "leaders", f"has {led} leaders of {nation}; the box has {most}")
    _on_map(file, fact.id, "objectives", [each.hex for each in fact.objectives])
    _on_map(file, fact.id, "exits", [each.hex for each in fact.exits])
    held = [each.hex for each in fact.objectives]
    file.require(len(set(held)) == len(held), fact.id, "objectives", "name a hex twice")


def _check_banners(file: DataFile, fact: ScenarioFact, side: Side, pieces: Mapping[str, Piece]) -> None:
    """A side must be able to win, or a game could run dry (R-09)."""
    enemies = sum(piece.unit is not None and piece.side != side for piece in pieces.values())
    own = sum(piece.unit is not None and piece.side == side for piece in pieces.values())
    wanted = fact.army(side).banners
    file.require(own > 0, fact.id, "units", f"has none of the {side} side")
    file.require(
        enemies >= wanted, fact.id, side, f"needs {wanted} banners, but the enemy has {enemies} units"
    )


def _on_map(file: DataFile, entry: str, field: str, hexes: Iterable[Hex]) -> None:
    for at in hexes:
        file.require(at in _HEXES, entry, field, f"{at!r} is no hex of the map")


_HEXES = frozenset(HEXES)
assert {"clear", "field_works"} <= set(KINDS)
