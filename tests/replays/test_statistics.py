"""The acceptance checks of the statistics (`analytics.md` section 10) and what surrounds them.

Null repeats are run for whole blocks at once where a function takes blocks; the level of each
test is measured over 1,000 seeded repeats, so 2.9 to 7.1 % is 5 % and three standard errors.
"""

import math

import msgspec
import numpy as np
import pytest
from scipy import stats

from replays.several_questions import holm
from replays.statistics import (
    Comparison,
    cliffs_delta,
    compare_means,
    compare_rates,
    detectable_difference,
    dominance,
    ecdf,
    fits_score_test,
    mean_of,
    newcombe,
    newcombe_bounds,
    permutation_p,
    wilson,
    wilson_bounds,
)

REPEATS = 1_000
NULLS = ("normal", "skewed", "tied", "unequal spread")


def null_blocks(kind: str, n: int, seed: int, second: int | None = None):
    """Two blocks of 1,000 samples with equal means and no tendency to exceed one another."""
    rng = np.random.default_rng([seed, n])
    shapes = (REPEATS, n), (REPEATS, second or n)
    if kind == "normal":
        return tuple(rng.normal(size=shape) for shape in shapes)
    if kind == "skewed":
        return tuple(rng.gamma(1.2, size=shape) for shape in shapes)
    if kind == "tied":
        return tuple(rng.poisson(3, size=shape).astype(float) for shape in shapes)
    return rng.normal(0, 3, shapes[0]), rng.normal(0, 1, shapes[1])


@pytest.mark.parametrize("n", [15, 30])
@pytest.mark.parametrize("kind", NULLS)
def test_A16_the_studentized_permutation_test_holds_its_level(kind, n):
    a, b = null_blocks(kind, n, seed=16)
    false_alarms = (permutation_p(a, b, seed=161) < 0.05).mean()
    assert 0.029 <= false_alarms <= 0.071


def test_A16_it_holds_its_level_when_the_smaller_group_has_the_larger_spread():
    a, b = null_blocks("unequal spread", 15, seed=17, second=45)
    assert 0.029 <= (permutation_p(a, b, seed=162) < 0.05).mean() <= 0.071


@pytest.mark.parametrize("n", [15, 30])
@pytest.mark.parametrize("kind", NULLS)
def test_A16_the_brunner_munzel_test_holds_its_level(kind, n):
    a, b = null_blocks(kind, n, seed=18)
    p = np.array([dominance(*pair).p for pair in zip(a, b, strict=True)])
    assert 0.029 <= (p < 0.05).mean() <= 0.071


@pytest.mark.parametrize("n", [15, 30])
@pytest.mark.parametrize("rate", [0.1, 0.3, 0.5])
def test_A16_the_comparison_of_rates_raises_few_false_alarms(rate, n):
    """Exact, over all tables, with whichever test the counts ask for."""
    chance = stats.binom.pmf(np.arange(n + 1), n, rate)
    alarms = [
        chance[j] * chance[k]
        for j in range(n + 1)
        for k in range(n + 1)
        if compare_rates(j, n, k, n).p < 0.05
    ]
    assert math.fsum(alarms) <= 0.071


def test_A16_one_comparison_gives_the_p_of_the_block():
    a, b = null_blocks("skewed", 15, seed=19)
    block = permutation_p(a[:20], b[:20], seed=5)
    single = [compare_means(*pair, seed=5).p for pair in zip(a[:20], b[:20], strict=True)]
    assert single == block.tolist()


def test_A17_games_of_the_same_players_counted_once_raise_few_false_alarms():
    """20 players with 6 games each, ten in each group; counting every game alone is wrong too often."""
    rng = np.random.default_rng(170)
    skill = rng.normal(0, 0.8, (REPEATS, 20, 1))
    wins = rng.random((REPEATS, 20, 6)) < 1 / (1 + np.exp(-skill))
    shares = wins.mean(axis=2)
    clustered = permutation_p(shares[:, :10], shares[:, 10:], seed=171) < 0.05
    totals = wins.sum(axis=2)
    naive = [compare_rates(int(t[:10].sum()), 60, int(t[10:].sum()), 60).p < 0.05 for t in totals]
    assert clustered.mean() <= 0.071
    assert np.mean(naive) > 0.08


