"""Orders of the combat phase, and what the defender answers."""

from domain.kernel.orders import Order
from domain.napoleonics.facts.board import Hex


class Fire(Order, frozen=True):
    """Fire at a unit at a distance (R-51)."""

    unit: str
    target: str


class Attack(Order, frozen=True):
    """Attack an adjacent unit or lone leader in melee (R-52)."""

    unit: str
    target: str


class EndCombat(Order, frozen=True):
    """No more combats."""

    leaves = "combat"


class AddBattery(Order, frozen=True):
    """This artillery takes part in the melee (R-70)."""

    battery: str


class EndBatteries(Order, frozen=True):
    """No more artillery; roll."""

    leaves = "batteries"


class StandFast(Order, frozen=True):
    """The defender stands (R-145)."""

    passes = True


class FormSquare(Order, frozen=True):
    """The infantry forms square (R-60)."""

    unit: str


class RetireAndReform(Order, frozen=True):
    """The cavalry retires instead of standing (R-76)."""

    unit: str


class StrikeFirst(Order, frozen=True):
    """The defender plays this card and strikes first (R-53)."""

    card: str


class IgnoreFlags(Order, frozen=True):
    """So many flags are ignored (R-94)."""

    count: int


class Retreat(Order, frozen=True):
    """The unit goes back to this hex (R-91)."""

    unit: str
    to: Hex


class RetreatLeader(Order, frozen=True):
    """The leader goes back over these hexes, `off` the map at their end (R-86)."""

    leader: str
    path: tuple[Hex, ...]
    off: bool = False


class Advance(Order, frozen=True):
    """The winner goes to this hex: the one that was left, or, cavalry, over it to the next (R-100, R-101)."""

    unit: str
    to: Hex


class HoldGround(Order, frozen=True):
    """The winner stays where it is."""

    leaves = "ground"


class EndBonus(Order, frozen=True):
    """No bonus melee (R-102)."""

    leaves = "bonus"


class BattleBack(Order, frozen=True):
    """The target strikes back (R-106)."""

    unit: str


class DeclineBattleBack(Order, frozen=True):
    """The target does not strike back."""

    leaves = "battle_back"
