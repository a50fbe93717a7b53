"""Questions to cards, and their answers."""

import pytest

from domain.parts.card_table import Question


def test_a_card_answers_with_the_function_that_is_entered_for_it() -> None:
    dice: Question[str, object] = Question("dice more")

    @dice("hussars", "lancers")
    def two() -> int:
        return 2

    dice("mud")(0)
    assert dict(dice) == {"hussars": two, "lancers": two, "mud": 0}
    assert "fog" not in dice


def test_a_second_answer_of_the_same_card_is_refused() -> None:
    dice: Question[str, int] = Question("dice more")
    dice("hussars")(1)
    with pytest.raises(TypeError, match="'hussars' has two answers to 'dice more': 1 and 2"):
        dice("mud", "hussars")(2)
