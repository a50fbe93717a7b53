"""Intervals first, p-values second: rates, means and distributions of two groups of numbers.

Every function sorts its input before anything random happens and takes its seed as an
argument, so the order of games changes nothing and one seed gives one result (A34). Rates
are shares from 0 to 1; intervals are 95 %. The procedures are those of `analytics.md` 7.1,
chosen there by measured behaviour.

statsmodels is not used: Holm (`several_questions`) and Newcombe are a few lines each, and the library
would bring pandas with it.
"""

import math
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

Numbers = NDArray[np.float64]

DRAWS = 4_999
"""Permutations of a test; bootstrap samples of an interval."""
Z95 = float(stats.norm.ppf(0.975))
Z80 = float(stats.norm.ppf(0.8))
SMALL = 30
"""Below this many games the interval of a mean is a bootstrap-t, from here on Welch's."""
LARGE = 500
"""From this many games in both groups on, Welch's t test stands for the studentized permutation
test: both then give the same p, and 4,999 permutations of thousands of games take seconds."""
CHUNK = 1_000_000
"""Numbers held at once while permuting."""


class Estimate(msgspec.Struct, frozen=True):
    """A number of one group with its interval; the interval is None where nothing can be said."""

    estimate: float
    low: float | None
    high: float | None
    n: int
    method: str


class Comparison(msgspec.Struct, frozen=True):
    """The difference of two groups, the first minus the second.

    `p` is None where no test is possible. `visible` is the difference that a test at 5 % would
    have found in four of five repeats with so many games, in the units of `estimate`.
    """

    estimate: float
    low: float | None
    high: float | None
    p: float | None
    n_a: int
    n_b: int
    method: str
    visible: float | None


class Ecdf(msgspec.Struct, frozen=True):
    """Share of games with at most `values[i]`, with the band that holds the whole curve (DKW, 95 %)."""

    values: tuple[float, ...]
    shares: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    n: int


def ordered(values: ArrayLike) -> Numbers:
    """The numbers, smallest first along the last axis. Raises ValueError for none or for any not finite."""
    numbers = np.asarray(values, dtype=np.float64)
    if numbers.size == 0:
        raise ValueError("no numbers were given; a group needs at least one game")
    if not np.isfinite(numbers).all():
        raise ValueError("a number is missing or infinite; leave games without it out of the group")
    return np.sort(numbers, axis=-1)


# Rates


@cache
def _two_sided(level: float) -> float:
    return float(stats.norm.ppf(1 - level / 2))


def wilson_bounds(k: ArrayLike, n: ArrayLike, level: float = 0.05) -> tuple[Numbers, Numbers]:
    """Wilson's interval for arrays of `k` wins (need not be whole) in `n` games, wrong in `level` of all."""
    wins, games = np.asarray(k, dtype=np.float64), np.asarray(n, dtype=np.float64)
    if (games <= 0).any() or (wins < 0).any() or (wins > games).any():
        raise ValueError("a rate needs 0 <= wins <= games and at least one game")
    z = _two_sided(level)
    share, z2 = wins / games, z * z
    centre = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = z / (1 + z2 / games) * np.sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    low = np.where(wins == 0, 0.0, np.maximum(0.0, centre - half))
    return low, np.where(wins == games, 1.0, np.minimum(1.0, centre + half))


def newcombe_bounds(k1: ArrayLike, n1: ArrayLike, k2: ArrayLike, n2: ArrayLike) -> tuple[Numbers, Numbers]:
    """Newcombe's hybrid score interval of k1/n1 - k2/n2, for arrays."""
    p1, p2 = np.asarray(k1) / np.asarray(n1), np.asarray(k2) / np.asarray(n2)
    (low1, high1), (low2, high2) = wilson_bounds(k1, n1), wilson_bounds(k2, n2)
    gap = p1 - p2
    return gap - np.hypot(p1 - low1, high2 - p2), gap + np.hypot(high1 - p1, p2 - low2)


def wilson(k: float, n: int, level: float = 0.05) -> Estimate:
    """The rate k of n with Wilson's interval."""
    low, high = wilson_bounds(k, n, level)
    return Estimate(k / n, float(low), float(high), n, "Wilson")


def lead_p(k: int, n: int, share: float) -> float:
    """Two-sided exact p of k wins in n games being more than `share` of them."""
    return min(1.0, 2 * float(stats.binom.sf(k - 1, n, share)))


