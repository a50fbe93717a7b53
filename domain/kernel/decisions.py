"""Decisions: the rules' questions, each with the menu of every legal order."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from domain.kernel.orders import Order
from domain.kernel.seats import Seat
from domain.kernel.told import Told

Draft = tuple[Order, ...]
"""An answer so far: complete when its last order closes it."""


@runtime_checkable
class ByCounter(Protocol):
    """A long menu that knows how many orders each counter has, and makes them when somebody looks."""

    @property
    def numbers(self) -> Mapping[str, int]:
        """How many orders each counter has."""

    def of(self, counter: str | None) -> Sequence[Order]:
        """The orders of a counter; without one those beside."""


def _enough(draft: Draft, order: Order) -> None:
    """The order says enough."""


class Ask:
    """What one seat is asked: a prompt, the rule it comes from, and the menu.

    `menu(draft)` lists every legal next order after the orders given so far, sorted and
    deterministic; it is called only when somebody looks. `about` fills the prompt's template.
    `window` names a response window, so that a seat may pass a kind of window in advance; `silence`
    is the order of the menu that lets it pass. Where `about["left"]` like choices are made one after the
    other, `most` says how many times each order can be given, so that they may be chosen at a stroke;
    `left(draft)` is how many of them are still to be made. `called(draft, order)` tells an order by what was
    chosen before it, from the prose's table `told`; None where the order says enough.
    """

    __slots__ = ("_menu", "about", "called", "most", "prompt", "rule", "seat", "silence", "window")

    def __init__(
        self,
        seat: Seat,
        prompt: str,
        rule: str,
        menu: Callable[[Draft], Sequence[Order]] | Sequence[Order],
        about: Mapping[str, Any] | None = None,
        window: str | None = None,
        silence: Order | None = None,
        most: Mapping[Order, int] | None = None,
        called: Callable[[Draft, Order], Told | None] | None = None,
    ) -> None:
        assert (window is None) == (silence is None), "a window can be let pass, and nothing else"
        assert silence is None or type(silence).passes, f"{silence} must say that it passes"
        self.seat = seat
        self.prompt = prompt
        self.rule = rule
        self.about = about or {}
        self.window = window
        self.silence = silence
        self.most = most or {}
        self.called = called or _enough
        self._menu = menu

    def menu(self, draft: Draft = ()) -> Sequence[Order]:
        """Every legal next order after `draft`."""
        return self._menu(draft) if callable(self._menu) else self._menu

    def left(self, draft: Draft = ()) -> int | None:
        """How many of `about["left"]` like choices are left after `draft`; None if nothing is counted."""
        left: int | None = self.about.get("left")
        return None if left is None else max(0, left - len(draft))


class Decision:
    """One or more seats must answer; nothing goes on before all of them have.

    The answers of several seats are given independently and shown together. `settled(answers)` may
    say that the complete answers so far are enough: then the step gets the ones that count.
    """

    __slots__ = ("_settled", "asks")

    def __init__(self, *asks: Ask, settled: Callable[[Mapping[Seat, Draft]], bool] | None = None) -> None:
        self.asks = {ask.seat: ask for ask in asks}
        self._settled = settled

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(self.asks)

    @property
    def window(self) -> str | None:
        """The kind of the response window that this is; None if it is something else."""
        kinds = {ask.window for ask in self.asks.values()}
        return kinds.pop() if len(kinds) == 1 else None

    def is_settled(self, answers: Mapping[Seat, Draft]) -> bool:
        """Whether the game can go on with these complete answers."""
        if all(seat in answers for seat in self.asks):
            return True
        return self._settled is not None and self._settled(answers)

    def counting(self, answers: Mapping[Seat, Draft]) -> dict[Seat, Draft]:
        """The answers that settle it; those that it is settled without are dropped unseen."""
        kept = {seat: answers[seat] for seat in self.asks if seat in answers}
        for seat in tuple(kept) if self._settled is not None else ():
            fewer = {each: draft for each, draft in kept.items() if each != seat}
            if self._settled is not None and self._settled(fewer):
                kept = fewer
        return kept

    def ask(self, seat: Seat) -> Ask | None:
        """What `seat` is asked, or None if it is not its turn to answer."""
        return self.asks.get(seat)
