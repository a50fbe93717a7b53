"""The state of a game, and how a changed copy is made. A state is never changed in place."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import msgspec

from domain.brandywine.facts import Facts, known
from domain.brandywine.facts.board import Hex
from domain.brandywine.facts.scenarios import Scenario
from domain.brandywine.facts.sides import SIDES, Mover, Side
from domain.brandywine.facts.tables import BandFact, Tables, Tactic
from domain.brandywine.facts.terrain import Ground
from domain.brandywine.facts.units import Fact, UnitFact, Units
from domain.kernel.seats import Seat

Phase = Literal["set_up", "initiative", "movement", "rally", "artillery", "rifles", "combat", "over"]
Condition = Literal["disrupted", "shattered"]
Fate = Literal["eliminated", "captured", "hit", "removed"]
Level = Literal["decisive", "substantial", "marginal", "draw", ""]
Pieces = tuple[str, ...]
Hexes = tuple[Hex, ...]


def _nothing() -> dict[Side, int]:
    return dict.fromkeys(SIDES, 0)


class Pin(msgspec.Struct, frozen=True):
    """Units of both sides that are pinned together, and what the active player chose (13.1.9)."""

    british: Pieces
    american: Pieces
    choice: Literal["", "attack", "break_off"] = ""

    def of(self, side: Side) -> Pieces:
        return self.british if side == "british" else self.american


class Volley(msgspec.Struct, frozen=True):
    """A group that fires at a target; `damage` is known once it is rolled, "" a miss."""

    side: Side
    target: str
    firers: Pieces
    first: bool = False
    damage: str = ""


class Combat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A close combat: declared, and what is known of it while it is fought."""

    attackers: Pieces
    targets: Hexes
    defenders: Pieces = ()
    attack_lead: str = ""
    defence_lead: str = ""
    attack_chit: Tactic | None = None
    defence_chit: Tactic | None = None
    swing: int | None = 0
    shifts: int = 0
    result: str = ""
    total: int = 0
    forced: Pieces = ()
    """Attackers that had to go back, and so do not advance."""
    bases: Hexes = ()
    """The hexes from which the attackers fight."""

    def lead(self, side: Side, active: Side) -> str:
        return self.attack_lead if side == active else self.defence_lead


class State(msgspec.Struct, frozen=True):
    """A game at one moment.

    `at` has every piece on the map, `gone` what became of those that left it. `reduced` units show their
    second side; `condition` has those that are not in parade order; `withdrawn` carry the marker of cavalry.
    `pins` are groups of pinned units, `shunned` the enemies from whom the active side breaks off in this
    phase. `army` is army morale, `pending` what is to be added to it once a shot or combat is over (R-105),
    None outside of one. `first` begins the turn, `holder` began the last one.

    `moved` have moved in this phase, `arrived` came this turn. `fired` are rifles that have ever fired,
    `shot` who fired and `targeted` who was fired at in this phase; `volleys` are declared. `combats` are
    declared and still to be fought, `fight` is being fought; `diverted` is the stack of the diversion,
    `refugees` went back into hexes whose combat is still to be fought (13.2.5, R-88).

    `released` says on which turn limits fell (9.4), `ceded` what half points that cost. `battery` is the turn
    in whose box the marker of Proctor's Battery lies. `entries` are the secret choices of 9.7 and 9.8, those
    that are known in `revealed`. `lost` are the points of infantry removed, by side (R-14).
    """

    secrets: ClassVar[Mapping[str, str]] = {}

    scenario: str
    seats: tuple[Seat, ...]
    advanced: bool = True
    at: dict[str, Hex] = {}
    gone: dict[str, Fate] = {}
    reduced: Pieces = ()
    condition: dict[str, Condition] = {}
    withdrawn: Pieces = ()
    pins: tuple[Pin, ...] = ()
    shunned: Pieces = ()
    army: dict[Side, int] = msgspec.field(default_factory=_nothing)
    pending: dict[Side, int] | None = None
    momentum: dict[Side, int] = msgspec.field(default_factory=_nothing)
    turn: int = 0
    half: int = 0
    first: Side = "british"
    holder: Side = "british"
    active: Side = "british"
    phase: Phase = "set_up"
    bids: dict[Side, int] = msgspec.field(default_factory=_nothing)
    moved: Pieces = ()
    arrived: Pieces = ()
    fired: Pieces = ()
    shot: Pieces = ()
    targeted: Pieces = ()
    volleys: tuple[Volley, ...] = ()
    combats: tuple[Combat, ...] = ()
    fight: Combat | None = None
    diverted: Hex = ""
    refugees: Pieces = ()
    released: dict[str, int] = {}
    ceded: int = 0
    engaged: bool = False
    roused: bool = False
    proctor_free: bool = False
    battery: int = 0
    lafayette_sent: bool = False
    march: bool = False
    entries: dict[str, str] = {}
    revealed: Pieces = ()
    lost: dict[Side, int] = msgspec.field(default_factory=_nothing)
    casualties: dict[str, int] = {}
    luck: dict[str, float] = {}
    winner: Side | None = None
    level: Level = ""
    won_by: str = ""
    data: str = ""

    @property
    def facts(self) -> Facts:
        """The facts that the game is played by, built in or of its pack."""
        return known[self.data]

    @property
    def tables(self) -> Tables:
        return known[self.data].tables

    @property
    def ground(self) -> Ground:
        return known[self.data].ground

    @property
    def units(self) -> Units:
        return known[self.data].units

    @property
    def field(self) -> Scenario:
        return known[self.data].scenarios[self.scenario]

    @property
    def is_over(self) -> bool:
        return bool(self.level)

    def changed(self, **fields: Any) -> "State":
        """A copy with these fields."""
        return msgspec.structs.replace(self, **fields)


