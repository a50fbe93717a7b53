"""What the cards do. A card whose effect is not written here is not offered as an event or an answer.

`EFFECTS` are the cards of one's own impulse, `ANSWERS` the responses, each with what it may be played on.
"""

from collections.abc import Callable, Mapping

import msgspec

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.wellington.control import building_places, is_besieged
from domain.wellington.events import (
    CardDiscarded,
    CardDrawn,
    CardKept,
    CardRemoved,
    CardTaken,
    DeckShuffled,
    PiecePlaced,
    PlayContinued,
    RemovalPaid,
    ResourcesLost,
)
from domain.wellington.losses import RemoveSoldiers, ShareLosses
from domain.wellington.state import State, battle_value, common_in_hand, deck, is_blocked, seat_of, unbuilt_sp
from domain.wellington.world import LEADERS, PASSES, POWERS, RIVERS, Power

Play_ = Play[State]
Effect = Callable[[Play_, Power, str], None]
Targets = Callable[[State, Power, str], tuple[str, ...]]


class OwnCard(msgspec.Struct, frozen=True):
    """A card of one's own impulse: what it does, and what it may be played on now ("": on nothing)."""

    effect: Effect
    targets: Targets = lambda state, power, announced: ("",)


class Answer(msgspec.Struct, frozen=True):
    """A response: what it does, and what it may be played on (given the card that was just announced)."""

    effect: Effect
    targets: Targets


# Drawing ----------------------------------------------------------------------------------------


def draw_card(play: Play_, power: Power) -> None:
    """One card from the deck; the discards become a new deck if it is empty (15.2, R-98)."""
    if not deck(play.state):
        if not play.state.discards:
            return
        play.record(DeckShuffled(len(play.state.discards)))
    seat = seat_of(play.state, power)
    cards = play.draw(seat, deck(play.state), 1, "deck", "15.2", seen_by=(seat,))
    for card in cards:
        play.record(CardDrawn(power, card))


class DrawAndGoOn(Step, frozen=True):
    """The player draws and may play one more card, as the continuation of this one (R-22, C-M)."""

    power: Power
    card: str
    count: int = 1

    def advance(self, play: Play_) -> Decision | None:
        play.pop()
        for _ in range(self.count):
            draw_card(play, self.power)
        play.record(PlayContinued(self.power, self.card))
        return None


def _draw_two(card: str) -> Effect:
    def effect(play: Play_, power: Power, target: str) -> None:
        play.push(DrawAndGoOn(power, card, 2))

    return effect


# Mandatory cards (5.8) --------------------------------------------------------------------------


def _french_losses(card: str, total: int) -> Effect:
    def effect(play: Play_, power: Power, target: str) -> None:
        play.push(ShareLosses(total, card, "spain"), DrawAndGoOn(power, card))

    return effect


def _british_losses(card: str, total: int) -> Effect:
    def effect(play: Play_, power: Power, target: str) -> None:
        play.push(RemoveSoldiers("britain", total, card), DrawAndGoOn(power, card))

    return effect


def _viceroy_deposed(play: Play_, power: Power, target: str) -> None:
    """Britain and Spain each lose a random common card, or 2 strength points (#6)."""
    losses: list[Step] = []
    for victim in ("britain", "spain"):
        each: Power = "britain" if victim == "britain" else "spain"
        pool = common_in_hand(play.state, each)
        if not pool:
            losses.append(RemoveSoldiers(each, 2, "viceroy_deposed"))
            continue
        (card,) = play.draw(seat_of(play.state, power), pool, 1, "random_card", "#6", seen_by=None)
        play.record(CardDiscarded(each, card))
    play.push(*losses, DrawAndGoOn(power, "viceroy_deposed"))


def _italian_adventure(play: Play_, power: Power, target: str) -> None:
    """Britain loses 2 strength points and must use the card for 2 CP in its next scheduled impulse (#26)."""
    play.record(CardKept("italian_adventure", power, "britain"))
    play.push(RemoveSoldiers("britain", 2, "italian_adventure"), DrawAndGoOn(power, "italian_adventure"))


def _emperor_calls(play: Play_, power: Power, target: str) -> None:
    """Young Guard leaves the game; the French bonus is 1 from now on, as the removed card shows (#38)."""
    if "young_guard" not in play.state.removed:
        play.record(CardRemoved("young_guard"))
    play.push(DrawAndGoOn(power, "the_emperor_calls"))


