"""Cards that bring, take or look at other cards."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.wellington.events.cards import CardDiscarded, CardGiven, CardTaken, ResourcesGained
from domain.wellington.facts.world import NATIONAL_CARDS, POWERS, Power, power_named
from domain.wellington.orders.answers import Choose
from domain.wellington.playing.drawing import draw_card, draw_from_hand
from domain.wellington.playing.plays import DrawAndOffer, offer
from domain.wellington.playing.reserves import TakeFromReserve, in_reserve, look_at_deck, look_at_hand
from domain.wellington.position import card_table
from domain.wellington.position.card_table import Moment, answer, event
from domain.wellington.position.state import State, common_in_hand, preemption_holder, seat_of


def _others_with_cards(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return tuple(each for each in POWERS if each != power and common_in_hand(state, each))


# The own Reserve ----------------------------------------------------------------------------------


def _with_a_reserve(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return ("",) if in_reserve(state, power, with_played=False) else ()


@event("royal_intervention", _with_a_reserve)
def _royal_intervention(play: Play[State], power: Power, target: str) -> None:
    """A national card of one's choice, and a Resource (#18)."""
    play.record(ResourcesGained(power, 1))
    play.push(TakeFromReserve(power, "royal_intervention"))


def _favours(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return ("draw", "reserve") if in_reserve(state, power, with_played=True) else ("draw",)


@event("imperial_favour", _favours)
def _imperial_favour(play: Play[State], power: Power, target: str) -> None:
    """Two cards of which one may be played, or a national card, even a played one, and a Resource (#104)."""
    if target == "draw":
        play.push(DrawAndOffer(power, "imperial_favour", 2))
        return
    play.record(ResourcesGained(power, 1))
    play.push(TakeFromReserve(power, "imperial_favour", with_played=True))


# The deck -----------------------------------------------------------------------------------------


def _with_an_empty_hand(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Playable only as the last card in hand, national ones counted (C-50)."""
    return ("",) if len(state.hands[power]) == 1 else ()


@event("extended_campaign", _with_an_empty_hand)
def _extended_campaign(play: Play[State], power: Power, target: str) -> None:
    play.push(DrawAndOffer(power, "extended_campaign", 2))


@event("the_church")
def _the_church(play: Play[State], power: Power, target: str) -> None:
    play.push(DrawAndOffer(power, "the_church", 2))


def _without_preemption(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Not while the power could preempt (#57); nobody can in the first round of 1812 (4.22, C-57)."""
    is_able = state.round >= state.preemption_from and preemption_holder(state) == power
    return () if is_able else ("",)


@event("house_of_rothschild", _without_preemption)
def _house_of_rothschild(play: Play[State], power: Power, target: str) -> None:
    """Two cards of which one must be played; then the discards are shuffled in, before points go (#57)."""
    play.push(DrawAndOffer(power, "house_of_rothschild", 2, must=True))


def _spies(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return (*_others_with_cards(state, power, moment), "deck")


@event("exploring_officers_spies", _spies)
def _exploring_officers_spies(play: Play[State], power: Power, target: str) -> None:
    if target == "deck":
        look_at_deck(play, power, "exploring_officers_spies")
        return
    victim = power_named(target)
    pool = common_in_hand(play.state, victim)
    if pool:
        look_at_hand(play, power, "exploring_officers_spies", victim, pool)


# Other hands --------------------------------------------------------------------------------------


def _steal(play: Play[State], power: Power, victim: Power, rule: str) -> str | None:
    """A random common card goes from one hand into another; only the two powers know which."""
    pool = common_in_hand(play.state, victim)
    if not pool:
        return None
    (card,) = draw_from_hand(play, power, victim, pool, 1, rule)
    play.record(CardTaken(victim, power, card))
    return card


def _hand_of_god_targets(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """The card just announced, or another power's hand (#24, C-24)."""
    return ("cancel",) if moment.card else _others_with_cards(state, power, moment)


@answer("the_hand_of_god", _hand_of_god_targets)
def _the_hand_of_god(play: Play[State], power: Power, target: str) -> None:
    """A random common card of another power (#24)."""
    _steal(play, power, power_named(target), "#24")


@event("palace_intrigue", _others_with_cards)
def _palace_intrigue(play: Play[State], power: Power, target: str) -> None:
    """A random card of another power, to play at once or keep, for this one (#65, C-65)."""
    card = _steal(play, power, power_named(target), "#65")
    play.record(CardGiven("palace_intrigue", power_named(target)))
    if card is not None:
        offer(play, power, "palace_intrigue", (card,))


card_table.must_be_used("palace_intrigue")(True)


def _every_power(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """One without cards, too: it loses nothing, and may draw (#83)."""
    return POWERS


@event("a_change_of_plans", _every_power)
def _a_change_of_plans(play: Play[State], power: Power, target: str) -> None:
    """A power loses a random national and a random common card; then it may draw one (#83, C-83)."""
    victim = power_named(target)
    national = tuple(card for card in play.state.hands[victim] if card in NATIONAL_CARDS)
    for pool in (national, common_in_hand(play.state, victim)):
        for card in draw_from_hand(play, power, victim, pool, 1, "#83"):
            play.record(CardDiscarded(victim, card))
    play.push(MayDraw(victim, "a_change_of_plans"))


class MayDraw(Step, frozen=True):
    """A power draws a card if it likes (C-83)."""

    power: Power
    card: str

    def advance(self, play: Play[State]) -> Decision | None:
        menu = [Choose(self.card, "draw"), Choose(self.card, "none")]
        about = {"power": self.power, "card": self.card}
        return Decision(Ask(seat_of(play.state, self.power), "may_draw", f"#{self.card}", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, Choose)
        play.pop()
        if order.option == "draw":
            draw_card(play, self.power)


@event("knight_of_st_george")
def _knight_of_st_george(play: Play[State], power: Power, target: str) -> None:
    """Spain gets the card, to use it this turn for 5 points (#94, C-94)."""
    play.record(CardGiven("knight_of_st_george", "spain"))
