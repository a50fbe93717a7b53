"""Plotly figures: the timeline of a game, two games overlaid, groups of games.

Each is built once for a game and version and never touched again while somebody scrubs: the
playhead is an HTML line over it, so the margins are fixed (`LEFT`, `RIGHT` pixels).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import Any

import msgspec

from domain.kernel import Measure, RuleSet
from domain.kernel.looks import UNKNOWN, SideLook, looks_of, side_look
from domain.kernel.prose import prose
from replays import axes
from replays.verdicts import texts

LEFT, RIGHT = 58, 16
APART = {"round": 18, "clock": 92}
"""Pixels that the words along an axis need, each."""
INK, VIOLET = "#221D17", "#6A2C91"
"""Of the first and the second of two games."""
GROUPS = "#12407A", "#AB122E"
"""Of the first and the second of two groups of games."""
MARKS = {
    "battle": ("x", "#A60F2B"),
    "loss": ("cross", "#5E5546"),
    "capture": ("star", "#9A5600"),
    "card": ("line-ns-open", "#5E5546"),
    "turn": ("triangle-down", "#221D17"),
}
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
MOST_TICKS = 8
"""Of an axis of whole numbers: so many years fit beneath one another's marks on a phone."""
FONT = {"family": "system-ui, sans-serif", "size": 13, "color": "#221D17"}


def encoded(figure: Any) -> bytes:
    """A figure as the JSON that plotly.js draws."""
    return msgspec.json.encode(figure.to_plotly_json(), enc_hook=lambda value: value.tolist())


def timeline(
    rule_set: RuleSet, rows: Sequence[Mapping[str, Any]], language: str = "en", along: str = "event"
) -> Any:
    """The timeline of one game from its rows (version, at, turn, round, mark, text, measures that changed).

    One panel for each group of measures, x by `along` (one of `axes.AXES`), marks for battles, losses
    and captures at the foot, a thin line where a turn starts. Where an event lies if not at its number
    stands in the layout's `meta`.
    """
    import plotly.graph_objects as go

    words, sides = prose(rule_set, language), looks_of(rule_set.id).sides
    groups = list(dict.fromkeys(measure.group for measure in rule_set.measures))
    figure = go.Figure()

    def look(measure: Measure) -> SideLook:
        return sides.get(measure.side, UNKNOWN)

    axis = axes.axis(along, rows, language)
    for number, group in enumerate(groups, start=1):
        for measure in (each for each in rule_set.measures if each.group == group):
            xs, ys, versions = _steps(rows, axis.places, measure.id)
            figure.add_scatter(
                x=xs, y=ys, mode="lines", name=words.tables["measures"].get(measure.id, measure.name),
                line={"shape": "hv", "width": 2, "color": look(measure).line, "dash": look(measure).dash},
                yaxis=f"y{number}", hovertemplate="%{y}<extra>%{fullData.name}</extra>", customdata=versions,
            )  # fmt: skip
    foot = len(groups) + 1
    for mark, (symbol, colour) in MARKS.items():
        found = [each for each in zip(rows, axis.places, strict=True) if each[0].get("mark") == mark]
        if found and mark not in ("turn", "card"):
            figure.add_scatter(
                x=[place for _, place in found], y=[0] * len(found), mode="markers", name=mark,
                marker={"symbol": symbol, "color": colour, "size": 7}, yaxis=f"y{foot}",
                text=[row["text"] for row, _ in found], hovertemplate="%{text}<extra></extra>",
                customdata=[row["version"] for row, _ in found],
            )  # fmt: skip
    titles = {group: words.tables["measures"].get(group, words.name(group)) for group in groups}
    separators = ",." if words.tables["words"]["decimal"] == "," else ".,"
    figure.update_layout(_layout(rows, axis, titles, separators, words.tables["turns"]))
    event = texts(language)["figures"]["event"].format(number="%{x}") if along == "event" else " "
    figure.update_xaxes(unifiedhovertitle={"text": event})
    meta: dict[str, Any] = {"dark": dark_lines(map(look, rule_set.measures))}
    if along != "event":
        meta |= {"places": axis.places, "moments": axis.moments, "apart": APART[along]}
        figure.update_xaxes(tickvals=axis.ticks, ticktext=axis.labels or None, tickangle=0)
    return figure.update_layout(meta=meta)


