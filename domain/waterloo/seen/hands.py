"""What the best cards of a hand that nobody has seen may add to a battle: every hand is counted (9.3, 11)."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, prod

import msgspec

COMMAND = "command"


class Pool(msgspec.Struct, frozen=True):
    """The cards that a hand is one part of, and how many it has.

    `kinds` are ((battle points, bonus, which bonus), how many such cards); a bonus counts once, of one card.
    `lent` is a Command bonus that another army's hand may lend: (bonus, Command cards, cards, of them held).
    """

    kinds: tuple[tuple[tuple[int, int, str], int], ...]
    held: int
    lent: tuple[int, int, int, int] = (0, 0, 0, 0)


@lru_cache(maxsize=512)
def chance_of_less(pool: Pool, most: int, enough: int) -> Fraction:
    """The chance that the best `most` cards of the hand add less than `enough`."""
    bonus, cards, among, held = pool.lent
    none = Fraction(1)
    if bonus and cards:
        none = Fraction(comb(among - cards, held), comb(among, held))
    found = none * _less(pool, most, enough, 0)
    return found if none == 1 else found + (1 - none) * _less(pool, most, enough, bonus)


def _less(pool: Pool, most: int, enough: int, lent: int) -> Fraction:
    size = sum(count for _kind, count in pool.kinds)
    plain: dict[int, int] = {}
    special = []
    for (points, bonus, use), count in pool.kinds:
        if use and bonus > points and not (use == COMMAND and lent):
            special.append(((points, bonus, use), count))
        else:
            plain[points] = plain.get(points, 0) + count
    ways = 0
    for taken in product(*(range(count + 1) for _kind, count in special)):
        left = pool.held - sum(taken)
        if left < 0:
            continue
        sure = _values(((kind, number) for (kind, _count), number in zip(special, taken, strict=True)), lent)
        own = prod(comb(count, number) for (_kind, count), number in zip(special, taken, strict=True))
        ways += own * _plain_ways(plain, left, sure, most, enough)
    return Fraction(ways, comb(size, pool.held))


def _values(taken: Iterable[tuple[tuple[int, int, str], int]], lent: int) -> dict[int, int]:
    """What cards with a bonus are worth: the weakest of each use its bonus, the others their points."""
    sure: dict[int, int] = {lent: 1} if lent else {}
    for cards in _by_use(taken).values():
        points = sorted(each for each, _bonus in cards)
        for value in (cards[0][1], *points[1:]):
            sure[value] = sure.get(value, 0) + 1
    return sure


def _by_use(taken: Iterable[tuple[tuple[int, int, str], int]]) -> dict[str, list[tuple[int, int]]]:
    found: dict[str, list[tuple[int, int]]] = {}
    for (points, bonus, use), number in taken:
        if number:
            found.setdefault(use, []).extend([(points, bonus)] * number)
    return found


def _plain_ways(plain: Mapping[int, int], left: int, sure: Mapping[int, int], most: int, enough: int) -> int:
    """The ways to hold so many plain cards with which the best `most` of all cards add less than `enough`."""
    reached = {(0, 0, 0): 1}  # cards taken of the plain ones, cards that count, their sum
    for value in sorted({*plain, *sure}, reverse=True):
        after: dict[tuple[int, int, int], int] = {}
        for (chosen, counted, summed), ways in reached.items():
            for number in range(min(plain.get(value, 0), left - chosen) + 1):
                counting = min(number + sure.get(value, 0), most - counted)
                key = (chosen + number, counted + counting, summed + value * counting)
                if key[2] < enough:
                    after[key] = after.get(key, 0) + ways * comb(plain.get(value, 0), number)
        reached = after
    return sum(ways for (chosen, _counted, _summed), ways in reached.items() if chosen == left)
