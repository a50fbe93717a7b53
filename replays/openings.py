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


Places = dict[str, str | None]


def places_of(rule_set: RuleSet, state: Any) -> Places:
    """Where every counter stands, as everybody sees it."""
    return {name: token.at for name, token in rule_set.view(state, PUBLIC).tokens.items()}


def first_mover(before: Places, after: Places, rounds: Sequence[Answers]) -> Seat:
    """The seat whose orders alone moved a counter; empty if none moved, or several seats gave orders."""
    seats = answering(rounds)
    return Seat(next(iter(seats))) if len(seats) == 1 and before != after else Seat("")


def opening_of(history: History) -> tuple[dict[Seat, tuple[str, ...]], Seat]:
    """(the hands first dealt, the first seat whose orders moved a counter) of a recorded game."""
    seats = history.head.opened.seats
    dealt: dict[Seat, tuple[str, ...]] = {}
    first = Seat("")
    begun, before = 1, places_of(history.rule_set, history.at(1).state)
    for rest in history.rests():
        rounds = [r for each in history.recorded[begun - 1 : rest] for r in each.answers or ()]
        begun = rest + 1
        state = history.at(rest).state
        after = places_of(history.rule_set, state)
        dealt = dealt or dealt_hands(history.rule_set, state, seats)
        first = first or first_mover(before, after, rounds)
        before = after
        if dealt and first:
            break
    return dealt, first
