"""What is under way in a duchy: a formation that arrives, a battle, a siege. Parts of the state.

They nest: an answer may start a battle elsewhere before the one at hand goes on, so the state keeps stacks.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from domain.wellington.facts.world import LineKind, Power, Side

Means = Literal["march", "interception", "evasion", "retreat", "event", "build", "sea"]
"""How a formation came where it is."""


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """The pieces of one power in a formation."""

    power: Power
    sp: int = 0
    leaders: tuple[str, ...] = ()


def pieces_in(parts: Sequence[Part]) -> int:
    """Strength points and leaders: so many dice of attrition (R-81)."""
    return sum(part.sp + len(part.leaders) for part in parts)


class Attempt(msgspec.Struct, frozen=True, omit_defaults=True):
    """An interception or evasion that was declared (10).

    `path` goes from where the pieces stand to where they want to be; it has three duchies only for a card
    (C-X). `leader` is the one whose battle value counts, None if there is none; then `value` counts, which a
    card lends. `dice` are those rolled.
    """

    means: Literal["interception", "evasion"]
    power: Power
    path: tuple[str, ...]
    parts: tuple[Part, ...]
    leader: str | None = None
    dice: tuple[int, ...] = ()
    value: int = 0


class Toll(msgspec.Struct, frozen=True, omit_defaults=True):
    """Attrition dice that a formation owes for the way it came (9.4, 13.1); `power` chooses the losses."""

    power: Power
    duchy: str
    parts: tuple[Part, ...]
    dice: int


class Arrival(msgspec.Struct, frozen=True, omit_defaults=True):
    """A formation that has come into a duchy, until answers, attrition and battle there are done (R-38).

    `power` leads it, `start` is where it came from (None: placed, built or landed), `origins` where each of
    its parts came from, card interceptions included; `dice` is the attrition that it owes for the way,
    `evasion_failed` that a defender tried to evade and failed (10.7).

    Without `parts` it is a flag that an event placed (10.10), or formations that a card calls (C-X).

    Filled in while it is answered: `was_friendly`: was the duchy friendly to the other side before (R-46,
    R-55)? `was_held`: did friends of the formation rest there before (10.1)? `attempts` are those under way,
    `tried` the leaders and powers that need not be asked again,
    `came` the powers whose interception succeeded, `tolls` what interceptors and evaders owe.
    """

    power: Power
    duchy: str
    start: str | None
    means: Means
    parts: tuple[Part, ...]
    origins: tuple[str, ...] = ()
    dice: int = 0
    evasion_failed: bool = False
    was_friendly: bool = False
    attempts: tuple[Attempt, ...] = ()
    tried: tuple[str, ...] = ()
    came: tuple[Power, ...] = ()
    tolls: tuple[Toll, ...] = ()
    was_held: bool = False


class Laid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card that works in a battle or siege: who laid it, in which round, and what was chosen with it.

    `used` counts the dice of that round that it has softened, of the few that it may.
    """

    card: str
    power: Power
    round: int
    target: str = ""
    used: int = 0


class Camp(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side in a battle or siege.

    `hits` are those suffered in all rounds, `fives` those of them that are fives still (#48); `disorganised`
    are all that were disorganised, which cost dice, `shaken` those of them that still stand, which a rout
    eliminates. `lost` counts strength points and leaders, `fallen` says which of them were eliminated;
    `earlier` were lost in a battle just before (#51), `before` on the way to this one (#95).
    `dice` are those of the present round as rolled; `led` that a leader fought here; `headless` that nobody
    else may take command (#32, #52); `away` counts the pieces that retreated and survived it;
    `panicked` are those of the fallen whom cards scattered that others may still rally (#31, #54).
    """

    hits: int = 0
    disorganised: int = 0
    shaken: int = 0
    lost: int = 0
    earlier: int = 0
    fallen: tuple[Part, ...] = ()
    dice: tuple[int, ...] = ()
    led: bool = False
    headless: bool = False
    away: int = 0
    panicked: tuple[Part, ...] = ()
    fives: int = 0
    before: int = 0


class Battle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle (11). All pieces in the duchy take part.

    `attacker` is the side that entered or was placed (R-54), `power` the power that led it there, `origins`
    the adjacent duchies where it may go back to (R-65); `line` gives the defender terrain dice in the first
    round, None if he has none (R-52, R-55). `evasion_failed` gives the attacker one (R-52). `round` is 0
    before the first one; `rounds` is how many there are at most, `must` how many are fought in any case (#11,
    #36). `retreating` and `retreat_to` are the retreat declared last. `renewed` says that a card makes both
    sides fight a new battle instead of retreating (#51).
    `port` is where the attacker sailed from, and sails back to if he is beaten (14.2, 14.3).
    """

    duchy: str
    attacker: Side
    power: Power
    origins: tuple[str, ...] = ()
    line: LineKind | None = None
    evasion_failed: bool = False
    round: int = 0
    rounds: int = 2
    must: int = 0
    camps: dict[Side, Camp] = {}
    cards: tuple[Laid, ...] = ()
    winner: Side | None = None
    is_rout: bool = False
    is_overrun: bool = False
    is_flag_overrun: bool = False
    retreating: Part | None = None
    retreat_to: str = ""
    renewed: bool = False
    port: str = ""


class Siege(msgspec.Struct, frozen=True, omit_defaults=True):
    """A siege under way (12): one army of `power` against a fortress of `strength`.

    `leader` commands it, `sp` and `staff` are what he leads; `spent` are disorganised strength points that
    others replaced (R-79). `owner` held the fortress, `sixes` count against it. The dice of both camps are
    those of the present round, `is_counted` when they took effect; `apart` are those that a card made the
    besieger roll apart, which cost him `backfired` pieces (#15); `harm` is what cards cost him before the
    dice of this round (#52, #95). There are at most `rounds`; `is_lifted`: he
    gave the siege up (#27).
    """

    duchy: str
    power: Power
    leader: str
    sp: int
    owner: Power
    strength: int
    rounds: int
    staff: tuple[str, ...] = ()
    spent: int = 0
    round: int = 0
    sixes: int = 0
    is_counted: bool = False
    is_taken: bool = False
    is_lifted: bool = False
    apart: tuple[int, ...] = ()
    backfired: int = 0
    harm: int = 0
    besieger: Camp = Camp()
    fortress: Camp = Camp()
    cards: tuple[Laid, ...] = ()