def newcombe(k1: float, n1: int, k2: float, n2: int) -> tuple[float, float]:
    """Bounds of k1/n1 - k2/n2."""
    low, high = newcombe_bounds(k1, n1, k2, n2)
    return float(low), float(high)


def fits_score_test(k1: int, n1: int, k2: int, n2: int) -> bool:
    """Whether all four expected counts reach 5; else only Fisher's exact test is safe."""
    wins = k1 + k2
    return min(n1, n2) * min(wins, n1 + n2 - wins) / (n1 + n2) >= 5


def compare_rates(k1: int, n1: int, k2: int, n2: int) -> Comparison:
    """k1 of n1 against k2 of n2: Newcombe's interval; Fisher's test when an expected count is below 5."""
    low, high = newcombe(k1, n1, k2, n2)
    if fits_score_test(k1, n1, k2, n2):
        share = (k1 + k2) / (n1 + n2)
        z = (k1 / n1 - k2 / n2) / math.sqrt(share * (1 - share) * (1 / n1 + 1 / n2))
        p, method = float(2 * stats.norm.sf(abs(z))), "Newcombe; score test"
    else:
        p = float(stats.fisher_exact([[k1, n1 - k1], [k2, n2 - k2]]).pvalue)
        method = "Newcombe; Fisher's exact test"
    return Comparison(
        k1 / n1 - k2 / n2, low, high, min(1.0, p), n1, n2, method, detectable_difference(n1, n2)
    )


def detectable_difference(n1: float, n2: float, questions: int = 1) -> float:
    """The gap between two rates around one half that the score test finds in 80 % of repeats, at most 1.

    Of `questions` asked at once (Holm) none but a gap that stands out among all of them is found.
    """
    if n1 <= 0 or n2 <= 0:
        raise ValueError("both groups need at least one game")
    spread, z = 1 / n1 + 1 / n2, z_of(questions)
    square, root = 1 + Z80**2 * spread / 4, z * math.sqrt(spread)
    inner = root**2 - square * spread * (z**2 - Z80**2)
    return 1.0 if inner < 0 else min(1.0, (root + math.sqrt(inner)) / (2 * square))


def z_of(questions: int) -> float:
    """What the first of so many questions must exceed, in standard deviations, to stand out (Holm)."""
    return float(stats.norm.ppf(1 - 0.025 / max(1, questions)))


# Means


