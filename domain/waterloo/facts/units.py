"""Counters and leaders (2.2, 9.1, 11.2)."""

from collections.abc import Mapping
from typing import Any, Literal, cast, get_args

import msgspec

from domain.kernel.datafiles import DataFile, Entry, Name, NotNegative, Positive, Source
from domain.parts.sides import members
from domain.waterloo.facts.sides import ARMIES, Army

Arm = Literal["infantry", "heavy_cavalry", "light_cavalry"]
ARMS: tuple[Arm, ...] = get_args(Arm)
SECTIONS = ("counter_mix", "leader", *ARMIES)


class CounterMix(Entry, frozen=True, kw_only=True):
    """How many counters the game has (1.0). Markers are no limit (W-03)."""

    units: Positive
    french: Positive
    anglo_allied: Positive
    prussian: Positive
    leaders: Positive
    markers: Positive
    src: Source


class WrittenUnit(Entry, frozen=True, kw_only=True):
    id: Name
    label: Name
    name: Name
    size: Literal["division", "brigade"]
    elite: bool
    full: Positive
    reduced: Positive | None = None
    src: Source


class UnitFact(WrittenUnit, frozen=True, kw_only=True):
    """A counter (2.2, 9.1): `full` and `reduced` are its battle points, None for no reduced side."""

    army: Army
    arm: Arm

    @property
    def is_infantry(self) -> bool:
        return self.arm == "infantry"

    @property
    def is_cavalry(self) -> bool:
        return self.arm != "infantry"


class LeaderFact(Entry, frozen=True, kw_only=True):
    """A leader and the battle points that his Command card adds in attack and in defence (11.2)."""

    id: Name
    army: Army
    name: Name
    attack: NotNegative = 0
    defence: NotNegative = 0
    src: Source


def read_units(file: DataFile) -> tuple[CounterMix, dict[str, UnitFact], dict[str, LeaderFact]]:
    mix = file.read_table("counter_mix", CounterMix)
    units: dict[str, UnitFact] = {}
    for army in ARMIES:
        lists = file.mapping(army, file.tables[army])
        for name in lists:
            file.require(name in ARMS, army, name, f"is no arm; there are {', '.join(ARMS)}")
        for arm in ARMS:
            file.require(arm in lists, army, arm, "is missing; write an empty list if there are none")
            for unit in file.entries(arm, WrittenUnit, lists[arm]):
                file.require(unit.id not in units, unit.id, "id", "stands in the file twice")
                _check_sides(file, unit)
                units[unit.id] = UnitFact(**msgspec.structs.asdict(unit), army=army, arm=arm)
        count = sum(unit.army == army for unit in units.values())
        file.require(count == getattr(mix, army), "counter_mix", army,
                     f"says {getattr(mix, army)} counters, but the file lists {count}")
    file.require(len(units) == mix.units, "counter_mix", "units",
                 f"says {mix.units} counters, but the file lists {len(units)}")
    leaders = {leader.id: leader for leader in file.read_list("leader", LeaderFact)}
    file.require(len(leaders) == mix.leaders, "counter_mix", "leaders",
                 f"says {mix.leaders} leaders, but the file lists {len(leaders)}")
    armies = [leader.army for leader in leaders.values()]
    for leader in leaders.values():
        file.require(armies.count(leader.army) == 1, leader.id, "army",
                     f"{leader.army} has another leader already")
    return mix, units, leaders


def _check_sides(file: DataFile, unit: WrittenUnit) -> None:
    """A unit of full value 1 has one side, every other has a lower reduced side (9.1)."""
    if unit.full == 1:
        file.require(unit.reduced is None, unit.id, "reduced",
                     "a unit of full value 1 has no reduced side (9.1)")
    else:
        file.require(unit.reduced is not None, unit.id, "reduced",
                     f"is missing; a unit of full value {unit.full} has a reduced side (9.1)")
        file.require(cast(int, unit.reduced) < unit.full, unit.id, "reduced",
                     f"{unit.reduced} must be less than the full value {unit.full}")


def kinds_of(units: Mapping[str, UnitFact]) -> dict[str, Any]:
    """What the rules ask of units over and over."""
    infantry = frozenset(unit for unit, fact in units.items() if fact.is_infantry)
    cavalry = frozenset(units) - infantry
    of_army = members(ARMIES, units, lambda unit: units[unit].army)
    return {
        "infantry": infantry,
        "elite": frozenset(unit for unit, fact in units.items() if fact.elite),
        "one_sided": frozenset(unit for unit, fact in units.items() if fact.reduced is None),
        "printed": {unit: (fact.full, fact.reduced or fact.full) for unit, fact in units.items()},
        "infantry_of": {army: tuple(unit for unit in of_army[army] if unit in infantry) for army in ARMIES},
        "cavalry_of": {army: tuple(unit for unit in of_army[army] if unit in cavalry) for army in ARMIES},
    }
