"""As many pairs as can be made of people of whom some may not meet: Edmonds' way of blossoms, in small."""

from collections import deque
from collections.abc import Callable, Sequence

MayMeet = Callable[[int, int], bool]


def left_over(people: Sequence[int], may_meet: MayMeet) -> int:
    """How many people stay alone in the best pairing of all."""
    return len(people) - 2 * len(best_pairs(people, may_meet))


def best_pairs(people: Sequence[int], may_meet: MayMeet) -> list[tuple[int, int]]:
    """Pairs of people who may meet, as many as there can be."""
    size = len(people)
    near = [
        [other for other in range(size) if other != one and may_meet(people[one], people[other])]
        for one in range(size)
    ]
    mate = [-1] * size
    for one in range(size):  # whoever stands near first: little is left to find
        free = next((other for other in near[one] if mate[other] < 0), None) if mate[one] < 0 else None
        if free is not None:
            mate[one], mate[free] = free, one
    for root in range(size):
        if mate[root] < 0:
            _improve(near, mate, root)
    return [(people[one], people[mate[one]]) for one in range(size) if one < mate[one]]


def _improve(near: list[list[int]], mate: list[int], root: int) -> None:
    """Makes one pair more, beginning with somebody who is alone, if that is possible."""
    end, came = _way_out(near, mate, root)
    while end >= 0:
        before = came[end]
        after = mate[before]
        mate[end], mate[before] = before, end
        end = after


def _way_out(near: list[list[int]], mate: list[int], root: int) -> tuple[int, list[int]]:
    """(somebody alone at the end of a way of pairs from `root`, from where each was come to); -1 if none."""
    size = len(near)
    came, base = [-1] * size, list(range(size))
    reached = [False] * size
    reached[root] = True
    line = deque([root])
    while line:
        one = line.popleft()
        for other in near[one]:
            if base[one] == base[other] or mate[one] == other:
                continue
            if other == root or (mate[other] >= 0 and came[mate[other]] >= 0):
                _shrink(one, other, mate, base, came, reached, line)
            elif came[other] < 0:
                came[other] = one
                if mate[other] < 0:
                    return other, came
                reached[mate[other]] = True
                line.append(mate[other])
    return -1, came


def _shrink(
    one: int,
    other: int,
    mate: list[int],
    base: list[int],
    came: list[int],
    reached: list[bool],
    line: deque[int],
) -> None:
    """A ring of odd length is taken for one person, its base."""
    top = _meeting(one, other, mate, base, came)
    ring: set[int] = set()
    for start, beside in ((one, other), (other, one)):
        at, child = start, beside
        while base[at] != top:
            ring |= {base[at], base[mate[at]]}
            came[at] = child
            child = mate[at]
            at = came[child]
    for each in range(len(base)):
        if base[each] in ring:
            base[each] = top
            if not reached[each]:
                reached[each] = True
                line.append(each)


def _meeting(one: int, other: int, mate: list[int], base: list[int], came: list[int]) -> int:
    """Where the ways back from two people meet."""
    passed, at = set(), one
    while True:
        at = base[at]
        passed.add(at)
        if mate[at] < 0:
            break
        at = came[mate[at]]
    at = other
    while base[at] not in passed:
        at = came[mate[base[at]]]
    return base[at]
