"""Figures of the simulation and statistics pages: rates with intervals, and how numbers spread."""

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil
from textwrap import wrap
from typing import Any

from domain.kernel.looks import SideLook
from replays import verdicts
from replays.figures import dark_lines, plain_look, whole_ticks
from replays.statistics import Estimate

INK, GREY = "#12407A", "#8B8069"
SHADES = (INK, "#BC7B04", "#AB122E", "#109084", "#848C94", "#5E5546", "#6A2C91")
PATTERNS = ("", "/", ".")
"""Parts of a bar are told apart by colour and hatching; `charts.js` has the same colours for the dark."""
BINS = 40
"""So many bars a histogram has at most."""
MARKED = 30
"""So many steps at most have a mark each: of more the marks would cover the line."""


def _in_lines(labels: Sequence[str], most: int | None = None) -> tuple[list[str], int]:
    """Labels broken so that they leave room for the marks on a phone, in at most so many lines (None: as many
    as it takes), and the pixels that each needs.

    What people typed is no markup of plotly's.
    """
    broken = [
        wrap(label, 20, break_long_words=False, max_lines=most, placeholder=" …") or [""] for label in labels
    ]
    height = 12 + 18 * max(map(len, broken), default=1)
    return ["<br>".join(escape(line, quote=False) for line in lines) for lines in broken], height


def _one_a_line(figure: Any, labels: Sequence[str]) -> None:
    """Names lines 0, 1, 2 ... from above. A line is a number and its name only what is written there: two
    cards may have one name, and of a player called 1815 plotly.js would make a number."""
    last = max(len(labels) - 1, 0)
    figure.update_yaxes(
        automargin=True, tickvals=list(range(len(labels))), ticktext=list(labels), zeroline=False,
        range=[last + 0.6, -0.6],
    )  # fmt: skip


def rates_figure(
    rates: Sequence[tuple[str, Estimate]],
    evens: Sequence[float | None] = (),
    looks: Sequence[SideLook | None] = (),
) -> Any:
    """Rates in percent with their 95 % intervals, one a line; grey and hollow where the games are few.

    `evens` are the shares that would be even, marked by an upright stroke; None where none is. `looks` are
    those of the sides whose rates they are; None where a rate is no side's.
    """
    import plotly.graph_objects as go

    own_looks = [*looks, *[None] * (len(rates) - len(looks))]
    own_evens = [*evens, *[None] * (len(rates) - len(evens))]
    shown = [
        (name, each, even, look.line if look else INK)
        for (name, each), even, look in zip(rates, own_evens, own_looks, strict=True)
        if each.low is not None and each.high is not None
    ]
    labels, height = _in_lines([name for name, *_ in shown])
    figure = go.Figure()
    drawn = [(colour, "circle", False) for colour in dict.fromkeys((INK, *(line for *_, line in shown)))]
    for colour, symbol, is_few in (*drawn, (GREY, "circle-open", True)):
        own = [
            (line, each) for line, (_, each, _, own_colour) in enumerate(shown)
            if (verdicts.mark(each.n) != "solid") == is_few and (is_few or own_colour == colour)
        ]  # fmt: skip
        figure.add_scatter(
            x=[100 * each.estimate for _, each in own], y=[line for line, _ in own], mode="markers",
            marker={"size": 11, "color": colour, "symbol": symbol}, showlegend=False, cliponaxis=False,
            text=[labels[line] for line, _ in own], hovertemplate="%{text}: %{x:.1f} %<extra></extra>",
            error_x={
                "type": "data", "symmetric": False,
                "array": [100 * ((each.high or 0.0) - each.estimate) for _, each in own],
                "arrayminus": [100 * (each.estimate - (each.low or 0.0)) for _, each in own],
            },
        )  # fmt: skip
    marked = [(line, even) for line, (_, _, even, _) in enumerate(shown) if even is not None]
    figure.add_scatter(
        x=[100 * even for _, even in marked], y=[line for line, _ in marked], mode="markers",
        marker={"symbol": "line-ns-open", "size": 22, "color": GREY}, showlegend=False, hoverinfo="skip",
    )  # fmt: skip
    figure.update_xaxes(range=[-3, 103], title_text="%", zeroline=False)
    _one_a_line(figure, labels)
    figure.update_layout(meta={"dark": dark_lines(look for look in looks if look)})
    return plain_look(figure, 100 + height * max(len(shown), 1)).update_layout(hovermode="closest")


