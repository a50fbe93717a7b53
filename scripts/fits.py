"""Fitting what computers learn: which orders good players give, and what a position is worth."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from domain.bots.chances import Link
from domain.bots.learned import Column, Value
from domain.bots.order_features import KINDS, Features
from domain.kernel import RuleSet
from projections.title_facts import TitleFacts

EPOCHS = 4
STEP = 0.15
PENALTY, LATE_PENALTY = 100.0, 200.0
DIGITS = 4
"""Numbers are written with so many digits: rounding leaves nothing of what machines add up differently."""


class Choice(msgspec.Struct, frozen=True, array_like=True):
    """One order that a good player chose: the features of every order of the menu, and which it was."""

    side: str
    menu: tuple[Features, ...]
    chosen: int


class Seen(msgspec.Struct, frozen=True, array_like=True):
    """One position of a game: how far it was (0 to 1), the title's yardstick for the first side, the numbers
    of the columns."""

    late: float
    yardstick: float
    numbers: tuple[float, ...]


# Which orders good players give ----------------------------------------------------------------


def fitted_prior(choices: Sequence[Choice], seed: int) -> dict[str, list[float]]:
    """The weights under which these choices are likely, for each side; by stochastic gradient."""
    sides = sorted({choice.side for choice in choices})
    return {side: _fitted([each for each in choices if each.side == side], seed) for side in sides}


def _fitted(choices: Sequence[Choice], seed: int) -> list[float]:
    weights, squares = np.zeros(KINDS), np.full(KINDS, 1e-6)
    order = np.random.default_rng(seed)
    ready = [_ready(choice) for choice in choices]
    for epoch in range(EPOCHS):
        for number in order.permutation(len(ready)):
            flat, lengths, kinds, which = ready[number]
            slope = _likely(weights[flat], lengths)
            slope[choices[number].chosen] -= 1.0
            steep = np.bincount(which, weights=np.repeat(slope, lengths))
            squares[kinds] += steep**2
            weights[kinds] -= STEP / (1 + epoch) * steep / np.sqrt(squares[kinds])
    return [float(weight) for weight in np.round(weights, 2)]


Ready = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


def _ready(choice: Choice) -> Ready:
    flat = np.array([feature for order in choice.menu for feature in order])
    lengths = np.array([len(order) for order in choice.menu])
    kinds, which = np.unique(flat, return_inverse=True)
    return flat, lengths, kinds, which


def _likely(weights: NDArray[np.float64], lengths: NDArray[np.int64]) -> NDArray[np.float64]:
    scores = np.add.reduceat(weights, np.concatenate(([0], np.cumsum(lengths)[:-1])))
    powers = np.exp(scores - scores.max())
    found: NDArray[np.float64] = powers / powers.sum()
    return found


def surprise(choices: Sequence[Choice], weights: Mapping[str, Sequence[float]]) -> tuple[float, float]:
    """How little these weights expected the choices, in nats: 0 not at all; and even chance."""
    own = {side: np.array(each) for side, each in weights.items()}
    nats = []
    for choice in choices:
        flat, lengths, _, _ = _ready(choice)
        nats.append(-np.log(_likely(own[choice.side][flat], lengths)[choice.chosen]))
    return float(np.mean(nats)), float(np.mean([np.log(len(choice.menu)) for choice in choices]))


# What a position is worth ------------------------------------------------------------------------


def columns_of(rule_set: RuleSet, facts: TitleFacts, first: str) -> tuple[Column, ...]:
    """One difference of the sides for each group of measures; what belongs to neither stands alone."""
    found: dict[str, tuple[list[str], list[str]]] = {}
    for measure in rule_set.measures:
        team = facts.team_of((measure.side,))
        known = team in facts.teams or not facts.teams
        plus, minus = found.setdefault(measure.group if known else measure.id, ([], []))
        (plus if team == first or not known else minus).append(measure.id)
    return tuple(Column(name, tuple(plus), tuple(minus), 0.0, 0.0) for name, (plus, minus) in found.items())


def fitted_value(
    start: Value, seen: Sequence[Seen], margins: Sequence[float], counts: Sequence[float] | None = None
) -> Value:
    """`start` with the worths under which the positions tell best by how much the first side wins; `counts`
    says how much each position counts, 1 on average."""
    late = np.array([each.late for each in seen])
    plain = np.array([(*each.numbers, each.yardstick) for each in seen])
    share = np.array(counts if counts is not None else np.ones(len(late)))[:, None] / len(late)
    centre = (share * plain).sum(0)
    spread = np.sqrt((share * (plain - centre) ** 2).sum(0))
    spread[spread < 1e-9] = np.inf
    scaled = (plain - centre) / spread
    table = np.column_stack([scaled, scaled * late[:, None], late - share[:, 0] @ late])
    target = np.array(margins)
    mean = float(share[:, 0] @ target)
    penalty = [PENALTY] * plain.shape[1] + [LATE_PENALTY] * plain.shape[1] + [LATE_PENALTY]
    middle = (share * table).sum(0)
    moved = table - middle
    weighed = moved * share * len(late)
    worth = np.linalg.solve(moved.T @ weighed + np.diag(penalty), weighed.T @ (target - mean))
    count = plain.shape[1]
    now, later = worth[:count] / spread, worth[count : 2 * count] / spread
    even = mean - middle @ worth - now @ centre - worth[-1] * (share[:, 0] @ late)
    return msgspec.structs.replace(
        start,
        even=_short(even),
        even_late=_short(worth[-1] - later @ centre),
        yardstick=_short(now[-1]),
        yardstick_late=_short(later[-1]),
        won=_short(2 * target.std()),
        columns=tuple(
            Column(each.name, each.plus, each.minus, _short(now[n]), _short(later[n]))
            for n, each in enumerate(start.columns)
        ),
    )


def _short(number: float) -> float:
    return float(f"{number:.{DIGITS}g}")


def expected(value: Value, seen: Seen) -> float:
    """The margin that the fit expects in a position."""
    worth = value.even + seen.late * value.even_late
    worth += (value.yardstick + seen.late * value.yardstick_late) * seen.yardstick
    for column, number in zip(value.columns, seen.numbers, strict=True):
        worth += (column.weight + seen.late * column.late) * number
    return worth


def explained(value: Value, seen: Sequence[Seen], margins: Sequence[float]) -> float:
    """What share of the spread of the margins the fit explains (R2)."""
    target, found = np.array(margins), np.array([expected(value, each) for each in seen])
    spread = ((target - target.mean()) ** 2).sum()
    return float(1 - ((target - found) ** 2).sum() / spread) if spread else 0.0


# How likely a margin is to win --------------------------------------------------------------------------


def fitted_link(
    margins: Sequence[float],
    late: Sequence[float],
    won: Sequence[float],
    counts: Sequence[float] | None = None,
) -> Link:
    """The chances under which these positions were likely to be won, each as much as it `counts`; by Newton's
    method, lightly held."""
    spread = float(np.std(margins)) or 1.0
    scaled, far = np.array(margins) / spread, np.array(late)
    table = np.column_stack([np.ones_like(far), far, scaled, scaled * far])
    target, worth = np.array(won), np.zeros(4)
    counted = np.array(counts if counts is not None else np.ones_like(far))
    for _ in range(30):
        chance = 1 / (1 + np.exp(-np.clip(table @ worth, -30, 30)))
        steep = table.T @ (table * (counted * chance * (1 - chance))[:, None]) + np.eye(4)
        worth += np.linalg.solve(steep, table.T @ (counted * (target - chance)) - worth)
    even, grows, margin, margin_late = worth
    return Link(_short(even), _short(grows), _short(margin / spread), _short(margin_late / spread))


def tenths(chances: Sequence[float], won: Sequence[float]) -> list[tuple[float, float]]:
    """(said, was) in points for each tenth of the positions, the least likely first."""
    order = np.argsort(chances, kind="stable")
    said, was = np.array(chances)[order], np.array(won)[order]
    parts = zip(np.array_split(said, 10), np.array_split(was, 10), strict=True)
    return [(float(100 * one.mean()), float(100 * two.mean())) for one, two in parts if len(one)]


class Curve(msgspec.Struct, frozen=True):
    """How likely the first side was said to win after every command of a game, and whether it did."""

    chances: tuple[float, ...]
    has_won: float


def tenths_of(curves: Sequence[Curve]) -> list[tuple[float, float]]:
    """(said, was) for each tenth of the positions of these games."""
    said = [each for curve in curves for each in curve.chances]
    return tenths(said, [curve.has_won for curve in curves for _ in curve.chances])


class Paid(NamedTuple):
    """How much of what `swings` said was paid: games ended by that share of it better (1: what was said is
    true), give or take `error`; `squares` is the sum of what was said, squared."""

    share: float
    error: float
    swings: int
    squares: float


def paid_of(curves: Sequence[Curve], least: float = 0.0) -> Paid:
    """Of swings of the chance by `least` and more. The error is reckoned game by game."""
    paid, squares, count = [], [], 0
    for curve in curves:
        chances = np.array(curve.chances)
        swings = np.diff(chances)
        large = np.abs(swings) >= least
        paid.append(float((swings * (curve.has_won - chances[:-1]))[large].sum()))
        squares.append(float((swings**2)[large].sum()))
        count += int(large.sum())
    whole = sum(squares)
    if not whole:
        return Paid(1.0, 0.0, count, 0.0)
    share = sum(paid) / whole
    astray = [one - share * two for one, two in zip(paid, squares, strict=True)]
    return Paid(share, float(np.sqrt(sum(each**2 for each in astray))) / whole, count, whole)


def noise_of(curves: Sequence[Curve]) -> float:
    """By how many points a swing of the chance is wrong, give or take.

    Where swings are true, a game ends by as much better as each of them said. Half of what is not paid so is
    the noise before the command, which the swing only takes back; as much comes in after it. As much is
    counted as these games cannot rule out (the lower end of the 95 % interval of what is paid, game by game).
    """
    found = paid_of(curves)
    if not found.swings:
        return 0.0
    least = min(1.0, found.share - 1.96 * found.error)
    return round(100 * float(np.sqrt(2 * (1 - least) * found.squares / found.swings)), 2)


def mean_error(found: Sequence[tuple[float, float]]) -> float:
    """By how many points what was said was wrong, on average over the tenths."""
    return float(np.mean([abs(said - was) for said, was in found]))
