"""The battles that were fought in a game, found among its events: see `domain.kernel.battles`."""

from collections.abc import Iterable
from typing import NamedTuple

from domain.kernel.battles import Battles
from domain.kernel.events import HOST_EVENTS
from domain.kernel.history import Recorded, standing_events


class Span(NamedTuple):
    """The events of one battle, by their versions, without those of battles within it."""

    versions: tuple[int, ...]
    is_over: bool

    @property
    def first(self) -> int:
        return self.versions[0]

    @property
    def last(self) -> int:
        return self.versions[-1]


def spans(battles: Battles, recorded: Iterable[Recorded]) -> list[Span]:
    """The battles among these events, in the order in which they began, without what was taken back."""
    under_way: list[list[int]] = []
    over: list[list[int]] = []
    for each in standing_events(recorded):
        if isinstance(each.body, HOST_EVENTS):
            continue
        if isinstance(each.body, battles.begins):
            if under_way and not battles.ends:
                over.append(under_way.pop())
            under_way.append([each.version])
        elif not under_way:
            continue
        elif not battles.is_part(each.body):
            over.append(under_way.pop())
        else:
            under_way[-1].append(each.version)
            if isinstance(each.body, battles.ends):
                over.append(under_way.pop())
    found = [Span(tuple(mine), True) for mine in over] + [Span(tuple(mine), False) for mine in under_way]
    return sorted(found, key=lambda span: span.first)
