"""Events that cost a hand a card at random (6.31, 6.1.D)."""

from domain.kernel.agenda import Play
from domain.washingtons_war.cards.events import play_event
from domain.washingtons_war.decks import draws
from domain.washingtons_war.facts import CardStep, Side
from domain.washingtons_war.facts.ids import seat_of
from domain.washingtons_war.position.card_table import effects
from domain.washingtons_war.position.state import State


@effects("discard_random")
def _lose_at_random(play: Play[State], side: Side, card: str, step: CardStep) -> None:
    """Cards of a hand are discarded, which is no play; a must-play card takes effect at once (R-33)."""
    victim = step.hand
    assert victim is not None, "the card says whose hand it strikes"
    hand, holder = play.state.hands[victim], seat_of(victim)
    if not hand:
        return
    for lost in play.draw(seat_of(side), hand, step.count, "random_card", "6.31", seen_by=(holder,)):
        if play.state.facts.cards[lost].must_play:
            draws.take_effect(play, victim, lost, "random", "6.34.B")
            play_event(play, victim, lost)
        else:
            draws.discard(play, victim, lost, "random", "6.31")
