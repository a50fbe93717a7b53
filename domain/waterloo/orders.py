"""The orders of Waterloo. `to` is always a square; D-nn names the decision point of the rulings."""

from typing import Literal

from domain.kernel.orders import Order
from domain.waterloo.facts import Army, Facing, Square
from domain.waterloo.position.state import BattleUse, Use

Part = Literal["loss", "reduction", "retreat"]
"""A part of a losing result that a chateau point can absorb: the one loss of a battle that was lost by not
more than double, or one of the two of a worse one (W-63)."""


# Turn and rounds ------------------------------------------------------------------------------


class Bid(Order, frozen=True):
    """Bid this card for the first round of the turn (7.0, D-02)."""

    army: Army
    card: str


class NoBid(Order, frozen=True):
    """Bid nothing (7.0, D-01)."""


class LeaveBid(Order, frozen=True):
    """Let the Prussian player bid for the coalition (W-18, D-01); three players only."""


class ChooseArmy(Order, frozen=True):
    """Play this coalition round with this army (W-17, D-03)."""

    army: Army


class TakeRound(Order, frozen=True):
    """The Prussian player takes the round that he is offered (W-18, D-04)."""


class DeclineRound(Order, frozen=True):
    """The Prussian player declines the round that he is offered (W-18, D-04)."""


class Pass(Order, frozen=True):
    """Play no card in this round (4.0, W-16)."""


class EndRound(Order, frozen=True):
    """Play no further card in this round (4.0, W-13)."""


class PlayCard(Order, frozen=True):
    """Play a card for movement or for its action (6.0, D-05)."""

    card: str
    use: Use


# Movement -------------------------------------------------------------------------------------


class MoveUnit(Order, frozen=True, omit_defaults=True):
    """Move a unit one square (8.0). A unit that leaves a chateau takes a facing with it (10, W-34).

    After a cavalry withdrawal infantry that must turn first says which way: towards the square (W-40).
    """

    unit: str
    to: Square
    facing: Facing | None = None


class TurnUnit(Order, frozen=True):
    """Turn a unit for 1 MP (8.1)."""

    unit: str
    facing: Facing


class MoveLeader(Order, frozen=True):
    """Move a leader one square for 1 MP (12.0)."""

    leader: str
    to: Square


class EnterUnit(Order, frozen=True):
    """Bring a Prussian unit on to the map (5.0)."""

    unit: str
    to: Square
    facing: Facing


class StopUnit(Order, frozen=True):
    """End the move of this unit (W-28, W-40)."""

    unit: str


class EndMovement(Order, frozen=True):
    """Move nothing more with this card (8.0)."""


class Withdraw(Order, frozen=True):
    """Withdraw cavalry before the infantry that came beside it (9.6, D-08)."""

    unit: str
    to: Square
    facing: Facing


class StayPut(Order, frozen=True):
    """Withdraw no more cavalry from this infantry (9.6, D-08)."""


# Battle ---------------------------------------------------------------------------------------


class Attack(Order, frozen=True):
    """Attack this unit with these (9.2, D-10)."""

    target: str
    attackers: tuple[str, ...]


class NoAttack(Order, frozen=True):
    """Leave the attack of this card unused (W-41, D-10)."""


class SetCard(Order, frozen=True):
    """Set a card aside for the battle, face down (9.3, D-11, D-23)."""

    closes = False

    card: str
    use: BattleUse


class RevealCards(Order, frozen=True):
    """Set no further card; what was set is shown when both sides are ready (9.3, D-11)."""


class Stand(Order, frozen=True):
    """The losing defender stays and is reduced (9.4, D-13)."""

    unit: str


class RetreatTo(Order, frozen=True):
    """The losing defender retreats and takes any facing (9.5, D-14, D-15)."""

    unit: str
    to: Square
    facing: Facing


class AbsorbLoss(Order, frozen=True):
    """Remove a destruction point of the chateau for each of these parts, and suffer the rest (10, D-12)."""

    unit: str
    parts: tuple[Part, ...]


class ReduceUnit(Order, frozen=True):
    """The attacker who lost by more than double reduces this unit (9.4, D-16)."""

    unit: str


class AdvanceWith(Order, frozen=True):
    """Advance this unit into the vacated square; it takes any facing (9.4, D-17, D-18)."""

    unit: str
    to: Square
    facing: Facing


# Actions, windows, leaders --------------------------------------------------------------------


class FireArtillery(Order, frozen=True):
    """This infantry fires with this card at the enemy in front of it (11.1, D-20, D-21)."""

    card: str
    shooter: str
    target: str


class LetPass(Order, frozen=True):
    """Fire no artillery now (11.1, D-20)."""

    passes = True


class Charge(Order, frozen=True):
    """This cavalry runs to a square and attacks the enemy beyond it (11.4, D-22)."""

    unit: str
    to: Square
    target: str


class ForceCharge(Order, frozen=True):
    """This enemy cavalry must run to a square and attack our unit beyond it (11.5, D-24)."""

    unit: str
    to: Square
    target: str


class RallyUnits(Order, frozen=True):
    """Remove disorder from one or two units (11.6, D-25)."""

    units: tuple[str, ...]


class RestoreUnit(Order, frozen=True):
    """Turn a reduced unit back to its full side (11.6, D-25)."""

    unit: str


class DisplaceLeader(Order, frozen=True):
    """A leader alone beside the enemy goes to one of the nearest units (12.0, D-19)."""

    leader: str
    to: Square
