"""A greedy player: looks one order ahead on a position in which it has dealt anew what it may not know.

It knows no title. By convention the last order of every menu is the quiet one (pass, hold fire, stop):
that is how it supposes that things go on after its order. Answers of several parts, its own and others',
it supposes at random.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from domain.bots.playing import Situation
from domain.kernel.agenda import Play
from domain.kernel.decisions import Ask, Decision, Draft
from domain.kernel.orders import Order
from domain.kernel.ruleset import RuleSet
from domain.kernel.seats import Seat

MOST_LOOKED_AT = 48
MOST_DECISIONS = 8
TRIES_OF_A_DRAFT = 16
OWN_DRAFTS = 3


class GuessedChance:
    """Dice for looking ahead; nobody's real ones."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def numbers(self, purpose: str, index: int, sizes: Sequence[int]) -> tuple[int, ...]:
        return tuple(int(self.random.random() * size) for size in sizes)


def greedy_bot(situation: Situation) -> Order:
    """The order that leads to the best position, as `rule_set.evaluate` sees it."""
    menu = situation.ask.menu(situation.draft)
    if len(menu) == 1:
        return menu[0]
    ahead = Lookahead(situation)
    drafts = ahead.drafts(situation.draft)
    values = [ahead.value(each) for each in drafts]
    return drafts[values.index(max(values))][len(situation.draft)]


def _some(menu: Sequence[Order], random: Random) -> Sequence[Order]:
    """The whole menu, or a sample with its quiet order if it is long."""
    if len(menu) <= MOST_LOOKED_AT:
        return menu
    return [*random.sample(menu[:-1], MOST_LOOKED_AT - 1), menu[-1]]


def first_draft(ask: Ask, draft: Draft) -> Draft:
    """A complete answer that begins with `draft` and goes on with what the menus list first."""
    while not draft[-1].closes:
        draft = (*draft, ask.menu(draft)[0])
    return draft


def random_draft(ask: Ask, draft: Draft, random: Random) -> Draft:
    """A complete answer that begins with `draft`, as chance has it."""
    while not draft or not draft[-1].closes:
        menu = ask.menu(draft)
        draft = (*draft, menu[int(random.random() * len(menu))])
    return draft


class Lookahead:
    """One concealed copy of the position, and what orders in it lead to."""

    def __init__(self, situation: Situation) -> None:
        self.rule_set: RuleSet = situation.rule_set
        self.seat: Seat = situation.seat
        self.random = situation.random
        self.chance = GuessedChance(situation.random)
        self.state, self.agenda = situation.supposed(situation.random)
        start = self._play()
        self.decision: Decision | None = start.agenda[-1].advance(start)

    def _play(self) -> "Play[Any]":
        return Play(self.state, self.agenda, self.chance)

    def drafts(self, draft: Draft) -> list[Draft]:
        """The complete answers to look at that begin with `draft`, a few for every order of a short menu."""
        ask = self._ask()
        menu = _some(ask.menu(draft), self.random)
        parts = [order for order in menu if not order.closes]
        found = [first_draft(ask, (*draft, order)) for order in menu]
        tries = max(0, MOST_LOOKED_AT - len(menu)) if parts else 0
        for number in range(min(tries, TRIES_OF_A_DRAFT)):
            found.append(random_draft(ask, (*draft, parts[number % len(parts)]), self.random))
        return found

    def _ask(self) -> Ask:
        assert self.decision is not None
        ask = self.decision.ask(self.seat)
        assert ask is not None, f"{self.seat} was not asked"
        return ask

    def value(self, draft: Draft) -> float:
        """How good the position is that this complete answer leads to; the best of some tries if it is
        followed by an own answer of several parts."""
        value, is_guess = self._followed(draft)
        for _ in range(OWN_DRAFTS - 1 if is_guess else 0):
            value = max(value, self._followed(draft)[0])
        return value

    def _answer(self, play: "Play[Any]", decision: Decision | None, draft: Draft) -> Decision | None:
        """Give `draft` for this seat, and what is supposed for the others."""
        assert decision is not None
        answers = {
            seat: draft if seat == self.seat else self._supposed(ask) for seat, ask in decision.asks.items()
        }
        return play.answer(answers)

    def _supposed(self, ask: Ask) -> Draft:
        if ask.silence is not None:
            return (ask.silence,)
        menu = ask.menu()
        if not menu[0].closes:
            return random_draft(ask, (), self.random)
        return first_draft(ask, (menu[-1],))

    def _followed(self, draft: Draft) -> tuple[float, bool]:
        """The best position on the way where an own choice waits, up to the end of the step that asks.

        Also tells whether an own answer of several parts was guessed. Response windows pass uncounted.
        """
        evaluate, seat, depth = self.rule_set.evaluate, self.seat, len(self.agenda)
        play = self._play()
        decision = self._answer(play, self.decision, draft)
        best, is_guess = float("-inf"), False
        left = MOST_DECISIONS
        while left and decision is not None and len(play.agenda) >= depth:
            ask = decision.ask(seat)
            own: Draft = ()
            if decision.window is None:
                left -= 1
            if ask is not None and ask.window is None:
                if len(play.agenda) == depth:
                    break
                own = self._supposed(ask)
                if len(own) > 1:
                    is_guess = True
                else:
                    best = max(best, evaluate(play.state, seat))
            elif ask is not None:
                own = self._supposed(ask)
            decision = self._answer(play, decision, own)
        return max(best, evaluate(play.state, seat)), is_guess
