"""The events of Waterloo: what happened, and how each changes the state."""

from typing import Literal

import msgspec

from domain.kernel.events import Event
from domain.parts.piles import hands_without
from domain.waterloo.facts import Army, CostParts, Facing, Front, Square
from domain.waterloo.facts.ids import ARMY_OF_CARD, OTHER_FRONT
from domain.waterloo.position.state import (
    CardUse,
    Clash,
    Outcome,
    Role,
    State,
    Unit,
    Use,
    changed,
    standing,
    with_leader,
    with_unit,
    without_cards,
)

Window = Literal["a", "b", "c", "d"]
"""When artillery may interrupt (W-72)."""
Side = Literal["front", "flank", "rear"]
Across = Literal["slope", "stream", "slope_or_stream"]
ANY_EDGE: Across = "slope_or_stream"


# Set-up and turn ------------------------------------------------------------------------------


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


# Cards ----------------------------------------------------------------------------------------


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


# Movement -------------------------------------------------------------------------------------


class UnitEntered(Event, frozen=True):
    """A reinforcement came on to the map (5.0, W-90); the first one fixes the square of the turn (W-91)."""

    rule = "5.0"

    unit: str
    to: Square
    facing: Facing
    cost: int

    def apply(self, state: State) -> State:
        state = with_unit(state, self.unit, square=self.to, facing=self.facing)
        return changed(state, entry_square=self.to, points=state.points - self.cost, mover=self.unit)


class UnitTurned(Event, frozen=True):
    """A unit turned where it stands (8.1, W-29)."""

    rule = "8.1"

    unit: str
    was: Facing
    facing: Facing
    cost: int

    def apply(self, state: State) -> State:
        state = with_unit(state, self.unit, facing=self.facing)
        return changed(state, points=state.points - self.cost, mover=self.unit)


class UnitMoved(Event, frozen=True):
    """A unit moved one square (8.0, W-31). `parts` is the cost in parts: square, slope, stream, road;
    `faced`: it left a chateau and took this facing with it (W-34)."""

    rule = "8.0"

    unit: str
    start: Square
    to: Square
    facing: Facing
    cost: int
    parts: CostParts
    faced: bool = False

    def apply(self, state: State) -> State:
        state = with_unit(state, self.unit, square=self.to, facing=self.facing)
        return changed(state, points=state.points - self.cost, mover=self.unit)


class LeaderMoved(Event, frozen=True):
    """A leader moved one square (12.0, W-36)."""

    rule = "12.0"

    leader: str
    start: Square
    to: Square
    cost: int

    def apply(self, state: State) -> State:
        return changed(with_leader(state, self.leader, self.to), points=state.points - self.cost)


class UnitMoveEnded(Event, frozen=True):
    """A unit's move is over: it has a movement marker (8.0, W-28)."""

    rule = "8.0"
    quiet = True

    unit: str

    def apply(self, state: State) -> State:
        return changed(with_unit(state, self.unit, moved=True), mover=None)


class MovementEnded(Event, frozen=True):
    """A movement card is done; points left are lost (8.0, W-27)."""

    rule = "8.0"

    points_left: int

    @property
    def quiet(self) -> bool:
        """Only points that are lost are news."""
        return not self.points_left

    def apply(self, state: State) -> State:
        return changed(state, points=0)


class CavalryWithdrew(Event, frozen=True):
    """Cavalry withdrew before infantry that came beside it (9.6, W-38); a leader with it went along."""

    rule = "9.6"

    unit: str
    start: Square
    to: Square
    facing: Facing
    leader: str | None = None

    def apply(self, state: State) -> State:
        return _gone_with_leader(state, self.unit, self.to, self.facing, self.leader)


def _gone_with_leader(state: State, unit: str, to: Square, facing: Facing, leader: str | None) -> State:
    state = with_unit(state, unit, square=to, facing=facing)
    return state if leader is None else with_leader(state, leader, to)


