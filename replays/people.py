"""Who played a game, and what may be said of games in which the same people come up again and again.

A game of computers stands by itself. Games of the same people count as one, whoever had which seat. Groups of
people that share somebody depend on each other as well: there the error of a number is found by leaving out
one person after the other (the jackknife), for every habit of a person goes with him then.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from scipy import stats

from projections.winning import seats_at
from replays.ratings import known_as
from replays.statistics import (
    Comparison,
    Estimate,
    cliffs_delta,
    compare_means,
    delta_bounds,
    mean_of,
    ordered,
    placements,
    wilson_bounds,
)

Row = Mapping[str, Any]
Unit = tuple[str, ...]
"""The people of a game, in the order of the alphabet; of a game of computers the game alone."""
Values = Sequence[tuple[Unit, float]]
JACKKNIFE = "jackknife by person"
SEED = 1


def people_of(row: Row) -> Unit:
    """The people at a table, each once, as they are known."""
    listed = dict(zip(seats_at(row), row["players"].split(","), strict=False))
    names = {
        known_as(row.get(f"player:{seat}") or listed.get(seat) or row["players"])
        for seat in seats_at(row)
        if row.get(f"kind:{seat}", "person") != "bot"
    }
    return tuple(sorted(names))


def unit_of(row: Row) -> Unit:
    """What stands by itself: the game of computers, or the people whoever had which seat."""
    return (f"game {row['game']}",) if row["seats_kind"] == "bots" else people_of(row)


def per_unit(values: Values) -> dict[Unit, float]:
    """The average of each unit."""
    found: dict[Unit, list[float]] = {}
    for unit, value in values:
        found.setdefault(unit, []).append(value)
    return {unit: math.fsum(each) / len(each) for unit, each in found.items()}


def independent(units: Sequence[Unit]) -> int:
    """How many there are that do not depend on one another: units, or people where those are fewer."""
    return min(len({*units}), len({person for unit in units for person in unit}))


def is_tangled(*groups: Mapping[Unit, float]) -> bool:
    """Whether somebody is in several units, of one group or of two."""
    seats = [person for group in groups for unit in group for person in unit]
    return len(seats) > len({*seats})


class Error(msgspec.Struct, frozen=True):
    """The standard error of a number and its degrees of freedom."""

    error: float
    freedom: float


def jackknife(
    number: Callable[[Sequence[float], Sequence[float]], float],
    a: Mapping[Unit, float],
    b: Mapping[Unit, float],
) -> Error:
    """The error of a number made of two groups, over the people in them; they are left out of both."""
    whole = number([*a.values()], [*b.values()])
    own = [{person for unit in group for person in unit} for group in (a, b)]

    def spread(people: set[str], is_in: tuple[bool, bool]) -> float:
        found = []
        for person in sorted(people):
            left = [
                [value for unit, value in group.items() if not (leaves and person in unit)]
                for group, leaves in zip((a, b), is_in, strict=True)
            ]
            if (not a or left[0]) and (not b or left[1]):
                found.append(number(left[0], left[1]))
        count = len(found)
        return (count - 1) / count * math.fsum((each - whole) ** 2 for each in found) if count > 1 else 0.0

    variance = spread(own[0] | own[1], (True, True))
    parts = [spread(own[0], (True, False)), spread(own[1], (False, True))]
    below = math.fsum(part**2 / max(1, len(people) - 1) for part, people in zip(parts, own, strict=True))
    freedom = math.fsum(parts) ** 2 / below if below > 0 else max(1, len(own[0] | own[1]) - 2)
    return Error(math.sqrt(variance), max(1.0, freedom))


def _gap(a: Sequence[float], b: Sequence[float]) -> float:
    return math.fsum(a) / len(a) - math.fsum(b) / len(b)


def _mean(a: Sequence[float], _b: Sequence[float]) -> float:
    return math.fsum(a) / len(a)


def _are_constant(a: Mapping[Unit, float], b: Mapping[Unit, float]) -> bool:
    """Whether each group has one value alone. An error of 0 does not say so: where leaving out anybody takes
    as much from above as from below the mean the jackknife sees nothing, and units stand for themselves."""
    return all(len({*group.values()}) == 1 for group in (a, b))


def _of_constant_groups(gap: float, a: Mapping[Unit, float], b: Mapping[Unit, float]) -> Comparison:
    """A number that is one in all of the one group and one in all of the other: how rare such a split of the
    people is; of people who are in both groups, how rare it is that all of them lean one way."""
    if gap == 0:
        return Comparison(0.0, None, None, None, len(a), len(b), "all games alike: nothing to test", None)
    first, second = independent([*a]), independent([*b])
    are_strangers = {each for unit in a for each in unit}.isdisjoint(each for unit in b for each in unit)
    splits = math.comb(first + second, first) if are_strangers else 2 ** min(first, second)
    method = "every game of a group alike; permutation of people"
    return Comparison(gap, None, None, min(1.0, 2 / splits), len(a), len(b), method, None)


def compare_tangled(a: Mapping[Unit, float], b: Mapping[Unit, float]) -> Comparison:
    """Mean of a minus mean of b where people come up in several units."""
    gap, found = _gap([*a.values()], [*b.values()]), jackknife(_gap, a, b)
    if found.error < 1e-12 and _are_constant(a, b):
        return _of_constant_groups(gap, a, b)
    if found.error < 1e-12:
        return compare_means([*a.values()], [*b.values()], SEED)
    bound = float(stats.t.ppf(0.975, found.freedom))
    p = float(2 * stats.t.sf(abs(gap) / found.error, found.freedom))
    wide = bound * found.error
    visible = (bound + float(stats.norm.ppf(0.8))) * found.error
    return Comparison(gap, gap - wide, gap + wide, p, len(a), len(b), JACKKNIFE, visible)


def delta_of_tangled(a: Mapping[Unit, float], b: Mapping[Unit, float]) -> Comparison:
    """Cliff's delta of the same."""
    share, found = _delta([*a.values()], [*b.values()]), jackknife(_delta, a, b)
    if found.error < 1e-12 and _are_constant(a, b):
        plain = _of_constant_groups(share, a, b)
        if plain.p is None:
            return plain
        low, high = delta_bounds(share, 0.0, 0.0, independent([*a]), independent([*b]))
        return msgspec.structs.replace(plain, low=low, high=high)
    if found.error < 1e-12:
        return cliffs_delta([*a.values()], [*b.values()])
    room = (1 - share**2) ** 2
    touching = math.sqrt((math.sqrt(room**2 + 4 * share**2 * room) - room) / 2)
    p = float(2 * stats.t.sf(touching / found.error, found.freedom))
    bound = float(stats.t.ppf(0.975, found.freedom))
    low, high = delta_bounds(share, found.error, bound, len(a), len(b))
    visible = min(1.0, (bound + float(stats.norm.ppf(0.8))) * found.error)
    return Comparison(share, low, high, p, len(a), len(b), f"Cliff's delta; {JACKKNIFE}", visible)


def _delta(a: Sequence[float], b: Sequence[float]) -> float:
    return 2 * float(placements(ordered(a), ordered(b)).mean()) - 1


def mean_of_tangled(values: Mapping[Unit, float]) -> Estimate:
    """The mean of one group whose people come up again."""
    mean, found = _mean([*values.values()], ()), jackknife(_mean, values, {})
    if found.error < 1e-12:
        return mean_of([*values.values()], SEED)
    wide = float(stats.t.ppf(0.975, found.freedom)) * found.error
    return Estimate(mean, mean - wide, mean + wide, len(values), JACKKNIFE)


def rate_of_tangled(values: Mapping[Unit, float]) -> Estimate:
    """A rate of such a group: Wilson's interval of as many games as would know it as well."""
    share, units = _mean([*values.values()], ()), len(values)
    variance = jackknife(_mean, values, {}).error ** 2
    known = min(float(units), share * (1 - share) / variance) if variance > 0 else float(units)
    people = len({person for unit in values for person in unit})
    known = max(1.0, min(known, float(people)))
    low, high = wilson_bounds(share * known, known)
    return Estimate(share, float(low), float(high), units, f"Wilson; {JACKKNIFE}")