changed = msgspec.structs.replace
"""`changed(combat, result="R/R")`: a copy of any struct with these fields."""


# Looking up -------------------------------------------------------------------------------------


def side_of(state: State, piece: str) -> Side:
    return state.units.side[piece]


def unit_fact(state: State, unit: str) -> UnitFact:
    return state.units.units[unit]


def piece_fact(state: State, piece: str) -> Fact:
    return state.units.pieces[piece]


def is_leader(state: State, piece: str) -> bool:
    return piece in state.units.leaders


def is_gun(state: State, unit: str) -> bool:
    return state.units.units[unit].type == "artillery"


def is_rifle(state: State, unit: str) -> bool:
    return state.units.units[unit].rifle


def mover_of(state: State, piece: str) -> Mover:
    return piece_fact(state, piece).mover


def strength(state: State, unit: str) -> int:
    """The points on the face that shows."""
    fact = state.units.units[unit]
    return fact.sp[-1] if unit in state.reduced else fact.sp[0]


def steps_left(state: State, unit: str) -> int:
    return 2 if state.units.units[unit].has_two_steps and unit not in state.reduced else 1


def band_of(state: State, side: Side) -> BandFact:
    """The band of an army's morale; within a shot or combat the one of its start (15.2.7)."""
    return state.tables.band(state.army[side])


def morale_of(state: State, unit: str) -> int:
    """The morale of a unit with its army's modifier (15.1.2)."""
    fact = state.units.units[unit]
    own = fact.morale[-1] if unit in state.reduced else fact.morale[0]
    return own + band_of(state, fact.side).unit_morale


def fight_of(state: State) -> Combat:
    assert state.fight is not None, "a combat is under way"
    return state.fight


def pool(state: State) -> int:
    """The momentum markers that nobody has (12.3.9)."""
    return state.tables.momentum.pool - sum(state.momentum.values())


def pinned(state: State) -> dict[str, Pin]:
    """Every pinned unit -> its group."""
    return {unit: pin for pin in state.pins for unit in (*pin.british, *pin.american)}


def is_bound(state: State) -> bool:
    """Do the limits of 9.4 hold, and with them hidden stacks?"""
    return state.field.has("released_by_turn") and "army" not in state.released


def is_hidden(state: State) -> bool:
    """May the American not look into British stacks (7.1.3, R-44)?"""
    return state.advanced and is_bound(state)


# Changed copies ---------------------------------------------------------------------------------


def with_at(state: State, piece: str, at: Hex) -> State:
    """The piece stands here."""
    return state.changed(at={**state.at, piece: at})


def without_pieces(state: State, gone: Mapping[str, Fate]) -> State:
    """These pieces have left the map."""
    return state.changed(
        at={piece: at for piece, at in state.at.items() if piece not in gone},
        gone={**state.gone, **gone},
        condition={unit: each for unit, each in state.condition.items() if unit not in gone},
        withdrawn=tuple(unit for unit in state.withdrawn if unit not in gone),
        pins=without_pinned(state.pins, gone),
        refugees=tuple(unit for unit in state.refugees if unit not in gone),
    )


def without_pinned(pins: tuple[Pin, ...], gone: Mapping[str, Any] | Pieces) -> tuple[Pin, ...]:
    """The groups without these units; a group one of whose sides is empty is over (R-36)."""
    if not pins:
        return pins
    left = [
        Pin(
            tuple(unit for unit in pin.british if unit not in gone),
            tuple(unit for unit in pin.american if unit not in gone),
            pin.choice,
        )
        for pin in pins
    ]
    return tuple(pin for pin in left if pin.british and pin.american)


def added(counts: Mapping[Any, Any], **more: Any) -> dict[Any, Any]:
    """The counts with these added."""
    return {**counts, **{name: counts.get(name, 0) + value for name, value in more.items()}}
