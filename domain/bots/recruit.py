"""A recruit: gives the orders that it has seen good players give, without looking ahead."""

from collections.abc import Callable
from typing import Any

from domain.bots.learned import Learned
from domain.bots.playing import Bot, Situation
from domain.bots.supposing import Guess, drawn, learned_for
from domain.bots.veteran import best_of
from domain.kernel.orders import Order

TEMPERATURE = 1.0
"""How far it strays from the likeliest order: 0 not at all."""

GLANCES = 3
"""Where nothing was learnt it looks ahead after so many orders, drawn evenly."""


def recruit_bot(situation: Situation) -> Order:
    """An order as good players might give it."""
    return _chosen(situation, lambda state: learned_for(situation, state, "recruit"))


def recruit_by(learned: Learned | None) -> Bot:
    """A recruit who has learnt just this."""
    return lambda situation: _chosen(situation, lambda state: learned)


def _chosen(situation: Situation, learned: Callable[[Any], Learned | None]) -> Order:
    menu = situation.ask.menu(situation.draft)
    if len(menu) == 1:
        return menu[0]
    position = situation.supposed(situation.random)
    known = learned(position[0])
    guess = Guess(situation.rule_set, situation.seat, position, known, situation.random)
    if known is None:
        few = guess.any_drafts(situation.ask, situation.draft, situation.random, GLANCES)
        return best_of(situation, [guess], few)
    return menu[drawn(guess.scores(situation.ask, menu), situation.random, TEMPERATURE)]
