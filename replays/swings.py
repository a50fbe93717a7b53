"""What each command of a finished game did to the win chance, how much of it dice and cards did, and which
commands were turning points.

    chance after - chance before = luck + play

Luck is the chance after the command less what it was on average over all that dice and cards might have
shown to the same answers; play is the rest. In the command that ends a game the rest is what the chances did
not see coming, and nobody's play. Over a game all three add up to what the chance moved, and luck is 0 on
average however the chances are reckoned. Of a few dice every fall is looked at; where there are too many, or
cards, some are drawn, always the same ones.

A command is a turning point if its swing is 10 points at least and stands out from the noise of the chances
among all commands of its game (Holm); the one that ends the game only if luck alone was worth so much. Told
of what was not taken back, and of games that are over only.
"""

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec

from domain.bots.chances import Chances
from domain.kernel import Drawn, Rolled, Seat
from domain.kernel.agenda import Answers
from domain.kernel.history import History, Recorded, Standing, resumed, standing_events
from replays.several_questions import holm

LEAST = 0.10
"""A turning point moves the chance by so much."""
LEVEL = 0.05
EVERY_FALL = 216
"""So many falls of the dice are all looked at."""
DRAWS = 60
"""Of more so many are drawn."""

Worth = Callable[[Any], float]
"""How likely the side in question is to win in a state."""


class Swing(msgspec.Struct, frozen=True):
    """What one command did to the chance of a side.

    It has the events `start` to `stop`. `on_average` is the chance after it over all that might have been
    rolled and drawn (the same as `after` where nothing was), wrong by `error`, give or take.
    """

    start: int
    stop: int
    before: float
    after: float
    on_average: float
    error: float
    is_chancy: bool
    is_last: bool = False
    """Whether it ended the game."""

    @property
    def size(self) -> float:
        return self.after - self.before

    @property
    def luck(self) -> float:
        return self.after - self.on_average

    @property
    def play(self) -> float:
        return self.on_average - self.before


def swings(history: History, worth: Worth) -> list[Swing]:
    """Those of all commands that were not taken back, in order; `worth` is asked where somebody decided, and
    where that led to: a board that is not laid out yet has none."""
    found: list[Swing] = []
    events: list[Recorded] = []
    rested: Standing | None = None
    chance: float | None = None
    for each in standing_events(history.recorded):
        events.append(each)
        if each.left:
            continue
        standing, now = history.at(each.version), None
        if rested is not None and events[0].answers:
            before = worth(rested.state) if chance is None else chance
            now = worth(standing.state)
            found.append(_swing(history, (rested, standing), events, worth, (before, now)))
        rested, chance, events = standing, now, []
    return found


def _swing(
    history: History,
    standings: tuple[Standing, Standing],
    events: Sequence[Recorded],
    worth: Worth,
    chances: tuple[float, float],
) -> Swing:
    start, stop, (before, after) = events[0].version, events[-1].version, chances
    rested, is_last = standings[0], history.rule_set.result(standings[1].state) is not None
    is_chancy = any(isinstance(each.body, (Rolled, Drawn)) for each in events)
    if not is_chancy or not rested.is_playable:
        return Swing(start, stop, before, after, after, 0.0, is_chancy, is_last)
    answers = events[0].answers or ()
    mean, error = on_average(rested, answers, worth, Random(f"{events[0].game}:{start}"))
    return Swing(start, stop, before, after, mean, error, is_chancy, is_last)


# What dice and cards might have done -----------------------------------------------------------------


class Planned:
    """Numbers by a plan, and where it ends by `rest`; it keeps what was asked for and given."""

    def __init__(self, plan: Sequence[int], rest: Callable[[int], int]) -> None:
        self.plan, self.rest = plan, rest
        self.sizes: list[int] = []
        self.given: list[int] = []

    def numbers(self, purpose: str, index: int, sizes: Sequence[int]) -> tuple[int, ...]:
        """One number for each size: those of the plan first."""
        start = len(self.given)
        for size in sizes:
            place = len(self.given)
            self.sizes.append(size)
            self.given.append(self.plan[place] if place < len(self.plan) else self.rest(size))
        return tuple(self.given[start:])


