"""A veteran: looks one order ahead like the greedy player, but supposes that things then go on by chance.

What is supposed to follow decides how good a card or a march looks. The greedy player supposes that it
will do nothing more, and so undervalues everything that only opens a door; supposing any own answers until
the asking step asks again or is over was measured to be worth more than anything but searching.
"""

from random import Random
from typing import Any

from domain.bots.greedy_bot import Lookahead, random_draft
from domain.bots.playing import Situation
from domain.kernel.agenda import Play
from domain.kernel.decisions import Ask, Decision, Draft
from domain.kernel.orders import Order

MOST_ANSWERS = 24
"""So many answers are supposed after an order, at most."""

SILENCE = 0.7
"""How often somebody who may respond is supposed to say nothing."""

DEALS = 3
"""So many concealed copies and dice a short menu is looked at in; all its orders in the same ones."""

LOOKS = 48
"""So many looks ahead in all: a long menu is looked at in one copy."""


def veteran_bot(situation: Situation) -> Order:
    """The order that leads to the best positions on average, as `rule_set.evaluate` sees them."""
    menu = situation.ask.menu(situation.draft)
    if len(menu) == 1:
        return menu[0]
    first = Guess(situation)
    drafts = first.drafts(situation.draft)
    deals = [first, *(Guess(situation) for _ in range(min(DEALS, LOOKS // len(drafts)) - 1))]
    dice = [situation.random.getrandbits(32) for _ in deals]
    values = [
        sum(deal.after(draft, Random(each)) for deal, each in zip(deals, dice, strict=True))
        for draft in drafts
    ]
    return drafts[values.index(max(values))][len(situation.draft)]


class Guess(Lookahead):
    """A concealed copy of the position in which everybody goes on by chance."""

    def after(self, draft: Draft, random: Random) -> float:
        """How good the position is when the step that asks has asked again or is over."""
        self.chance.random = random
        play, depth = self._play(), len(self.agenda)
        decision = self._given(play, self.decision, draft, random)
        for _ in range(MOST_ANSWERS):
            if decision is None or len(play.agenda) < depth:
                break
            if len(play.agenda) == depth and self.seat in decision.asks and decision.window is None:
                break
            decision = self._given(play, decision, None, random)
        return self.rule_set.evaluate(play.state, self.seat)

    def _given(
        self, play: "Play[Any]", decision: Decision | None, own: Draft | None, random: Random
    ) -> Decision | None:
        """Give `own` for this seat and any answers for the others; any for all where there is none."""
        assert decision is not None
        return play.answer(
            {
                seat: own if own is not None and seat == self.seat else _any(ask, random)
                for seat, ask in decision.asks.items()
            }
        )


def _any(ask: Ask, random: Random) -> Draft:
    """What somebody is supposed to answer: mostly nothing where he may respond, else anything."""
    if ask.silence is not None and random.random() < SILENCE:
        return (ask.silence,)
    return random_draft(ask, (), random)
