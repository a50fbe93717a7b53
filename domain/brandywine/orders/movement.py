"""Orders of the movement phase."""

from typing import Literal

from domain.brandywine.facts.board import Hex
from domain.kernel.orders import Order


class BuyRelease(Order, frozen=True):
    """Release Greene's wing, or the army, before its turn (9.4.4, 9.4.5)."""

    kind: Literal["greene", "army"]


class DeclineRelease(Order, frozen=True):
    """The limits hold for now."""


class ArriveAt(Order, frozen=True):
    """Those who arrive are placed here, since the enemy stands in their hex (R-34)."""

    hex: Hex


class ChoosePin(Order, frozen=True):
    """Pinned units will attack, or break off (13.1.9)."""

    units: tuple[str, ...]
    choice: Literal["attack", "break_off"]


class MoveUnit(Order, frozen=True, gc=False):
    """Move a unit to this hex (9.1); `via`: over these, in each of which it captures leaders (14.3.2)."""

    unit: str
    to: Hex
    via: tuple[Hex, ...] = ()


class MoveLeader(Order, frozen=True, gc=False):
    """Move a leader to this hex (R-32)."""

    leader: str
    to: Hex


class SendLafayette(Order, frozen=True):
    """Lafayette leaves Washington (14.5)."""


class EndMovement(Order, frozen=True):
    """No more moves."""

    leaves = "movement"
