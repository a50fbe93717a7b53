"""The units of the three nations (national unit reference, R-04 to R-07)."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from domain.kernel.datafiles import DataFile, Entry, Name, Source
from domain.napoleonics.facts.sides import SIDE_OF, Arm, Nation, Side

Few = Annotated[int, msgspec.Meta(ge=0, le=6)]
Blocks = Annotated[int, msgspec.Meta(ge=1, le=6)]
Rank = Literal["line", "light", "rifle_light", "grenadier", "guard_grenadier", "young_guard", "old_guard",
               "militia", "heavy", "cuirassier", "guard", "guard_heavy", "foot", "horse"]  # fmt: skip
HEAVY: tuple[Rank, ...] = ("heavy", "cuirassier", "guard_heavy")
SECTIONS = ("unit", "artillery", "leader")


class UnitFact(Entry, frozen=True, kw_only=True):
    """A kind of unit; the fields are explained in `units.toml`."""

    id: Name
    name: Name
    nation: Nation
    arm: Arm
    rank: Rank
    code: Name
    blocks: Blocks
    move_and_battle: Few
    move_no_battle: Few
    range: Few
    ranged_standing: Few
    ranged_moving: Few
    melee: Few
    melee_vs_infantry: Few
    flags_ignored: Few
    retreat_per_flag: Annotated[int, msgspec.Meta(ge=1, le=3)]
    rounding: Literal["up", "down"]
    sabers_hit: bool
    light_troops: bool
    guard: bool
    force_march_fast: bool
    src: Source

    @property
    def side(self) -> Side:
        return SIDE_OF[self.nation]

    @property
    def is_horse_artillery(self) -> bool:
        return self.arm == "artillery" and self.rank == "horse"

    def half(self, blocks: int) -> int:
        """Half the blocks as the nation rounds it (R-33)."""
        return (blocks + 1) // 2 if self.rounding == "up" else blocks // 2


class BatteryFact(Entry, frozen=True, kw_only=True):
    """The dice of artillery: in melee by blocks, at range by distance (R-07)."""

    melee_dice: Annotated[tuple[Blocks, ...], msgspec.Meta(min_length=1)]
    fewer: Annotated[tuple[Few, ...], msgspec.Meta(min_length=1)]
    least: Few
    src: Source

    def in_melee(self, blocks: int) -> int:
        return self.melee_dice[min(blocks, len(self.melee_dice)) - 1]

    def at_range(self, blocks: int, distance: int) -> int:
        return max(self.least, blocks - self.fewer[distance - 2])


class LeaderFact(Entry, frozen=True, kw_only=True):
    move: Blocks
    src: Source


class Units(msgspec.Struct, frozen=True, eq=False):
    units: Mapping[str, UnitFact]
    batteries: Mapping[str, BatteryFact]
    leader: LeaderFact


def read_units(file: DataFile) -> Units:
    """The units of a `units.toml`. Raises DataError."""
    units = {unit.id: unit for unit in file.read_list("unit", UnitFact)}
    batteries = file.by_name("artillery", BatteryFact, ("foot", "horse"))
    for unit in units.values():
        file.require(
            unit.move_and_battle <= unit.move_no_battle,
            unit.id,
            "move_and_battle",
            "is more than the unit may move at all",
        )
        file.require(
            (unit.arm == "cavalry") == (unit.range == 0),
            unit.id,
            "range",
            "must be 0 for cavalry and for nothing else",
        )
        if unit.arm == "artillery":
            file.require(unit.rank in batteries, unit.id, "rank", "must be foot or horse")
            file.require(
                unit.range == len(batteries[unit.rank].fewer) + 1,
                unit.id,
                "range",
                f"must be as far as artillery.{unit.rank}.fewer has dice",
            )
    return Units(units, batteries, file.read_table("leader", LeaderFact))