def test_A18_ten_null_metrics_seldom_give_even_one_false_finding():
    blocks = [null_blocks(NULLS[i % 4], 30, seed=180 + i) for i in range(10)]
    p = np.array([permutation_p(a, b, seed=181, draws=1_999) for a, b in blocks]).T
    adjusted = np.array([holm(row.tolist()) for row in p])
    assert (adjusted < 0.05).any(axis=1).mean() <= 0.071
    assert (p < 0.05).any(axis=1).mean() > 0.25, "without Holm many would be found: the check bites"


def test_A20_wilson_covers_the_truth_as_often_as_it_says():
    truths = np.linspace(0.05, 0.95, 181)
    for n in (10, 15, 20, 30, 50, 100, 200):
        low, high = wilson_bounds(np.arange(n + 1), np.full(n + 1, n))
        chance = stats.binom.pmf(np.arange(n + 1), n, truths[:, None])
        covers = (low <= truths[:, None]) & (truths[:, None] <= high)
        assert 0.94 <= (chance * covers).sum(axis=1).mean() <= 0.965


@pytest.mark.parametrize(("n1", "n2"), [(10, 10), (10, 30), (15, 15), (20, 20), (50, 50)])
def test_A20_newcombe_covers_the_truth_as_often_as_it_says(n1, n2):
    truths = np.linspace(0.05, 0.95, 19)
    j, k = np.meshgrid(np.arange(n1 + 1), np.arange(n2 + 1), indexing="ij")
    low, high = newcombe_bounds(j, n1, k, n2)
    coverage = [
        stats.binom.pmf(np.arange(n1 + 1), n1, p)
        @ ((low <= p - q) & (p - q <= high))
        @ stats.binom.pmf(np.arange(n2 + 1), n2, q)
        for p in truths
        for q in truths
    ]
    assert 0.94 <= np.mean(coverage) <= 0.965


@pytest.mark.parametrize(("n", "least"), [(10, 0.91), (20, 0.925)])
def test_A21_the_bootstrap_t_interval_covers_a_skewed_mean(n, least):
    """1,000 samples with 999 bootstrap draws each, which is enough for coverage."""
    samples = np.random.default_rng([21, n]).gamma(1.2, size=(REPEATS, n))
    found = [mean_of(sample, seed=21, draws=999) for sample in samples]
    assert np.mean([each.low <= 1.2 <= each.high for each in found]) >= least


def test_A22_the_gap_that_could_be_seen_is_seen_in_four_of_five_repeats():
    rng = np.random.default_rng(22)
    for n, points in ((1569, 5), (392, 10), (174, 15), (97, 20), (43, 30)):
        gap = detectable_difference(n, n)
        assert round(100 * gap) == points
        wins = rng.binomial(n, [[0.5 + gap / 2], [0.5 - gap / 2]], (2, 4_000))
        share = wins.sum(axis=0) / (2 * n)
        z = (wins[0] - wins[1]) / n / np.sqrt(share * (1 - share) * 2 / n)
        assert abs((np.abs(z) > 1.96).mean() - 0.8) <= 0.03


def everything_about(a, b, seed) -> bytes:
    return msgspec.json.encode(
        [
            compare_means(a, b, seed),
            cliffs_delta(a, b),
            mean_of(a, seed),
            ecdf(b),
        ]
    )


def test_A34_any_order_of_games_gives_identical_bytes():
    rng = np.random.default_rng(34)
    a, b = rng.gamma(1.2, size=20), rng.normal(1, 2, 35)
    wanted = everything_about(a, b, 7)
    for _ in range(5):
        assert everything_about(rng.permutation(a), rng.permutation(b), 7) == wanted


def test_A34_the_same_seed_gives_identical_bytes_and_another_seed_other_ones():
    rng = np.random.default_rng(35)
    a, b = rng.normal(size=20), rng.normal(size=20)
    assert everything_about(a, b, 7) == everything_about(a, b, 7)
    assert everything_about(a, b, 7) != everything_about(a, b, 8)


def test_wilson_gives_the_published_interval():
    """Newcombe 1998, table I: 81 of 263, 0.2553 to 0.3662; 0 of 20, 0 to 0.1611."""
    many, none = wilson(81, 263), wilson(0, 20)
    assert (round(many.low, 4), round(many.high, 4)) == (0.2553, 0.3662)
    assert (none.low, round(none.high, 4)) == (0.0, 0.1611)


