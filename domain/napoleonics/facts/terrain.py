"""Kinds of terrain, and the ground of a battlefield."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal

import msgspec

from domain.kernel.datafiles import DataFile, Entry, Source
from domain.kernel.geometry import Area, within
from domain.napoleonics.facts.board import ADJACENT, BIT, BOARD, HEXES, Hex
from domain.napoleonics.facts.sides import ARMS, Arm

Mover = Literal["infantry", "cavalry", "artillery", "leader"]
Fewer = Annotated[int, msgspec.Meta(ge=0, le=6)]
Dice = dict[Arm, Fewer]
KINDS = (
    "clear", "forest", "hill", "rugged_hill", "town", "windmill", "field_works", "river", "ford", "bridge",
    "sand_quarry",
)  # fmt: skip
SECTIONS = ("terrain", "hill_to_hill", "field_works")


class TerrainFact(Entry, frozen=True, kw_only=True):
    """A kind of terrain; the fields are explained in `terrain.toml`."""

    passable: tuple[Mover, ...]
    must_stop: bool
    no_battle_on_entry: bool
    light_troops_battle: bool
    square: bool
    blocks_los: bool
    charge_bonus: bool
    into_melee: Dice
    into_ranged: Dice
    from_melee: Dice
    from_ranged: Dice
    src: Source

    def into(self, is_melee: bool) -> Dice:
        return self.into_melee if is_melee else self.into_ranged

    def out_of(self, is_melee: bool) -> Dice:
        return self.from_melee if is_melee else self.from_ranged


class HillToHillFact(Entry, frozen=True, kw_only=True):
    melee: Dice
    ranged: Dice
    src: Source


class FieldWorksFact(Entry, frozen=True, kw_only=True):
    flags_ignored: Dice
    src: Source


class Terrain(msgspec.Struct, frozen=True, eq=False):
    kinds: Mapping[str, TerrainFact]
    hill_to_hill: HillToHillFact
    works: FieldWorksFact


class Ground(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A battlefield with its terrain: what is not in `kind_of` is clear. `works` are the protected sides."""

    kinds: Mapping[str, TerrainFact]
    kind_of: Mapping[Hex, str]
    works: Mapping[Hex, tuple[str, ...]]

    def kind(self, at: Hex) -> str:
        return self.kind_of.get(at, "clear")

    @cached_property
    def facts(self) -> Mapping[Hex, TerrainFact]:
        """Hex -> its terrain; field works leave the hex what it is."""
        return {at: self.kinds[self.kind(at)] for at in HEXES}

    @cached_property
    def closed(self) -> Mapping[Mover, frozenset[Hex]]:
        """The hexes that each kind of piece cannot enter."""
        movers: tuple[Mover, ...] = (*ARMS, "leader")
        return {
            mover: frozenset(at for at in HEXES if mover not in self.facts[at].passable) for mover in movers
        }

    @cached_property
    def closed_area(self) -> Mapping[Mover, Area]:
        """The same as areas."""
        return {mover: BOARD.area(closed) for mover, closed in self.closed.items()}

    @cached_property
    def fewer(self) -> dict[Any, Any]:
        """How many dice fewer the attacks have whose terms were asked for (`combat.dice.terrain_terms`)."""
        return {}

    @cached_property
    def stops(self) -> frozenset[Hex]:
        return frozenset(at for at in HEXES if self.facts[at].must_stop)

    def halts(self, start: Hex, to: Hex) -> bool:
        """Does going from a hex to the next one end all movement of the turn (R-48)?"""
        if to in self.stops:
            return True
        into, out_of = BOARD.direction[to, start], BOARD.direction[start, to]
        return into in self.works.get(to, ()) or out_of in self.works.get(start, ())

    @cached_property
    def steps(self) -> Mapping[Hex, tuple[tuple[Hex, Area, bool], ...]]:
        """Hex -> each hex next to it, the same as an area, and whether going there halts."""
        return {at: tuple((to, BIT[to], self.halts(at, to)) for to in ADJACENT[at]) for at in HEXES}

    @cached_property
    def opaque(self) -> frozenset[Hex]:
        """The hexes that hide what is behind them, hills apart (R-25 to R-27)."""
        return frozenset(at for at in HEXES if self.facts[at].blocks_los)

    @cached_property
    def hill_area(self) -> Area:
        """The hill hexes."""
        return BOARD.area(self.hills)

    @cached_property
    def hills(self) -> Mapping[Hex, frozenset[Hex]]:
        """Each hill hex -> the whole hill that it belongs to (R-26)."""
        high = {at for at in HEXES if self.kind(at) == "hill"}
        return {
            at: within(lambda one: [near for near in ADJACENT[one] if near in high], at, len(high))
            for at in high
        }


def read_terrain(file: DataFile) -> Terrain:
    """The kinds of a `terrain.toml`. Raises DataError."""
    kinds = file.by_name("terrain", TerrainFact, KINDS)
    to_hill = file.read_table("hill_to_hill", HillToHillFact)
    works = file.read_table("field_works", FieldWorksFact)
    for name, kind in kinds.items():
        for field in ("into_melee", "from_melee"):
            _all_arms(file, name, field, getattr(kind, field), ARMS)
        for field in ("into_ranged", "from_ranged"):
            _all_arms(file, name, field, getattr(kind, field), ("infantry", "artillery"))
    _all_arms(file, "hill_to_hill", "melee", to_hill.melee, ARMS)
    _all_arms(file, "hill_to_hill", "ranged", to_hill.ranged, ("infantry", "artillery"))
    _all_arms(file, "field_works", "flags_ignored", works.flags_ignored, ARMS)
    return Terrain(kinds, to_hill, works)


def _all_arms(file: DataFile, entry: str, field: str, dice: Dice, arms: tuple[Arm, ...]) -> None:
    file.require(set(dice) == set(arms), entry, field, f"must have {', '.join(arms)}")
