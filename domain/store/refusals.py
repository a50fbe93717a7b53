"""Why an order is refused: what was tried, where the game stands, which rule asks what, what would be legal.

A refusal tells a seat nothing that it may not know: only its own menu, and who is asked.
"""

from collections.abc import Iterable

from domain.kernel.codec import write_order
from domain.kernel.errors import IllegalOrder, NotAsked, StaleOrder
from domain.kernel.orders import Order
from domain.kernel.prose import prose
from domain.kernel.ruleset import RuleSet
from domain.kernel.seats import Seat
from domain.store.desk import Desk, is_complete

EXAMPLES = 3
"""How many legal orders a refusal names."""


def in_words(rule_set: RuleSet, order: Order) -> str:
    """The order as a button says it, or as JSON if the title has no words for it."""
    try:
        return f"'{prose(rule_set.id).order(order)}'"
    except (FileNotFoundError, KeyError):
        return write_order(order)


def called(rule_set: RuleSet, seats: Iterable[Seat]) -> str:
    """The seats by their names: `Red and Blue`."""
    names = rule_set.names("en")
    listed = [names.get(seat, seat) for seat in seats]
    return " and ".join([", ".join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed) or "nobody"


def _place(rule_set: RuleSet, desk: Desk) -> str:
    turn, round_ = rule_set.clock(desk.standing.state)
    return f"turn {turn}, round {round_}, event {desk.version}"


def not_asked(rule_set: RuleSet, desk: Desk, seat: Seat, order: Order) -> NotAsked:
    """The seat may not answer now."""
    if seat not in desk.standing.opened.seats:
        seats = called(rule_set, desk.standing.opened.seats)
        return NotAsked(f"There is no seat {seat!r} in this game; its seats are {seats}.")
    tried = f"{called(rule_set, [seat])} tried {in_words(rule_set, order)} ({_place(rule_set, desk)})"
    if desk.is_over:
        return NotAsked(f"{tried}, but the game is over. A fork can go on from any rest.")
    waiting = called(rule_set, desk.seen_waiting([seat]))
    if seat in desk.automatic:
        return NotAsked(f"{tried}, but lets this window pass by a standing order. Change that first.")
    if is_complete(desk.drafts.get(seat, ())):
        return NotAsked(f"{tried}, but has answered already. Withdraw that first, or wait for {waiting}.")
    return NotAsked(f"{tried}, but the game waits for {waiting}.", moment=desk.moment)


def illegal(rule_set: RuleSet, desk: Desk, seat: Seat, order: Order) -> IllegalOrder:
    """The seat's menu does not offer the order."""
    assert desk.decision is not None
    ask = desk.decision.asks[seat]
    menu = desk.menu(seat)
    some = "; ".join(in_words(rule_set, each) for each in menu[:EXAMPLES])
    more = f" and {len(menu) - EXAMPLES} more" if len(menu) > EXAMPLES else ""
    try:
        asked = prose(rule_set.id).prompt(ask)
    except (FileNotFoundError, KeyError):
        asked = ask.prompt
    return IllegalOrder(
        f"{called(rule_set, [seat])} tried {in_words(rule_set, order)}, which rule {ask.rule} does not allow "
        f"now ({_place(rule_set, desk)}). It asks: {asked} Legal: {some}{more}.",
        rule=ask.rule,
        moment=desk.moment,
    )


def stale(rule_set: RuleSet, desk: Desk, moment: str, tried: str) -> StaleOrder:
    """The order was made for another decision point."""
    return StaleOrder(
        f"{tried} was made for moment {moment}, but the game stands at {desk.moment} "
        f"({_place(rule_set, desk)}): somebody was first. Look at the board and order again.",
        moment=desk.moment,
    )
