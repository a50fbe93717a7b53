"""Decisions: the rules' questions, each with the menu of every legal order."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.kernel.orders import Order
from domain.kernel.seats import Seat

Draft = tuple[Order, ...]
"""An answer so far: complete when its last order closes it."""


class Ask:
    """What one seat is asked: a prompt, the rule it comes from, and the menu.

    `menu(draft)` lists every legal next order after the orders given so far, sorted and
    deterministic; it is called only when somebody looks. `about` fills the prompt's template.
    `window` names a response window, so that a seat may pass a kind of window in advance.
    """

    __slots__ = ("_menu", "about", "prompt", "rule", "seat", "window")

    def __init__(
        self,
        seat: Seat,
        prompt: str,
        rule: str,
        menu: Callable[[Draft], Sequence[Order]] | Sequence[Order],
        about: Mapping[str, Any] | None = None,
        window: str | None = None,
    ) -> None:
        self.seat = seat
        self.prompt = prompt
        self.rule = rule
        self.about = about or {}
        self.window = window
        self._menu = menu

    def menu(self, draft: Draft = ()) -> Sequence[Order]:
        """Every legal next order after `draft`."""
        return self._menu(draft) if callable(self._menu) else self._menu


class Decision:
    """One or more seats must answer; nothing goes on before all of them have.

    The answers of several seats are given independently and shown together.
    """

    __slots__ = ("asks",)

    def __init__(self, *asks: Ask) -> None:
        self.asks = {ask.seat: ask for ask in asks}

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(self.asks)

    def ask(self, seat: Seat) -> Ask | None:
        """What `seat` is asked, or None if it is not its turn to answer."""
        return self.asks.get(seat)
