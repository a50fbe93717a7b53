"""Figures of the simulation and statistics pages: rates with intervals, and how numbers spread."""

from collections.abc import Sequence
from typing import Any

from replays import verdicts
from replays.figures import plain_look
from replays.statistics import Estimate

INK, GREY = "#12407A", "#8B8069"


def rates_figure(rates: Sequence[tuple[str, Estimate]]) -> Any:
    """Rates in percent with their 95 % intervals, one a line; grey and hollow where the games are few."""
    import plotly.graph_objects as go

    shown = [(name, each) for name, each in rates if each.low is not None and each.high is not None]
    figure = go.Figure()
    for colour, symbol, is_few in ((INK, "circle", False), (GREY, "circle-open", True)):
        own = [(name, each) for name, each in shown if (verdicts.mark(each.n) != "solid") == is_few]
        figure.add_scatter(
            x=[100 * each.estimate for _, each in own], y=[name for name, _ in own], mode="markers",
            marker={"size": 11, "color": colour, "symbol": symbol}, showlegend=False, cliponaxis=False,
            error_x={
                "type": "data", "symmetric": False,
                "array": [100 * ((each.high or 0.0) - each.estimate) for _, each in own],
                "arrayminus": [100 * (each.estimate - (each.low or 0.0)) for _, each in own],
            },
        )  # fmt: skip
    figure.add_vline(x=50, line={"dash": "dot", "color": GREY, "width": 1})
    figure.update_xaxes(range=[-3, 103], title_text="%", zeroline=False)
    figure.update_yaxes(automargin=True, categoryorder="array", categoryarray=[n for n, _ in shown][::-1])
    return plain_look(figure, 100 + 34 * max(len(shown), 1)).update_layout(hovermode="closest")


def gaps_figure(gaps: Sequence[tuple[str, float, float, float]]) -> Any:
    """Differences in points with their intervals (name, estimate, low, high), around zero."""
    import plotly.graph_objects as go

    figure = go.Figure()
    figure.add_scatter(
        x=[gap for _, gap, _, _ in gaps], y=[name for name, *_ in gaps], mode="markers", showlegend=False,
        marker={"size": 10, "color": INK},
        error_x={
            "type": "data", "symmetric": False,
            "array": [high - gap for _, gap, _, high in gaps],
            "arrayminus": [gap - low for _, gap, low, _ in gaps],
        },
    )  # fmt: skip
    figure.add_vline(x=0, line={"dash": "dot", "color": GREY, "width": 1})
    figure.update_xaxes(zeroline=False, gridcolor="#CFC4AC")
    figure.update_yaxes(automargin=True, autorange="reversed")
    return plain_look(figure, 110 + 24 * max(len(gaps), 1)).update_layout(hovermode="closest")


def histogram(values: Sequence[float], name: str) -> Any:
    """How often each value (or step of values) came up."""
    import plotly.graph_objects as go

    figure = go.Figure()
    figure.add_histogram(x=list(values), nbinsx=40, marker={"color": INK}, showlegend=False)
    figure.update_xaxes(title_text=name)
    return plain_look(figure, 240)
