"""Drawing cards from the deck, and cards that let their player go on (5.6, 15.2)."""

from collections.abc import Sequence

from domain.kernel.agenda import Play, Step
from domain.kernel.decisions import Decision
from domain.parts.piles import deal
from domain.wellington.events.cards import CardDrawn, DeckShuffled, PlayContinued
from domain.wellington.facts.world import Power
from domain.wellington.position.state import State, deck, seat_of


def draw_card(play: Play[State], power: Power) -> None:
    """One card from the deck; the discards become a new deck if it is empty (15.2, R-98)."""
    if not deck(play.state):
        if not play.state.discards:
            return
        play.record(DeckShuffled(len(play.state.discards)))
    seat = seat_of(play.state, power)
    pool = play.state.top[:1] or deck(play.state)
    deal(play, seat, pool, 1, "deck", "15.2", lambda cards: CardDrawn(power, *cards))


def draw_from_hand(
    play: Play[State], power: Power, victim: Power, pool: Sequence[str], count: int, rule: str,
    purpose: str = "random_card",
) -> tuple[str, ...]:  # fmt: skip
    """Random cards of the victim's hand, drawn by `power`.

    Only who holds the hand sees the draw; what becomes of the cards says who else learns them.
    """
    holder = seat_of(play.state, victim)
    return play.draw(seat_of(play.state, power), pool, count, purpose, rule, seen_by=(holder,))


class DrawEach(Step, frozen=True):
    """Each of these powers draws a card (#63)."""

    powers: tuple[Power, ...]

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        for power in self.powers:
            draw_card(play, power)
        return None


class DrawAndGoOn(Step, frozen=True):
    """The player draws and may play one more card, as the continuation of this one (R-22, C-M)."""

    power: Power
    card: str
    count: int = 1

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        for _ in range(self.count):
            draw_card(play, self.power)
        play.record(PlayContinued(self.power, self.card))
        return None
