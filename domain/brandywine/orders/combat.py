"""Orders of close combat and of its results."""

from domain.brandywine.facts.board import Hex
from domain.brandywine.facts.sides import Side
from domain.brandywine.facts.tables import Tactic
from domain.kernel.orders import Order


class Divert(Order, frozen=True):
    """This stack is held by a diversion and not attacked (12.1.3)."""

    hex: Hex


class NoDiversion(Order, frozen=True):
    """No diversion."""

    leaves = "diversion"


class Attack(Order, frozen=True):
    """The unit attacks these hexes (12.1.4)."""

    unit: str
    targets: tuple[Hex, ...]


class EndAttacks(Order, frozen=True):
    """All attacks are declared."""

    leaves = "attacks"


class FightCombat(Order, frozen=True):
    """This combat is fought next (12.1.6)."""

    targets: tuple[Hex, ...]


class WithdrawCavalry(Order, frozen=True):
    """The dragoons withdraw (12.1.7)."""


class StandCavalry(Order, frozen=True):
    """The dragoons stand."""


class UseLafayette(Order, frozen=True):
    """Lafayette shifts the odds, once (14.5)."""


class SaveLafayette(Order, frozen=True):
    """Lafayette is not used here."""

    leaves = "lafayette"


class ChooseLead(Order, frozen=True):
    """This unit leads (12.1.8)."""

    unit: str


class ChooseTactic(Order, frozen=True):
    """A side plays this chit, face down (12.1.9)."""

    side: Side
    chit: Tactic


class Reroll(Order, frozen=True):
    """A momentum marker rolls the die again (12.1.12)."""


class KeepRoll(Order, frozen=True):
    """The die stands."""

    leaves = "reroll"


class CaptureUnit(Order, frozen=True):
    """This unit is captured (13.1.7, 13.1.8)."""

    unit: str


class LoseSecondStep(Order, frozen=True):
    """This unit loses the second step (13.1.6)."""

    unit: str


class CheckNext(Order, frozen=True):
    """This unit checks its morale next, tries next to rally, or goes back next (12.1.13, 13.2, 13.6,
    R-81)."""

    unit: str


class Retreat(Order, frozen=True):
    """The unit goes back to this hex; `ford`: over the creek where there is no passage (13.2, 16.2.8);
    `via`: over these hexes, in which it captures leaders (14.3.2)."""

    unit: str
    to: Hex
    ford: bool = False
    via: tuple[Hex, ...] = ()


class RetreatByStep(Order, frozen=True):
    """The unit gives a step to fit, and goes back to this hex (13.2.3)."""

    unit: str
    to: Hex
    via: tuple[Hex, ...] = ()
    ford: bool = False


class BeCaptured(Order, frozen=True):
    """The unit gives no step and is captured (13.2.3)."""

    unit: str


class FollowRetreat(Order, frozen=True):
    """The leader goes back with the unit (13.2.6)."""

    leader: str


class StayBehind(Order, frozen=True):
    """No leader goes along any more."""


class Advance(Order, frozen=True):
    """The unit advances into this hex (12.1.15)."""

    unit: str
    to: Hex


class AdvanceLeader(Order, frozen=True):
    """The leader goes along into this hex."""

    leader: str
    to: Hex


class EndAdvance(Order, frozen=True):
    """Nobody else advances."""

    leaves = "advance"
