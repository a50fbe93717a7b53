"""Marches: several orders given at a stroke, carried out one by one until something comes between."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import msgspec

from domain.kernel.chance import Drawn, Rolled
from domain.kernel.events import rule_of
from domain.kernel.history import Recorded
from domain.kernel.orders import Order
from domain.kernel.prose import prose
from domain.kernel.reach import let_pass
from domain.kernel.ruleset import RuleSet
from domain.kernel.scene import plain
from domain.kernel.seats import Seat
from domain.store import refusals
from domain.store.desk import Desk

MOST = 60
"""No march has more orders."""


@dataclass(frozen=True)
class Stop:
    """Why a march ended before its last order: a `key` of the prose's table `reach`, the sentence in any
    language, and the paragraph that it comes from."""

    key: str
    said: Callable[[str], str]
    rule: str | None = None


@dataclass(frozen=True)
class Marched:
    """How a march went: the desk after it, how many of its orders are in effect, and why no more are.

    `awaited` is of a march that a window stopped: what its seat sees (see `seen`) when everybody has let
    pass. Then the rest of it may be ordered.
    """

    desk: Desk
    done: int
    stop: Stop | None = None
    awaited: str | None = None


def stop(
    rule_set: RuleSet, before: Desk, desk: Desk, seat: Seat, events: Sequence[Recorded],
    orders: Sequence[Order],
) -> Stop | None:  # fmt: skip
    """What has come between before the last of `orders` can be given; `orders` begin with the one that led
    from `before` to `desk` by `events`. None if the seat may give the next one."""
    key, rule = _why(rule_set, desk, seat, events, orders[1])
    if key is None:
        return None
    piece = rule_set.hint(before.standing.state, orders[0]).piece
    return Stop(key, _telling(rule_set, desk, seat, key, piece, orders[1]), rule)


def seen(rule_set: RuleSet, state: Any, seat: Seat) -> str:
    """Tells what the seat sees of a position from what it sees of another."""
    return blake2b(msgspec.json.encode(plain(rule_set.view(state, seat))), digest_size=16).hexdigest()


def awaited(rule_set: RuleSet, desk: Desk, seat: Seat) -> str | None:
    """What the seat sees when everybody has let the open windows pass; None if it is not asked alone then."""
    passed = let_pass(desk.standing.state, desk.agenda)
    if passed is None or passed[1] is None or passed[1].seats != (seat,):
        return None
    return seen(rule_set, passed[0], seat)


def overtaken(rule_set: RuleSet, desk: Desk, seat: Seat, order: Order) -> Stop:
    """Somebody else was first between two orders of a march."""
    return Stop("stopped_stale", _telling(rule_set, desk, seat, "stopped_stale", None, order), None)


def unstored(rule_set: RuleSet, desk: Desk, seat: Seat, order: Order) -> Stop:
    """The store could not be written between two orders of a march; those before it are in effect."""
    return Stop("stopped_store", _telling(rule_set, desk, seat, "stopped_store", None, order), None)


def _why(
    rule_set: RuleSet, desk: Desk, seat: Seat, events: Iterable[Recorded], following: Order
) -> tuple[str | None, str | None]:
    for each in events:
        if each.body.reveals:
            is_chance = isinstance(each.body, (Rolled, Drawn))
            return "stopped_chance" if is_chance else "stopped_reveal", rule_of(each.body) or None
    if desk.decision is None:
        return "stopped_over", None
    if desk.decision.window is not None:
        return "stopped_window", next(iter(desk.decision.asks.values())).rule
    if desk.asked != (seat,):
        return "stopped_decision", rule_set.sequence or None
    if following not in desk.menu(seat):
        return "stopped_menu", desk.decision.asks[seat].rule
    return None, None


def _telling(
    rule_set: RuleSet, desk: Desk, seat: Seat, key: str, piece: str | None, following: Order
) -> Callable[[str], str]:
    """Language -> why the march stopped, and where."""
    token = rule_set.tokens_of(desk.standing.state, seat).get(piece or "")
    waiting = desk.seen_waiting([seat])

    def said(language: str) -> str:
        return prose(rule_set.id, language).reached(
            key,
            space=token.at if token is not None else None,
            seats=refusals.called(rule_set, waiting, language),
            order=refusals.in_words(rule_set, following, language),
        )

    return said
