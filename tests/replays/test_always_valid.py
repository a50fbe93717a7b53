"""The interval that may be watched: it leaves the truth out at some time in less than one run of twenty."""

from random import Random

import pytest

from replays.always_valid import always_valid
from tests.thorough import times


@pytest.mark.parametrize(("games", "width"), [(20, 0.59), (50, 0.41), (100, 0.31), (200, 0.23)])
def test_its_widths_are_those_that_were_measured(games: int, width: float) -> None:
    found = always_valid(games // 2, games)
    assert found.low is not None
    assert found.high is not None
    assert found.high - found.low == pytest.approx(width, abs=0.015)


@pytest.mark.thorough
def test_A19_watched_after_every_game_it_holds_the_truth() -> None:
    random, missed, runs = Random(1), 0, times(200, 2_000)
    for _ in range(runs):
        won = 0
        for played in range(1, 121):
            won += random.random() < 0.6
            found = always_valid(won, played)
            if not (found.low or 0) <= 0.6 <= (found.high or 0):
                missed += 1
                break
    assert missed / runs <= 0.07, "5 %, and chance adds a few"


def test_no_games_and_one_sided_ones_have_intervals_too() -> None:
    assert (always_valid(0, 0).low, always_valid(0, 0).high) == (0.0, 1.0)
    assert always_valid(0, 10).low == 0.0
    assert always_valid(10, 10).high == 1.0
