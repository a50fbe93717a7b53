"""What two games have in common: their title, their family, equal events. No statistics are needed for it."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.kernel import GrognardError, Opened, Recorded, RuleSet, Seat
from domain.kernel.history import History
from replays.showing import rule_set_of
from replays.verdicts import sentence


class CannotCompare(GrognardError):
    """The two sides do not fit each other, or a file does not hold what it should."""

    code = "cannot_compare"

    def __init__(self, key: str, **fields: Any) -> None:
        super().__init__(lambda language: sentence("refusals", key, language, **fields))


def shared_rules(a: Sequence[Recorded], b: Sequence[Recorded]) -> RuleSet:
    """The rules of both games. Raises CannotCompare if they are of different titles or data."""
    rule_set, other = rule_set_of(a), rule_set_of(b)
    if other.id != rule_set.id:
        raise CannotCompare("two_titles", one=rule_set.name, other=other.name)
    if other.data_digest != rule_set.data_digest:
        raise CannotCompare("two_packs", title=rule_set.name, one=_data_of(a), other=_data_of(b))
    return rule_set


def _data_of(recorded: Sequence[Recorded]) -> str:
    opened = recorded[0].body
    assert isinstance(opened, Opened)
    return opened.pack or "-"


def forked_at(a: Sequence[Recorded], b: Sequence[Recorded]) -> int | None:
    """The last version that two games of one family share, or None if they are not related."""
    parents = [each[0].body.parent for each in (a, b)]  # type: ignore[attr-defined]
    points = []
    for parent, other in zip(parents, (b, a), strict=True):
        if parent is not None and parent.game == other[0].game:
            points.append(parent.version)
    if parents[0] and parents[1] and parents[0].game == parents[1].game:
        points.append(min(parents[0].version, parents[1].version))
    return min(points) if points else None


def event_bytes(history: History, version: int, viewer: Seat) -> bytes:
    """An event as `viewer` may know it; equal events of two games give equal bytes."""
    body = history.rule_set.redact(history.recorded[version - 1].body, viewer)
    if isinstance(body, Opened):  # every game has its own id, name and commitment
        return msgspec.json.encode([body.scenario, body.seats, body.options])
    return msgspec.json.encode([type(body).__name__, body])