class PlaceOwnerChanged(Event, frozen=True):
    """A marked place has a new owner: the front whose unit entered it last (13.3, W-08)."""

    rule = "13.3"

    square: Square
    was: Front
    front: Front
    unit: str

    def apply(self, state: State) -> State:
        return changed(state, owners={**state.owners, self.square: self.front})


# Leaders --------------------------------------------------------------------------------------


class LeaderDisplaced(Event, frozen=True):
    """A leader alone beside the enemy went to the nearest unit of his front (12.0, W-86)."""

    rule = "12.0"

    leader: str
    start: Square
    to: Square

    def apply(self, state: State) -> State:
        return with_leader(state, self.leader, self.to)


class LeaderRemoved(Event, frozen=True):
    """A leader whose front has no unit on the map left it (12.0, W-88)."""

    rule = "12.0"

    leader: str
    start: Square

    def apply(self, state: State) -> State:
        return with_leader(state, self.leader, None)


# Fire, disorder, losses -----------------------------------------------------------------------


class ArtilleryFired(Event, frozen=True):
    """Infantry fired at the enemy in front of it (11.1). `window`: when it interrupted (own round: None)."""

    rule = "11.1"

    army: Army
    card: str
    shooter: str
    target: str
    window: Window | None = None


class UnitDisordered(Event, frozen=True):
    """A unit is in disorder, by fire or after its own charge (9.5, 11.1, 11.4)."""

    rule = "9.5"

    unit: str
    cause: Literal["fire", "charge"]

    def apply(self, state: State) -> State:
        return with_unit(state, self.unit, disordered=True)


class UnitReduced(Event, frozen=True):
    """A unit shows its reduced side (9.5). A second disorder by fire also takes the disorder off (W-70).

    `cause`: `battle` (lost by more than double), `stand` (lost and stayed), `blocked` (no way to retreat),
    `fire`.
    """

    rule = "9.5"

    unit: str
    cause: Literal["battle", "stand", "blocked", "fire"]

    def apply(self, state: State) -> State:
        if self.cause == "fire":
            return with_unit(state, self.unit, reduced=True, disordered=False)
        return with_unit(state, self.unit, reduced=True)


class UnitEliminated(Event, frozen=True):
    """A unit is out of the game; the other front keeps it at its full value (9.5, W-62)."""

    rule = "9.5"

    unit: str
    square: Square
    was_reduced: bool
    full_value: int
    cause: Literal["battle", "blocked"]
    scored_by: Front

    def apply(self, state: State) -> State:
        state = with_unit(
            state,
            self.unit,
            square=None,
            disordered=False,
            moved=False,
            rallied=False,
            attacked=False,
        )
        return changed(state, eliminated={**state.eliminated, self.unit: self.scored_by})


class UnitRallied(Event, frozen=True):
    """A unit lost its disorder or stands at full strength again (11.6, W-83)."""

    rule = "11.6"

    unit: str
    mode: Literal["disorder", "restore"]

    def apply(self, state: State) -> State:
        if self.mode == "disorder":
            return with_unit(state, self.unit, disordered=False, rallied=True)
        return with_unit(state, self.unit, reduced=False, rallied=True)


# Battle ---------------------------------------------------------------------------------------


class Attacking(msgspec.Struct, frozen=True):
    """A unit that attacks, the side of the defender that it meets (W-45), what the edge takes off (W-47)."""

    unit: str
    side: Side
    edge: int


class AttackDeclared(Event, frozen=True):
    """A unit is attacked by one or more others (9.2); they have used their attack of the round (W-43)."""

    rule = "9.2"

    army: Army
    target: str
    square: Square
    attackers: tuple[Attacking, ...]

    def apply(self, state: State) -> State:
        units = state.units.copy()
        for each in self.attackers:
            units[each.unit] = changed(units[each.unit], attacked=True)
        clash = Clash(self.target, tuple(each.unit for each in self.attackers))
        return changed(state, units=units, clash=clash)