def _splits(n1: int, n2: int, draws: int, seed: Any) -> Iterator[NDArray[np.float64]]:
    """Chunks of rows with n1 ones and n2 zeros: first the split as it is, then `draws` random ones."""
    rng = np.random.default_rng(seed)
    row = np.repeat([1.0, 0.0], [n1, n2])
    yield row[None, :]
    while draws > 0:
        count = min(draws, max(1, CHUNK // (n1 + n2)))
        yield rng.permuted(np.tile(row, (count, 1)), axis=1)
        draws -= count


def _studentized(inside: Numbers, pooled: Numbers, n1: int, n2: int) -> Numbers:
    """Welch's t of every split (rows) of every pooled sample (columns)."""
    sums, squares = inside @ pooled, inside @ pooled**2
    mean1, mean2 = sums / n1, (pooled.sum(axis=0) - sums) / n2
    spread1 = np.maximum(squares - n1 * mean1**2, 0) / (n1 - 1)
    spread2 = np.maximum((pooled**2).sum(axis=0) - squares - n2 * mean2**2, 0) / (n2 - 1)
    error = np.sqrt(spread1 / n1 + spread2 / n2)
    # two constant groups have no error: a gap between them is beyond every other split
    gaps: Numbers = (mean1 - mean2) / np.maximum(error, 1e-9)
    return gaps


def permutation_p(a: ArrayLike, b: ArrayLike, seed: Any, draws: int = DRAWS) -> Numbers:
    """Two-sided p of the studentized permutation test of equal means, along the last axis.

    Holds its level when the groups differ in spread or size, where the plain permutation test
    does not. One row of `a` and of `b` is one comparison; all rows share the same splits.
    """
    first, second = ordered(a), ordered(b)
    n1, n2 = first.shape[-1], second.shape[-1]
    if min(n1, n2) < 2:
        raise ValueError(f"a test of means needs two games in each group, not {n1} and {n2}")
    pooled = np.concatenate([first, second], axis=-1)
    pooled = pooled - pooled.mean(axis=-1, keepdims=True)
    scale = pooled.std(axis=-1, keepdims=True)
    pooled = (pooled / np.where(scale > 0, scale, 1.0)).reshape(-1, n1 + n2).T
    beyond = np.zeros(pooled.shape[1])
    observed: Numbers = np.zeros(0)
    for number, inside in enumerate(_splits(n1, n2, draws, seed)):
        t = np.abs(_studentized(inside, pooled, n1, n2))
        if number == 0:
            observed = t[0]
        beyond += (t >= observed * (1 - 1e-9) - 1e-9).sum(axis=0)
    return (beyond / (draws + 1)).reshape(first.shape[:-1])


def _mean_and_error(sample: Numbers) -> tuple[Numbers, Numbers]:
    size = sample.shape[-1]
    return sample.mean(axis=-1), sample.std(axis=-1, ddof=1) / math.sqrt(size)


def _resampled(sample: Numbers, draws: int, rng: np.random.Generator) -> tuple[Numbers, Numbers]:
    """Mean and standard error of `draws` bootstrap samples. From 500 games on the mean is normal and
    its error known well enough, so that only the mean is drawn."""
    if len(sample) >= LARGE:
        mean, error = _mean_and_error(sample)
        return rng.normal(mean, error, draws), np.full(draws, error)
    return _mean_and_error(sample[rng.integers(0, len(sample), (draws, len(sample)))])


def _t_limits(gaps: Numbers, errors: Numbers) -> tuple[float, float] | None:
    """The 2.5 and 97.5 % points of bootstrap t; None when more than 1 % of samples had no spread."""
    has_spread = errors > 1e-12 * max(1.0, float(np.abs(gaps).max()))
    if has_spread.mean() < 0.99:
        return None
    low, high = np.quantile(gaps[has_spread] / errors[has_spread], [0.025, 0.975])
    return float(low), float(high)


def mean_of(values: ArrayLike, seed: Any, draws: int = DRAWS) -> Estimate:
    """The mean of one group: bootstrap-t below 30 games, else Student's t; no interval for one game."""
    sample = ordered(values)
    n = len(sample)
    if n < 2:
        return Estimate(float(sample[0]), None, None, n, "one game: no interval")
    mean, error = (float(each) for each in _mean_and_error(sample))
    if sample[0] == sample[-1]:
        return Estimate(mean, None, None, n, "all games alike: no interval")
    limits, method = None, "Student's t"
    if n < SMALL:
        means, errors = _resampled(sample, draws, np.random.default_rng(seed))
        limits = _t_limits(means - mean, errors)
        method = "bootstrap-t" if limits else "Student's t (too many equal values for bootstrap-t)"
    bound = float(stats.t.ppf(0.975, n - 1))
    low, high = limits or (-bound, bound)
    return Estimate(mean, mean - high * error, mean - low * error, n, method)


def welch_freedom(error1: float, n1: int, error2: float, n2: int) -> float:
    """Welch's degrees of freedom from the two standard errors."""
    total = error1**2 + error2**2
    if total == 0:
        return float(n1 + n2 - 2)
    share = error1**2 / total
    return 1 / (share**2 / (n1 - 1) + (1 - share) ** 2 / (n2 - 1))


def compare_means(a: ArrayLike, b: ArrayLike, seed: Any, draws: int = DRAWS) -> Comparison:
    """Mean of a minus mean of b: studentized permutation test, with a bootstrap-t interval when a
    group has fewer than 30 games, else Welch's. From 500 games in both groups on Welch's t test.
    With one game in a group only the estimate."""
    first, second = ordered(a), ordered(b)
    n1, n2 = len(first), len(second)
    gap = float(first.mean() - second.mean())
    if min(n1, n2) < 2:
        return Comparison(gap, None, None, None, n1, n2, "one game: no test", None)
    if first[0] == first[-1] and second[0] == second[-1]:
        if gap == 0:
            return Comparison(0.0, None, None, None, n1, n2, "all games alike: nothing to test", None)
        p = min(1.0, 2 / math.comb(n1 + n2, n1))
        return Comparison(gap, None, None, p, n1, n2, "every game of a group alike; permutation", None)
    error1, error2 = float(_mean_and_error(first)[1]), float(_mean_and_error(second)[1])
    error = math.hypot(error1, error2)
    limits, method = None, "Welch"
    if min(n1, n2) < SMALL:
        rng = np.random.default_rng(seed)
        (means1, errors1), (means2, errors2) = (_resampled(each, draws, rng) for each in (first, second))
        limits = _t_limits(means1 - means2 - gap, np.hypot(errors1, errors2))
        method = "bootstrap-t" if limits else "Welch (too many equal values for bootstrap-t)"
    bound = float(stats.t.ppf(0.975, welch_freedom(error1, n1, error2, n2)))
    low, high = limits or (-bound, bound)
    if min(n1, n2) >= LARGE and error > 0:
        freedom = welch_freedom(error1, n1, error2, n2)
        p, method = float(2 * stats.t.sf(abs(gap) / error, freedom)), "Welch; Welch's t test"
    else:
        p = float(permutation_p(first, second, seed, draws))
        method = f"{method}; studentized permutation, {draws} draws"
    visible = (bound + Z80) * error or None
    return Comparison(gap, gap - high * error, gap - low * error, p, n1, n2, method, visible)


# Distributions


class Dominance(msgspec.Struct, frozen=True):
    """How often a game of one group exceeds a game of the other.

    `delta` is Cliff's, from -1 to 1: share of pairs in which a is larger, minus those in which b is.
    `error` is its standard error, `freedom` the degrees of freedom of the Brunner-Munzel test.
    """

    delta: float
    error: float
    freedom: float
    p: float


def placements(sample: Numbers, other: Numbers) -> Numbers:
    """For each number of `sample`, the share of `other` below it, ties as half."""
    below = np.searchsorted(other, sample, "left")
    return (below + np.searchsorted(other, sample, "right")) / (2 * len(other))


def dominance(a: ArrayLike, b: ArrayLike) -> Dominance:
    """Cliff's delta with the Brunner-Munzel test, which allows ties and unequal spread.

    Where the groups do not overlap at all there is no spread to divide by: p is then the chance of
    such a split of the ranks, 2 / C(n1 + n2, n1).
    """
    first, second = ordered(a), ordered(b)
    n1, n2 = len(first), len(second)
    if min(n1, n2) < 2:
        raise ValueError(f"a test of distributions needs two games in each group, not {n1} and {n2}")
    above, below = placements(first, second), placements(second, first)
    delta = 2 * float(above.mean()) - 1
    error1, error2 = 2 * float(_mean_and_error(above)[1]), 2 * float(_mean_and_error(below)[1])
    error, freedom = math.hypot(error1, error2), welch_freedom(error1, n1, error2, n2)
    if error < 1e-12:
        p = 1.0 if abs(delta) < 1e-12 else min(1.0, 2 / math.comb(n1 + n2, n1))
    else:
        p = float(2 * stats.t.sf(abs(delta) / error, freedom))
    return Dominance(delta, error, freedom, p)


def _touching(delta: Numbers) -> Numbers:
    """The square of the bound (t times error) at which the interval of `cliffs_delta` begins at 0."""
    room = (1 - delta**2) ** 2
    bound: Numbers = (np.sqrt(room**2 + 4 * delta**2 * room) - room) / 2
    return bound


def _strength(delta: Numbers, error: Numbers) -> Numbers:
    """How many errors away from 0 the interval of `cliffs_delta` would still begin."""
    found: Numbers = np.where(
        error > 1e-12, np.sqrt(_touching(delta)) / np.maximum(error, 1e-12), np.where(delta == 0, 0.0, np.inf)
    )
    return found


def _permuted_strength(first: Numbers, second: Numbers, seed: Any, draws: int) -> Numbers:
    """The strength of the split as it is and of `draws` random ones."""
    n1, n2 = len(first), len(second)
    pooled = np.concatenate([first, second])
    order = np.argsort(pooled, kind="stable")
    starts = np.flatnonzero(np.concatenate([[True], np.diff(pooled[order]) != 0]))
    parts = []
    for inside in _splits(n1, n2, draws, seed):
        counts1 = np.add.reduceat(inside[:, order], starts, axis=1)
        counts2 = np.add.reduceat(1 - inside[:, order], starts, axis=1)
        above = (np.cumsum(counts2, axis=1) - counts2 / 2) / n2
        below = (np.cumsum(counts1, axis=1) - counts1 / 2) / n1
        share = (counts1 * above).sum(axis=1) / n1
        spread1 = (counts1 * (above - share[:, None]) ** 2).sum(axis=1) / (n1 - 1)
        spread2 = (counts2 * (below - 1 + share[:, None]) ** 2).sum(axis=1) / (n2 - 1)
        parts.append(_strength(2 * share - 1, 2 * np.sqrt(spread1 / n1 + spread2 / n2)))
    return np.concatenate(parts)


def cliffs_delta(a: ArrayLike, b: ArrayLike, seed: Any = 1, draws: int = DRAWS) -> Comparison:
    """Cliff's delta with Cliff's interval, which never leaves -1 to 1, and the p at which that interval
    begins at 0: they never contradict each other.

    How many errors wide it is comes from the t of Brunner and Munzel; where one value stands in at least half
    of the games that has far too many false alarms, and permutations say it.
    """
    first, second = ordered(a), ordered(b)
    n1, n2 = len(first), len(second)
    if min(n1, n2) < 2:
        return Comparison(float("nan"), None, None, None, n1, n2, "one game: no test", None)
    pooled = np.concatenate([first, second])
    most = int(np.unique(pooled, return_counts=True)[1].max())
    if most == n1 + n2:
        return Comparison(0.0, None, None, None, n1, n2, "all games alike: nothing to test", None)
    found = dominance(first, second)
    own = float(_strength(np.array(found.delta), np.array(found.error)))
    if found.error > 1e-12 and 2 * most >= n1 + n2:
        strengths = _permuted_strength(first, second, seed, draws)
        p = float((strengths >= own * (1 - 1e-9)).mean())
        times = float(np.quantile(strengths, 0.95, method="higher")) * (1 + 1e-6)
        method = f"Cliff's delta; studentized permutation, {draws} draws"
    else:
        p = found.p if found.error < 1e-12 else float(2 * stats.t.sf(own, found.freedom))
        times, method = float(stats.t.ppf(0.975, found.freedom)), "Cliff's delta; Brunner and Munzel's t"
    low, high = delta_bounds(found.delta, found.error, times, n1, n2)
    visible = min(1.0, 2 * (Z95 + Z80) * math.sqrt((n1 + n2 + 1) / (12 * n1 * n2)))
    return Comparison(found.delta, low, high, p, n1, n2, method, visible)


def delta_bounds(delta: float, error: float, times: float, n1: int, n2: int) -> tuple[float, float]:
    """Cliff's interval of his delta, so many errors wide. Groups that do not overlap have no error: what
    would be hidden in 95 of 100 such groups by chance bounds them."""
    if error < 1e-12:
        unseen = 2 * (1 - 0.05 ** (1 / min(n1, n2)))
        return (1 - unseen, 1.0) if delta > 0 else (-1.0, unseen - 1)
    bound = min(times, 1e6) * error
    square, room = delta**2, 1 - delta**2
    half = bound * math.sqrt(room**2 + bound**2)
    centre = delta - delta * square
    low, high = (centre - half) / (room + bound**2), (centre + half) / (room + bound**2)
    return max(-1.0, low), min(1.0, high)


def ecdf_band(n: int) -> float:
    """How far from the shares among `n` games the true ones lie at most, 95 times in a hundred."""
    return math.sqrt(math.log(2 / 0.05) / (2 * n))


def ecdf(values: ArrayLike, points: int = 200) -> Ecdf:
    """The share of games up to each value, with the Dvoretzky-Kiefer-Wolfowitz band.

    Of more than `points` different values, so many are kept, evenly spaced in rank.
    """
    sample = ordered(values)
    n = len(sample)
    steps, counts = np.unique(sample, return_counts=True)
    shares = np.cumsum(counts) / n
    if len(steps) > points:
        kept = np.unique(np.linspace(0, len(steps) - 1, points).round().astype(int))
        steps, shares = steps[kept], shares[kept]
    band = ecdf_band(n)
    low, high = np.maximum(0.0, shares - band), np.minimum(1.0, shares + band)
    return Ecdf(*(tuple(each.tolist()) for each in (steps, shares, low, high)), n=n)  # type: ignore[misc,arg-type]
