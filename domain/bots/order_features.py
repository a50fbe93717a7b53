"""What tells orders apart for whoever has learnt which ones good players give: a few hashed words on each.

Nothing here knows a title: the words are made of the order's type and fields, of the question that it
answers, and of how it shows on the board (`RuleSet.hint`).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from zlib import crc32

from domain.kernel.orders import Order
from domain.kernel.ruleset import Hint, RuleSet

KINDS = 1 << 16
"""So many features are told apart; the few words that fall together do no harm."""

Features = tuple[int, ...]


def features_of(rule_set: RuleSet, state: Any, prompt: str, menu: Sequence[Order]) -> list[Features]:
    """The features of each order of a menu. `state` may be any that the one who chooses may see."""
    return [_written(prompt, order) + _shown(type(order), rule_set.hint(state, order)) for order in menu]


def _number(*words: object) -> int:
    return crc32(":".join(map(str, words)).encode()) % KINDS


@lru_cache(maxsize=100_000)
def _written(prompt: str, order: Order) -> Features:
    """What the order itself says: its type, also in answer to this question, and each of its fields."""
    kind = type(order).__name__
    fields = [(name, getattr(order, name)) for name in type(order).__struct_fields__]
    pairs = [
        _number(kind, *fields[one], *fields[two]) for two in range(len(fields)) for one in range(two)
    ]
    return (_number(kind), _number(prompt, kind), *(_number(kind, *field) for field in fields), *pairs)


@lru_cache(maxsize=100_000)
def _shown(order: type[Order], hint: Hint) -> Features:
    """What the board shows of it."""
    kind = order.__name__
    return (
        _number(kind, "kind", hint.kind),
        _number(kind, "cost", hint.cost),
        _number(kind, "kind and cost", hint.kind, hint.cost),
        _number(kind, "target", hint.target),
        _number(kind, "piece", hint.piece),
        _number(kind, "both", hint.piece, hint.target),
        _number(kind, "kind there", hint.kind, hint.target),
    )
