"""Games that are not over, or never will be, reckoned in (`analytics.md` 7.1, time to event).

Who wins sooner is found more often among finished games: of an even game whose French wins come first, 68 of
100 finished ones may be French. Here each turn's results are weighed by the games that got so far (Aalen and
Johansen). That is right as long as whoever stops playing does not stop because of who is about to win; who
sees defeat coming may resign, and that counts as a result.
"""

from collections import Counter
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from replays.statistics import Estimate, wilson_bounds

DRAWS = 399
Numbers = NDArray[np.float64]


class Ended(msgspec.Struct, frozen=True):
    """A game that ended in this turn, and who won it; an empty winner is a draw."""

    turn: int
    winner: str


class Course(msgspec.Struct, frozen=True):
    """One turn: games that reached it, games that ended in it, and the share of all that are over by then."""

    turn: int
    reached: int
    ended: int
    over: Estimate


def counted(ended: Sequence[Ended], opened: Sequence[int]) -> tuple[list[int], list[str], Numbers]:
    """(turns, results, how many games of each turn had each result; in the last column those still open)."""
    turns = sorted({*(each.turn for each in ended), *opened})
    kinds = sorted({each.winner for each in ended})
    table = np.zeros((len(turns), len(kinds) + 1))
    for each, games in Counter((each.turn, each.winner) for each in ended).items():
        table[turns.index(each[0]), kinds.index(each[1])] += games
    for turn in opened:
        table[turns.index(turn), -1] += 1
    return turns, kinds, table


def shares(table: Numbers) -> tuple[Numbers, Numbers]:
    """The share of each result in the end, and that of games of which the last turns tell nothing; the last
    axes of `table` are turns and results."""
    own = table.sum(axis=-1)
    reached = np.flip(np.cumsum(np.flip(own, -1), -1), -1) - table[..., -1] / 2
    hazard = table[..., :-1] / np.maximum(reached, 1e-9)[..., None]
    left = np.cumprod(1 - np.minimum(1.0, hazard.sum(axis=-1)), axis=-1)
    before = np.concatenate([np.ones_like(left[..., :1]), left[..., :-1]], axis=-1)
    found = (before[..., None] * hazard).sum(axis=-2)
    return found, left[..., -1]


def share_of(winner: str, ended: Sequence[Ended], opened: Sequence[int], seed: int = 1) -> Estimate:
    """How often a side wins, the games still open reckoned in; `opened` are the turns they are in."""
    _, kinds, table = counted(ended, opened)
    if winner not in kinds:
        low, high = wilson_bounds(0, len(ended))
        return Estimate(0.0, float(low), float(high), len(ended), "Aalen and Johansen")
    column = kinds.index(winner)
    found, untold = shares(table)
    rng, games = np.random.default_rng(seed), int(table.sum())
    drawn = rng.multinomial(games, (table / games).ravel(), DRAWS).reshape(DRAWS, *table.shape)
    redrawn, also_untold = shares(drawn.astype(float))
    least = _bounds(float(found[column]), redrawn[:, column], games)[0]
    most = _bounds(float(found[column] + untold), redrawn[:, column] + also_untold, games)[1]
    share = float(found[column] / found.sum())
    return Estimate(share, min(share, least), max(share, most), len(ended), "Aalen and Johansen; bootstrap")


def _bounds(share: float, drawn: Numbers, games: int) -> tuple[float, float]:
    """Wilson's interval of as many whole games as would know the share as well."""
    share, variance = min(1.0, max(0.0, share)), float(drawn.var())
    known = min(float(games), share * (1 - share) / variance) if variance > 0 else float(games)
    known = max(1.0, known)
    low, high = wilson_bounds(share * known, known)
    return float(low), float(high)


def course(ended: Sequence[Ended], opened: Sequence[int]) -> list[Course]:
    """When games end: Kaplan and Meier's share that is over by each turn, with Greenwood's error."""
    turns, _, table = counted(ended, opened)
    left, spread, found = 1.0, 0.0, []
    own = table.sum(axis=1)
    for number, turn in enumerate(turns):
        reached = float(own[number:].sum() - table[number, -1] / 2)
        over = float(table[number, :-1].sum())
        if reached > 0:
            left *= 1 - min(1.0, over / reached)
            spread += over / (reached * (reached - over)) if reached > over else 0.0
        variance = left * left * spread
        known = left * (1 - left) / variance if variance > 0 else float(own.sum())
        low, high = wilson_bounds((1 - left) * known, known)
        rate = Estimate(1 - left, float(low), float(high), int(own[number:].sum()), "Kaplan and Meier")
        found.append(Course(turn, int(own[number:].sum()), int(over), rate))
    return found
