"""Charts show what their numbers say: each line of its own, along an axis that can be read."""

from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from domain.kernel import titled
from domain.kernel.prose import prose
from replays import figures
from replays.analysis_figures import (
    BINS,
    bands_figure,
    gaps_figure,
    histogram,
    rates_figure,
    shares_figure,
    steps_figure,
)
from replays.card_findings import use_called
from replays.comparison import bands_of
from replays.findings import DRAWN, length_of
from replays.statistics import Estimate, ecdf, wilson

UNKNOWN = Estimate(0.5, None, None, 3, "few games, or all alike")


def test_cards_of_one_name_have_a_bar_each() -> None:
    """Three cards called alike were drawn as one, three times as long."""
    names = "Attack Centre", "Attack Centre", "Rally"
    bars = [(name, {"command": used}) for name, used in zip(names, (190, 188, 9), strict=True)]
    drawn = shares_figure(bars, [("command", "command")], "Times used")
    assert list(drawn.data[0].y) == [0, 1, 2] and list(drawn.data[0].x) == [190, 188, 9]
    assert tuple(drawn.layout.yaxis.ticktext) == names
    assert drawn.layout.xaxis.title.text == "Times used"


def test_names_of_cards_take_two_lines_and_are_whole_under_the_pointer() -> None:
    name = "Compagnia Hortelez & C – Aiuti Clandestini dalla Francia"
    drawn = shares_figure([(name, {"event": 3})], [("event", "event")], "Times used")
    assert list(drawn.layout.yaxis.ticktext) == ["Compagnia Hortelez &amp;<br>C – Aiuti …"]
    assert list(drawn.data[0].text) == [name.replace("&", "&amp;")]


@pytest.mark.parametrize(
    ("title", "use", "called"),
    [
        ("waterloo", "bid", "un'offerta"),
        ("waterloo", "command", "Benefici sul Comando"),
        ("napoleonics", "command", "dare ordini"),
        ("washingtons_war", "queue_activate", "attivare con l'Accumulo"),
    ],
)
def test_no_use_of_a_card_is_told_by_its_id(title: str, use: str, called: str) -> None:
    assert use_called(use, prose(title, "it").name, "it") == called


def test_differences_of_one_name_have_a_line_each_and_leave_room_on_a_phone() -> None:
    name = "Anglo-Allied card 9 (the coalition)"
    drawn = gaps_figure([(name, 5.0, -10.0, 20.0), (name, -3.0, -9.0, 4.0)])
    assert list(drawn.data[0].y) == [0, 1]
    assert set(drawn.layout.yaxis.ticktext) == {"Anglo-Allied card 9<br>(the coalition)"}


def test_players_are_named_and_not_counted() -> None:
    """Of names such as these plotly.js makes numbers and days, and of others markup."""
    names = ["1815", "2024-05-01", "<b>bold</b>"]
    for drawn in (
        rates_figure([(name, wilson(5, 10)) for name in names]),
        bands_figure([(name, 1200.0, 1500.0, False) for name in names], "points"),
    ):
        assert list(drawn.layout.yaxis.ticktext) == ["1815", "2024-05-01", "&lt;b&gt;bold&lt;/b&gt;"]
        assert {line for trace in drawn.data for line in trace.y} == {0, 1, 2}


def test_an_even_share_is_marked_only_beside_a_rate() -> None:
    drawn = rates_figure([("France", UNKNOWN), ("Britain", wilson(6, 12))], [0.25, 0.5])
    assert list(drawn.layout.yaxis.ticktext) == ["Britain"]
    assert (list(drawn.data[-1].x), list(drawn.data[-1].y)) == ([50.0], [0])


def test_a_histogram_of_some_of_very_many_tells_shares() -> None:
    """Its bars counted the games drawn, not those played."""
    figure = length_of([float(orders % 90) for orders in range(2 * DRAWN)]).figure
    assert len(figure.data[0].x) == DRAWN and figure.data[0].histnorm == "percent"
    assert figure.layout.yaxis.title.text == "%"


