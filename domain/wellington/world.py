"""What never changes in Wellington, worked out once so that the rules only look it up.

The powers and sides, the duchies and the lines between them, leaders, cards and fixed numbers, read from
`data/*.toml`. Impulse order is the order of `POWERS` (1.3).
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from domain.kernel.seats import Seat

Power = Literal["britain", "sud", "spain", "nord"]
Side = Literal["allied", "french"]
Line = Literal["open", "broken", "pass", "river"]
Nation = Literal["britain", "spain", "france"]

POWERS: tuple[Power, ...] = ("britain", "sud", "spain", "nord")
SIDE_OF: Mapping[Power, Side] = {"britain": "allied", "sud": "french", "spain": "allied", "nord": "french"}
ALLY_OF: Mapping[Power, Power] = {"britain": "spain", "spain": "britain", "sud": "nord", "nord": "sud"}
OTHER_SIDE: Mapping[Side, Side] = {"allied": "french", "french": "allied"}
POWERS_OF: Mapping[Side, tuple[Power, ...]] = {"allied": ("britain", "spain"), "french": ("sud", "nord")}
NATION_OF: Mapping[Power, Nation] = {
    "britain": "britain",
    "sud": "france",
    "spain": "spain",
    "nord": "france",
}

ALLIED_SEAT, FRENCH_SEAT = Seat("allied"), Seat("french")
SEATINGS: tuple[tuple[Seat, ...], ...] = (
    (Seat("britain"), Seat("sud"), Seat("spain"), Seat("nord")),
    (ALLIED_SEAT, Seat("sud"), Seat("nord")),
    (Seat("britain"), FRENCH_SEAT, Seat("spain")),
    (ALLIED_SEAT, FRENCH_SEAT),
)
"""Who may sit where (2.1): four players, three with one for the Allies or for the French, two."""

DATA = Path(__file__).parent / "data"


class Duchy(msgspec.Struct, frozen=True):
    """A space of the map. `controller` is who held it when 1812 began; `home` whose colour it has (1.21)."""

    id: str
    name: str
    region: str
    shape: str
    home: str
    controller: Power
    defence: int = 0
    port: str = "none"
    zones: tuple[str, ...] = ()

    @property
    def is_fortress(self) -> bool:
        return self.shape == "fortress"

    @property
    def is_key(self) -> bool:
        return self.shape in ("key", "fortress", "capital")

    @property
    def is_occupied(self) -> bool:
        """Does a French symbol stand in this duchy of Spain (1.21)?"""
        return self.region == "spain" and SIDE_OF[self.controller] == "french"


class Leader(msgspec.Struct, frozen=True):
    """A leader's printed values (1.6)."""

    id: str
    name: str
    power: Power
    battle: int
    command: int

    @property
    def build_cost(self) -> int:
        """Command points to build him: half of his command value, rounded up (6.1)."""
        return (self.command + 1) // 2


class Card(msgspec.Struct, frozen=True):
    """A card. `cp` is None on a mandatory card (5.8); `after` is where it goes when played as an event."""

    id: str
    number: int
    deck: str
    kinds: tuple[str, ...]
    when: tuple[str, ...]
    after: str
    who: str = "any"
    cp: int | None = None

    @property
    def is_plus(self) -> bool:
        return "plus" in self.kinds

    @property
    def is_mandatory(self) -> bool:
        return "mandatory" in self.kinds

    @property
    def is_national(self) -> bool:
        return self.deck != "common"


class Placement(msgspec.Struct, frozen=True):
    """The pieces of a power in a duchy at the start, in counters."""

    power: Power
    duchy: str
    leader: str | None = None
    inf: int = 0
    cav: int = 0
    art: int = 0


class Start(msgspec.Struct, frozen=True):
    """A scenario as its data file has it (2.2, 2.3, 2.7)."""

    id: str
    name: str
    first_turn: int
    last_turn: int
    resources: dict[Power, int]
    removed_cards: tuple[int, ...]
    preemption_from_round: int
    flags: tuple[dict[str, str], ...]
    army_groups: tuple[dict[str, Any], ...]
    placement: tuple[Placement, ...]


def _table(file: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{file}.toml").read_text(encoding="utf-8"))


_MAP, _UNITS, _TABLES = _table("map"), _table("units"), _table("tables")

DUCHIES: Mapping[str, Duchy] = {each["id"]: msgspec.convert(each, Duchy) for each in _MAP["duchy"]}
LINES: Mapping[tuple[str, str], Line] = {
    ends: each["kind"] for each in _MAP["line"] for ends in ((each["a"], each["b"]), (each["b"], each["a"]))
}
ADJACENT: Mapping[str, tuple[str, ...]] = {
    duchy: tuple(to for start, to in LINES if start == duchy) for duchy in DUCHIES
}
LEADERS: Mapping[str, Leader] = {each["id"]: msgspec.convert(each, Leader) for each in _UNITS["leader"]}
CARDS: Mapping[str, Card] = {each["id"]: msgspec.convert(each, Card) for each in _table("cards")["card"]}
CARD: Mapping[int, str] = {card.number: card.id for card in CARDS.values()}
"""Card number -> id."""
STARTS: Mapping[str, Start] = {
    each["id"]: msgspec.convert(each, Start) for each in _table("scenarios")["scenario"]
}
MIX: Mapping[Power, tuple[int, int, int]] = {
    power: (each["infantry"], each["cavalry"], each["artillery"])
    for power, each in _UNITS["counter_mix"].items()
}
"""Counters of each power: infantry, cavalry, artillery, a hard limit (1.5)."""
FLAGS: Mapping[Side, int] = {"french": _UNITS["flags"]["french"], "allied": _UNITS["flags"]["allied"]}
NATIONAL_CARDS_DEALT: Mapping[Power, int] = {
    each["id"]: each["national_cards_dealt"] for each in _UNITS["power"]
}
HAND_DEALT: int = _TABLES["hand"]["dealt"]
HAND_LIMIT: int = _TABLES["hand"]["limit"]
RESOURCE_LIMIT: int = _TABLES["resources"]["limit"]
BUILD_SP: int = _TABLES["costs"]["build_sp"]
FREE_MARCHES: int = _TABLES["attrition"]["free_marches"]


def line_id(one: str, other: str) -> str:
    """A line by its two ends, whichever is named first."""
    return "-".join(sorted((one, other)))


PASSES, RIVERS = (
    tuple(sorted({line_id(*ends) for ends, kind in LINES.items() if kind == wanted}))
    for wanted in ("pass", "river")
)
