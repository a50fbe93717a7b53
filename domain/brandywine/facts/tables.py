"""The tables of the player aids: terrain, fire, close combat, tactics, morale, victory."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from domain.brandywine.facts.board import HEXES, Hex
from domain.kernel.chance import Die
from domain.kernel.datafiles import DataFile, Entry, Source

Points = Annotated[int, msgspec.Meta(ge=0, le=12)]
Few = Annotated[int, msgspec.Meta(ge=-6, le=6)]
Worth = Annotated[int, msgspec.Meta(ge=0, le=40)]
Number = Annotated[int, msgspec.Meta(ge=0, le=12)]
Kind = Literal["clear", "cultivated", "light_woods", "forest", "town", "meeting_house"]
SideKind = Literal[
    "stream", "slope_up", "slope_down", "slope_stream_up", "slope_stream_down", "breastwork_in",
    "breastwork_out",
]  # fmt: skip
Band = Literal["high", "fatigued", "wavering", "demoralized"]
Tactic = Literal[
    "skirmish", "attack_en_echelon", "stand_fast", "withdraw", "frontal_assault", "commit_reserve",
    "turn_flank", "refuse_flank",
]  # fmt: skip
Damage = Literal["-", "AM", "R", "R*", "D", "D*", "1", "1*", "2"]
Outcome = Annotated[str, msgspec.Meta(pattern=r"^(PIN|R/R|-/(R|D|1|2|DC|AC)|(R|D|1|2|DC|AC)/-)$")]
Result = Literal["-", "R", "D", "1", "2", "DC", "AC"]
KINDS: tuple[Kind, ...] = ("clear", "cultivated", "light_woods", "forest", "town", "meeting_house")
SIDE_KINDS: tuple[SideKind, ...] = (
    "stream", "slope_up", "slope_down", "slope_stream_up", "slope_stream_down", "breastwork_in",
    "breastwork_out",
)  # fmt: skip
TACTICS: tuple[Tactic, ...] = (
    "skirmish", "attack_en_echelon", "stand_fast", "withdraw", "frontal_assault", "commit_reserve",
    "turn_flank", "refuse_flank",
)  # fmt: skip
DICE = 10
"""Faces of the die: 0 to 9."""
D10 = Die("d10", tuple(map(str, range(DICE))))
"""The die shows what the rules call it: 0 is 0 (2.3)."""
SECTIONS = (
    "terrain", "side", "movement", "stacking", "rifle_fire", "artillery_fire", "fire", "close_combat",
    "modifiers", "momentum", "tactics", "band", "army_morale", "morale_check", "victory", "battery",
    "releases",
)  # fmt: skip


class TerrainFact(Entry, frozen=True, kw_only=True):
    """What a kind of hex does; a cost of 0 is prohibited ground."""

    foot: Annotated[int, msgspec.Meta(ge=1, le=12)]
    dragoon: Points
    artillery: Points
    blocks_sight: bool
    zone_reaches_in: bool
    close_combat: Few
    fire: Few
    morale: Few
    src: Source


class SideFact(Entry, frozen=True, kw_only=True):
    move: Points
    close_combat: Few
    src: Source


class MovementFact(Entry, frozen=True, kw_only=True):
    way_cost: Annotated[int, msgspec.Meta(ge=1, le=3)]
    strategic_times: Annotated[int, msgspec.Meta(ge=1, le=3)]
    rifle_zone: Points
    leader_class: Literal["foot"]
    march_bonus: Points
    src: Source


class StackingFact(Entry, frozen=True, kw_only=True):
    strength: Annotated[int, msgspec.Meta(ge=6, le=20)]
    artillery: Annotated[int, msgspec.Meta(ge=1, le=3)]
    src: Source


class FireTable(Entry, frozen=True, kw_only=True):
    """`to_hit`: by points, the last line for more, and by distance; `damage` by the die."""

    to_hit: Annotated[tuple[tuple[Number, ...], ...], msgspec.Meta(min_length=1)]
    damage: Annotated[tuple[Damage, ...], msgspec.Meta(min_length=DICE, max_length=DICE)]
    src: Source

    @property
    def range(self) -> int:
        return len(self.to_hit[0])

    def needed(self, strength: int, distance: int) -> int:
        """The modified die that hits."""
        return self.to_hit[min(strength, len(self.to_hit)) - 1][distance - 1]


class FireFact(Entry, frozen=True, kw_only=True):
    first_rifle_fire: Few
    breastwork: Few
    dragoon: Few
    src: Source


class CloseCombatFact(Entry, frozen=True, kw_only=True):
    columns: Annotated[
        tuple[Annotated[str, msgspec.Meta(pattern=r"^\d-\d$")], ...], msgspec.Meta(min_length=2)
    ]
    lowest: Few
    results: dict[str, tuple[Outcome, ...]]
    src: Source

    @property
    def ratios(self) -> tuple[tuple[int, int], ...]:
        """(attackers, defenders) of each column, the worst first."""
        return tuple((int(each[0]), int(each[-1])) for each in self.columns)

    def result(self, column: int, total: int) -> str:
        """What stands in a column for a modified die."""
        row = self.results[self.columns[column]]
        return row[max(0, min(total - self.lowest, len(row) - 1))]


class ModifiersFact(Entry, frozen=True, kw_only=True):
    defending_rifle: Few
    broken_defender: Few
    dragoon_on_broken: Few
    militia_defends: Few
    defender_surrounded: Few
    attacking_rifle: Few
    militia_attacks: Few
    attacker_surrounded: Few
    some_across_creek: Few
    all_across_creek: Few
    diversion: Few
    lafayette: Few
    illegal_chit: Few
    src: Source


class MomentumFact(Entry, frozen=True, kw_only=True):
    pool: Number
    initiative: Few
    override: Annotated[int, msgspec.Meta(ge=1, le=6)]
    src: Source


class TacticsFact(Entry, frozen=True, kw_only=True):
    chits: tuple[Tactic, ...]
    leader_near: tuple[Tactic, ...]
    leader_and_flank: tuple[Tactic, ...]
    no_combat: int
    matrix: tuple[tuple[int, ...], ...]
    src: Source

    def outcome(self, attacker: Tactic, defender: Tactic) -> int | None:
        """What the chits add for the attacker; None is no combat."""
        found = self.matrix[self.chits.index(attacker)][self.chits.index(defender)]
        return None if found == self.no_combat else found


class BandFact(Entry, frozen=True, kw_only=True):
    id: Band
    from_: Annotated[int, msgspec.Meta(ge=0, le=40)] = msgspec.field(name="from")
    initiative: Few
    unit_morale: Few
    src: Source


Change = tuple[Few, Few]


class ArmyMoraleFact(Entry, frozen=True, kw_only=True):
    """(the side that suffers it, its enemy)."""

    most: Worth
    loss: Change
    disruption: Change
    step: Change
    two_steps: Change
    captured: Change
    eliminated: Change
    rally: Change
    overstacked: Change
    step_for_retreat: Change
    break_off: Change
    tea: Change
    src: Source


class CheckFact(Entry, frozen=True, kw_only=True):
    target: Number
    src: Source


class VictoryFact(Entry, frozen=True, kw_only=True):
    """In half points; `decisive_strength` and `decisive_times` are those of 4.2.1."""

    eliminated_two_steps: Worth
    reduced: Worth
    eliminated_one_step: Worth
    captured: Worth
    shattered: Worth
    decisive_strength: Annotated[int, msgspec.Meta(ge=1, le=200)]
    decisive_times: Annotated[int, msgspec.Meta(ge=1, le=6)]
    src: Source


class BatteryFact(Entry, frozen=True, kw_only=True):
    hex: Hex
    by_turn: tuple[Worth, ...]
    src: Source


class ReleaseFact(Entry, frozen=True, kw_only=True):
    """From which turn it is free, and what it costs before."""

    free_from: Annotated[int, msgspec.Meta(ge=1, le=12)]
    price: dict[str, Worth]
    src: Source

    def cost(self, turn: int) -> int | None:
        """What the release costs on a turn; None if it cannot be bought."""
        return self.price.get(str(turn))


class Tables(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    terrain: Mapping[Kind, TerrainFact]
    side: Mapping[SideKind, SideFact]
    movement: MovementFact
    stacking: StackingFact
    rifle_fire: FireTable
    artillery_fire: FireTable
    fire: FireFact
    close_combat: CloseCombatFact
    modifiers: ModifiersFact
    momentum: MomentumFact
    tactics: TacticsFact
    bands: tuple[BandFact, ...]
    army: ArmyMoraleFact
    check: CheckFact
    victory: VictoryFact
    battery: BatteryFact
    releases: Mapping[str, ReleaseFact]

    def band(self, morale: int) -> BandFact:
        """The band in which an army's morale lies (15.2)."""
        return next(band for band in self.bands if morale >= band.from_)


