"""Cards that are played (6.0, 11.7)."""



from domain.kernel.events import Event
from domain.parts.piles import hands_without
from domain.waterloo.facts import Army
from domain.waterloo.position.state import (
    State,
    Use,
    changed,
    without_cards,
)


class CardPlayed(Event, frozen=True):
    """A card was played for movement or an action, in the own round or as an interrupt (6.0, W-14).

    `count` is how many cards the active front has now played in the round, `points` the movement points.
    """

    rule = "6.0"

    army: Army
    card: str
    use: Use
    own_round: bool
    count: int
    points: int = 0

    def apply(self, state: State) -> State:
        state = without_cards(state, self.army, (self.card,))
        return changed(state, cards_in_round=self.count, points=self.points) if self.own_round else state


class NapoleonsHealthStruck(Event, frozen=True):
    """Cards drawn at random left the French hand face down (11.7, W-85)."""

    rule = "11.7"
    secrets = {"cards": "french"}
    reveals = True

    count: int
    cards: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        hands = hands_without(state.hands, "french", self.cards)
        return changed(state, hands=hands, lost=state.lost + self.cards)
