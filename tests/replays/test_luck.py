"""Luck of seats, from rolls with exact means and variances."""

import math
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy import stats

import domain.titles  # noqa: F401  (it registers them)
from domain.bots.playing import opening, play_out, random_bot
from domain.kernel import Play, titled
from domain.kernel.chance import Drawn, Rolled
from replays.luck import ChanceRow, curve, luck_of, mid_p, percentile
from tests.thorough import times

ENOUGH = 60
"""So many falls of one kind tell something of its variance."""
SIX = tuple((float(face), 1 / 6) for face in range(1, 7))


def roll(value, owner="french", sign=1, undone=False):
    return ChanceRow(owner, value, 3.5, 35 / 12, sign, undone, SIX)


def test_A6_luck_over_a_fixed_number_of_rolls_is_standard():
    """10,000 games of 20 rolls of two dice, whose sum counts: fine enough steps for a 5 % tail."""
    sums = np.random.default_rng(6).integers(1, 7, (10_000, 20, 2)).sum(axis=2).tolist()
    z = np.array([curve([ChanceRow("french", each, 7, 35 / 6) for each in game]).z for game in sums])
    assert 0.97 <= z.std(ddof=1) <= 1.03
    assert 0.043 <= (np.abs(z) > 1.96).mean() <= 0.057


def test_luck_runs_and_the_funnel_widens_with_the_square_root_of_the_variance():
    found = curve([roll(6), roll(1), roll(5, sign=-1)])
    assert found.m == pytest.approx((2.5, 0.0, -1.5))
    assert found.v == pytest.approx((35 / 12, 70 / 12, 105 / 12))
    assert found.inner == pytest.approx(np.sqrt(found.v))
    assert found.outer == pytest.approx(1.96 * np.sqrt(found.v))
    assert found.z == pytest.approx(-1.5 / np.sqrt(105 / 12))


def test_only_the_owners_rolls_count():
    assert luck_of("french", [roll(6), roll(1, owner="allied")]).kept.m == (2.5,)


def test_undone_rolls_are_left_out_and_shown_beside():
    found = luck_of("french", [roll(1, undone=True), roll(6), roll(4)])
    assert found.kept.m == pytest.approx((2.5, 3.0))
    assert found.rolled.m == pytest.approx((-2.5, 0.0, 0.5))
    assert not found.suspect


def test_somebody_who_takes_back_only_bad_rolls_is_noticed():
    assert luck_of("french", [roll(1, undone=True)] * 5 + [roll(6)]).suspect
    assert not luck_of("french", [roll(1, undone=True)] * 4 + [roll(6)]).suspect


def test_a_roll_beats_the_lower_ones_and_half_of_its_equals():
    assert mid_p(6, SIX) == pytest.approx(5.5 / 6)
    assert mid_p(6, SIX, sign=-1) == pytest.approx(0.5 / 6)
    assert curve([roll(4)]).percentiles == pytest.approx((3.5 / 6,))
    assert curve([ChanceRow("f", 1, 0.5, 1)]).percentiles == (None,)


def test_a_percentile_comes_from_simulated_games_where_there_are_enough():
    reference = [each / 100 for each in range(-100, 100)]
    found = percentile(0.5, reference)
    assert (found.is_about, found.reference) == (False, 200)
    assert found.share == pytest.approx(0.7525)


def test_A7_a_percentile_of_luck_is_as_rare_as_it_says():
    """Short games spread more than the normal table says: beside others of their kind they do not."""
    rng = np.random.default_rng(7)
    z = rng.standard_t(6, 24_000)
    reference = np.sort(z[:20_000])
    shares = np.array([percentile(each, reference.tolist()).share for each in z[20_000:24_000:8]])
    assert 0.035 <= (shares < 0.05).mean() <= 0.065
    assert 0.035 <= (shares > 0.95).mean() <= 0.065


def test_without_simulated_games_a_percentile_is_said_to_be_about():
    found = percentile(1.09)
    assert found.is_about
    assert found.share == pytest.approx(stats.norm.cdf(1))


def test_a_game_without_chance_has_no_luck():
    assert luck_of("french", []).kept.z is None


def test_a_law_or_a_variance_that_cannot_be_is_refused():
    with pytest.raises(ValueError, match="sum to 1"):
        mid_p(1, ((1, 0.5), (2, 0.4)))
    with pytest.raises(ValueError, match="variance of 0 or more"):
        curve([ChanceRow("f", 1, 0, -1)])


@pytest.mark.thorough
@pytest.mark.parametrize("title", ["brandywine", "napoleonics", "washingtons_war", "waterloo", "wellington"])
def test_A4_every_kind_of_roll_and_draw_falls_as_its_law_says(title: str) -> None:
    """Mean and variance that each kind of chance event carries, against how it fell in whole games."""
    rules = titled(title)
    kinds: dict[str, list[tuple[float, float]]] = {}

    def keeps(play: "Play[Any]", _answers: object) -> None:
        for event in play.events:
            if isinstance(event, (Rolled, Drawn)) and event.score is not None and event.variance:
                assert event.mean is not None
                found = kinds.setdefault(event.purpose.split(":")[0], [])
                found.append((event.score - event.mean, event.variance))

    for number in range(times(2, 200)):
        scenario = rules.scenarios[number % len(rules.scenarios)]
        seats, text = scenario.seatings[0], f"A4 {title} {number}"
        opened = opening(rules, scenario.id, seats, text.encode(), text)
        play_out(rules, opened, text.encode(), dict.fromkeys(seats, random_bot), Random(text), keeps)
    assert kinds
    for purpose, found in kinds.items():
        off, variance = np.array(found).T
        assert abs(off.sum()) <= 4.5 * math.sqrt(variance.sum()), purpose
        if len(found) >= ENOUGH:
            error = float((off**2 - variance).std()) * math.sqrt(len(found))
            assert abs(float((off**2 - variance).sum())) <= 4.5 * error + 1e-9, purpose