def _steps(
    rows: Sequence[Mapping[str, Any]], places: Sequence[float], measure: str
) -> tuple[list[float], list[float], list[int]]:
    """(x, value, event) where the measure changed, and at the end."""
    found: list[tuple[float, float, int]] = []
    for row, place in zip(rows, places, strict=True):
        value = (row.get("measures") or {}).get(measure)
        if value is not None and (not found or found[-1][1] != value):
            found.append((place, value, row["version"]))
    if found and found[-1][2] != rows[-1]["version"]:
        found.append((places[-1], found[-1][1], rows[-1]["version"]))
    return [x for x, _, _ in found], [y for _, y, _ in found], [version for _, _, version in found]


def dark_lines(looks: Iterable[SideLook]) -> dict[str, str]:
    """The colour of each line on a dark page, which `charts.js` puts in place of that on a light one."""
    return {look.line: look.line_in_dark for look in looks}


def _layout(
    rows: Sequence[Mapping[str, Any]],
    axis: axes.Axis,
    groups: Mapping[str, str],
    separators: str,
    called: Mapping[str, str],
) -> dict[str, Any]:
    foot = 0.07
    height = (1 - foot) / max(len(groups), 1)
    layout: dict[str, Any] = {
        "margin": {"l": LEFT, "r": RIGHT, "t": 22, "b": 22},
        "separators": separators,
        "height": 64 + 96 * len(groups),
        "xaxis": {"range": [axis.start, axis.end], "fixedrange": False},
        "hovermode": "x unified",
        "showlegend": False,
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": FONT,
        "shapes": [*_turn_lines(rows, axis), *_pauses(axis)],
        "annotations": [*_turn_names(rows, axis, called), *_pause_names(axis)],
    }
    for number, title in enumerate(groups.values()):
        top = 1 - number * height
        layout["yaxis" if number == 0 else f"yaxis{number + 1}"] = {
            "domain": [max(top - height + 0.03, foot), top],
            "title": {"text": "<br>".join(wrap(title, 16)), "font": {"size": 12}},
            "rangemode": "tozero", "automargin": False, "nticks": 4, "gridcolor": "#CFC4AC",
        }  # fmt: skip
    layout[f"yaxis{len(groups) + 1}"] = {"domain": [0, foot - 0.01], "visible": False, "range": [-1, 1]}
    return layout


def _turn_starts(rows: Sequence[Mapping[str, Any]], axis: axes.Axis) -> list[tuple[float, int]]:
    """(x, turn) of the first row of every turn."""
    starts: dict[int, float] = {}
    for row, place in zip(rows, axis.places, strict=True):
        if row.get("turn"):
            starts.setdefault(row["turn"], place)
    return [(place, turn) for turn, place in starts.items()]


def _turn_lines(rows: Sequence[Mapping[str, Any]], axis: axes.Axis) -> list[dict[str, Any]]:
    line = {"color": "#8B8069", "width": 1, "dash": "dot"}
    return [
        {"type": "line", "x0": at, "x1": at, "yref": "paper", "y0": 0, "y1": 1, "line": line}
        for at, _ in _turn_starts(rows, axis)
    ]


def _turn_names(
    rows: Sequence[Mapping[str, Any]], axis: axes.Axis, called: Mapping[str, str]
) -> list[dict[str, Any]]:
    """The numbers of the turns, or what they are `called`, of many only where a wide page has room;
    `charts.js` knows its own."""
    names: list[dict[str, Any]] = []
    for at, turn in _turn_starts(rows, axis):
        if not names or at - names[-1]["x"] > 0.02 * (axis.end - axis.start):
            names.append({
                "x": at, "y": 1, "yref": "paper", "yanchor": "bottom", "showarrow": False,
                "text": called.get(str(turn), str(turn)),
            })  # fmt: skip
    return names


def _pauses(axis: axes.Axis) -> list[dict[str, Any]]:
    """A band for each stretch that the axis leaves out."""
    return [
        {
            "type": "rect", "x0": begin, "x1": end, "yref": "paper", "y0": 0, "y1": 1, "layer": "below",
            "fillcolor": "rgba(139,128,105,0.22)", "line": {"width": 0},
        }
        for begin, end, _ in axis.pauses
    ]  # fmt: skip