def _corruption(play: Play_, power: Power, target: str) -> None:
    """Every power with more than 3 Resources loses half of them, rounded up (#46, C-46)."""
    for each in POWERS:
        amount = play.state.resources[each]
        if amount > 3:
            play.record(ResourcesLost(each, (amount + 1) // 2))
    play.push(DrawAndGoOn(power, "corruption_sabotage"))


def _war_without_end(play: Play_, power: Power, target: str) -> None:
    """No peace this turn: the card lies open as its own marker (#77)."""
    play.push(DrawAndGoOn(power, "war_without_end"))


# Soldiers placed by an event (5.11) ----------------------------------------------------------------


class PlaceSoldiers(Step, frozen=True):
    """An event places soldiers; a debt takes the first of them (5.11, 5.12, R-40)."""

    power: Power
    duchy: str
    sp: int

    def advance(self, play: Play_) -> Decision | None:
        play.pop()
        place_soldiers(play, self.power, self.duchy, self.sp)
        return None


def place_soldiers(play: Play_, power: Power, duchy: str, sp: int, regrouped: bool = False) -> None:
    """Soldiers come into play; what the power owes goes at once (5.12, R-19)."""
    play.record(PiecePlaced(power, duchy, sp=sp, regrouped=regrouped))
    for card, owed in play.state.debts[power].items():
        paid = min(sp, owed)
        if paid:
            sp -= paid
            play.record(RemovalPaid(power, card, paid, duchy))


def _place(sp: int, card: str) -> Effect:
    """Soldiers in the chosen duchy; what is not there to place is first taken off the map (5.11)."""

    def effect(play: Play_, power: Power, target: str) -> None:
        short = max(0, sp - unbuilt_sp(play.state, power))
        play.push(RemoveSoldiers(power, short, card), PlaceSoldiers(power, target, sp))

    return effect


def _national(state: State, power: Power, announced: str) -> tuple[str, ...]:
    """The power's national duchies without an enemy (6.3); a besieged one would bring on a battle."""
    places = building_places(state, power, for_leader=False)
    return tuple(duchy for duchy in places if not is_besieged(state, duchy))


EFFECTS: Mapping[str, OwnCard] = {
    "russian_front": OwnCard(_french_losses("russian_front", 5)),
    "disaster_on_the_rhine": OwnCard(_french_losses("disaster_on_the_rhine", 3)),
    "viceroy_deposed": OwnCard(_viceroy_deposed),
    "italian_adventure": OwnCard(_italian_adventure),
    "the_emperor_calls": OwnCard(_emperor_calls),
    "corruption_sabotage": OwnCard(_corruption),
    "canada_invaded": OwnCard(_british_losses("canada_invaded", 4)),
    "war_without_end": OwnCard(_war_without_end),
    "extended_campaign": OwnCard(
        _draw_two("extended_campaign"),
        lambda state, power, announced: ("",) if len(state.hands[power]) == 1 else (),
    ),
    "call_up_the_next_class": OwnCard(_place(4, "call_up_the_next_class"), _national),
    "german_conscripts": OwnCard(_place(4, "german_conscripts"), _national),
    "the_church": OwnCard(_draw_two("the_church")),
}


# Responses (5.2) --------------------------------------------------------------------------------


def _hand_of_god_targets(state: State, power: Power, announced: str) -> tuple[str, ...]:
    """The card just announced, or another power's hand (#24)."""
    if announced:
        return ("cancel",)
    return tuple(each for each in POWERS if each != power and common_in_hand(state, each))


def _hand_of_god(play: Play_, power: Power, target: str) -> None:
    """A random common card of another power (#24)."""
    victim = next(each for each in POWERS if each == target)
    pool = common_in_hand(play.state, victim)
    if not pool:
        return
    seats = tuple({seat_of(play.state, power): None, seat_of(play.state, victim): None})
    cards = play.draw(seats[0], pool, 1, "random_card", "#24", seen_by=seats)
    play.record(CardTaken(victim, power, cards[0]))


def _open_lines(lines: tuple[str, ...]) -> Targets:
    def targets(state: State, power: Power, announced: str) -> tuple[str, ...]:
        return () if announced else tuple(line for line in lines if not is_blocked(state, line))

    return targets


def _brave(state: State, power: Power, announced: str) -> tuple[str, ...]:
    """Leaders with a printed battle value of 1 or 2 who are in play (#59)."""
    if announced:
        return ()
    return tuple(
        leader
        for leader, fact in LEADERS.items()
        if fact.battle in (1, 2) and state.leaders[leader].place == "map"
        if battle_value(state, leader) == fact.battle
    )


def _lies_open(play: Play_, power: Power, target: str) -> None:
    """The card lies beside what it was played on; the rules look there."""


ANSWERS: Mapping[str, Answer] = {
    "blocked_passes": Answer(_lies_open, _open_lines(PASSES)),
    "bridges_washed_away": Answer(_lies_open, _open_lines(RIVERS)),
    "the_hand_of_god": Answer(_hand_of_god, _hand_of_god_targets),
    "the_bravest_of_the_brave": Answer(_lies_open, _brave),
}