@pytest.mark.parametrize(("values", "start", "step"), [([4, 5, 9], 3.5, 1), ([0, 2 * BINS], -0.5, 3)])
def test_each_whole_number_has_a_bar_or_as_many_as_others(
    values: list[int], start: float, step: int
) -> None:
    bins = histogram(values, "Lost").data[0].xbins
    assert (bins.start, bins.size) == (start, step)


@pytest.mark.parametrize(("turns", "step"), [([1812, 1813, 1814], 1), ([3, 4, 5], 1), ([1, 60], 10)])
def test_no_tick_lies_between_two_turns(turns: list[float], step: int) -> None:
    """1812 and 1814 had 1,812.5 between them."""
    axis = steps_figure([(turn, wilson(3, 9)) for turn in turns], ("Turn", "Share")).layout.xaxis
    assert (axis.dtick, axis.tickformat) == (step, "d")


def curves(last: int) -> Any:
    turns = pl.DataFrame([
        {"game": f"{game}", "number": game, "turn": turn, "banners": turn % 7}
        for game in range(20) for turn in range(1, last + 1)
    ])  # fmt: skip
    return figures.curves_with_bands({"France: banners": bands_of(turns)}, "banners")


def test_turns_along_a_curve_can_be_read() -> None:
    """Of 350 turns each had its number; the name of the measure, already above, was cut off beside it."""
    axis, drawn = curves(350).layout.xaxis, curves(6)
    assert axis.dtick == 50 and axis.range[0] < 1 and axis.range[1] > 350
    assert drawn.layout.xaxis.dtick == 1
    assert drawn.layout.yaxis.title.text is None and not any(each.showlegend for each in drawn.data)


def drawn_side_by_side(*games: tuple[dict[str, float], dict[str, float]]) -> Any:
    ticks = [(f"1.{number}", *both) for number, both in enumerate(games, start=1)]
    return figures.overlaid(titled("waterloo"), "losses", ticks, ("A", "B"))


def test_what_only_one_game_has_is_drawn_of_both() -> None:
    """The game without losses had no line: nobody could see that it had none."""
    losses = {each.id: 0.0 for each in titled("waterloo").measures}
    some = drawn_side_by_side((losses, losses), ({**losses, "losses_french": 3.0}, losses))
    assert [list(each.y) for each in some.data] == [[0.0, 3.0], [0.0, 0.0]]
    assert some.layout.yaxis.rangemode == "tozero"
    assert drawn_side_by_side((losses, losses)).data, "a chart in which nobody has lost anything"


def test_shares_of_two_groups_go_all_along_the_axis() -> None:
    """A group above all values of the other began there, as if nothing were known of it before."""
    low, high = ecdf([1.0, 2.0] * 10), ecdf([8.0, 9.0] * 10)
    finding = SimpleNamespace(
        question="distribution", name="margin", a=SimpleNamespace(ecdf=low), b=SimpleNamespace(ecdf=high)
    )
    compared = SimpleNamespace(
        findings=[finding], a=SimpleNamespace(label="A"), b=SimpleNamespace(label="B")
    )
    bands, lines = [figures.distributions(compared, "margin").data[at::2] for at in (0, 1)]
    for line in lines:
        assert (line.x[0], line.y[0]) == (1.0, 0.0) and (line.x[-1], line.y[-1]) == (9.0, 1.0)
    for band, curve in zip(bands, (low, high), strict=True):
        assert (min(band.x), max(band.x)) == (1.0, 9.0)
        at_last = [y for x, y in zip(band.x, band.y, strict=True) if x == 9.0]
        assert (min(at_last), max(at_last)) == (curve.low[-1] if curve is low else curve.low[0], 1.0)


def test_turns_are_called_in_charts_as_beside_them() -> None:
    rows = [
        {"version": 1, "at": 0, "turn": 1, "round": 0, "measures": {}},
        {"version": 2, "at": 0, "turn": 2, "round": 0, "measures": {}},
    ]
    for title, called in (("washingtons_war", ["1775", "1776"]), ("waterloo", ["1", "2"])):
        drawn = figures.timeline(titled(title), rows)
        assert [each.text for each in drawn.layout.annotations] == called