def _pause_names(axis: axes.Axis) -> list[dict[str, Any]]:
    """How long the pauses were, upwards inside their bands; of many only where there is room."""
    names: list[dict[str, Any]] = []
    for begin, end, words in axis.pauses:
        middle = (begin + end) / 2
        if not names or middle - names[-1]["x"] > 0.02 * (axis.end - axis.start):
            names.append(
                {"x": middle, "y": 0.5, "yref": "paper", "text": words, "textangle": -90, "showarrow": False}
            )
    return names


def overlaid(
    rule_set: RuleSet,
    group: str,
    ticks: Sequence[tuple[str, Mapping[str, float] | None, Mapping[str, float] | None]],
    labels: tuple[str, str],
    language: str = "en",
) -> Any:
    """Two games aligned by turn: one group of measures of both, the first game solid, the second dotted.

    `ticks` are (label, measures of the first, measures of the second), None where one has no such moment.
    """
    import numpy as np
    import plotly.graph_objects as go

    words = prose(rule_set, language)
    figure = go.Figure()
    measures = [each for each in rule_set.measures if each.group == group]
    looks = {each.side: side_look(rule_set.id, each.side) for each in measures}
    values = {
        measure.id: [[None if each is None else each.get(measure.id) for each in game]
                     for game in ([tick[1] for tick in ticks], [tick[2] for tick in ticks])]
        for measure in measures
    }  # fmt: skip
    telling = {each for each, games in values.items() if any(map(any, games))}
    for measure in measures:
        name = words.tables["measures"].get(measure.id, measure.name)
        for place, dash in ((1, "solid"), (2, "dot")):
            ys = values[measure.id][place - 1]
            # what one game has, the other one has none of; and a chart in which nobody has any is not empty
            if measure.id in telling or not telling:
                # No x: moments are counted from 0. An array, because a list is checked value by value.
                figure.add_scatter(
                    y=np.array(ys, object), mode="lines", name=f"{name}, {labels[place - 1]}",
                    connectgaps=False,
                    line={"color": looks[measure.side].line, "dash": dash, "width": 2, "shape": "hv"},
                )  # fmt: skip
    _over_moments(figure, [label for label, _, _ in ticks], language)
    figure.update_yaxes(rangemode="tozero")
    return plain_look(figure, 220).update_layout(showlegend=False, meta={"dark": dark_lines(looks.values())})


def apart(labels: Sequence[str], shares: Sequence[float], first: int | None, language: str = "en") -> Any:
    """How far apart two games stand at each moment (0 to 1), with a mark at the first difference."""
    import plotly.graph_objects as go

    figure = go.Figure()
    figure.add_scatter(
        y=[round(100 * share, 1) for share in shares], mode="lines", name="%",
        line={"color": "#5E5546", "width": 2, "shape": "hv"}, fill="tozeroy",
        fillcolor="rgba(139,128,105,0.3)", showlegend=False,
    )  # fmt: skip
    if first is not None:
        figure.add_scatter(
            x=[first], y=[round(100 * shares[first], 1)], mode="markers", showlegend=False, hoverinfo="skip",
            marker={"symbol": "diamond", "color": "#AB122E", "size": 11},
            cliponaxis=False,  # games may part at once, or wholly
        )  # fmt: skip
    _over_moments(figure, labels, language)
    figure.update_yaxes(range=[0, 100], title_text="%", nticks=3)
    return plain_look(figure, 130)


def two_chances(
    labels: Sequence[str],
    chances: Sequence[tuple[float | None, float | None]],
    names: tuple[str, str],
    language: str = "en",
) -> Any:
    """How likely a side was to win in two games at each moment (0 to 1, or None): the first
    game in ink, the second dotted in violet, as their counters are framed."""
    import plotly.graph_objects as go

    figure = go.Figure()
    for place, (colour, dash) in enumerate(((INK, "solid"), (VIOLET, "dot"))):
        figure.add_scatter(
            y=[None if (each := both[place]) is None else round(100 * each, 1) for both in chances],
            mode="lines", name=names[place], connectgaps=False,
            line={"color": colour, "width": 2, "dash": dash, "shape": "hv"},
        )  # fmt: skip
    _over_moments(figure, labels, language)
    figure.update_yaxes(range=[0, 100], ticksuffix=" %", nticks=3)
    return plain_look(figure, 150).update_layout(showlegend=False)