def gaps_figure(gaps: Sequence[tuple[str, float, float, float]]) -> Any:
    """Differences in points with their intervals (name, estimate, low, high), around zero."""
    import plotly.graph_objects as go

    labels, height = _in_lines([name for name, *_ in gaps])
    figure = go.Figure()
    figure.add_scatter(
        x=[gap for _, gap, _, _ in gaps], y=list(range(len(gaps))), mode="markers", showlegend=False,
        marker={"size": 10, "color": INK},
        text=labels, hovertemplate="%{text}: %{x:+.1f}<extra></extra>",
        error_x={
            "type": "data", "symmetric": False,
            "array": [high - gap for _, gap, _, high in gaps],
            "arrayminus": [gap - low for _, gap, low, _ in gaps],
        },
    )  # fmt: skip
    figure.add_vline(x=0, line={"dash": "dot", "color": GREY, "width": 1})
    figure.update_xaxes(zeroline=False, gridcolor="#CFC4AC", tickangle=0)
    _one_a_line(figure, labels)
    return plain_look(figure, 100 + height * max(len(gaps), 1)).update_layout(hovermode="closest")


def steps_figure(steps: Sequence[tuple[float, Estimate]], axes: Sequence[str]) -> Any:
    """Shares in percent with their intervals over a number (points given, turns); `axes` are the names."""
    import plotly.graph_objects as go

    figure = go.Figure()
    at = [place for place, _ in steps]
    for number, bound in enumerate(("low", "high")):
        figure.add_scatter(
            x=at, y=[100 * (getattr(each, bound) or 0.0) for _, each in steps], mode="lines",
            showlegend=False, line={"width": 0, "shape": "hv"}, hoverinfo="skip",
            fill="tonexty" if number else None, fillcolor="rgba(88,135,192,0.35)" if number else None,
        )  # fmt: skip
    figure.add_scatter(
        x=at, y=[100 * each.estimate for _, each in steps], showlegend=False,
        mode="lines+markers" if len(steps) <= MARKED else "lines",
        line={"color": INK, "width": 2, "shape": "hv"}, marker={"color": INK, "size": 7},
        hovertemplate="%{y:.0f} %<extra></extra>",
    )  # fmt: skip
    figure.add_hline(y=50, line={"dash": "dot", "color": GREY, "width": 1})
    figure.update_xaxes(title_text=axes[0], zeroline=False, gridcolor="#CFC4AC", **whole_ticks(at))
    figure.update_yaxes(title_text=f"{axes[1]} (%)", range=[-3, 103], zeroline=False, gridcolor="#CFC4AC")
    return plain_look(figure, 280)


def histogram(values: Sequence[float], name: str) -> Any:
    """What share of them each value (or step of values) is, in percent: `values` may be some of very many.
    Whole numbers have a bar each, or as many of them as others."""
    import plotly.graph_objects as go

    figure = go.Figure()
    bins: dict[str, Any] = {"nbinsx": BINS}
    if values and all(value == round(value) for value in values):
        step = ceil((max(values) - min(values) + 1) / BINS)
        bins = {"xbins": {"start": min(values) - 0.5, "end": max(values) + 0.5, "size": step}}
    figure.add_histogram(
        x=list(values), histnorm="percent", marker={"color": INK}, showlegend=False,
        hovertemplate="%{x}: %{y:.1f} %<extra></extra>", **bins,
    )  # fmt: skip
    figure.update_xaxes(title_text=name)
    figure.update_yaxes(title_text="%")
    return plain_look(figure, 240).update_layout(hovermode="closest", bargap=0.05)


