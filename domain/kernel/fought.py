"""The battles that were fought in a game, found among its events: see `domain.kernel.battles`."""

from collections.abc import Sequence
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


class Fought(NamedTuple):
    """The battles up to event `version`: those that are over, and the versions of those under way, the
    outermost first."""

    version: int = 0
    over: tuple[Span, ...] = ()
    under_way: tuple[tuple[int, ...], ...] = ()

    @property
    def spans(self) -> list[Span]:
        """All of them, in the order in which they began."""
        found = [*self.over, *(Span(versions, False) for versions in self.under_way)]
        return sorted(found, key=lambda span: span.first)


NOTHING = Fought()


def spans(battles: Battles, recorded: Sequence[Recorded]) -> list[Span]:
    """The battles among these events, in the order in which they began, without what was taken back."""
    return fought(battles, recorded).spans


def fought(battles: Battles, recorded: Sequence[Recorded], before: Fought = NOTHING) -> Fought:
    """The battles after these events, which go on from `before` and take back nothing that came before."""
    over: list[Span] = list(before.over)
    under_way: list[list[int]] = [list(versions) for versions in before.under_way]

    def end() -> None:
        over.append(Span(tuple(under_way.pop()), True))

    for each in standing_events(recorded):
        if isinstance(each.body, HOST_EVENTS):
            continue
        joins = bool(under_way) and isinstance(each.body, battles.begins) and battles.joins(each.body)
        if isinstance(each.body, battles.begins) and not joins:
            if under_way and not battles.ends:
                end()
            under_way.append([each.version])
        elif not under_way:
            continue
        elif not joins and not battles.is_part(each.body):
            end()
        else:
            under_way[-1].append(each.version)
            if isinstance(each.body, battles.ends):
                end()
    version = recorded[-1].version if recorded else before.version
    return Fought(version, tuple(over), tuple(map(tuple, under_way)))
