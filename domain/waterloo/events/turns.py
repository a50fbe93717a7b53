"""How the game, a turn and a round begin, are bid for and end (3.1, 4.0, 6.0, 7.0)."""

from typing import Literal

import msgspec

from domain.kernel.events import Event
from domain.waterloo.facts import Army, Facing, Front, Square
from domain.waterloo.facts.ids import ARMY_OF_CARD, OTHER_FRONT
from domain.waterloo.position.state import (
    Outcome,
    State,
    Unit,
    changed,
    standing,
    without_cards,
)


class Placed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a unit begins; no square: in reserve."""

    square: Square | None = None
    facing: Facing = "N"


class GameSetUp(Event, frozen=True):
    """The forces stand as the game begins (3.1)."""

    rule = "3.1"

    turns: int
    armies: tuple[Army, ...]
    first_front: Front
    units: dict[str, Placed]
    leaders: dict[str, Square]
    owners: dict[Square, Front]
    chateaux: dict[Square, int]

    def apply(self, state: State) -> State:
        units = {name: Unit(placed.square, placed.facing) for name, placed in self.units.items()}
        return changed(
            state,
            turns=self.turns,
            armies=self.armies,
            first_front=self.first_front,
            active=self.first_front,
            units=units,
            at=standing(units),
            leaders=dict(self.leaders),
            owners=dict(self.owners),
            chateaux=dict(self.chateaux),
            hands={army: () for army in self.armies},
            discards={army: () for army in self.armies},
        )


class TurnStarted(Event, frozen=True):
    """A turn began; each deck is whole again (4.0, W-12)."""

    rule = "4.0"

    turn: int

    def apply(self, state: State) -> State:
        return changed(
            state,
            turn=self.turn,
            round=0,
            passes=0,
            army=None,
            bound=None,
            entry_square=None,
            lost=(),
            hands={army: () for army in state.armies},
            discards={army: () for army in state.armies},
        )


class HandDealt(Event, frozen=True):
    """An army drew its hand for the turn (3.2, 4.0)."""

    rule = "4.0"
    secrets = {"cards": "army"}
    reveals = True

    army: Army
    count: int
    cards: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        return changed(state, hands={**state.hands, self.army: tuple(sorted(self.cards))})


class BidsRevealed(Event, frozen=True):
    """Both fronts showed what they bid, a card or nothing (7.0, W-23); bid cards are discarded."""

    rule = "7.0"
    reveals = True

    french: str | None = None
    coalition: str | None = None

    def apply(self, state: State) -> State:
        for card in (self.french, self.coalition):
            if card is not None:
                state = without_cards(state, ARMY_OF_CARD[card], (card,))
        return state


class TieCardDrawn(Event, frozen=True):
    """A card of the undrawn pile was turned over to break a tie, and discarded (7.0, W-25)."""

    rule = "7.0"
    reveals = True

    army: Army
    card: str

    def apply(self, state: State) -> State:
        return without_cards(state, self.army, (self.card,))


class FirstFrontSet(Event, frozen=True):
    """It is known who begins the turn (7.0, W-22 to W-25), and whether a bid binds the coalition (W-26)."""

    rule = "7.0"

    front: Front
    reason: Literal["turn_1", "bid", "single_bid", "tie_card", "pile_empty"]
    bound: Army | None = None

    def apply(self, state: State) -> State:
        return changed(state, first_front=self.front, active=self.front, bound=self.bound)


class RoundStarted(Event, frozen=True):
    """A front has the round (4.0). The coalition first names its army (W-17)."""

    rule = "4.0"

    front: Front
    number: int

    def apply(self, state: State) -> State:
        return changed(
            state,
            active=self.front,
            round=self.number,
            army="french" if self.front == "french" else None,
            cards_in_round=0,
        )


class RoundArmySet(Event, frozen=True):
    """The coalition plays this round with one army (6.0, W-17); a bid binds no longer (W-26)."""

    rule = "6.0"

    army: Army

    def apply(self, state: State) -> State:
        return changed(state, army=self.army, bound=None)


class RoundDeclined(Event, frozen=True):
    """The Prussian player declined the round that he was offered (6.0, W-18)."""

    rule = "6.0"

    army: Army


class Passed(Event, frozen=True):
    """A front played no card in its round, which is over (4.0, W-16); this uses up a binding (W-26).

    `reason`: it chose to, it has no card, or its bid binds it to `army`, which has none.
    """

    rule = "4.0"

    front: Front
    reason: Literal["chosen", "no_card", "bound"] = "chosen"
    army: Army | None = None

    def apply(self, state: State) -> State:
        return changed(
            state,
            passes=state.passes + 1,
            active=OTHER_FRONT[self.front],
            army=None,
            bound=None if self.front == "coalition" else state.bound,
        )


class RoundEnded(Event, frozen=True):
    """A round of an army with cards is over; movement and rally markers come off (4.0, W-21)."""

    rule = "4.0"

    front: Front
    cards_played: int
    reason: Literal["chosen", "limit", "hand_empty"]
    army: Army | None = None

    def apply(self, state: State) -> State:
        units = {
            name: changed(unit, moved=False, rallied=False, attacked=False)
            if unit.moved or unit.rallied or unit.attacked
            else unit
            for name, unit in state.units.items()
        }
        return changed(
            state, units=units, passes=0, cards_in_round=0, army=None, active=OTHER_FRONT[self.front]
        )


class TurnEnded(Event, frozen=True):
    """Both fronts passed one after the other: the turn is over (4.0, W-16)."""

    rule = "4.0"

    turn: int


class GameEnded(Event, frozen=True):
    """The last turn is over (13.2, 13.3): the winner (None: a draw), the points and what they are for.

    `places` and `units` give each marked square and eliminated unit that counted its points, by front.
    """

    cites: str
    scenario: str
    winner: Front | None
    scores: dict[Front, int]
    places: dict[Front, dict[Square, int]]
    units: dict[Front, dict[str, int]]

    def apply(self, state: State) -> State:
        return changed(state, outcome=Outcome(self.winner, self.scores), army=None)
