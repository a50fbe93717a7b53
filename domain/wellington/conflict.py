"""What is under way in a duchy: a formation that arrives, a battle, a siege. Parts of the state.

They nest: an answer may start a battle elsewhere before the one at hand goes on, so the state keeps stacks.
"""

from typing import Literal

import msgspec

from domain.wellington.world import LineKind, Power, Side

Means = Literal["march", "interception", "evasion", "retreat", "event", "build", "sea"]
"""How a formation came where it is."""


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """The pieces of one power in a formation."""

    power: Power
    sp: int = 0
    leaders: tuple[str, ...] = ()


class Arrival(msgspec.Struct, frozen=True, omit_defaults=True):
    """A formation that has come into a duchy, until answers, attrition and battle there are done (R-38).

    `power` leads it, `start` is where it came from (None: placed, built or landed), `origins` where each of
    its parts came from, card interceptions included; `dice` is the attrition that it owes for the way,
    `evasion_failed` that a defender tried to evade and failed (10.7).
    """

    power: Power
    duchy: str
    start: str | None
    means: Means
    parts: tuple[Part, ...]
    origins: tuple[str, ...] = ()
    dice: int = 0
    evasion_failed: bool = False


class Laid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card that works in a battle or siege: who laid it, in which round, and what was chosen with it."""

    card: str
    power: Power
    round: int
    target: str = ""


class Camp(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side in a battle or siege.

    `hits` are those suffered in all rounds; `disorganised` and `lost` count strength points, `lost` leaders
    as well; `dice` are those of the present round as rolled.
    """

    hits: int = 0
    disorganised: int = 0
    lost: int = 0
    dice: tuple[int, ...] = ()


class Battle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle (11). All pieces in the duchy take part.

    `attacker` is the side that entered or was placed (R-54), `power` the power that led it there, `origins`
    where it may go back to (R-65); `line` gives the defender terrain dice in the first round, None if he has
    none (R-55). `round` is 0 before the first one; `rounds` is how many there are at most.
    """

    duchy: str
    attacker: Side
    power: Power
    origins: tuple[str, ...] = ()
    line: LineKind | None = None
    evasion_failed: bool = False
    round: int = 0
    rounds: int = 2
    camps: dict[Side, Camp] = {}
    cards: tuple[Laid, ...] = ()
    winner: Side | None = None
    is_rout: bool = False


class Siege(msgspec.Struct, frozen=True, omit_defaults=True):
    """A siege under way (12): one army of `power` against a fortress of `strength`.

    `leader` commands it, `sp` and `staff` are what he leads; `sixes` count against the fortress.
    """

    duchy: str
    power: Power
    leader: str
    sp: int
    strength: int
    staff: tuple[str, ...] = ()
    round: int = 0
    sixes: int = 0
    besieger: Camp = Camp()
    fortress: Camp = Camp()
    cards: tuple[Laid, ...] = ()
