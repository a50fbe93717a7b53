"""What a roll came to is told in its own unit, and whether that is better than was to be expected."""

import pytest

import domain.titles  # noqa: F401  (registers them)
from domain.kernel import Seat
from domain.kernel.chance import Rolled
from domain.kernel.prose import prose


def rolled(values: tuple[int, ...], score: float, mean: float) -> Rolled:
    return Rolled(
        purpose="battle", index=0, sides=6, values=values, seat=Seat("french"), cites="1", score=score,
        mean=mean, variance=1.0,
    )  # fmt: skip


@pytest.mark.parametrize(("roll", "english", "italian"), [
    (rolled((6, 4), 10.0, 7.0), "10 rolled, 7 on average: better by 3",
     "10 ai dadi, 7 in media: meglio di 3"),
    (rolled((6,), -2.0, -1.5), "2 lost, 1.5 expected: worse by 0.5",
     "2 perse, 1,5 attese: peggio di 0,5"),
    (rolled((6,), -1.0, -1.5), "1 lost, 1.5 expected: better by 0.5", "1 persa, 1,5 attese: meglio di 0,5"),
    (rolled((6, 5, 1), 1.0, 1.0), "1 die counts, 1 expected", "1 dado conta, 1 atteso"),
    (rolled((6,), 1.0, 1 / 3), "a success (chance 33 %)", "riuscito (probabilità 33 %)"),
    (rolled((2,), 0.0, 1 / 3), "a failure (chance of a success 33 %)",
     "fallito (probabilità di riuscita 33 %)"),
    (rolled((4,), 1.5, 2.0), "worth 1.5, 2 expected: worse by 0.5", "vale 1,5, 2 in media: peggio di 0,5"),
])  # fmt: skip
def test_what_a_roll_came_to_says_its_unit_and_what_is_better(
    roll: Rolled, english: str, italian: str
) -> None:
    """The log said "-0.50 against -1.50 expected"."""
    assert prose("wellington", "en").luck(roll) == english
    assert prose("wellington", "it").luck(roll) == italian
