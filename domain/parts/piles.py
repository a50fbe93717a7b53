"""Piles and hands. No order of a deck exists: what lies nowhere else is still to be drawn."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from domain.kernel.agenda import Play
from domain.kernel.events import Event
from domain.kernel.seats import Seat

Cards = tuple[str, ...]
Owner = TypeVar("Owner", bound=str)


def undrawn(cards: Iterable[str], *elsewhere: Iterable[str]) -> Cards:
    """Those of a deck's cards that lie nowhere else, in the order of the deck's list."""
    gone = set[str]().union(*elsewhere)
    return tuple([card for card in cards if card not in gone])


def deal(
    play: Play[Any], seat: Seat, pool: Iterable[str], count: int, purpose: str, rule: str,
    told: Callable[[Cards], Event], score: Callable[[str], float] | None = None,
) -> None:  # fmt: skip
    """So many cards are drawn, which only `seat` sees; the event `told(cards)` says where they go."""
    play.record(told(play.draw(seat, pool, count, purpose, rule, seen_by=(seat,), score=score)))


def without(cards: Iterable[str], gone: Iterable[str]) -> Cards:
    """A pile that these cards have left."""
    left = set(gone)
    return tuple([card for card in cards if card not in left])


def hands_without(hands: Mapping[Owner, Cards], owner: Owner, gone: Iterable[str]) -> dict[Owner, Cards]:
    """The hands when these cards have left one."""
    return {**hands, owner: without(hands[owner], gone)}
