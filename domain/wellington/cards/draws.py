"""Cards that bring more cards."""

from domain.kernel.agenda import Play
from domain.wellington.drawing import DrawAndGoOn
from domain.wellington.effects import Moment, answer, event
from domain.wellington.events.cards import CardTaken
from domain.wellington.state import State, common_in_hand, seat_of
from domain.wellington.world import POWERS, Power


def _with_an_empty_hand(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Playable only as the last card in hand (C-50)."""
    return ("",) if len(state.hands[power]) == 1 else ()


@event("extended_campaign", _with_an_empty_hand)
def _extended_campaign(play: Play[State], power: Power, target: str) -> None:
    play.push(DrawAndGoOn(power, "extended_campaign", 2))


@event("the_church")
def _the_church(play: Play[State], power: Power, target: str) -> None:
    play.push(DrawAndGoOn(power, "the_church", 2))


def _hand_of_god_targets(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """The card just announced, or another power's hand (#24, C-24)."""
    if moment.card:
        return ("cancel",)
    return tuple(each for each in POWERS if each != power and common_in_hand(state, each))


@answer("the_hand_of_god", _hand_of_god_targets)
def _the_hand_of_god(play: Play[State], power: Power, target: str) -> None:
    """A random common card of another power (#24)."""
    victim = next(each for each in POWERS if each == target)
    pool = common_in_hand(play.state, victim)
    if not pool:
        return
    seats = tuple({seat_of(play.state, power): None, seat_of(play.state, victim): None})
    cards = play.draw(seats[0], pool, 1, "random_card", "#24", seen_by=seats)
    play.record(CardTaken(victim, power, cards[0]))
