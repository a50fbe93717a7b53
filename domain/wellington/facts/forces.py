"""The pieces: powers, soldiers, leaders and flags, and how many of each there are (1.5, 1.6, 1.7)."""

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

import msgspec

from domain.kernel.datafiles import DataFile, Entry, Name, Positive, Source
from domain.parts.sides import members
from domain.wellington.facts.powers import NATIONS, POWERS, SIDES, Nation, Power, Side

Soldier = Literal["infantry", "cavalry", "artillery"]
SOLDIERS: tuple[Soldier, ...] = get_args(Soldier)
SECTIONS = ("power", "soldiers", "counter_mix", "flags", "leader", "stand_in")


class PowerFact(Entry, frozen=True, kw_only=True):
    """A power (1.1). Its national cards are those of its nation; both French powers share theirs (1.10)."""

    id: Power
    name: Name
    side: Side
    colour: Name
    nationality_bonus: Annotated[int, msgspec.Meta(ge=0, le=6)]  # dice (11.3); 1 once card 38 is played
    nation: Nation
    national_cards_dealt: Annotated[int, msgspec.Meta(ge=1, le=10)]  # 2.7
    src: Source


class SoldierFact(Entry, frozen=True, kw_only=True):
    """A kind of counter: its strength points, may it march and evade without a leader (1.5, 9.1)?"""

    sp: Positive
    marches_alone: bool
    src: Source


class CounterMix(Entry, frozen=True, kw_only=True):
    """How many counters a power has (1.5)."""

    infantry: Annotated[int, msgspec.Meta(ge=1, le=40)]
    cavalry: Annotated[int, msgspec.Meta(ge=1, le=20)]
    artillery: Annotated[int, msgspec.Meta(ge=1, le=10)]
    total: Positive
    src: Source


class FlagLimit(Entry, frozen=True, kw_only=True):
    """How many flags a side has (1.7)."""

    french: Positive
    allied: Positive
    src: Source


class LeaderFact(Entry, frozen=True, kw_only=True):
    """A leader: battle value, and how many strength points and leaders his army may hold (1.6)."""

    id: Name
    name: Name
    power: Power
    battle: Literal[1, 2, 3, 4, 5]
    command: Literal[4, 6, 9]
    src: Source

    @property
    def build_cost(self) -> int:
        """Command points: half of his command value, rounded up (6.1)."""
        return (self.command + 1) // 2


class StandIn(Entry, frozen=True, kw_only=True):
    """The leader that these cards lend to soldiers without one, for the interception roll (10.3)."""

    id: Name
    battle: Annotated[int, msgspec.Meta(ge=0, le=5)]
    command: Positive
    cards: tuple[Positive, ...]
    src: Source


class Forces(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """All pieces of the game. The limits are absolute; counters may be changed for equal strength points."""

    powers: Mapping[Power, PowerFact]                     # in impulse order (1.3)
    side: Mapping[Power, Side]
    powers_of: Mapping[Side, tuple[Power, ...]]
    ally: Mapping[Power, Power]
    powers_of_nation: Mapping[Nation, tuple[Power, ...]]
    soldiers: Mapping[Soldier, SoldierFact]
    sp: Mapping[Soldier, int]
    counters: Mapping[Power, Mapping[Soldier, int]]       # the limit (1.5)
    most_sp: Mapping[Power, int]                          # all counters of a power together
    flags: Mapping[Side, int]                             # the limit (1.7)
    leaders: Mapping[str, LeaderFact]
    leaders_of: Mapping[Power, tuple[str, ...]]
    stand_ins: Mapping[str, StandIn]
    stand_in_of: Mapping[int, StandIn]                    # by card number


def read_forces(file: DataFile) -> Forces:
    """The pieces of a `units.toml`. Raises DataError."""
    powers = _powers(file)
    soldiers = file.by_name("soldiers", SoldierFact, SOLDIERS)
    sp = {soldier: soldiers[soldier].sp for soldier in SOLDIERS}
    counters = _counters(file)
    limit = file.read_table("flags", FlagLimit)
    leaders = {leader.id: leader for leader in file.read_list("leader", LeaderFact)}
    for power in POWERS:
        file.require(any(one.power == power for one in leaders.values()), "leader", "power",
                     f"{power} has no leader")
    stand_ins = {one.id: one for one in file.read_list("stand_in", StandIn)}
    stand_in_of: dict[int, StandIn] = {}
    for one in stand_ins.values():
        for card in one.cards:
            file.require(card not in stand_in_of, one.id, "cards", f"card {card} has a stand-in already")
            stand_in_of[card] = one
    side = {power: powers[power].side for power in POWERS}
    powers_of = members(SIDES, POWERS, side.__getitem__)
    return Forces(
        powers=powers, side=side, powers_of=powers_of,
        ally={power: other for pair in powers_of.values() for power, other in (pair, pair[::-1])},
        powers_of_nation=members(NATIONS, POWERS, lambda power: powers[power].nation),
        soldiers=soldiers, sp=sp, counters=counters,
        most_sp={power: sum(counters[power][soldier] * sp[soldier] for soldier in SOLDIERS)
                 for power in POWERS},
        flags={"allied": limit.allied, "french": limit.french}, leaders=leaders,
        leaders_of=members(POWERS, leaders, lambda leader: leaders[leader].power),
        stand_ins=stand_ins, stand_in_of=stand_in_of,
    )


def _powers(file: DataFile) -> dict[Power, PowerFact]:
    powers = {power.id: power for power in file.read_list("power", PowerFact)}
    file.require(tuple(powers) == POWERS, "power", "id",
                 f"must be in impulse order: {', '.join(POWERS)} (1.3)")
    for side in SIDES:
        count = sum(power.side == side for power in powers.values())
        file.require(count == 2, "power", "side", f"the {side} side has two powers, not {count} (1.1)")
    return powers


def _counters(file: DataFile) -> dict[Power, Mapping[Soldier, int]]:
    mixes = file.by_name("counter_mix", CounterMix, POWERS)
    counters: dict[Power, Mapping[Soldier, int]] = {}
    for power, mix in mixes.items():
        found: dict[Soldier, int] = {
            "infantry": mix.infantry, "cavalry": mix.cavalry, "artillery": mix.artillery}
        file.require(sum(found.values()) == mix.total, power, "total",
                     f"says {mix.total} counters, but the kinds add up to {sum(found.values())}")
        counters[power] = found
    return counters
