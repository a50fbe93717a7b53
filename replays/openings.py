"""How a game opens: the hands that were dealt, and who moved first."""

from collections.abc import Sequence
from typing import Any

from domain.kernel import PUBLIC, Answers, RuleSet, Seat
from domain.kernel.history import History, answering


def dealt_hands(rule_set: RuleSet, state: Any, seats: Sequence[Seat]) -> dict[Seat, tuple[str, ...]]:
    """The cards that each seat holds and others do not see; empty as long as nobody holds any."""
    public = rule_set.view(state, PUBLIC).hands
    found = {}
    for seat in seats:
        own = rule_set.view(state, seat).hands
        cards = [
            card
            for owner, hand in own.items()
            if hand.cards and (owner not in public or public[owner].cards is None)
            for card in hand.cards
        ]
        found[seat] = tuple(sorted(cards))
    return found if any(found.values()) else {}


def first_mover(rounds: Sequence[Answers]) -> Seat:
    """The seat that alone gave the orders of a command; empty if several did, or none."""
    seats = answering(rounds)
    return Seat(next(iter(seats))) if len(seats) == 1 else Seat("")


def opening_of(history: History) -> tuple[dict[Seat, tuple[str, ...]], Seat]:
    """(the hands first dealt, the first seat that moved alone) of a recorded game."""
    seats = history.head.opened.seats
    dealt: dict[Seat, tuple[str, ...]] = {}
    first = Seat("")
    begun = 1
    for rest in history.rests():
        rounds = [r for each in history.recorded[begun - 1 : rest] for r in each.answers or ()]
        begun = rest + 1
        dealt = dealt or dealt_hands(history.rule_set, history.at(rest).state, seats)
        first = first or first_mover(rounds)
        if dealt and first:
            break
    return dealt, first