def bands_figure(bands: Sequence[tuple[str, float, float, bool]], name: str) -> Any:
    """Bands (label, low, high, is_few), one a line, without a middle; those of few games grey and hollow.

    `name` is the axis'.
    """
    import plotly.graph_objects as go

    figure = go.Figure()
    labels, height = _in_lines([label for label, *_ in bands])
    numbered = [(line, *each[1:]) for line, each in enumerate(bands)]
    solid = {"color": INK}
    hollow = {"color": "rgba(0,0,0,0)", "line": {"width": 2, "color": GREY}}
    for is_few in (False, True):
        own = [each for each in numbered if each[3] == is_few]
        figure.add_bar(
            y=[line for line, *_ in own], base=[low for _, low, _, _ in own], orientation="h", width=0.5,
            x=[high - low for _, low, high, _ in own], showlegend=False,
            marker=hollow if is_few else solid,
            customdata=[[low, high] for _, low, high, _ in own],
            hovertemplate="%{customdata[0]:.0f} – %{customdata[1]:.0f}<extra></extra>",
        )  # fmt: skip
    figure.update_xaxes(title_text=name, zeroline=False, gridcolor="#CFC4AC", tickformat="d")
    _one_a_line(figure, labels)
    figure.update_layout(barmode="overlay")
    return plain_look(figure, 110 + height * max(len(bands), 1)).update_layout(hovermode="closest")


def band_over_games(
    lows: Sequence[float], highs: Sequence[float], settled: int, axes: tuple[str, str]
) -> Any:
    """A band after 0, 1, 2, ... games; grey before `settled` of them. `axes` are the names of x and y."""
    import plotly.graph_objects as go

    figure = go.Figure()
    for start, end, colour, fill in (
        (0, settled, GREY, "rgba(139,128,105,0.25)"),
        (settled, len(lows) - 1, INK, "rgba(88,135,192,0.35)"),
    ):
        games = list(range(start, min(end, len(lows) - 1) + 1))
        if not games:
            continue
        for number, values in enumerate((lows, highs)):
            figure.add_scatter(
                x=games, y=[values[n] for n in games], mode="lines+markers", showlegend=False,
                line={"color": colour, "width": 2}, marker={"color": colour, "size": 5},
                fill="tonexty" if number else None, fillcolor=fill if number else None,
                hovertemplate="%{y:.0f}<extra></extra>",
            )  # fmt: skip
    step = 1 + len(lows) // 8
    figure.update_xaxes(title_text=axes[0], zeroline=False, rangemode="tozero", dtick=step)
    figure.update_yaxes(title_text=axes[1], automargin=True, gridcolor="#CFC4AC", tickformat="d")
    return plain_look(figure, 260)


def shares_figure(
    bars: Sequence[tuple[str, Mapping[str, int]]], kinds: Sequence[tuple[str, str]], name: str
) -> Any:
    """Bars of counts by kind (label, {kind: count}), one a line; `kinds` are the kinds with their names,
    `name` is what is counted."""
    import plotly.graph_objects as go

    labels, height = _in_lines([label for label, _ in bars], 2)
    whole = [escape(label, quote=False) for label, _ in bars]
    figure = go.Figure()
    for number, (kind, called) in enumerate(kinds):
        figure.add_bar(
            y=list(range(len(bars))), x=[counts.get(kind, 0) for _, counts in bars], name=called,
            orientation="h", marker={"color": SHADES[number % 7], "pattern": {"shape": PATTERNS[number % 3]}},
            text=whole, textposition="none", hovertemplate="%{text}: %{x}",
        )  # fmt: skip
    figure.update_xaxes(title_text=name, zeroline=False)
    _one_a_line(figure, labels)
    figure.update_layout(barmode="stack", showlegend=True)
    return plain_look(figure, 130 + (height - 8) * max(len(bars), 1)).update_layout(hovermode="closest")
