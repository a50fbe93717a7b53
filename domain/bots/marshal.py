"""A marshal: tries what may follow far more often than a veteran.

Where he chooses what to play next, his candidates are played in positions dealt anew, each until he chooses
again, the others answering what he played; elsewhere they are tried one order ahead. Those that do worse are
dropped by halves, so that most of the trials go to the best few (sequential halving). Who has learnt nothing
first looks at the cards that he may play (of a long menu, many drawn evenly) one order ahead, and keeps the
best.
"""

import math
import time
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

from domain.bots.learned import Learned
from domain.bots.playing import Situation
from domain.bots.supposing import Guess, learned_by, learned_for
from domain.bots.veteran import veteran_bot
from domain.kernel.agenda import Play
from domain.kernel.decisions import Ask, Draft
from domain.kernel.orders import Order


class Trials(NamedTuple):
    """How much is tried for one choice, in all: cards played until the next choice of one, or looks one order
    ahead where another question is asked."""

    cards: int
    looks: int


TRIALS = Trials(cards=144, looks=288)

CANDIDATES = 12

STEPS = 4
"""So many orders everybody looks at in each step of a card that is tried."""

MOST_ANSWERS = 160
"""What is not over by then is measured as it stands."""

BREADTH = 300
"""So many answers of a long menu he looks at who has learnt nothing, drawn evenly: who moves next in
Brandywine Creek, and where, has some 850, and few of them are good."""

LOOKS = 2
"""In so many deals who has learnt nothing first looks at all his candidates."""

KEPT = 8
"""So many of them he keeps, to try their cards."""


def marshal_bot(situation: Situation) -> Order:
    """The order that does best in all these trials."""
    state, _ = situation.supposed(situation.random)
    learned = learned_for(situation, state, "marshal")
    if learned is None and learned_for(situation, state, "veteran") is not None:
        return veteran_bot(situation)  # what was learnt helps that level alone
    return marshal_order(situation, learned, TRIALS)


def marshal_order(situation: Situation, learned: Learned | None, trials: Trials) -> Order:
    """The same for one who has learnt just this and may try so much, as much again for each second beyond the
    first. A title that does not say how its next card is asked for is looked at one order ahead throughout.
    """
    menu = situation.ask.menu(situation.draft)
    if len(menu) == 1:
        return menu[0]
    search = Search(situation, learned)
    most = trials.cards if search.is_home else trials.looks
    if situation.seconds is not None:
        most = round(most * max(1.0, situation.seconds))
    return search.halved(search.candidates(), most)[len(situation.draft)]


class Search:
    """The trials for one choice. All candidates meet the same deals and the same dice."""

    def __init__(self, situation: Situation, learned: Learned | None) -> None:
        self.situation, self.learned = situation, learned
        home = situation.rule_set.home
        self.is_home = bool(home) and situation.ask.prompt == home
        self.deals: list[tuple[Guess, int]] = []
        self.until = None if situation.seconds is None else time.monotonic() + situation.seconds

    def deal(self, number: int) -> tuple[Guess, int]:
        """Deal and dice of the trial with this number."""
        while len(self.deals) <= number:
            asked = self.situation
            position = asked.supposed(asked.random)
            guess = Guess(asked.rule_set, asked.seat, position, self.learned, asked.random)
            self.deals.append((guess, asked.random.getrandbits(32)))
        return self.deals[number]

    def candidates(self) -> list[Draft]:
        """The answers that are worth a trial."""
        asked = self.situation
        found = self.deal(0)[0].liked(asked.ask, asked.draft, CANDIDATES, asked.random, BREADTH)
        if self.learned is not None or not self.is_home or len(found) <= KEPT:
            return found
        worth = dict.fromkeys(found, 0.0)
        for number in range(LOOKS):
            if number and self.is_late():
                break
            for draft in found:
                worth[draft] += self.look(draft, number)
        return sorted(found, key=lambda draft: -worth[draft])[:KEPT]

    def is_late(self) -> bool:
        """Whether the time is up that the clock left for this choice."""
        return self.until is not None and time.monotonic() > self.until

    def look(self, draft: Draft, number: int) -> float:
        """What one candidate leads to in one deal when the step that asks is over."""
        guess, dice = self.deal(number)
        return guess.after(draft, Random(dice))

    def trial(self, draft: Draft, number: int) -> float:
        """What one candidate leads to in one deal."""
        if not self.is_home:
            return self.look(draft, number)
        guess, dice = self.deal(number)
        random = Random(dice)

        def goes_on(play: "Play[Any]", ask: Ask) -> Draft:
            return self._step(play, ask, random)

        return guess.until(self.situation.rule_set.home, draft, random, goes_on, MOST_ANSWERS)

    def _step(self, play: "Play[Any]", ask: Ask, random: Random) -> Draft:
        """How whoever is asked goes on: one order ahead, among few."""
        here = (play.state, tuple(play.agenda))
        learned = learned_by(self.learned, ask.seat)
        guess = Guess(self.situation.rule_set, ask.seat, here, learned, random)
        drafts = guess.liked(ask, (), STEPS, random, STEPS)
        if len(drafts) == 1:
            return drafts[0]
        dice = random.getrandbits(32)
        values = [guess.after(draft, Random(dice)) for draft in drafts]
        return drafts[values.index(max(values))]

    def halved(self, left: Sequence[Draft], trials: int) -> Draft:
        """The best candidate after so many trials in all, or as many as there is time for."""
        rounds = max(1, math.ceil(math.log2(len(left))))
        sums = dict.fromkeys(left, 0.0)
        number = 0
        while len(sums) > 1:
            for _ in range(max(1, trials // (rounds * len(sums)))):
                worth = self._compared(sums, number)
                if worth is None:
                    return max(sums, key=lambda draft: sums[draft])
                sums = {draft: sums[draft] + more for draft, more in zip(sums, worth, strict=True)}
                number += 1
            best = sorted(sums, key=lambda draft: -sums[draft])[: (len(sums) + 1) // 2]
            sums = {draft: sums[draft] for draft in best}
        return next(iter(sums))

    def _compared(self, drafts: Iterable[Draft], number: int) -> list[float] | None:
        """What each of them leads to in the same deal; None where the time is up before all are tried. The
        first deal is always played."""
        worth = list[float]()
        for draft in drafts:
            if number and self.is_late():
                return None
            worth.append(self.trial(draft, number))
        return worth
