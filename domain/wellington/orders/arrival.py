"""Answers to a formation that has come into a duchy (10)."""

from domain.kernel.orders import Order
from domain.wellington.facts.world import Power


class Intercept(Order, frozen=True):
    """This leader tries to come between; who goes with him is said next (10.1, D-11)."""

    closes = False

    leader: str


class Evade(Order, frozen=True):
    """The army or group under this commander tries to slip away, all to one duchy (10.5, D-12)."""

    leader: str
    to: str


class EvadeSingly(Order, frozen=True):
    """One infantry (1) or cavalry (2) counter without a leader tries to slip away (10.5, R-49, D-12)."""

    closes = False

    sp: int
    to: str


class EvadeNow(Order, frozen=True):
    """All counters that try to slip away have been named (10.5, R-49)."""


class StandFast(Order, frozen=True):
    """Neither intercept nor evade, or not again (10.1, 10.5)."""

    leaves = "chance"


class CallArmy(Order, frozen=True):
    """A card lets this leader intercept on this way of one line or two; who goes along is said next (C-X)."""

    closes = False

    leader: str
    way: tuple[str, ...]


class CallSoldiers(Order, frozen=True):
    """A card lets so many soldiers without a leader intercept on this way of one line or two (C-X)."""

    power: Power
    sp: int
    way: tuple[str, ...]


class CallTogether(Order, frozen=True):
    """All who were named so far roll now, and enter together (#108, C-108)."""


class CallNobody(Order, frozen=True):
    """Call nobody, or nobody else (C-X)."""

    leaves = "help"


class FinishPlacing(Order, frozen=True):
    """The pieces placed in a besieged fortress attack the besieger now (R-27, D-26)."""

    duchy: str
