"""Knock-out: who loses is out. The best seeds meet last, and have the byes of the first round."""

from collections.abc import Sequence

from domain.tournaments.events import NOBODY
from domain.tournaments.round_robin import Pair


def first_round(seeds: Sequence[int]) -> list[Pair]:
    """The pairs of the first round in the order of the bracket: neighbours meet in the next one."""
    size = 2
    while size < len(seeds):
        size *= 2
    places = bracket(size)
    pairs = zip(places[::2], places[1::2], strict=True)
    return [(seeds[high], seeds[low] if low < len(seeds) else None) for high, low in pairs]


def bracket(size: int) -> list[int]:
    """The seeds (from 0) in the order in which they stand: 0 against the last, and so that the best two can
    meet in the last round only."""
    found = [0]
    while len(found) < size:
        found = [each for seed in found for each in (seed, 2 * len(found) - 1 - seed)]
    return found


def next_round(winners: Sequence[int | None]) -> list[Pair]:
    """The pairs of the next round of the winners in the order of the bracket; None is a place from which
    nobody goes on, and whoever would have met them has a bye."""
    pairs = zip(winners[::2], winners[1::2], strict=True)
    return [_pair(one, other) if one is not None else _pair(other, None) for one, other in pairs]


def _pair(one: int | None, other: int | None) -> Pair:
    return (NOBODY if one is None else one), other
