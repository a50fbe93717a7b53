"""When a card that lies open with a lasting effect goes away (5.1; `duration` in the facts)."""

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.wellington.ending.ending import check
from domain.wellington.events.cards import CardKept, CardRemoved, DeckShuffled, EffectEnded
from domain.wellington.facts.world import POWER_OF, POWERS, SIDE_OF, Facts, Power
from domain.wellington.position import card_table
from domain.wellington.position.state import Kind, Lasting, State, is_lasting

REMINDERS = ("remove_at_interphase", "remove_after_interphase", "keep")
"""`after` of cards that lie open although nothing in `duration` says so (#59, #77, #86)."""


class PutAway(Step, frozen=True):
    """What a card did is done; it goes where it belongs. It may have ended the game (R-99)."""

    power: Power
    card: str
    target: str = ""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        put_away(play, self.power, self.card, self.target)
        check(play)
        return None


def put_away(play: Play[State], power: Power, card: str, target: str) -> None:
    """A card whose effect was carried out goes where it belongs; while its effect lasts it lies open."""
    fact = play.state.facts.card[card]
    if is_lasting(play.state, card) or card in play.state.given or card in card_table.keeps_itself:
        return
    if fact.duration is not None or fact.after in REMINDERS or card in card_table.lies_open:
        play.record(CardKept(card, power, target))
    elif fact.after == "remove":
        play.record(CardRemoved(card))
    elif fact.after == "reshuffle":
        play.record(DeckShuffled(len(play.state.discards)))


def end_effect(play: Play[State], card: str) -> None:
    """The effect is over: the card is removed or discarded, a national one joins those played."""
    play.record(CardRemoved(card) if play.state.facts.card[card].after == "remove" else EffectEnded(card))


def end_at_start(play: Play[State], power: Power) -> None:
    """What lasts until this power's impulse, or until everybody has had one, ends (C-3, C-9)."""
    facts = play.state.facts
    for each in play.state.lasting:
        duration = facts.card[each.card].duration
        own = duration == "until_own_next_impulse" and each.power == power
        if own or (duration == "until_friendly_impulse" and set(POWERS) <= set(each.begun)):
            end_effect(play, each.card)


def end_with_impulse(play: Play[State], power: Power, kind: Kind) -> None:
    """What lasts for or through the impulse that has just ended is over.

    The end of a granted impulse leaves alone what was played in the one that goes on now (#34).
    """
    facts = play.state.facts
    goes_on = play.state.impulse is not None
    for each in play.state.lasting:
        is_outer = goes_on and facts.card[each.card].duration == "impulse" and power in each.begun
        if not is_outer and _is_over(facts, each, power, kind):
            end_effect(play, each.card)


def _is_over(facts: Facts, each: Lasting, power: Power, kind: Kind) -> bool:
    duration = facts.card[each.card].duration
    if duration == "impulse":
        return True
    if duration == "through_french_scheduled_impulses":
        return {each for each in POWERS if SIDE_OF[each] == "french"} <= set(each.completed)
    theirs = power_of(each.target) == power and power in each.begun
    if duration == "through_their_scheduled_impulse":
        return theirs and kind == "scheduled"
    return duration == "through_their_impulse" and theirs


def end_with_turn(play: Play[State]) -> None:
    """What lasts for the turn is over (5.1)."""
    facts = play.state.facts
    for each in play.state.lasting:
        if facts.card[each.card].duration == "turn" and facts.card[each.card].after not in REMINDERS:
            end_effect(play, each.card)


def end_with_leader(play: Play[State], leader: str) -> None:
    """A leader is gone: what lay on him goes too (#23, #59, #98, #106)."""
    for each in play.state.lasting:
        if each.target == leader:
            end_effect(play, each.card)


def power_of(target: str) -> Power | None:
    """The power that a leader belongs to, or that is named itself."""
    if target in POWER_OF:
        return POWER_OF[target]
    return next((power for power in POWERS if power == target), None)
