"""Round robin: everybody meets everybody once, by the circle method (the Berger tables of chess)."""

from collections.abc import Sequence

Pair = tuple[int, int | None]


def schedule(people: Sequence[int]) -> list[list[Pair]]:
    """The pairs of each round; who is alone has a bye. The first of a pair sits on the first seat, and
    everybody does so as often as on the second, or once more or less."""
    circle: list[int | None] = [*people] if len(people) % 2 == 0 else [None, *people]
    size = len(circle)
    rounds = []
    for number in range(size - 1):
        turned = [circle[0], *(circle[1 + (place - number - 1) % (size - 1)] for place in range(1, size))]
        rounds.append([_seated(turned, number, place) for place in range(size // 2)])
    return rounds


def _seated(turned: Sequence[int | None], number: int, place: int) -> Pair:
    """Two who stand opposite each other; the first table changes sides every round, the others by place."""
    one, other = turned[place], turned[len(turned) - 1 - place]
    if number % 2 if place == 0 else place % 2:
        one, other = other, one
    if one is None:
        one, other = other, None
    assert one is not None, "one place of the circle at most is empty"
    return one, other