def read_tables(file: DataFile) -> Tables:
    """The tables of a `tables.toml`. Raises DataError."""
    bands = file.read_list("band", BandFact)
    starts = [band.from_ for band in bands]
    file.require(
        starts == sorted(starts, reverse=True) and starts[-1:] == [0], "band", "from", "must fall down to 0"
    )
    tactics = file.read_table("tactics", TacticsFact)
    _check_matrix(file, tactics)
    combat = file.read_table("close_combat", CloseCombatFact)
    _check_results(file, combat)
    battery = file.read_table("battery", BatteryFact)
    file.require(battery.hex in HEXES, "battery", "hex", f"{battery.hex!r} is no hex of the map")
    file.require(len(battery.by_turn) == 12, "battery", "by_turn", "must have twelve turns")
    tables = {
        name: file.read_table(name, kind)
        for name, kind in (("rifle_fire", FireTable), ("artillery_fire", FireTable))
    }
    for name, table in tables.items():
        same = all(len(row) == table.range >= 1 for row in table.to_hit)
        file.require(same, name, "to_hit", "must have as many numbers in each line")
    file.require(
        tables["rifle_fire"].range == 1, "rifle_fire", "to_hit", "must have one number a line (10.1.4)"
    )
    return Tables(
        terrain=file.by_name("terrain", TerrainFact, KINDS),
        side=file.by_name("side", SideFact, SIDE_KINDS),
        movement=file.read_table("movement", MovementFact),
        stacking=file.read_table("stacking", StackingFact),
        rifle_fire=tables["rifle_fire"],
        artillery_fire=tables["artillery_fire"],
        fire=file.read_table("fire", FireFact),
        close_combat=combat,
        modifiers=file.read_table("modifiers", ModifiersFact),
        momentum=file.read_table("momentum", MomentumFact),
        tactics=tactics,
        bands=tuple(bands),
        army=file.read_table("army_morale", ArmyMoraleFact),
        check=file.read_table("morale_check", CheckFact),
        victory=file.read_table("victory", VictoryFact),
        battery=battery,
        releases=file.by_name("releases", ReleaseFact, ("greene", "army")),
    )


def _check_matrix(file: DataFile, fact: TacticsFact) -> None:
    file.require(fact.chits == TACTICS, "tactics", "chits", f"must be {', '.join(TACTICS)}")
    square = len(fact.matrix) == len(TACTICS) and all(len(row) == len(TACTICS) for row in fact.matrix)
    file.require(square, "tactics", "matrix", "must have a line and a column for each chit")
    most = max(abs(value) for row in fact.matrix for value in row if value != fact.no_combat)
    file.require(most <= 6, "tactics", "matrix", "has a number of more than 6")


def _check_results(file: DataFile, fact: CloseCombatFact) -> None:
    file.require(set(fact.results) == set(fact.columns), "close_combat", "results", "must have every column")
    lengths = {len(row) for row in fact.results.values()}
    file.require(len(lengths) == 1, "close_combat", "results", "must be equally long")
    ratios = [one / other if other else 0 for one, other in fact.ratios]
    file.require(
        0 not in ratios and ratios == sorted(ratios),
        "close_combat",
        "columns",
        "must rise from the worst odds",
    )
