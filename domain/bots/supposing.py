"""What may follow an order: a position dealt anew in which everybody goes on by chance.

What is supposed to follow decides how good a card or a march looks. The greedy player supposes that it will
do nothing more, and so undervalues everything that only opens a door; supposing any own answers until the
asking step asks again or is over was measured to be worth more than anything but searching.
"""

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from domain.bots.greedy_bot import GuessedChance, first_draft, random_draft
from domain.bots.learned import Learned, learned_of
from domain.bots.playing import Situation
from domain.kernel.agenda import Play
from domain.kernel.decisions import Ask, Decision, Draft
from domain.kernel.orders import Order
from domain.kernel.ruleset import Position, RuleSet
from domain.kernel.seats import Seat

MOST_ANSWERS = 24
"""So many answers are supposed after an order, at most."""

SILENCE = 0.7
"""How often somebody who may respond is supposed to say nothing."""

EVENLY = 48
"""So many orders of a long menu are looked at where nothing was learnt, drawn evenly."""

TRIES_OF_A_DRAFT = 16

GoesOn = Callable[["Play[Any]", Ask], Draft]
"""How somebody who is asked goes on."""


def scenario_of(state: Any) -> str:
    """The scenario that a position belongs to; empty if its title has only one and does not say."""
    return str(getattr(state, "scenario", ""))


def learned_for(situation: Situation, state: Any, level: str) -> Learned | None:
    """What helps this level in the game at hand; a seat that nobody learnt to play has learnt nothing."""
    return learned_by(learned_of(situation.rule_set, scenario_of(state), level), situation.seat)


def learned_by(learned: Learned | None, seat: Seat) -> Learned | None:
    """What was learnt, if this seat learnt it."""
    return learned if learned is not None and seat in learned.prior.sides else None


class Guess:
    """One position that may be the one at hand, and what may follow in it."""

    def __init__(
        self, rule_set: RuleSet, seat: Seat, position: Position, learned: Learned | None, random: Random
    ) -> None:
        self.rule_set, self.seat, self.learned = rule_set, seat, learned
        self.state, self.agenda = position
        self.chance = GuessedChance(random)
        self._asked: Decision | None = None

    @property
    def decision(self) -> Decision:
        """What is asked here."""
        if self._asked is None:
            self._asked = Play(self.state, self.agenda, self.chance).run()
        assert self._asked is not None
        return self._asked

    def worth(self, state: Any) -> float:
        """How good a position is: by what was learnt, else by the title's own yardstick."""
        if self.learned is None or self.learned.value is None:
            return self.rule_set.evaluate(state, self.seat)
        return self.learned.value.of(self.rule_set, state, self.seat)

    def after(self, draft: Draft, random: Random) -> float:
        """How good the position is when the step that asks has asked again or is over."""
        self.chance.random = random
        play, depth = Play(self.state, self.agenda, self.chance), len(self.agenda)
        decision = _given(play, self.decision, self.seat, draft, random)
        for _ in range(MOST_ANSWERS):
            if decision is None or len(play.agenda) < depth:
                break
            if len(play.agenda) == depth and self.seat in decision.asks and decision.window is None:
                break
            decision = _given(play, decision, None, (), random)
        return self.worth(play.state)

    def until(self, home: str, draft: Draft, random: Random, goes_on: GoesOn, most: int) -> float:
        """How good the position is when this seat is asked `home` again, everybody answering by `goes_on`
        but for others who may respond; after so many answers at most."""
        self.chance.random = random
        play = Play(self.state, self.agenda, self.chance)
        decision = _given(play, self.decision, self.seat, draft, random)
        for _ in range(most):
            ask = None if decision is None else decision.ask(self.seat)
            if decision is None or (ask is not None and ask.prompt == home):
                break
            is_response = decision.window is not None
            answers = {
                seat: supposed(each, random) if is_response and seat != self.seat else goes_on(play, each)
                for seat, each in decision.asks.items()
            }
            self.chance.random = random
            decision = play.answer(answers)
        return self.worth(play.state)

    def liked(
        self, ask: Ask, draft: Draft, most: int, random: Random, evenly: int = EVENLY
    ) -> list[Draft]:
        """The complete answers to look at that begin with `draft`: the `most` that were learnt to be good;
        where nothing was learnt, `evenly` that are any."""
        if self.learned is None:
            return self.any_drafts(ask, draft, random, evenly)
        menu = ask.menu(draft)
        scores = self.scores(ask, menu)
        best = sorted(range(len(menu)), key=lambda place: (-scores[place], place))[:most]
        found = [self.likely(ask, (*draft, menu[place]), random, 0.0) for place in best]
        if any(not menu[place].closes for place in best):
            found += [self.likely(ask, draft, random, 1.0) for _ in range(most)]
        return list(dict.fromkeys(found))

    def any_drafts(self, ask: Ask, draft: Draft, random: Random, most: int) -> list[Draft]:
        """Complete answers that begin with `draft`, of orders drawn evenly, a few for every order of a short
        menu."""
        menu: Sequence[Order] = ask.menu(draft)
        if len(menu) > most:
            menu = [*random.sample(menu[:-1], most - 1), menu[-1]]
        parts = [order for order in menu if not order.closes]
        found = [first_draft(ask, (*draft, order)) for order in menu]
        tries = max(0, most - len(menu)) if parts else 0
        for number in range(min(tries, TRIES_OF_A_DRAFT)):
            found.append(random_draft(ask, (*draft, parts[number % len(parts)]), random))
        return found

    def scores(self, ask: Ask, menu: Sequence[Order]) -> list[float]:
        """How likely a good player is to give each order, as logarithms up to a constant."""
        assert self.learned is not None
        return self.learned.prior.scores(self.rule_set, self.state, ask.seat, ask.prompt, menu)

    def likely(self, ask: Ask, draft: Draft, random: Random, temperature: float) -> Draft:
        """A complete answer that begins with `draft`, as a good player might give it."""
        while not draft or not draft[-1].closes:
            menu = ask.menu(draft)
            draft = (*draft, menu[drawn(self.scores(ask, menu), random, temperature)])
        return draft


def drawn(scores: Sequence[float], random: Random, temperature: float) -> int:
    """A place drawn by these logarithms of likelihood: the best one at temperature 0, evener the higher."""
    most = max(scores)
    if temperature <= 0:
        return scores.index(most)
    weights = [math.exp((score - most) / temperature) for score in scores]
    return random.choices(range(len(weights)), weights)[0]


def _given(
    play: "Play[Any]", decision: Decision, seat: Seat | None, own: Draft, random: Random
) -> Decision | None:
    """Give `own` for this seat and any answers for the others."""
    return play.answer(
        {each: own if each == seat else supposed(ask, random) for each, ask in decision.asks.items()}
    )


def supposed(ask: Ask, random: Random) -> Draft:
    """What somebody is supposed to answer: mostly nothing where he may respond, else anything."""
    if ask.silence is not None and random.random() < SILENCE:
        return (ask.silence,)
    return random_draft(ask, (), random)
