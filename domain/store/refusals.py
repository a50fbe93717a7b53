"""Why an order is refused: what was tried, where the game stands, which rule asks what, what would be legal.

A refusal tells a seat nothing that it may not know: only its own menu, and who is asked. Its sentences
stand in the tables `refusals` of the prose files; `GrognardError.said` tells them in any language.
"""

from collections.abc import Callable, Iterable
from typing import Any

from domain.kernel.codec import write_order
from domain.kernel.errors import IllegalOrder, InvalidSetup, NotAsked, StaleOrder
from domain.kernel.events import Opened
from domain.kernel.orders import Order
from domain.kernel.prose import prose
from domain.kernel.prose import refusal as sentence
from domain.kernel.prose_files import plain_refusal
from domain.kernel.ruleset import RuleSet
from domain.kernel.seats import Seat
from domain.store.desk import Desk, is_complete

EXAMPLES = 3
"""How many legal orders a refusal names."""


def in_words(rule_set: RuleSet, order: Order, language: str = "en") -> str:
    """The order as a button says it, or as JSON if the title has no words for it."""
    try:
        return prose(rule_set, language).name(order)
    except KeyError:
        return write_order(order)


def called(rule_set: RuleSet, seats: Iterable[Seat], language: str = "en") -> str:
    """The seats by their names: `Red and Blue`."""
    words = prose(rule_set, language)
    return words.name(tuple(seats)) if seats else words.tables["words"]["nobody"]


def _place(rule_set: RuleSet, desk: Desk) -> dict[str, int]:
    turn, round_ = rule_set.clock(desk.standing.state)
    return {"turn": turn, "round": round_, "version": desk.version}


def _telling(
    rule_set: RuleSet, desk: Desk, key: str, seat: Seat, order: Order, **more: Any
) -> Callable[[str], str]:
    """Language -> the sentence `key` about the order that `seat` tried."""

    def told(language: str) -> str:
        fields = {"seat": seat, "order": in_words(rule_set, order, language), **_place(rule_set, desk)}
        waiting = called(rule_set, desk.seen_waiting([seat]), language)
        return sentence(rule_set.id, key, **fields, waiting=waiting, **more)(language)

    return told


def not_asked(rule_set: RuleSet, desk: Desk, seat: Seat, order: Order) -> NotAsked:
    """The seat may not answer now."""
    rule = rule_set.sequence or None
    if seat not in desk.standing.opened.seats:
        seats = desk.standing.opened.seats
        return NotAsked(sentence(rule_set.id, "no_seat", asked=seat, seats=seats), rule)
    if desk.is_over:
        key = "over"
    elif seat in desk.automatic:
        key = "lets_pass"
    elif is_complete(desk.drafts.get(seat, ())):
        key = "answered"
    else:
        telling = _telling(rule_set, desk, "waits", seat, order)
        return NotAsked(telling, rule, moment=desk.moment)
    return NotAsked(_telling(rule_set, desk, key, seat, order), rule)


def illegal(rule_set: RuleSet, desk: Desk, seat: Seat, order: Order) -> IllegalOrder:
    """The seat's menu does not offer the order."""
    assert desk.decision is not None
    ask = desk.decision.asks[seat]
    menu = desk.menu(seat)

    def told(language: str) -> str:
        words = prose(rule_set, language)
        try:
            asked = words.prompt(ask)
        except KeyError:
            asked = ask.prompt
        some = "; ".join(in_words(rule_set, each, language) for each in menu[:EXAMPLES])
        more = {"more": max(0, len(menu) - EXAMPLES), "menu": some, "asked": asked, "rule": ask.rule}
        return _telling(rule_set, desk, "illegal", seat, order, **more)(language)

    return IllegalOrder(told, rule=ask.rule, moment=desk.moment)


def stale(rule_set: RuleSet, desk: Desk, moment: str, tried: str | Order) -> StaleOrder:
    """The order (or what `tried` names: a word of the table `words`) was made for another decision point."""

    def told(language: str) -> str:
        words = prose(rule_set, language)
        what = words.tables["words"][tried] if isinstance(tried, str) else in_words(rule_set, tried, language)
        fields = {"tried": what, "made": moment, "moment": desk.moment, **_place(rule_set, desk)}
        return words.refusal("stale", fields)

    return StaleOrder(told, rule_set.sequence or None, moment=desk.moment)


def no_seat(opened: Opened, seat: Seat) -> InvalidSetup:
    """A seat that the game does not have."""
    return InvalidSetup(plain_refusal("no_such_seat", seat=seat, seats=", ".join(opened.seats)))
