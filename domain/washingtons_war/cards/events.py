"""A card is played as its event: whether it may be, and what its text does (6.31, 6.32.A)."""

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.washingtons_war.facts import CardFact, Side
from domain.washingtons_war.position.card_table import conditions, effects, targets
from domain.washingtons_war.position.state import State

NEED_SOMEBODY = ("activate",)
"""Without a general nobody can be sent; the text knows no "up to" (R-25)."""


def may_play_event(state: State, side: Side, card: str) -> bool:
    """May the side play the card for its event now: flag, conditions, targets (6.31, 6.33.A, R-25)?"""
    fact = state.facts.cards[card]
    if not fact.event_in_strategy_phase or fact.side not in (side, "either", "must_play"):
        return False
    if not all(conditions[each](state, fact) for each in fact.requires):
        return False
    steps = (fact.steps[number] for number in event_steps(fact))
    return all(
        targets[step.do](state, step) for step in steps if step.needs_target or step.do in NEED_SOMEBODY
    )


def event_steps(fact: CardFact) -> tuple[int, ...]:
    """The numbers of the steps of the card's event: of a battle card those marked so (6.33.A)."""
    return tuple(
        number
        for number, step in enumerate(fact.steps)
        if not fact.battle_card or step.when == "strategy_phase"
    )


def play_event(play: Play[State], side: Side, card: str) -> None:
    """What the card says comes about, step by step; the card itself was laid down already (6.31).

    The choices are `side`'s, unless the card gives them to the other one.
    """
    numbers = event_steps(play.state.facts.cards[card])
    play.push(*(CarryOut(side, card, number) for number in numbers))


class CarryOut(Step, frozen=True):
    """One step of a card's event."""

    side: Side
    card: str
    number: int

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        step = play.state.facts.cards[self.card].steps[self.number]
        effects[step.do](play, self.side, self.card, step)
        return None
