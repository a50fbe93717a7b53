"""Chance that a test or a playthrough tells: the faces of dice, and the cards that are drawn."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from domain.kernel import Die, Play, SealedChance, Seat, Step

SEED = b"an even chance for everybody...."
S = TypeVar("S")


class ToldChance:
    """Chance that a test tells: the next numbers, or an even chance once nothing more is told."""

    def __init__(self) -> None:
        self.told: tuple[int, ...] | None = None
        self._sealed = SealedChance(SEED)

    def numbers(self, purpose: str, index: int, sizes: Sequence[int]) -> tuple[int, ...]:
        told, self.told = self.told, None
        return self._sealed.numbers(purpose, index, sizes) if told is None else told


class ToldPlay(Play[S]):
    """Play whose first rolls show `dice` (a list for each roll) and whose first draws bring `draws`.

    A roll of another number of dice than the next list has fails the test, and so does a card that is not
    in the pool.
    """

    def __init__(
        self, state: S, steps: Iterable[Step], dice: Iterable[Sequence[int]], draws: Iterable[str]
    ) -> None:
        chance = ToldChance()
        super().__init__(state, steps, chance)
        self.told_chance, self.dice, self.draws = chance, list(dice), list(draws)

    def roll(
        self, seat: Seat, count: int, sides: int, purpose: str, rule: str,
        score: Callable[[int], float] = float,
    ) -> tuple[int, ...]:  # fmt: skip
        if self.dice:
            faces = self.dice.pop(0)
            assert len(faces) == count, f"{purpose} rolls {count} dice, the test tells {list(faces)}"
            self.told_chance.told = tuple(face - 1 for face in faces)
        return super().roll(seat, count, sides, purpose, rule, score)

    def roll_faces(
        self, seat: Seat, count: int, die: Die, purpose: str, rule: str, score: Callable[[str], float]
    ) -> tuple[str, ...]:
        if self.dice:
            faces = self.dice.pop(0)
            assert len(faces) == count, f"{purpose} rolls {count} dice, the test tells {list(faces)}"
            self.told_chance.told = tuple(face - 1 for face in faces)
        return super().roll_faces(seat, count, die, purpose, rule, score)

    def draw(
        self, seat: Seat, pool: Iterable[str], count: int, purpose: str, rule: str,
        seen_by: tuple[Seat, ...] | None, score: Callable[[str], float] | None = None,
    ) -> tuple[str, ...]:  # fmt: skip
        rest = sorted(pool)
        told, self.draws = self.draws[:count], self.draws[count:]
        if told:
            assert len(told) == count, f"{purpose} draws {count}, the test tells {told}"
            self.told_chance.told = _picks(rest, told)
        return super().draw(seat, rest, count, purpose, rule, seen_by, score)


def _picks(rest: list[str], told: list[str]) -> tuple[int, ...]:
    left, picks = list(rest), []
    for item in told:
        assert item in left, f"{item} is not in the pool"
        picks.append(left.index(item))
        left.remove(item)
    return tuple(picks)


class StrictPlay(ToldPlay[S]):
    """Nothing falls or is drawn that was not told."""

    def roll(self, *args: Any, **kwargs: Any) -> tuple[int, ...]:
        assert self.dice, f"dice are not told: {args[1:4]}"
        return super().roll(*args, **kwargs)

    def roll_faces(self, *args: Any, **kwargs: Any) -> tuple[str, ...]:
        assert self.dice, f"dice are not told: {args[1:4]}"
        return super().roll_faces(*args, **kwargs)

    def draw(self, *args: Any, **kwargs: Any) -> tuple[str, ...]:
        assert self.draws, f"cards are not told: {args[2:4]}"
        return super().draw(*args, **kwargs)