def on_average(
    rested: Standing, answers: Sequence[Answers], worth: Worth, random: Random
) -> tuple[float, float]:
    """(the mean of what these answers lead to from a resting position, how wrong that is, give or take): 0
    where every fall was looked at."""
    every = every_fall(rested, answers, worth)
    if every is not None:
        return every, 0.0
    drawn = []
    for _ in range(DRAWS):
        chance = Planned((), lambda size: random.randrange(size))
        drawn.append(worth(_led_to(rested, answers, chance)))
    mean = math.fsum(drawn) / DRAWS
    spread = math.fsum((each - mean) ** 2 for each in drawn) / (DRAWS - 1)
    return mean, math.sqrt(spread / DRAWS)


def every_fall(rested: Standing, answers: Sequence[Answers], worth: Worth) -> float | None:
    """The mean over every fall of the dice, also of those that only some falls lead to; None if there are too
    many."""
    plan: list[int] = []
    mean, falls, seen = 0.0, 0, 0.0
    while True:
        chance = Planned(plan, lambda size: 0)
        state = _led_to(rested, answers, chance)
        weight = 1 / math.prod(chance.sizes)
        falls, seen = falls + 1, seen + weight
        if falls / seen > EVERY_FALL:  # so many there will be, as far as can be told
            return None
        mean += weight * worth(state)
        plan = list(chance.given)
        while plan and plan[-1] == chance.sizes[len(plan) - 1] - 1:
            plan.pop()
        if not plan:
            return mean
        plan[-1] += 1


def _led_to(rested: Standing, answers: Sequence[Answers], chance: Planned) -> Any:
    play = resumed(rested, chance)
    play.run()
    for each in answers:
        play.answer(each)
    return play.state


# Turning points -----------------------------------------------------------------------------------------


def turning_points(found: Sequence[Swing], noise: float) -> list[Swing]:
    """The swings that are large and stand out, the largest first; `noise` is how wrong a swing is, give or
    take."""
    likely = holm([math.erfc(abs(each.size) / (noise * math.sqrt(2))) if noise else 0.0 for each in found])
    large = [
        each
        for each, p in zip(found, likely, strict=True)
        if p < LEVEL and abs(each.luck if each.is_last else each.size) >= LEAST
    ]
    return sorted(large, key=lambda each: (-abs(each.size), each.start))


# Luck and play of a whole game -----------------------------------------------------------------------------


class Account(msgspec.Struct, frozen=True):
    """What moved the chance of a side from `begin` to `end` over a game, and the rolls that did most.

    `unseen` is what the last command did that was neither dice nor cards: what the chances had been wrong by.

    Luck and play are wrong by `error`, give or take, where not every fall of the dice was looked at.
    """

    begin: float
    end: float
    luck: float
    play: float
    unseen: float
    error: float
    luckiest: tuple[Swing, ...]
    unluckiest: tuple[Swing, ...]


def account(found: Sequence[Swing], most: int = 3) -> Account | None:
    """The sums of all swings of a game; None if it had none."""
    if not found:
        return None
    chancy = sorted((each for each in found if each.is_chancy), key=lambda each: (-each.luck, each.start))
    return Account(
        found[0].before,
        found[-1].after,
        math.fsum(each.luck for each in found),
        math.fsum(each.play for each in found if not each.is_last),
        math.fsum(each.play for each in found if each.is_last),
        math.sqrt(math.fsum(each.error**2 for each in found)),
        tuple(each for each in chancy[:most] if each.luck > 0),
        tuple(each for each in chancy[::-1][:most] if each.luck < 0),
    )


def worth_of(history: History, chances: Chances, seat: Seat) -> Worth:
    """How likely the side of `seat` is to win, by these chances."""
    return lambda state: chances.of(history.rule_set, state, seat)