def test_newcombe_gives_the_published_interval():
    """Newcombe 1998, second paper, method 10: 56/70 - 48/80 is 0.0524 to 0.3339."""
    assert [round(each, 4) for each in newcombe(56, 70, 48, 80)] == [0.0524, 0.3339]


def test_few_wins_are_compared_by_fishers_test_and_many_by_the_score_test():
    assert not fits_score_test(2, 15, 4, 15)
    assert "Fisher" in compare_rates(2, 15, 4, 15).method
    assert fits_score_test(7, 15, 9, 15)
    assert "score" in compare_rates(7, 15, 9, 15).method


def test_brunner_munzel_agrees_with_scipy_on_tied_numbers():
    rng = np.random.default_rng(3)
    a, b = rng.poisson(3, 17), rng.poisson(4, 22)
    assert dominance(a, b).p == pytest.approx(stats.brunnermunzel(a, b).pvalue)


def test_the_permutation_test_agrees_with_scipys_on_a_clear_case():
    rng = np.random.default_rng(4)
    a, b = rng.normal(0, 1, 15), rng.normal(0.7, 2, 18)
    theirs = stats.permutation_test(
        (a, b),
        lambda x, y, axis: stats.ttest_ind(x, y, equal_var=False, axis=axis).statistic,
        vectorized=True,
        n_resamples=4_999,
        rng=np.random.default_rng(1),
    ).pvalue
    assert compare_means(a, b, seed=1).p == pytest.approx(theirs, abs=0.03)


def test_from_five_hundred_games_on_welchs_test_gives_the_p_of_the_permutations():
    rng = np.random.default_rng(5)
    a, b = rng.gamma(1.2, size=500), rng.gamma(1.2, size=500) * 1.08
    found = compare_means(a, b, seed=1)
    assert "Welch's t" in found.method
    assert found.p == pytest.approx(float(permutation_p(a, b, seed=1)), abs=0.03)


def test_a_few_games_against_very_many_have_the_interval_of_the_few():
    rng = np.random.default_rng(9)
    few, many = rng.gamma(1.2, size=20), rng.gamma(1.2, size=5_000)
    alone, found = mean_of(few, seed=1), compare_means(few, many, seed=1, draws=999)
    assert found.method.startswith("bootstrap-t")
    assert found.low == pytest.approx(alone.low - many.mean(), abs=0.1)
    assert found.high == pytest.approx(alone.high - many.mean(), abs=0.1)


def test_groups_that_do_not_overlap_differ_and_equal_constants_do_not():
    apart = cliffs_delta([1, 1, 1, 1, 1], [2, 2, 2, 2, 2])
    assert apart.estimate == -1
    assert apart.p == pytest.approx(2 / math.comb(10, 5))
    equal: Comparison = compare_means([4] * 15, [4] * 15, seed=1)
    assert (equal.estimate, equal.p, equal.low) == (0, None, None), "an interval of no width says too much"
    assert mean_of([4] * 15, seed=1).low is None
    found = compare_means([4] * 15, [5] * 15, seed=1)
    assert found.p < 0.001 and found.low is None


def test_one_game_gives_an_estimate_without_interval_or_test():
    found = compare_means([3], [1, 2, 3], seed=1)
    assert (found.estimate, found.low, found.p) == (1, None, None)
    assert mean_of([3], seed=1).low is None


def test_holm_gives_the_adjusted_values_of_the_textbook():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))
    assert holm([]) == ()


def test_the_band_of_an_ecdf_holds_the_whole_curve():
    samples = np.random.default_rng(8).uniform(size=(REPEATS, 40))
    inside = []
    for sample in samples:
        found = ecdf(sample)
        values = np.array(found.values)
        above = np.array(found.high) >= values
        before = np.array([0.0, *found.low[:-1]]) <= values
        inside.append(above.all() and before.all())
    assert np.mean(inside) >= 0.929


def test_missing_numbers_are_refused_in_words():
    with pytest.raises(ValueError, match="missing or infinite"):
        compare_means([1.0, math.nan], [1.0, 2.0], seed=1)
    with pytest.raises(ValueError, match="at least one game"):
        ecdf([])
    with pytest.raises(ValueError, match="0 <= wins <= games"):
        wilson(5, 4)
