"""Chance that anybody can recompute after the game.

Every roll and draw takes its numbers from HMAC-SHA256 of the game's secret seed, keyed by
its purpose and by how many rolls and draws of that purpose came before it, undone ones
included (but in lessons, where everybody's dice are the same). So no number is ever used
twice, and a fork with the same fate meets the same battle dice although its path differs.
"""

import hashlib
import hmac
import math
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from struct import Struct
from typing import Protocol

import msgspec

from domain.kernel.events import Event
from domain.kernel.seats import Seat

EIGHT_WORDS = Struct(">8I")
"""The numbers that a digest holds."""


class Chance(Protocol):
    """Where numbers come from."""

    def numbers(self, purpose: str, index: int, sizes: Sequence[int]) -> tuple[int, ...]:
        """One number for each size n, evenly from 0 to n - 1."""
        ...


class SealedChance:
    """The numbers of one seed."""

    def __init__(self, seed: bytes) -> None:
        self._key = hmac.new(seed, digestmod=hashlib.sha256)

    def numbers(self, purpose: str, index: int, sizes: Sequence[int]) -> tuple[int, ...]:
        words = self._words(purpose, index)
        return tuple([_below(size, words) for size in sizes])

    def _words(self, purpose: str, index: int) -> Iterator[int]:
        block = 0
        while True:
            mac = self._key.copy()
            mac.update(f"{purpose}:{index}:{block}".encode())
            yield from EIGHT_WORDS.unpack(mac.digest())
            block += 1


def _below(size: int, words: Iterator[int]) -> int:
    """The first word that falls into whole multiples of `size`: no remainder is favoured."""
    limit = 2**32 - 2**32 % size
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % size


def new_seed() -> bytes:
    """32 secret bytes from the operating system."""
    return secrets.token_bytes(32)


def commitment(game: str, seed: bytes) -> str:
    """What the opening event publishes so that the seed cannot be changed later."""
    return hashlib.sha256(game.encode() + b"|" + seed).hexdigest()


class Die(msgspec.Struct, frozen=True):
    """A die whose faces have names (ids); a name may stand on several faces. A title declares its dice."""

    id: str
    faces: tuple[str, ...]

    def shown(self, values: Iterable[int]) -> tuple[str, ...]:
        """The names of faces by their numbers, which begin with 1."""
        return tuple(self.faces[value - 1] for value in values)

    def mean(self, score: Callable[[str], float]) -> float:
        """The exact mean of what a roll of one die is worth."""
        return math.fsum(map(score, self.faces)) / len(self.faces)

    def variance(self, score: Callable[[str], float]) -> float:
        """The exact variance of it."""
        mean = self.mean(score)
        return math.fsum((score(face) - mean) ** 2 for face in self.faces) / len(self.faces)


class Rolled(Event, frozen=True, kw_only=True):
    """Dice were rolled. `score` is what the roll is worth to `seat`, beside its exact mean and variance.

    `values` are numbers from 1 to `sides`, also where the faces of the title's `die` have names.
    """

    reveals = True

    purpose: str
    index: int
    sides: int
    values: tuple[int, ...]
    seat: Seat
    cites: str
    score: float
    mean: float
    variance: float
    die: str = ""


class Drawn(Event, frozen=True, kw_only=True):
    """Cards (or other things) were drawn at random from `pool` of them, without putting back.

    `seen_by` lists the seats that see which; None means everybody. For the others `redact`
    empties `items`, `picks` and the score. Logs leave it out: what became of the cards is told by the title.
    """

    reveals = True
    quiet = True
    secrets = {"items": "seen_by"}

    purpose: str
    index: int
    pool: int
    picks: tuple[int, ...] = ()
    items: tuple[str, ...] = ()
    seat: Seat
    cites: str
    seen_by: tuple[Seat, ...] | None = None
    score: float | None = None
    mean: float | None = None
    variance: float | None = None


def roll_event(
    chance: Chance,
    index: int,
    *,
    seat: Seat,
    count: int,
    sides: int,
    purpose: str,
    cites: str,
    score: Callable[[int], float] = float,
    die: str = "",
) -> Rolled:
    """`count` dice, faces 1 to `sides`; the score is the sum of `score(face)`."""
    values = tuple(n + 1 for n in chance.numbers(purpose, index, [sides] * count))
    faces = [score(face) for face in range(1, sides + 1)]
    mean = math.fsum(faces) / sides
    variance = math.fsum((face - mean) ** 2 for face in faces) / sides
    return Rolled(
        purpose=purpose,
        index=index,
        sides=sides,
        values=values,
        seat=seat,
        cites=cites,
        score=math.fsum(score(value) for value in values),
        mean=count * mean,
        variance=count * variance,
        die=die,
    )


def draw_event(
    chance: Chance,
    index: int,
    *,
    seat: Seat,
    pool: Iterable[str],
    count: int,
    purpose: str,
    cites: str,
    seen_by: tuple[Seat, ...] | None,
    score: Callable[[str], float] | None = None,
) -> Drawn:
    """`count` items out of `pool` (all of them if it has fewer); mean and variance are hypergeometric."""
    rest = sorted(pool)
    size = len(rest)
    count = min(count, size)
    picks = chance.numbers(purpose, index, [size - drawn for drawn in range(count)])
    value = mean = variance = None
    if score is not None:
        worth = [score(item) for item in rest]
        average = math.fsum(worth) / size if size else 0.0
        spread = math.fsum((each - average) ** 2 for each in worth) / size if size else 0.0
        mean = count * average
        variance = count * spread * (size - count) / (size - 1) if size > 1 else 0.0
    items = tuple(rest.pop(pick) for pick in picks)
    if score is not None:
        value = math.fsum(score(item) for item in items)
    return Drawn(
        purpose=purpose,
        index=index,
        pool=size,
        picks=picks,
        items=items,
        seat=seat,
        cites=cites,
        seen_by=seen_by,
        score=value,
        mean=mean,
        variance=variance,
    )


def sizes_of(event: Rolled | Drawn) -> tuple[int, ...]:
    """Out of how many each number of a roll or draw came: the sides of a die, what was left to draw from."""
    if isinstance(event, Rolled):
        return (event.sides,) * len(event.values)
    return tuple(event.pool - drawn for drawn in range(len(event.picks)))


def recompute(chance: Chance, event: Rolled | Drawn) -> tuple[int, ...]:
    """The numbers that `event` must show: its `values` or its `picks`."""
    numbers = chance.numbers(event.purpose, event.index, sizes_of(event))
    return tuple(n + 1 for n in numbers) if isinstance(event, Rolled) else numbers


def redacted(event: Drawn, viewer: Seat) -> Drawn:
    """The draw as `viewer` may see it."""
    if event.seen_by is None or viewer == "all" or viewer in event.seen_by:
        return event
    return Drawn(
        purpose=event.purpose,
        index=event.index,
        pool=event.pool,
        seat=event.seat,
        cites=event.cites,
        seen_by=event.seen_by,
    )
