"""Swiss: those of equal points meet, nobody twice while that can be avoided, and sides are balanced.

The best who is still to be paired meets the nearest in points; among those the one whose side fits, then the
one half a score group further down. What would force others to meet again is passed over.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby

from domain.tournaments.matching import MayMeet, left_over
from domain.tournaments.round_robin import Pair

WIDEST = 2
"""How many more games somebody may have on one side than on the other, while that can be avoided."""


def pairs(
    ranked: Sequence[int],
    points: Mapping[int, float],
    met: Collection[frozenset[int]],
    sides: Mapping[int, int],
    byes: Mapping[int, int],
) -> list[Pair]:
    """The pairs of the next round of those who are `ranked`, the best first; who is alone has a bye.

    `met` are the pairs of before, `sides` how many more games each had on the first seat than on the second,
    `byes` how many byes. The first of a pair sits on the first seat.
    """
    people, (alone, may_meet) = list(ranked), _terms(ranked, met, sides, byes)
    if alone is not None:
        people.remove(alone)
    found: list[Pair] = []
    due = left_over(people, may_meet)
    ideal, places = _ideal(people, points), {each: place for place, each in enumerate(people)}
    while people:
        one = people.pop(0)

        def wish(other: int, one: int = one) -> tuple[float, bool, int, int]:
            gap, is_same = abs(points[one] - points[other]), sides[one] * sides[other] > 0
            return gap, is_same, abs(places[other] - ideal[one]), places[other]

        other, due = _opponent(one, sorted(people, key=wish), may_meet, due)
        people.remove(other)
        found.append(seated(one, other, sides, places))
    return [*found, (alone, None)] if alone is not None else found


def _terms(
    people: Sequence[int], met: Collection[frozenset[int]], sides: Mapping[int, int], byes: Mapping[int, int]
) -> tuple[int | None, MayMeet]:
    """(who has a bye, who may meet): nobody meets again, nor anybody with whom one of both would have a side
    too often; if that leaves somebody over, sides count no more."""

    def is_new(one: int, other: int) -> bool:
        return frozenset((one, other)) not in met

    def fits(one: int, other: int) -> bool:
        return not _is_too_often(sides[one], sides[other]) and is_new(one, other)

    for may_meet in (fits, is_new):
        is_odd = len(people) % 2
        alone, lonely = _bye(people, byes, may_meet) if is_odd else (None, left_over(people, may_meet))
        if not lonely:
            break
    return alone, may_meet


def _is_too_often(one: int, other: int) -> bool:
    """Whether two had the same side so often that either would have it too often after their game."""
    return one * other > 0 and min(abs(one), abs(other)) >= WIDEST


def _bye(people: Sequence[int], byes: Mapping[int, int], may_meet: MayMeet) -> tuple[int, int]:
    """(the last of those with the fewest byes without whom the fewest of the others must meet again, how many
    these are)."""
    fewest = min(byes.get(each, 0) for each in people)
    found: list[tuple[int, int]] = []
    for each in reversed([one for one in people if byes.get(one, 0) == fewest]):
        lonely = left_over([one for one in people if one != each], may_meet)
        if not lonely:
            return each, 0
        found.append((each, lonely))
    return min(found, key=lambda one: one[1])


def _ideal(people: Sequence[int], points: Mapping[int, float]) -> dict[int, int]:
    """Whom each of a score group would meet if nothing stood against it: half the group further down."""
    found: dict[int, int] = {}
    for _points, group in groupby(range(len(people)), key=lambda place: points[people[place]]):
        places = list(group)
        found |= {people[place]: place + len(places) // 2 for place in places}
    return found


def _opponent(one: int, wished: Sequence[int], may_meet: MayMeet, due: int) -> tuple[int, int]:
    """(whom somebody meets, how many of the others must meet an old opponent then): the first who is wished
    and lets no more be paired again than must be, which are `due`."""
    for other in wished:
        left = left_over([each for each in wished if each != other], may_meet)
        if left + (0 if may_meet(one, other) else 2) <= due:
            return other, left
    raise AssertionError("somebody can always be met at no greater cost than was found before")


def seated(one: int, other: int, sides: Mapping[int, int], places: Mapping[int, int]) -> tuple[int, int]:
    """Two who meet, the first on the first seat: whoever sat there less often, else by the one's place."""
    if sides[one] != sides[other]:
        return (one, other) if sides[one] < sides[other] else (other, one)
    return (one, other) if places[one] % 2 == 0 else (other, one)
