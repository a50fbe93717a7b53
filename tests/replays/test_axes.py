"""The x axes of a timeline: events, rounds of one width, and the time that was played without its pauses."""

from itertools import pairwise

import pytest

from domain.kernel import PUBLIC, titled
from domain.kernel.history import History
from projections import timelines
from replays import axes, figures
from replays.simulation import Run, kept_game
from tests.replays.evenings import over_evenings

MINUTE, HOUR = 60_000, 3_600_000
EVENING = 1_750_000_000_000


def rows(*events):
    """Rows from (turn, round, milliseconds since the game began)."""
    return [
        {"version": number, "turn": turn, "round": round_, "at": EVENING + at}
        for number, (turn, round_, at) in enumerate(events, start=1)
    ]


def test_every_round_is_as_wide_as_every_other_and_its_events_lie_evenly_in_it():
    found = axes.axis("round", rows((1, 1, 0), (1, 1, 0), (1, 2, 0), *[(2, 1, 0)] * 4))
    assert found.places == [0, 0.5, 1, 2, 2.25, 2.5, 2.75]
    assert (found.ticks, found.labels) == ([0, 1, 2], ["1", "2", "1"])
    assert (found.start, found.end) == (0, 3)


def test_a_round_that_an_undo_went_back_to_comes_again_further_right():
    found = axes.axis("round", rows((1, 1, 0), (1, 2, 0), (1, 1, 0), (1, 2, 0)))
    assert found.places == [0, 1, 2, 3]
    assert found.labels == ["1", "2", "1", "2"]


def test_the_clock_counts_what_was_played_and_tells_of_a_night_only_how_long_it_was():
    evening = [(1, 1, minutes * MINUTE) for minutes in (0, 1, 5, 59, 60)]
    morning = [(1, 2, 10 * HOUR + minutes * MINUTE) for minutes in (0, 30, 60)]
    found = axes.axis("clock", rows(*evening, *morning))
    assert found.places[:5] == [0, 60, 300, 3540, 3600]
    assert [b - a for a, b in pairwise(found.places[5:])] == [1800, 1800]
    [(begin, end, words)] = found.pauses
    assert (begin, end) == (3600, found.places[5])
    assert 0 < end - begin < 0.1 * found.end, "nine hours take less room than one that was played"
    assert words == "9 hours"
    assert axes.axis("clock", rows(*evening, *morning), "it").pauses[0][2] == "9 ore"
    assert EVENING in found.moments and EVENING + 10 * HOUR in found.moments
    for tick, moment in zip(found.ticks, found.moments, strict=True):
        played = (moment - EVENING) / 1000
        assert tick == pytest.approx(played if played <= 3600 else end + played - 36_000)


def test_an_hour_without_an_event_is_drawn_as_it_was_a_longer_one_is_a_gap():
    assert axes.axis("clock", rows((1, 1, 0), (1, 1, HOUR))).pauses == []
    [(_, _, words)] = axes.axis("clock", rows((1, 1, 0), (1, 1, HOUR + 30 * MINUTE))).pauses
    assert words == "90 minutes"


def test_the_pauses_of_a_game_by_letter_take_a_third_of_the_axis_at_most():
    days = [(1, 1, day * 24 * HOUR + minute * MINUTE) for day in range(60) for minute in (0, 7)]
    found = axes.axis("clock", rows(*days))
    assert len(found.pauses) == 59
    assert sum(end - begin for begin, end, _ in found.pauses) <= found.end / 3 + 0.1


def test_a_clock_that_is_set_back_leads_no_event_to_the_left():
    found = axes.axis("clock", rows((1, 1, 0), (1, 1, 5 * MINUTE), (1, 1, 4 * MINUTE), (1, 1, 6 * MINUTE)))
    assert found.places == [0, 300, 300, 420]


@pytest.fixture(scope="module")
def game():
    """The rows of a game of Waterloo that was played over some evenings."""
    by_bots = kept_game(Run("waterloo", "short", ("random", "random"), 5), 0, EVENING)
    recorded = over_evenings(by_bots, EVENING)
    history = History(titled("waterloo"), recorded)
    return list(timelines.rows(history.rule_set, timelines.moments(history, 1, len(recorded)), PUBLIC, 1))


@pytest.mark.parametrize("along", axes.AXES)
def test_lines_marks_and_turns_of_a_timeline_lie_where_their_events_lie(game, along):
    places = axes.axis(along, game).places
    assert len(places) == len(game)
    assert all(before <= after for before, after in pairwise(places))
    drawn = figures.timeline(titled("waterloo"), game, "en", along)
    marks = [trace for trace in drawn.data if trace.mode == "markers"]
    assert marks
    for trace in marks:
        assert list(trace.x) == [places[version - 1] for version in trace.customdata]
    for trace in drawn.data:
        assert set(trace.x) <= set(places)
    turns = [place for place, row, before in zip(places[1:], game[1:], game, strict=False)
             if row["turn"] > before["turn"]]  # fmt: skip
    lines = [line.x0 for line in drawn.layout.shapes if line.type == "line"]
    assert set(turns) <= set(lines)
    bands = [shape for shape in drawn.layout.shapes if shape.type == "rect"]
    assert len(bands) == (len(axes.axis(along, game).pauses))
    assert bool(bands) == (along == "clock")
    told = {note.text for note in drawn.layout.annotations}
    assert ("9 hours" in told) == (along == "clock")
