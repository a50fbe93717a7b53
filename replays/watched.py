"""What may be looked at after every game: differences of rates, and the mean of luck (`analytics.md` 7.3).

Pages of a server show the same question again after each finished game. A test that is right once is then
wrong at some time in a third of all cases. What stands here is wrong at some time in 5 %, however long one
looks.
"""

import math
from collections.abc import Callable

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import betaln

from replays.always_valid import always_valid
from replays.statistics import Z80, Z95, Comparison, compare_rates, detectable_difference

LUCK_SPREAD = 1.09
"""By how much the luck of whole games spreads more than that of a fixed number of rolls."""
USUAL_GAMES = 60
"""So many games are where the interval of mean luck is best."""
_SHARES: NDArray[np.float64] = np.linspace(1e-6, 1 - 1e-6, 301)


Gap = Callable[[int, int, int, int], Comparison]
"""(wins and games of the one, wins and games of the other) -> the difference of their rates."""


def gap_by(rate: object, questions: int = 1) -> Gap:
    """The difference that fits a rate's interval: that which may be watched beside `always_valid`, else the
    one for a single look; `visible` is that among so many questions."""
    is_watched = rate is always_valid

    def gap(k1: int, n1: int, k2: int, n2: int) -> Comparison:
        found = watched_gap(k1, n1, k2, n2) if is_watched else compare_rates(k1, n1, k2, n2)
        seen = watched_visible if is_watched else detectable_difference
        return msgspec.structs.replace(found, visible=seen(n1, n2, questions))

    return gap


def watched_gap(k1: int, n1: int, k2: int, n2: int, level: float = 0.05) -> Comparison:
    """k1 of n1 against k2 of n2, whenever one looks: a mixture of any two rates against one of equal ones
    (for the interval: of those that lie so far apart). Its p may be adjusted like any other."""
    won, p = _mixture(k1, n1) + _mixture(k2, n2), watched_p(k1, n1, k2, n2)
    gap = k1 / n1 - k2 / n2

    def is_left_out(shift: float) -> float:
        return won - _alike(k1, n1, k2, n2, shift) + math.log(level)

    def bound(edge: float) -> float:
        is_free = abs(edge - gap) < 2e-6 or is_left_out(edge) < 0
        return round(edge) if is_free else float(brentq(is_left_out, *sorted((edge, gap)), xtol=1e-3))

    low, high = bound(-1 + 1e-6), bound(1 - 1e-6)
    return Comparison(gap, low, high, p, n1, n2, "always valid; mixture of rates", watched_visible(n1, n2))


def watched_p(k1: int, n1: int, k2: int, n2: int) -> float:
    """How likely such a difference is at any time, if there is none."""
    return math.exp(min(0.0, _alike(k1, n1, k2, n2, 0.0) - _mixture(k1, n1) - _mixture(k2, n2)))


def _mixture(k: int, n: int) -> float:
    return float(betaln(k + 1, n - k + 1))


def _alike(k1: int, n1: int, k2: int, n2: int, shift: float) -> float:
    """The logarithm of the likelihood averaged over all rates that lie `shift` apart."""
    low, high = max(0.0, -shift), min(1.0, 1.0 - shift)
    second = np.clip(low + (high - low) * _SHARES, 1e-9, 1 - 1e-9)
    first = np.clip(second + shift, 1e-9, 1 - 1e-9)
    found = (
        k1 * np.log(first) + (n1 - k1) * np.log1p(-first)
        + k2 * np.log(second) + (n2 - k2) * np.log1p(-second)
    )  # fmt: skip
    most = float(found.max())
    return most + math.log(float(np.exp(found - most).mean()))


def watched_visible(n1: int, n2: int, questions: int = 1) -> float:
    """The gap around one half that so many games show in four of five repeats, whenever one looks."""
    if n1 < 1 or n2 < 1:
        raise ValueError("both groups need at least one game")
    games = n1 * n2 / (n1 + n2)
    bound = 2 * math.log(20 * questions) + math.log(max(1.0, 2 * games / math.pi))
    usual = Z95 + Z80
    return min(1.0, detectable_difference(n1, n2) * (math.sqrt(bound) + Z80) / usual)


def luck_once(games: int) -> float:
    """The same for one look alone."""
    return 1.96 * LUCK_SPREAD / math.sqrt(games)


def luck_bound(games: int, level: float = 0.05) -> float:
    """How far the mean luck of so many games (in standard deviations) may lie from 0 by chance alone at any
    time: Robbins' mixture of normals."""
    rest = USUAL_GAMES / 8
    grown = games + rest
    sum_bound = math.sqrt(grown * (math.log(grown / rest) + 2 * math.log(1 / level)))
    return LUCK_SPREAD * sum_bound / games


def watched_errors(number: int) -> float:
    """How many standard errors a mean of so many may lie from the truth at any time, by the same mixture."""
    return luck_bound(number) / LUCK_SPREAD * math.sqrt(number)


def even_p(won: int, games: int) -> float:
    """How likely a share so far from one half is at any time, if it is one half."""
    return math.exp(min(0.0, games * math.log(0.5) - _mixture(won, games)))
