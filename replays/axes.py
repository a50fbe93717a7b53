"""The x axes of a game's timeline: by event, by round, by the clock on the wall."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import accumulate, groupby, pairwise
from math import ceil
from typing import Any

import msgspec
from babel.dates import format_timedelta

AXES = ("event", "round", "clock")
PAUSE = 3600
"""Seconds without an event from which on the clock's axis is broken."""
STEPS = (60, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400)
"""Seconds that may lie between two moments written along the clock's axis."""

Rows = Sequence[Mapping[str, Any]]


class Axis(msgspec.Struct, frozen=True):
    """Where each event lies, and what is written along the axis.

    `places` holds the x of each row, never falling; the axis goes from `start` to `end`. At `ticks` stand
    `labels` (rounds) or `moments` (milliseconds since 1970, told in the reader's own zone); without
    either the numbers themselves. `pauses` are broken stretches: (from, to, how long in words).
    """

    places: list[float]
    start: float
    end: float
    ticks: list[float] = []
    labels: list[str] = []
    moments: list[int] = []
    pauses: list[tuple[float, float, str]] = []


def axis(kind: str, rows: Rows, language: str = "en") -> Axis:
    """The axis `kind` (one of AXES) of a game's rows, which begin with its first event."""
    if kind == "round":
        return _by_round(rows)
    return _by_clock(rows, language) if kind == "clock" else _by_event(rows)


def _by_event(rows: Rows) -> Axis:
    return Axis([row["version"] for row in rows], 1, rows[-1]["version"])


def _by_round(rows: Rows) -> Axis:
    """Every round is as wide as every other, its events evenly spread.

    A round that an undo went back to comes once more: no event lies left of one before it.
    """
    places: list[float] = []
    labels: list[str] = []
    for number, (clock, found) in enumerate(groupby(rows, key=lambda row: (row["turn"], row["round"]))):
        events = len(list(found))
        places += [round(number + each / events, 4) for each in range(events)]
        labels.append(str(clock[1] or ""))
    return Axis(places, 0, max(len(labels), 1), [float(each) for each in range(len(labels))], labels)


def _by_clock(rows: Rows, language: str) -> Axis:
    """The seconds that the game was played; of its pauses only that they were, and how long in words."""
    moments = [row["at"] for row in rows]
    gaps = [max(0, after - before) / 1000 for before, after in pairwise(moments)]
    breaks = [gap for gap in gaps if gap > PAUSE]
    played = sum(gaps) - sum(breaks)
    width = max(played, 1.0) * min(0.05, 0.5 / max(len(breaks), 1))  # all of them at most a third
    steps = [width if gap > PAUSE else gap for gap in gaps]
    places = [round(each, 3) for each in accumulate(steps, initial=0.0)]
    ticks, told = _ticks(places, moments, gaps)
    return Axis(
        places, 0, max(places[-1], 1.0), ticks, moments=told,
        pauses=[
            (places[number], places[number + 1], _spoken(gap, language))
            for number, gap in enumerate(gaps)
            if gap > PAUSE
        ],
    )  # fmt: skip


def _ticks(
    places: Sequence[float], moments: Sequence[int], gaps: Sequence[float]
) -> tuple[list[float], list[int]]:
    """Where moments are written: where play begins after a pause, and at full minutes or hours between."""
    step = next((each for each in STEPS if each * 8 >= places[-1]), ceil(places[-1] / 8)) * 1000
    starts = [0, *(number + 1 for number, gap in enumerate(gaps) if gap > PAUSE)]
    ticks: list[float] = []
    told: list[int] = []
    for first, after in pairwise([*starts, len(moments)]):
        begin, until = moments[first], moments[after - 1]
        between = range(begin + step - begin % step, until, step)
        for at in (begin, *(each for each in between if each - begin > step / 2)):
            ticks.append(round(places[first] + (at - begin) / 1000, 3))
            told.append(at)
    return ticks, told


def _spoken(seconds: float, language: str) -> str:
    """A length in words, exact enough not to double: 90 minutes, 9 hours, 36 hours, 3 days."""
    return format_timedelta(timedelta(seconds=seconds), threshold=2, locale=language)
