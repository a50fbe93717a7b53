"""How the tests' players choose: a bit of everything, and rounds that end soon."""

from collections.abc import Sequence
from random import Random
from typing import Any

CHANCES = {
    "EndRound": 0.3, "Pass": 0.15, "EndMovement": 0.3, "NoAttack": 0.0, "RevealCards": 0.55, "NoBid": 0.5,
    "LetPass": 0.5, "StayPut": 0.3, "StopUnit": 0.5,
    "EndImpulse": 0.2, "LeavePoints": 0.15, "LayNone": 0.4, "LayNoCard": 0.4, "StandFast": 0.5,
    "KeepHand": 0.9, "LiftSiege": 0.3, "LeavePreemption": 0.7, "LeaveReinforcements": 0.3,
    "LeaveRedeployment": 0.3, "LeaveLeaders": 0.5, "LeaveConvoys": 0.5, "Carry": 0.7, "KeepOffered": 0.5,
}  # fmt: skip
"""How likely an order that ends something is chosen before all others."""


def choice(orders: Sequence[dict[str, Any]], random: Random, tired: bool = False) -> dict[str, Any]:
    """One of a menu's orders, as the buttons hold them. Who is tired ends whatever can be ended."""
    going_on = [order for order in orders if order["order"] not in CHANCES]
    for order in orders:
        chance = CHANCES.get(order["order"])
        if chance is not None and (not going_on or tired or random.random() < chance):
            return order
    kinds = sorted({order["order"] for order in going_on})
    kind = "Attack" if "Attack" in kinds else random.choice(kinds)
    return random.choice([order for order in going_on if order["order"] == kind])
