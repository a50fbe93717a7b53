"""How likely each side was to win, all through a finished game.

Told at the positions between commands from the whole truth, hands and all: for games that are over only.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from domain.bots.chances import Chances
from domain.kernel import Measure, RuleSet, Seat
from domain.kernel.history import History
from projections.title_facts import facts_of
from projections.winning import allied
from replays import axes, figures

GROUP = "win_chance"
SWINGS = 24
"""So many changes of the chance count as its largest ones."""
INK = "#221D17"
NO_POINTS: Mapping[int, str] = MappingProxyType({})


def curve(history: History, chances: Chances, seat: Seat) -> dict[int, float]:
    """Event after which somebody decided, or the last -> how likely the side of `seat` was to win."""
    rules, recorded = history.rule_set, history.recorded
    return {
        version: chances.of(rules, history.at(version).state, seat)
        for version in history.rests()
        if version == len(recorded) or recorded[version].answers
    }


def one_of_each_side(rule_set: RuleSet, seats: Iterable[Seat]) -> list[Seat]:
    """The first seat of every side of a game."""
    facts = facts_of(rule_set.id)
    sides = allied({seat: facts.seats.get(seat, (seat,)) for seat in seats}, facts)
    return [Seat(own[0]) for own in sides.values()]


def figure(
    rule_set: RuleSet,
    rows: Sequence[Mapping[str, Any]],
    curves: Mapping[Seat, Mapping[int, float]],
    title: str,
    language: str = "en",
    along: str = "event",
    points: Mapping[int, str] = NO_POINTS,
) -> Any:
    """The chart of these curves over the events that `rows` tell of, in percent.

    `points` are the turning points: event -> what to say of it. They lie on the curve of the first seat. The
    layout's `meta` holds where the chance moved most.
    """
    names = rule_set.names(language)
    measures = tuple(Measure(f"{GROUP}_{seat}", names.get(seat, seat), seat, GROUP) for seat in curves)
    told = [
        {
            **row,
            "measures": {
                f"{GROUP}_{seat}": round(100 * curve[row["version"]], 1)
                for seat, curve in curves.items()
                if row["version"] in curve
            },
        }
        for row in rows
    ]
    drawn = figures.timeline(replace(rule_set, measures=measures), told, language, along)
    drawn.update_layout(yaxis={"range": [0, 100], "title": {"text": title}, "ticksuffix": " %"})
    first = next(iter(curves.values()))
    places = axes.axis(along, rows, language).places
    drawn.add_scatter(
        x=[places[version - 1] for version in points],
        y=[round(100 * first[version], 1) for version in points], mode="markers",
        marker={"symbol": "diamond", "size": 11, "color": INK},
        text=list(points.values()), hovertemplate="%{text}<extra></extra>", customdata=list(points),
    )  # fmt: skip
    drawn.update_layout(meta={**drawn.layout.meta, "swings": largest(first)})
    return drawn.update_xaxes(anchor="y2")


def largest(curve: Mapping[int, float]) -> list[int]:
    """The events after which the chance had moved most, in their order."""
    moved = [(abs(curve[now] - curve[before]), now) for before, now in pairwise(curve)]
    return sorted(version for size, version in sorted(moved, reverse=True)[:SWINGS] if size)
