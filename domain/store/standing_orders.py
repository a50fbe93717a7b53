"""Standing orders: which response windows a seat lets pass without being asked.

They are kept beside the open answers, shown to their own seat only, and may be changed at any time.
"""

from collections.abc import Collection
from typing import Any, Literal, get_args

import msgspec

from domain.kernel.decisions import Ask
from domain.kernel.errors import InvalidSetup
from domain.kernel.prose_files import plain_refusal
from domain.kernel.ruleset import RuleSet

Level = Literal["ask", "kinds", "battles", "all", "cards"]
LEVELS: tuple[Level, ...] = get_args(Level)
MOST = 120
"""No standing order names more cards."""


class StandingOrder(msgspec.Struct, frozen=True):
    """When a seat is asked in response windows.

    `ask`: always. `kinds`: windows of these `kinds` pass, until the seat is asked something that is not a
    window. `all`: all windows pass until then. `battles`: only windows in battles and sieges
    ask. `cards`: only windows in which one of these `cards` may be played ask. With
    `pass_empty` windows in which the seat can play nothing pass as well.
    """

    level: Level = "ask"
    kinds: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    pass_empty: bool = False

    def lets_pass(self, ask: Ask, fights: Collection[str]) -> bool:
        """Whether the seat need not be asked this; `fights` are the title's windows in battles and sieges."""
        if ask.window is None:
            return False
        if self.level == "all" or (self.level == "kinds" and ask.window in self.kinds):
            return True
        if self.level == "battles" and ask.window not in fights:
            return True
        if self.level == "cards":
            return not any(getattr(each, "card", None) in self.cards for each in ask.menu())
        return self.pass_empty and all(each == ask.silence for each in ask.menu())

    @property
    def lapsed(self) -> "StandingOrder":
        """What is left of it when the seat is asked something that is not a window."""
        return StandingOrder(pass_empty=self.pass_empty) if self.level in ("kinds", "all") else self


ALWAYS = StandingOrder()


def read_standing_order(body: str) -> StandingOrder:
    """A standing order as it is stored. Raises msgspec.DecodeError."""
    told: dict[str, Any] = msgspec.json.decode(body)
    if told.get("level") == "impulse":  # what "all" was called once
        told["level"] = "all"
    return msgspec.convert(told, StandingOrder)


def checked(order: StandingOrder, rule_set: RuleSet) -> StandingOrder:
    """The standing order, if it makes sense in this title. Raises InvalidSetup."""
    if order.level not in LEVELS:
        raise InvalidSetup(plain_refusal("no_standing_order", level=order.level, known=", ".join(LEVELS)))
    unknown = [kind for kind in order.kinds if kind not in rule_set.windows]
    if unknown:
        known = {"title": rule_set.name, "known": ", ".join(rule_set.windows) or "-"}
        raise InvalidSetup(plain_refusal("no_such_window", window=unknown[0], **known))
    if len(order.cards) > MOST or len(order.kinds) > MOST:
        raise InvalidSetup(plain_refusal("too_many_cards", most=MOST))
    return order
