"""Which side is better when it is not left to chance who plays it, and what would make it even
(`analytics.md` 7.5)."""

import math
from collections.abc import Callable, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from replays.statistics import Z95, Estimate, wilson

Numbers = NDArray[np.float64]
ROUNDS, NEAR = 200, 1e-8
Rate = Callable[[int, int], Estimate]
"""(wins, games) -> the rate with an interval of one look, or with that of what is watched."""


class Duel(msgspec.Struct, frozen=True):
    """A game of two: who had the first side, who the second, and whether the first side won."""

    first: str
    second: str
    has_won: bool


class Fit(msgspec.Struct, frozen=True):
    """Coefficients of a logistic regression with Firth's correction, and their covariance."""

    found: tuple[float, ...]
    covariance: Numbers


def firth(known: Numbers, won: Numbers) -> Fit:
    """The regression of wins on the columns of `known`, which must not depend on one another.

    Firth's correction takes away the bias of few games, and stays finite where a player has won every game.
    """
    found = np.zeros(known.shape[1])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(known @ found, -30, 30)))
        weight = chance * (1 - chance)
        covariance = np.linalg.inv(known.T @ (known * weight[:, None]))
        pull = weight * np.einsum("ij,jk,ik->i", known, covariance, known)
        step = covariance @ (known.T @ (won - chance + pull * (0.5 - chance)))
        largest = float(np.abs(step).max())
        found = found + step * min(1.0, 2.0 / max(largest, 1e-12))
        if largest < NEAR:
            break
    return Fit(tuple(found.tolist()), np.asarray(covariance, dtype=np.float64))


def side_apart(duels: Sequence[Duel], errors: float = Z95) -> Estimate | None:
    """How often the first side would win between equals, whoever chose which side: players are known by
    their other games. The interval is so many `errors` wide to either side. None where side and players
    cannot be told apart, as nobody has played both."""
    people = sorted({name for each in duels for name in (each.first, each.second)})
    place = {name: number for number, name in enumerate(people)}
    known = np.zeros((len(duels), len(people) + 1))
    known[:, 0] = 1
    for row, each in enumerate(duels):
        known[row, 1 + place[each.first]] += 1
        known[row, 1 + place[each.second]] -= 1
    players = _independent(known[:, 1:])
    everything = np.column_stack([known[:, :1], players])
    if np.linalg.matrix_rank(everything) < everything.shape[1]:
        return None
    fit = firth(everything, np.array([each.has_won for each in duels], dtype=np.float64))
    wide = errors * math.sqrt(fit.covariance[0, 0])
    share, low, high = (_chance(fit.found[0] + each) for each in (0.0, -wide, wide))
    return Estimate(share, low, high, len(duels), "fixed players; Firth")


def _independent(columns: Numbers) -> Numbers:
    """As many columns as do not depend on one another: one player of each circle is the measure of it."""
    kept: list[int] = []
    basis = np.zeros((columns.shape[0], 0))
    for number in range(columns.shape[1]):
        rest = columns[:, number] - basis @ (basis.T @ columns[:, number])
        size = float(np.linalg.norm(rest))
        if size > 1e-9:
            basis = np.column_stack([basis, rest / size])
            kept.append(number)
    return columns[:, kept]


def _chance(logit: float) -> float:
    return 1 / (1 + math.exp(-logit))


def swapped_pairs(duels: Sequence[Duel], rate: Rate = wilson) -> Estimate | None:
    """The same from couples that swapped sides: of the pairs of games in which one side won both, how many
    that was the first. The root of the odds is the odds between equals. None without such a pair of games."""
    waiting: dict[tuple[str, str], list[bool]] = {}
    both = [0, 0]
    for each in duels:
        others = waiting.get((each.second, each.first), [])
        if others:
            earlier = others.pop(0)
            if earlier == each.has_won:
                both[not each.has_won] += 1
        else:
            waiting.setdefault((each.first, each.second), []).append(each.has_won)
    won, pairs = both[0], sum(both)
    if not pairs:
        return None
    found = rate(won, pairs)
    low, high = found.low or 0.0, 1.0 if found.high is None else found.high
    ends = [_rooted(each) for each in ((won + 0.5) / (pairs + 1), low, high)]
    return Estimate(ends[0], ends[1], ends[2], pairs, f"swapped pairs; {found.method}")


def _rooted(share: float) -> float:
    odds = math.sqrt(share / (1 - share)) if share < 1 else math.inf
    return odds / (1 + odds) if odds < math.inf else 1.0


def break_even(bids: Sequence[float], has_won: Sequence[bool]) -> Estimate | None:
    """The bid at which both sides win as often, by logistic regression with Fieller's interval. None where
    the games do not tell that a higher bid costs anything."""
    known = np.column_stack([np.ones(len(bids)), np.asarray(bids, dtype=np.float64)])
    if len(bids) < 3 or np.linalg.matrix_rank(known) < 2:
        return None
    fit = firth(known, np.asarray(has_won, dtype=np.float64))
    (level, slope), spread = fit.found, fit.covariance
    steep = slope**2 - Z95**2 * spread[1, 1]
    if steep <= 0:
        return None
    middle = level * slope - Z95**2 * spread[0, 1]
    inner = middle**2 - steep * (level**2 - Z95**2 * spread[0, 0])
    ends = sorted((-middle + sign * math.sqrt(max(0.0, inner))) / steep for sign in (-1, 1))
    return Estimate(-level / slope, ends[0], ends[1], len(bids), "logistic with Firth; Fieller")


class Handicap(msgspec.Struct, frozen=True):
    """So many points given to the first side: how often it would have won."""

    points: float
    share: Estimate


def handicaps(
    margins: Sequence[float], fixed: int, fixed_wins: int, tie_wins: bool, rate: Rate = wilson
) -> tuple[list[Handicap], Handicap, tuple[float, float]]:
    """(every handicap that changes a result, the one nearest to even, the least and greatest that may be).

    `margins` are those of games that the score decided; `fixed` ended otherwise, `fixed_wins` of them won by
    the first side: no points change those. With `tie_wins` an equal score is the first side's.
    """
    ordered, games = np.sort(np.asarray(margins, dtype=np.float64)), len(margins) + fixed
    steps = np.unique(np.concatenate([[0.0], *(more - ordered for more in (-1.0, 0.0, 1.0))]))
    behind = np.searchsorted(ordered, -steps, side="left" if tie_wins else "right")
    wins = len(ordered) - behind + fixed_wins
    found = [Handicap(float(each), rate(int(k), games)) for each, k in zip(steps, wins, strict=True)]
    best = min(found, key=lambda each: (abs(each.share.estimate - 0.5), abs(each.points)))
    level = [each.points for each in found if (each.share.low or 0) <= 0.5 <= (each.share.high or 1)]
    return found, best, (min([*level, best.points]), max([*level, best.points]))
