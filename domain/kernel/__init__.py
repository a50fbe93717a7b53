"""What all titles share: orders, events, decisions, the agenda, chance, history, scenes, errors.

Titles import from here; nothing here imports a title.
"""

from domain.kernel.agenda import Answers, Play, Step, decision_at, the_order, the_seat
from domain.kernel.chance import Chance, Die, Drawn, Rolled, SealedChance, new_seed
from domain.kernel.decisions import Ask, ByCounter, Decision, Draft
from domain.kernel.errors import DataError, GrognardError, IllegalOrder, InvalidOrder, StaleOrder
from domain.kernel.events import (
    SEAT_EVENTS,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Event,
    GameDrawn,
    Opened,
    Parent,
    SeatAsked,
    SeatFreed,
    SeatKept,
    SeatResigned,
    SeatTaken,
    SeedRevealed,
    TimeRanOut,
    Undone,
)
from domain.kernel.history import Recorded, Standing, fold, result_of
from domain.kernel.orders import Order
from domain.kernel.ruleset import (
    Hint,
    Measure,
    Option,
    Result,
    RuleSet,
    Scenario,
    register,
    titled,
    titles,
)
from domain.kernel.scene import Hand, Scene, Space, Token
from domain.kernel.seats import ALL, PUBLIC, Seat
from domain.kernel.time_control import TimeControl

__all__ = [
    "ALL",
    "PUBLIC",
    "Answers",
    "Ask",
    "ByCounter",
    "Chance",
    "DataError",
    "Decision",
    "Die",
    "Draft",
    "DrawAgreed",
    "DrawDeclined",
    "DrawOffered",
    "Drawn",
    "Event",
    "GameDrawn",
    "GrognardError",
    "Hand",
    "Hint",
    "IllegalOrder",
    "InvalidOrder",
    "Measure",
    "Opened",
    "Option",
    "Order",
    "Parent",
    "Play",
    "Recorded",
    "Result",
    "Rolled",
    "RuleSet",
    "Scenario",
    "Scene",
    "SealedChance",
    "Seat",
    "SEAT_EVENTS",
    "SeatAsked",
    "SeatFreed",
    "SeatKept",
    "SeatResigned",
    "SeatTaken",
    "SeedRevealed",
    "Space",
    "StaleOrder",
    "Standing",
    "Step",
    "TimeControl",
    "TimeRanOut",
    "Token",
    "Undone",
    "decision_at",
    "fold",
    "new_seed",
    "register",
    "result_of",
    "the_order",
    "the_seat",
    "titled",
    "titles",
]