def _over_moments(figure: Any, labels: Sequence[str], language: str) -> None:
    """An axis of moments with a tick where a turn starts; `labels` are `turn.number`."""
    starts = [place for place, label in enumerate(labels) if label.endswith(".1") or place == 0]
    apart = len(labels) / 40
    starts = [a for a, b in pairwise([*starts, len(labels)]) if b - a > apart]  # their numbers would touch
    figure.update_xaxes(
        tickvals=starts, ticktext=[labels[place].split(".")[0] for place in starts], tickangle=0,
        title_text=texts(language)["figures"]["turn"], range=[0, max(len(labels) - 1, 1)],
    )  # fmt: skip


def forest(findings: Iterable[Any], labels: tuple[str, str], names: Mapping[str, str]) -> Any:
    """Win rates of two groups with their 95 % intervals, in percent; hollow marks for few games."""
    import plotly.graph_objects as go

    figure = go.Figure()
    rates = [finding for finding in findings if finding.question == "rate"]
    for place, (label, colour) in enumerate(zip(labels, GROUPS, strict=True)):
        sides = [(finding.name, finding.a if place == 0 else finding.b) for finding in rates]
        shown = [(name, side) for name, side in sides if side.estimate is not None]
        figure.add_scatter(
            x=[100 * side.estimate.estimate for _, side in shown],
            y=[names.get(name, name) for name, _ in shown],
            name=label, mode="markers",
            orientation="h",  # the groups stand one below the other: else plotly.js moves their marks along x
            marker={"size": 11, "color": colour, "symbol": [_symbol(side.mark) for _, side in shown]},
            error_x={
                "type": "data", "symmetric": False,
                "array": [100 * (side.estimate.high - side.estimate.estimate) for _, side in shown],
                "arrayminus": [100 * (side.estimate.estimate - side.estimate.low) for _, side in shown],
            },
        )  # fmt: skip
    figure.update_xaxes(range=[-3, 103], title_text="%")
    figure.update_yaxes(autorange="reversed")
    figure.update_layout(scattermode="group")
    return plain_look(figure, 110 + 60 * max(len(rates), 1))


def distributions(compared: Any, measure: str, name: str = "", language: str = "en") -> Any:
    """The share of games up to each value of a measure, with the band that holds the whole curve (DKW)."""
    import plotly.graph_objects as go

    from replays.statistics import ecdf_band

    figure = go.Figure()
    finding = next((f for f in compared.findings if f.question == "distribution" and f.name == measure), None)
    known = [] if finding is None else [finding.a.ecdf, finding.b.ecdf]
    values = [value for curve in known if curve is not None for value in curve.values]
    for group, curve, colour in zip((compared.a, compared.b), known, GROUPS, strict=False):
        if curve is None:
            continue
        # no game lies below the first value, none above the last one: both curves go all along the axis
        xs, shares = [min(values), *curve.values, max(values)], [0.0, *curve.shares, 1.0]
        low, high = [0.0, *curve.low, curve.low[-1]], [min(1.0, ecdf_band(curve.n)), *curve.high, 1.0]
        edge = [*_steps_of(xs, high), *reversed(_steps_of(xs, low))]
        figure.add_scatter(
            x=[x for x, _ in edge], y=[y for _, y in edge], fill="toself", hoverinfo="skip",
            fillcolor=_thin(colour, 0.15), mode="none", showlegend=False,
        )  # fmt: skip
        figure.add_scatter(
            x=xs, y=shares, name=group.label, mode="lines", line={"color": colour, "shape": "hv"}
        )
    figure.update_yaxes(range=[0, 1], title_text=texts(language)["figures"]["share"])
    figure.update_xaxes(title_text=name or measure)
    return plain_look(figure, 280)


def _steps_of(xs: Sequence[float], ys: Sequence[float]) -> list[tuple[float, float]]:
    """The corners of a line that keeps each value until the next x."""
    corners = [(xs[0], ys[0])]
    for x, y in zip(xs[1:], ys[1:], strict=True):
        corners += [(x, corners[-1][1]), (x, y)]
    return corners


