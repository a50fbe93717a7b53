"""How likely each side was to win, all through a finished game.

Told at the positions between commands from the whole truth, hands and all: for games that are over only.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from domain.bots.chances import Chances
from domain.kernel import Measure, RuleSet, Seat
from domain.kernel.history import History
from domain.kernel.looks import UNKNOWN, looks_of
from replays import axes, figures

GROUP = "win_chance"
SWINGS = 24
"""So many changes of the chance count as its largest ones."""
INK = "#221D17"
WIDE = 1.645
"""So many times its error a chance is wrong by at most, nine times in ten."""
STRIP = 16
"""So many pixels more a chart with the strip of luck has: all of it is seen on a screen 900 pixels high."""
NO_POINTS: Mapping[int, str] = MappingProxyType({})


def curve(history: History, chances: Chances, seat: Seat) -> dict[int, float]:
    """Event after which somebody decided, or the last -> how likely the side of `seat` was to win."""
    rules, recorded = history.rule_set, history.recorded
    return {
        version: chances.of(rules, history.at(version).state, seat)
        for version in history.rests()
        if version == len(recorded) or recorded[version].answers
    }


def figure(
    rule_set: RuleSet,
    rows: Sequence[Mapping[str, Any]],
    curves: Mapping[Seat, Mapping[int, float]],
    title: str,
    language: str = "en",
    along: str = "event",
    points: Mapping[int, str] = NO_POINTS,
    wide: float = 0.0,
) -> Any:
    """The chart of these curves over the events that `rows` tell of, in percent.

    `points` are the turning points: event -> what to say of it. They lie on the curve of the first seat,
    which has a band: the chance is wrong by at most `wide` (a share of 1) nine times in ten. The layout's
    `meta` holds where the chance moved most.
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
    if wide:
        look = looks_of(rule_set.id).sides.get(next(iter(curves)), UNKNOWN)
        for line in band(first, rows, places, wide, look.line):
            drawn.add_scatter(**line)
    drawn.update_layout(meta={**drawn.layout.meta, "swings": largest(first)})
    return drawn.update_xaxes(anchor="y2")


def band(
    curve: Mapping[int, float],
    rows: Sequence[Mapping[str, Any]],
    places: Sequence[float],
    wide: float,
    colour: str,
) -> list[dict[str, Any]]:
    """The lower and the upper edge of a curve's band, the room between them filled: where the game is over (0
    or 1) it has no width."""
    known = [row["version"] for row in rows if row["version"] in curve]
    edges = []
    for sign in (-1, 1):
        ys = [
            chance if chance in (0.0, 1.0) else min(1.0, max(0.0, chance + sign * wide))
            for chance in (curve[version] for version in known)
        ]
        edges.append({
            "x": [places[version - 1] for version in known], "y": [round(100 * each, 1) for each in ys],
            "mode": "lines", "line": {"shape": "hv", "width": 0, "color": colour}, "hoverinfo": "skip",
            "fill": "tonexty" if sign > 0 else None, "fillcolor": faint(colour),
        })  # fmt: skip
    return edges


def faint(colour: str) -> str:
    """A colour that lets a page of either brightness through."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return f"rgba({red},{green},{blue},0.16)"


def with_luck(
    drawn: Any,
    rule_set: RuleSet,
    rows: Sequence[Mapping[str, Any]],
    lucks: Mapping[int, float],
    sides: tuple[Seat, Seat],
    words: Mapping[int, str],
    title: str,
    along: str = "event",
) -> None:
    """Adds the strip of luck beneath a chart: what dice and cards did in each command, in points, upwards for
    the first side, downwards for the second."""
    looks, places = looks_of(rule_set.id).sides, axes.axis(along, rows).places
    most = max((abs(each) for each in lucks.values()), default=0.0)
    for seat, sign in zip(sides, (1, -1), strict=True):
        own = [event for event, luck in lucks.items() if sign * luck > 0 and event <= len(places)]
        drawn.add_scatter(
            x=[places[event - 1] for event in own], y=[round(100 * lucks[event], 1) for event in own],
            mode="markers", yaxis="y3", customdata=own, text=[words[event] for event in own],
            marker={"symbol": "line-ns", "size": 1, "color": looks.get(seat, UNKNOWN).line},
            error_y={
                "type": "data", "symmetric": False, "width": 0, "thickness": 2,
                "color": looks.get(seat, UNKNOWN).line,
                "array": [max(0.0, round(-100 * lucks[event], 1)) for event in own],
                "arrayminus": [max(0.0, round(100 * lucks[event], 1)) for event in own],
            },
            hovertemplate="%{text}<extra></extra>",
        )  # fmt: skip
    drawn.update_layout(
        height=drawn.layout.height + STRIP,
        yaxis={"domain": [0.42, 1], "title": {"text": ""}},  # the page's choice of charts names it
        yaxis3={
            "domain": [0.1, 0.34], "range": [-110 * most or -1, 110 * most or 1], "zeroline": True,
            "automargin": False, "showgrid": False, "showticklabels": False,
        },
    )  # fmt: skip
    drawn.add_annotation(
        text=title, x=0, xref="paper", xanchor="right", xshift=-6, y=0.22, yref="paper", yanchor="middle",
        showarrow=False, font={"size": 12},
    )  # fmt: skip


def largest(curve: Mapping[int, float]) -> list[int]:
    """The events after which the chance had moved most, in their order."""
    moved = [(abs(curve[now] - curve[before]), now) for before, now in pairwise(curve)]
    return sorted(version for size, version in sorted(moved, reverse=True)[:SWINGS] if size)
