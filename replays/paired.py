"""Games laid beside one another in pairs: the same dice with one thing changed, or the same two people with
the sides swapped."""

import math

from scipy.optimize import brentq

from replays.statistics import Z95, Estimate


def paired_gap(more: int, fewer: int, pairs: int) -> Estimate:
    """The difference of two rates over pairs of games, with Tango's score interval.

    `more` pairs were won by the first game alone, `fewer` by the second alone; the others say nothing of the
    difference and much of its size: without any that differ the interval is no point.
    """
    if min(more, fewer) < 0 or more + fewer > pairs or pairs < 1:
        raise ValueError(f"of {pairs} pairs {more} and {fewer} cannot differ")
    gap = (more - fewer) / pairs

    def beyond(shift: float) -> float:
        return _score(more, fewer, pairs, shift) ** 2 - Z95**2

    edge = 1 - 1e-9
    low = -1.0 if gap <= -edge or beyond(-edge) < 0 else float(brentq(beyond, -edge, gap))
    high = 1.0 if gap >= edge or beyond(edge) < 0 else float(brentq(beyond, gap, edge))
    return Estimate(gap, low, high, pairs, "Tango; matched pairs")


def _score(more: int, fewer: int, pairs: int, shift: float) -> float:
    """By how many standard errors the difference departs from `shift`."""
    square = 2 * pairs
    linear = -more - fewer + (2 * pairs - more + fewer) * shift
    rest = -fewer * shift * (1 - shift)
    share = max(0.0, (math.sqrt(max(0.0, linear**2 - 4 * square * rest)) - linear) / (2 * square))
    variance = pairs * (2 * share + shift * (1 - shift))
    found = more - fewer - pairs * shift
    return found / math.sqrt(variance) if variance > 0 else 0.0 if abs(found) < 1e-12 else math.inf