def luck_funnel(compared: Any, language: str = "en") -> Any:
    """Mean luck of each group beside the width that chance alone gives it (one deviation and 95 %)."""
    import plotly.graph_objects as go

    figure = go.Figure()
    for funnel, colour in zip(compared.luck, GROUPS, strict=True):
        if funnel.mean is None:
            continue
        for width, opacity in ((funnel.outer, 0.14), (funnel.inner, 0.26)):
            figure.add_bar(
                y=[funnel.label], x=[2 * width], base=[-width], orientation="h", hoverinfo="skip",
                marker={"color": _thin(colour, opacity)}, showlegend=False,
            )  # fmt: skip
        figure.add_scatter(
            x=[funnel.mean], y=[funnel.label], mode="markers", name=funnel.label,
            marker={"size": 11, "color": colour},
        )  # fmt: skip
    figure.update_layout(barmode="overlay")
    figure.update_yaxes(autorange="reversed")
    figure.update_xaxes(title_text=texts(language)["figures"]["luck"], zeroline=True)
    return plain_look(figure, 200)


def _symbol(mark: str) -> str:
    return "circle-open" if mark == "hollow" else "circle"


def curves_with_bands(
    bands: Mapping[str, Any], measure: str, language: str = "en", look: SideLook | None = None
) -> Any:
    """Median of a measure by turn with the middle 50 % and 90 % of games, for each group in `bands`.

    `look` is that of the side whose measure it is, where there is one group. What is measured is the title
    above the chart: along an axis of this height most names would be cut off.
    """
    import plotly.graph_objects as go

    figure = go.Figure()
    known = {
        label: frame.filter(frame["measure"] == measure).drop_nulls("median").sort("turn").to_dicts()
        for label, frame in bands.items()
    }
    turns = [row["turn"] for rows in known.values() for row in rows]
    colours = GROUPS if look is None else (look.line,)
    for (label, rows), colour in zip(known.items(), colours, strict=False):
        xs = [row["turn"] for row in rows]
        for low, high, opacity in (("low90", "high90", 0.12), ("low50", "high50", 0.22)):
            figure.add_scatter(
                x=xs + xs[::-1], y=[row[high] for row in rows] + [row[low] for row in rows][::-1],
                fill="toself", fillcolor=_thin(colour, opacity), mode="none", hoverinfo="skip",
                showlegend=False,
            )  # fmt: skip
        figure.add_scatter(
            x=xs,
            y=[row["median"] for row in rows],
            name=label,
            showlegend=len(bands) > 1,  # one is called what the chart is
            line={"color": colour},
            mode="lines",
        )
    figure.update_xaxes(title_text=texts(language)["figures"]["turn"], **whole_ticks(turns))
    if turns:
        room = 0.03 * (max(turns) - min(turns) or 1)  # for the words below the first and the last turn
        figure.update_xaxes(range=[min(turns) - room, max(turns) + room], zeroline=False)
    figure.update_layout(meta={"dark": dark_lines([look] if look else [])})
    return plain_look(figure, 260)


def whole_ticks(values: Sequence[float]) -> dict[str, Any]:
    """Ticks of an axis of whole numbers, turns or years or points: few enough for a phone, none between two
    of them, and no year with a mark of thousands."""
    span = max(values, default=0) - min(values, default=0)
    step = next((each for each in STEPS if MOST_TICKS * each >= span), STEPS[-1])
    return {"dtick": step, "tick0": 0, "tickformat": "d", "tickangle": 0}


def _thin(colour: str, opacity: float) -> str:
    """A colour like "#12407A" that lets through what lies below: "rgba(18,64,122,0.2)"."""
    parts = ",".join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
    return f"rgba({parts},{opacity})"


def plain_look(figure: Any, height: int) -> Any:
    figure.update_layout(
        height=height, margin={"l": LEFT, "r": RIGHT, "t": 30, "b": 40}, font=FONT, hovermode="x unified",
        paper_bgcolor="rgba(0,0,0,0)", plot_bgcolor="rgba(0,0,0,0)",
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom"},
    )  # fmt: skip
    figure.update_xaxes(gridcolor="#CFC4AC")
    figure.update_yaxes(gridcolor="#CFC4AC")
    return figure
