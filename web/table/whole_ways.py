"""The whole way of a march, as one sentence of its first step."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.kernel import Recorded, RuleSet, Seat
from domain.kernel.events import is_quiet
from domain.kernel.prose import Prose
from web.base.site import prose_of


def whole_ways(rule_set: RuleSet, recorded: Sequence[Recorded], viewer: Seat) -> dict[int, str]:
    """The way so far after each step of a march but the first, by the step's event."""
    found: dict[int, str] = {}
    words, march = prose_of(rule_set), _March()
    for each in recorded:
        if sets_out(each):
            march = _March()
        body: Any = rule_set.redact(each.body, viewer)
        if not is_quiet(body) and march.takes(body) and march.is_long:
            found[each.version] = words.event(march.whole(words))
    return found


def sets_out(each: Recorded) -> bool:
    """Whether a command, or a march, begins with this event."""
    return each.answers is not None and not each.goes_on


class _March:
    """The steps of a march so far, and the turns on its way: what they cost is a part of its cost."""

    def __init__(self) -> None:
        self._steps: list[Any] = []
        self._all: list[Any] = []

    def takes(self, body: Any) -> bool:
        """Whether the event is a part of the march: a step on from where it stands, or a turn there."""
        is_step = getattr(body, "start", None) is not None and getattr(body, "to", None) is not None
        if not is_step and not _is_turn(body):
            return False
        steps = self._steps
        if is_step and steps and (type(body) is not type(steps[0]) or body.start != steps[-1].to):
            return False
        self._all.append(body)
        if is_step:
            steps.append(body)
        return True

    @property
    def is_long(self) -> bool:
        return bool(self._steps) and len(self._all) > 1

    def whole(self, words: Prose) -> Any:
        """The march as one step. Where it turned on its way, it tells which way it faces now."""
        last = self._steps[-1]
        told: dict[str, Any] = {
            "start": self._steps[0].start,
            "to": " → ".join(words.name(step.to) for step in self._steps),
        }
        if hasattr(last, "cost"):
            told["cost"] = sum(each.cost for each in self._all)
        if hasattr(last, "faced") and any(map(_is_turn, self._all)):
            told |= {"facing": self._all[-1].facing, "faced": True}
        return msgspec.structs.replace(last, **told)


def _is_turn(body: Any) -> bool:
    return hasattr(body, "was") and hasattr(body, "facing")
