"""The four scenarios: who stands where, who arrives, what wins (18.0)."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Literal

import msgspec

from domain.brandywine.facts.board import AROUND, Hex
from domain.brandywine.facts.sides import SIDES, Side
from domain.brandywine.facts.terrain import Ground, Letter
from domain.brandywine.facts.units import Brigade, Fact, UnitFact, Units
from domain.kernel.datafiles import DataFile, Entry, Name, Source

Turn = Annotated[int, msgspec.Meta(ge=1, le=12)]
Some = Annotated[int, msgspec.Meta(ge=0, le=21)]
Special = Literal[
    "no_british_north_of_renwick", "maxwell_escorted", "released_by_turn", "brigades_by_choice", "tea",
    "american_drm_first_turn",
]  # fmt: skip
SECTIONS = ("scenario", "brigade")


class PostFact(Entry, frozen=True, kw_only=True):
    """Pieces that begin in a hex, or anywhere in an area."""

    hex: Hex | None = None
    area: str | None = None
    pieces: tuple[Name, ...]


class ArrivalFact(Entry, frozen=True, kw_only=True):
    """Pieces that arrive on a turn at an entry or in a hex."""

    turn: Turn
    entry: Letter | None = None
    hex: Hex | None = None
    strategic: bool = True
    pieces: tuple[Name, ...]


class DepartureFact(Entry, frozen=True, kw_only=True):
    """Pieces that leave the game at the end of their movement phase of a turn, at no cost."""

    turn: Turn
    pieces: tuple[Name, ...]
    src: Source


class TestFact(Entry, frozen=True, kw_only=True):
    """A condition of a decisive victory (R-11, R-12, R-99)."""

    winner: Side
    kind: Literal["strength", "together", "denied"]
    when: Literal["american_turn", "turn", "end"]
    hexes: tuple[tuple[Hex, ...], ...]
    sp: Annotated[int, msgspec.Meta(ge=1, le=12)] = 1
    free: bool = False
    src: Source

    @property
    def rule(self) -> str:
        return self.src.split()[1]


class ScenarioFact(Entry, frozen=True, kw_only=True):
    """A scenario as it stands in the file; the fields are explained in `scenarios.toml`."""

    id: Name
    title: Name
    section: Name
    first_turn: Turn
    last_turn: Turn
    army_morale: dict[Side, Annotated[int, msgspec.Meta(ge=1, le=21)]]
    momentum: dict[Side, Annotated[int, msgspec.Meta(ge=0, le=5)]]
    first: Literal["british", "roll"]
    places_first: Side
    special: tuple[Special, ...]
    set_up: tuple[PostFact, ...]
    reduced: tuple[Name, ...]
    arrivals: tuple[ArrivalFact, ...]
    departures: tuple[DepartureFact, ...] = ()
    tests: tuple[TestFact, ...]
    src: Source


class BrigadeFact(Entry, frozen=True, kw_only=True):
    """One way in which a brigade may enter (9.7, 9.8)."""

    id: Name
    brigade: Literal["second", "third"]
    arrivals: tuple[ArrivalFact, ...]
    src: Source


class Scenario(msgspec.Struct, frozen=True, eq=False, dict=True, kw_only=True):
    """A scenario ready to be played."""

    fact: ScenarioFact
    start: Mapping[str, Hex]
    """The pieces with a printed hex."""
    placed: Mapping[Side, tuple[tuple[str, str], ...]]
    """(piece, area) in the order in which a side places them: small areas first, leaders after units."""
    brigades: Mapping[str, BrigadeFact]

    def has(self, special: Special) -> bool:
        return special in self.fact.special

    @cached_property
    def free_arrivals(self) -> frozenset[str]:
        """Pieces whom the bivouac does not bind since they arrive from beyond it (R-38)."""
        return frozenset(
            piece
            for each in self.fact.arrivals
            if each.entry == "D" and each.turn <= 5
            for piece in each.pieces
        )

    @cached_property
    def pieces(self) -> frozenset[str]:
        """Everybody who takes part."""
        arriving = [piece for each in self.all_arrivals for piece in each.pieces]
        return frozenset(
            (*self.start, *(piece for side in SIDES for piece, _ in self.placed[side]), *arriving)
        )

    @cached_property
    def all_arrivals(self) -> tuple[ArrivalFact, ...]:
        brigades = self.brigades.values() if self.has("brigades_by_choice") else ()
        return (*self.fact.arrivals, *(each for brigade in brigades for each in brigade.arrivals))


def read_scenarios(file: DataFile, ground: Ground, units: Units) -> Mapping[str, Scenario]:
    """The scenarios of a `scenarios.toml`. Raises DataError."""
    brigades = {each.id: each for each in file.read_list("brigade", BrigadeFact)}
    for brigade in brigades.values():
        for arrival in brigade.arrivals:
            _known(file, brigade.id, "arrivals", arrival.pieces, units)
            _check_brigade(file, brigade.id, brigade.brigade, arrival.pieces, units)
    facts = file.read_list("scenario", ScenarioFact)
    return {fact.id: _ready(file, fact, ground, units, brigades) for fact in facts}


def _ready(
    file: DataFile, fact: ScenarioFact, ground: Ground, units: Units, brigades: Mapping[str, BrigadeFact]
) -> Scenario:
    file.require(fact.first_turn <= fact.last_turn, fact.id, "last_turn", "is before the first one")
    for name in ("army_morale", "momentum"):
        file.require(set(getattr(fact, name)) == set(SIDES), fact.id, name, "must be given for both sides")
    seen: set[str] = set()
    groups = [post.pieces for post in fact.set_up] + [each.pieces for each in fact.arrivals]
    for leaving in fact.departures:
        _known(file, fact.id, "departures", leaving.pieces, units)
    for pieces in groups:
        _known(file, fact.id, "pieces", pieces, units)
        for piece in pieces:
            file.require(piece not in seen, fact.id, "pieces", f"{piece} stands twice")
            seen.add(piece)
    start = _start(file, fact, ground, units)
    for name in fact.reduced:
        two = name in units.units and units.units[name].has_two_steps
        file.require(two and name in seen, fact.id, "reduced", f"{name} has no reduced side here")
    for arrival in fact.arrivals:
        file.require(
            (arrival.entry is None) != (arrival.hex is None), fact.id, "arrivals", "need entry or hex"
        )
        file.require(arrival.hex is None or arrival.hex in AROUND, fact.id, "arrivals", "must be on the map")
    for test in fact.tests:
        file.require(
            all(at in AROUND for group in test.hexes for at in group), fact.id, "tests", "are off the map"
        )
    return Scenario(
        fact=fact,
        start=start,
        placed={side: _placed(file, fact, ground, units, side) for side in SIDES},
        brigades=brigades,
    )


def _known(file: DataFile, entry: str, field: str, pieces: Iterable[str], units: Units) -> None:
    for piece in pieces:
        file.require(piece in units.pieces, entry, field, f"{piece!r} is no piece")


def _check_brigade(file: DataFile, entry: str, brigade: Brigade, pieces: Iterable[str], units: Units) -> None:
    for piece in pieces:
        file.require(
            units.pieces[piece].brigade == brigade,
            entry,
            "arrivals",
            f"{piece} is not of the {brigade} brigade",
        )


def _start(file: DataFile, fact: ScenarioFact, ground: Ground, units: Units) -> dict[str, Hex]:
    start: dict[str, Hex] = {}
    for post in fact.set_up:
        file.require((post.hex is None) != (post.area is None), fact.id, "set_up", "needs a hex or an area")
        if post.area is not None:
            file.require(post.area in ground.areas, fact.id, "set_up", f"{post.area!r} is no area")
        if post.hex is not None:
            file.require(post.hex in AROUND, fact.id, "set_up", f"{post.hex!r} is no hex of the map")
            start.update(dict.fromkeys(post.pieces, post.hex))
    limit = ground.tables.stacking
    for at in set(start.values()):
        there = [units.pieces[piece] for piece, where in start.items() if where == at]
        file.require(len({each.side for each in there}) == 1, fact.id, "set_up", f"{at} holds both sides")
        strength, guns = _load(there)
        fits = strength <= limit.strength and guns <= limit.artillery
        file.require(fits, fact.id, "set_up", f"{at} holds more than the limit")
    return start


def _load(pieces: Iterable[Fact]) -> tuple[int, int]:
    """Strength points and pieces of artillery in a stack."""
    found = [each for each in pieces if isinstance(each, UnitFact)]
    guns = sum(each.type == "artillery" for each in found)
    return sum(each.sp[0] for each in found if each.type != "artillery"), guns


def _placed(
    file: DataFile, fact: ScenarioFact, ground: Ground, units: Units, side: Side
) -> tuple[tuple[str, str], ...]:
    posts = sorted(
        (post for post in fact.set_up if post.area is not None),
        key=lambda post: len(ground.areas[post.area or ""]),
    )
    for post in posts:
        sides = {units.side[piece] for piece in post.pieces}
        file.require(len(sides) == 1, fact.id, "set_up", f"{post.area} is for both sides")
    own = [(piece, post.area or "") for post in posts for piece in post.pieces if units.side[piece] == side]
    return tuple(sorted(own, key=lambda each: each[0] in units.leaders))
