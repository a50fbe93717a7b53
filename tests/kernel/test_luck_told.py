"""What a roll came to is told in its own unit, and whether that is better than was to be expected."""

from collections.abc import Callable, Sequence

import pytest

import domain.titles  # noqa: F401  (registers them)
from domain.kernel import Seat
from domain.kernel.chance import roll_event
from domain.kernel.prose import prose


class Shown:
    """Dice that show what they are told to."""

    def __init__(self, *values: int) -> None:
        self._values = values

    def numbers(self, purpose: str, index: int, sizes: Sequence[int]) -> tuple[int, ...]:
        return tuple(value - 1 for value in self._values)


def at_least(least: int) -> Callable[[int], float]:
    return lambda face: float(face >= least)


def at_most(most: int) -> Callable[[int], float]:
    return lambda face: float(face <= most)


def lost(face: int) -> float:
    """As of a beaten army: 1 to 3, a half of what the die shows."""
    return -float((face + 1) // 2)


def half(face: int) -> float:
    return face / 2


def sixes_against_ones(face: int) -> float:
    return float(face == 6) - float(face == 1)


@pytest.mark.parametrize(("values", "score", "english", "italian"), [
    ((6, 4), float, "10 rolled, 7 on average: better by 3", "10 ai dadi, 7 in media: meglio di 3"),
    ((1,), float, "1 rolled, 3.5 on average: worse by 2.5", "1 ai dadi, 3,5 in media: peggio di 2,5"),
    ((6,), lost, "3 lost, 2 expected: worse by 1", "3 perse, 2 attese: peggio di 1"),
    ((1,), lost, "1 lost, 2 expected: better by 1", "1 persa, 2 attese: meglio di 1"),
    ((6, 1), lambda face: -at_least(5)(face), "1 lost, 0.67 expected: worse by 0.33",
     "1 persa, 0,67 attese: peggio di 0,33"),
    ((6, 4, 1), at_least(5), "1 die counts, 1 expected", "1 dado conta, 1 atteso"),
    ((1, 1), at_most(1), "2 dice count, 0.33 expected: better by 1.67",
     "2 dadi contano, 0,33 attesi: meglio di 1,67"),
    ((6,), at_least(5), "a success (chance 33 %)", "riuscito (probabilità 33 %)"),
    ((2,), at_least(5), "a failure (chance of a success 33 %)", "fallito (probabilità di riuscita 33 %)"),
    ((1,), at_most(2), "a success (chance 33 %)", "riuscito (probabilità 33 %)"),
    ((1,), at_most(6), "as was certain", "com'era certo"),
    ((3,), half, "worth 1.5, 1.75 expected: worse by 0.25", "vale 1,5 (1,75 in media): peggio di 0,25"),
    ((1, 2, 1), sixes_against_ones, "worth −2, 0 expected: worse by 2", "vale −2 (0 in media): peggio di 2"),
    ((2, 3, 4), sixes_against_ones, "worth 0, 0 expected", "vale 0 (0 in media)"),
])  # fmt: skip
def test_what_a_roll_came_to_says_its_unit_and_what_is_better(
    values: tuple[int, ...], score: Callable[[int], float], english: str, italian: str
) -> None:
    """The log said "-0.50 against -1.50 expected". A 1 that is a success is no total of 1."""
    roll = roll_event(
        Shown(*values), 0, seat=Seat("french"), count=len(values), sides=6, purpose="battle", cites="1",
        score=score,
    )  # fmt: skip
    assert prose("wellington", "en").luck(roll) == english
    assert prose("wellington", "it").luck(roll) == italian
