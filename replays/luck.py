"""Luck: what chance gave a seat, against what it gives on average (`analytics.md` 3.2).

The running sum of value minus mean is a martingale: on average it is 0 whenever the game
stops. How lucky a whole game was is read from simulated games of the same scenario, because
the number of rolls depends on the rolls and the normal table is a little too eager.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

import msgspec
from scipy import stats

WIDER = 1.09
"""By how much Z of short games is wider than the normal table; used without simulated games."""
REFERENCE = 100
"""Simulated games needed before a percentile is read from them."""
AUDIT_ROLLS, AUDIT_Z = 5, -2.33


class ChanceRow(msgspec.Struct, frozen=True):
    """One roll or draw with its exact mean and variance.

    `sign` is 1 where a high value is good for the owner, -1 where it is bad. `undone` marks what a
    take-back discarded. `law` is the exact distribution, pairs of value and probability, if known.
    """

    owner: str
    value: float
    mean: float
    variance: float
    sign: int = 1
    undone: bool = False
    law: tuple[tuple[float, float], ...] = ()


class LuckCurve(msgspec.Struct, frozen=True):
    """Luck of one seat after each roll and draw, in natural units.

    `m` is the sum of (value - mean) * sign, `v` the sum of variances; the funnel is half as wide as
    `inner` (one standard deviation) and `outer` (1.96). `z` is the last m / sqrt(v), None if nothing
    was left to chance. `percentiles` holds the mid-p percentile of each row whose law is known.
    """

    m: tuple[float, ...]
    v: tuple[float, ...]
    inner: tuple[float, ...]
    outer: tuple[float, ...]
    percentiles: tuple[float | None, ...]
    z: float | None
    n: int


class Luck(msgspec.Struct, frozen=True):
    """Luck of one seat with the rolls that count (`kept`) and with the undone ones too (`rolled`).

    `discarded_z` is Z of the undone ones alone; `suspect` tells that they were worse than chance
    allows, at least 5 of them below -2.33: somebody took back bad rolls.
    """

    owner: str
    kept: LuckCurve
    rolled: LuckCurve
    discarded_z: float | None
    suspect: bool


class Percentile(msgspec.Struct, frozen=True):
    """Luckier than this share of games; `is_about` where no simulated games say so exactly."""

    share: float
    is_about: bool
    reference: int
    method: str


def mid_p(value: float, law: Sequence[tuple[float, float]], sign: int = 1) -> float:
    """The share of such rolls that this one beats, equal ones as half. Raises ValueError if the law
    does not sum to 1."""
    total = math.fsum(probability for _, probability in law)
    if abs(total - 1) > 1e-9:
        raise ValueError(f"the probabilities of a roll must sum to 1, not {total}")
    worse = math.fsum(p for each, p in law if (value - each) * sign > 1e-12)
    return worse + math.fsum(p for each, p in law if abs(value - each) <= 1e-12) / 2


def curve(rows: Sequence[ChanceRow]) -> LuckCurve:
    """The running luck over `rows` in their order. Raises ValueError for a bad variance or sign."""
    m, v, total, spread = [], [], 0.0, 0.0
    for row in rows:
        if row.variance < 0 or row.sign not in (1, -1):
            raise ValueError(f"a roll needs a variance of 0 or more and a sign of 1 or -1: {row}")
        total += (row.value - row.mean) * row.sign
        spread += row.variance
        m.append(total)
        v.append(spread)
    inner = tuple(math.sqrt(each) for each in v)
    return LuckCurve(
        m=tuple(m),
        v=tuple(v),
        inner=inner,
        outer=tuple(1.96 * each for each in inner),
        percentiles=tuple(mid_p(row.value, row.law, row.sign) if row.law else None for row in rows),
        z=total / math.sqrt(spread) if spread > 0 else None,
        n=len(rows),
    )


def luck_of(owner: str, rows: Iterable[ChanceRow]) -> Luck:
    """The luck of `owner`, whose rolls and draws are picked out of `rows` (in the order they came)."""
    own = [row for row in rows if row.owner == owner]
    undone = [row for row in own if row.undone]
    discarded = curve(undone).z
    suspect = len(undone) >= AUDIT_ROLLS and discarded is not None and discarded < AUDIT_Z
    return Luck(owner, curve([row for row in own if not row.undone]), curve(own), discarded, suspect)


def percentile(z: float, reference: Sequence[float] = ()) -> Percentile:
    """Luckier than which share of games: among the Z of simulated games of the same scenario (at
    least 100, equal ones as half), else from the normal table after dividing by 1.09, and "about"."""
    games = len(reference)
    if games < REFERENCE:
        return Percentile(float(stats.norm.cdf(z / WIDER)), True, games, f"normal table of Z / {WIDER}")
    sorted_z = sorted(reference)
    share = (bisect_left(sorted_z, z) + bisect_right(sorted_z, z)) / (2 * games)
    return Percentile(share, False, games, f"{games} simulated games")