class CavalryCharged(Event, frozen=True):
    """Cavalry ran straight ahead and attacks (11.4), perhaps forced by an enemy army (11.5, W-81)."""

    rule = "11.4"

    unit: str
    start: Square
    to: Square
    target: str
    square: Square
    side: Side
    edge: int
    forced_by: Army | None = None

    def apply(self, state: State) -> State:
        state = with_unit(state, self.unit, square=self.to, moved=True, attacked=True)
        return changed(state, clash=Clash(self.target, (self.unit,), charge=True))


class BattleCardsRevealed(Event, frozen=True):
    """The cards that both sides set aside were shown together and are used up (9.3, W-50).

    `counted` is how many cards the active front has now played in the round (W-14).
    """

    rule = "9.3"
    reveals = True

    attacker: tuple[CardUse, ...]
    defender: tuple[CardUse, ...]
    counted: int

    def apply(self, state: State) -> State:
        for each in (*self.attacker, *self.defender):
            state = without_cards(state, ARMY_OF_CARD[each.card], (each.card,))
        assert state.clash is not None
        clash = changed(state.clash, attacker_cards=self.attacker, defender_cards=self.defender)
        return changed(state, clash=clash, cards_in_round=self.counted)


class AttackerDroppedOut(Event, frozen=True):
    """An attacker was disordered and attacks no longer (9.7, W-73)."""

    rule = "9.7"

    unit: str

    def apply(self, state: State) -> State:
        assert state.clash is not None
        left = tuple(unit for unit in state.clash.attackers if unit != self.unit)
        return changed(state, clash=changed(state.clash, attackers=left))


class BattleCancelled(Event, frozen=True):
    """No attacker is left: the battle ends without a result (W-73)."""

    rule = "9.7"

    target: str

    def apply(self, state: State) -> State:
        return changed(state, clash=None)


class BattlePoints(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a unit is worth in a battle (9.3): printed x elite x charge x side or terrain + command - edge.

    `across`: which edge takes that off. Games of before it was kept say either; so does who crosses none.
    """

    unit: str
    printed: int
    total: int
    elite: int = 1
    charge: int = 1
    side: int = 1
    terrain: int = 1
    command: int = 0
    edge: int = 0
    across: Across = ANY_EDGE


class BattleResolved(Event, frozen=True):
    """The battle points were compared (9.4, W-46 to W-53). A tie is the defender's."""

    rule = "9.4"

    target: str
    square: Square
    attackers: tuple[BattlePoints, ...]
    defender: BattlePoints
    attacker_cards: int
    defender_cards: int
    attack: int
    defence: int
    winner: Role
    more_than_double: bool
    charge: bool = False

    def apply(self, state: State) -> State:
        return changed(state, clash=None)


class ChateauPointRemoved(Event, frozen=True):
    """A destruction point of a chateau absorbed a loss (10, W-63)."""

    rule = "10"

    square: Square
    part: Literal["loss", "reduction", "retreat"]
    points_left: int

    def apply(self, state: State) -> State:
        return changed(state, chateaux={**state.chateaux, self.square: self.points_left})


class RetreatBlocked(Event, frozen=True):
    """A unit that must retreat has no square to go to (9.5, W-58)."""

    rule = "9.5"

    unit: str


class UnitRetreated(Event, frozen=True):
    """A losing defender retreated (9.5, W-57); a leader in its square went along (W-87)."""

    rule = "9.5"

    unit: str
    start: Square
    to: Square
    facing: Facing
    leader: str | None = None

    def apply(self, state: State) -> State:
        return _gone_with_leader(state, self.unit, self.to, self.facing, self.leader)


class UnitAdvanced(Event, frozen=True):
    """An attacker advanced into the vacated square (9.4, W-60)."""

    rule = "9.4"

    unit: str
    start: Square
    to: Square
    facing: Facing

    def apply(self, state: State) -> State:
        return with_unit(state, self.unit, square=self.to, facing=self.facing)
