"""Napoleon's health (11.7, W-85)."""

from domain.kernel.agenda import Play
from domain.waterloo.events.cards import NapoleonsHealthStruck
from domain.waterloo.facts import Army
from domain.waterloo.position.card_table import carry_out, may_be_played
from domain.waterloo.position.state import FRENCH, State, card_worth

HEALTH_CARDS = 2


@may_be_played("napoleons_health")
def _may_strike(state: State, army: Army) -> bool:
    return bool(state.hands["french"])


@carry_out("napoleons_health")
def _strike(play: Play[State], card: str) -> None:
    """Two cards at random leave the French hand unseen by the coalition."""
    hand, facts = play.state.hands["french"], play.state.facts
    cards = play.draw(
        FRENCH, hand, HEALTH_CARDS, "health", "11.7", (FRENCH,), score=lambda card: -card_worth(facts, card)
    )
    play.record(NapoleonsHealthStruck(len(cards), cards))
