"""The card table: what each card says to each question that the rules ask, so that no rule names a card.

A title has a `Question` for everything that a card may change (dice, movement, ratings, income, what may be
done); a card answers it with a function of its own, entered where the card's other functions stand:

    dice: Question[str, Callable[[State, Side], int]] = Question("dice more or fewer for a side")

    @dice("atrocities")
    def _one_more(state: State, side: Side) -> int: ...

The rules ask whatever cards are in force, in the order in which these lie: `dice[card](state, side)`.
"""

from collections.abc import Callable
from typing import TypeVar

Key = TypeVar("Key")
Answer = TypeVar("Answer")


class Question(dict[Key, Answer]):
    """The answers to one question, by card. One that is not there has nothing to say."""

    def __init__(self, about: str) -> None:
        super().__init__()
        self.about = about

    def __call__(self, *cards: Key) -> Callable[[Answer], Answer]:
        """Enters what is decorated for these cards. Raises TypeError if one has its answer already."""

        def enter(answer: Answer) -> Answer:
            for card in cards:
                if card in self:
                    raise TypeError(f"{card!r} has two answers to {self.about!r}: {self[card]} and {answer}")
                self[card] = answer
            return answer

        return enter
