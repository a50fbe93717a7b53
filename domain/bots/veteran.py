"""A veteran: looks one order ahead, after the orders that good players like, and supposes that things then go
on by chance.

Where nothing was learnt it looks at the whole menu, or at a good part of it drawn evenly, and measures
positions by the title's own yardstick.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from domain.bots.learned import Learned
from domain.bots.playing import Bot, Situation
from domain.bots.supposing import Guess, learned_for
from domain.kernel.decisions import Draft
from domain.kernel.orders import Order

LIKED = 10
"""So many orders it looks at, by what it has learnt."""

DEALS = 3
"""So many concealed copies and dice a short menu is looked at in; all its orders in the same ones."""

LOOKS = 48
"""So many looks ahead in all: a long menu is looked at in one copy."""


def veteran_bot(situation: Situation) -> Order:
    """The order that leads to the best positions on average."""
    return _chosen(situation, lambda state: learned_for(situation, state, "veteran"))


def untrained_bot(situation: Situation) -> Order:
    """The same of one who has learnt nothing: what training is measured against."""
    return _chosen(situation, lambda state: None)


def veteran_by(learned: Learned | None) -> Bot:
    """A veteran who has learnt just this."""
    return lambda situation: _chosen(situation, lambda state: learned)


def _chosen(situation: Situation, learned: Callable[[Any], Learned | None]) -> Order:
    menu = situation.ask.menu(situation.draft)
    if len(menu) == 1:
        return menu[0]
    first = _guess(situation, learned)
    drafts = first.liked(situation.ask, situation.draft, LIKED, situation.random)
    if len({draft[len(situation.draft)] for draft in drafts}) == 1:
        return drafts[0][len(situation.draft)]
    deals = min(DEALS, LOOKS // len(drafts)) - 1
    return best_of(situation, [first, *(_guess(situation, learned) for _ in range(deals))], drafts)


def _guess(situation: Situation, learned: Callable[[Any], Learned | None]) -> Guess:
    position = situation.supposed(situation.random)
    known = learned(position[0])
    return Guess(situation.rule_set, situation.seat, position, known, situation.random)


def best_of(situation: Situation, deals: Sequence[Guess], drafts: Sequence[Draft]) -> Order:
    """The next order of the answer that leads to the best positions on average over these deals."""
    dice = [situation.random.getrandbits(32) for _ in deals]
    values = [
        sum(deal.after(draft, Random(each)) for deal, each in zip(deals, dice, strict=True))
        for draft in drafts
    ]
    return drafts[values.index(max(values))][len(situation.draft)]
