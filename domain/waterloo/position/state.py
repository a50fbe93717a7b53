"""The state of a game of Waterloo, questions about it, and how a changed copy is made.

A state is never changed in place. Its dicts keep the order of the set-up, so menus built from them are
deterministic; `at` is only looked up, never walked through.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from domain.kernel.seats import Seat
from domain.parts import piles
from domain.waterloo.facts import Army, Facing, Facts, Front, Square
from domain.waterloo.facts.ids import ADJACENT, ARMIES_OF, ARMY_OF, FRONT_OF, LEADER_FRONT, OTHER_FRONT
from domain.waterloo.facts.packs import FACTS_OF

Use = Literal[
    "movement", "artillery_fire", "rally", "cavalry_charge", "enemy_must_charge", "napoleons_health"
]
"""What a card is played for in one's own round; `artillery_fire` also as an interrupt."""
BattleUse = Literal["bp", "command", "elite"]
"""What a card set aside for a battle is worth."""
Role = Literal["attacker", "defender"]

FRENCH, COALITION = Seat("french"), Seat("coalition")
ANGLO_ALLIED, PRUSSIAN = Seat("anglo_allied"), Seat("prussian")
TWO_SEATS: tuple[Seat, ...] = (FRENCH, COALITION)
THREE_SEATS: tuple[Seat, ...] = (FRENCH, ANGLO_ALLIED, PRUSSIAN)
_SEAT_OF: Mapping[int, Mapping[Army, Seat]] = {
    2: {"french": FRENCH, "anglo_allied": COALITION, "prussian": COALITION},
    3: {"french": FRENCH, "anglo_allied": ANGLO_ALLIED, "prussian": PRUSSIAN},
}


class Unit(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A counter: where it stands (None: in reserve or eliminated), which way it faces, and its markers."""

    square: Square | None = None
    facing: Facing = "N"
    reduced: bool = False
    disordered: bool = False
    moved: bool = False
    rallied: bool = False
    attacked: bool = False


class CardUse(msgspec.Struct, frozen=True):
    """A card set aside for a battle, and what for."""

    card: str
    use: BattleUse


class Clash(msgspec.Struct, frozen=True, omit_defaults=True):
    """The battle that is being fought: declared, perhaps with its cards shown, not yet resolved."""

    target: str
    attackers: tuple[str, ...]
    charge: bool = False
    attacker_cards: tuple[CardUse, ...] = ()
    defender_cards: tuple[CardUse, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """How the game ended: the winning front (None: a draw) and the points of each front (W-93, W-94)."""

    winner: Front | None
    scores: dict[Front, int]


class State(msgspec.Struct, frozen=True):
    """A game of Waterloo at one moment.

    `army` is the army whose cards and units act in the present round; a coalition round has none before it is
    chosen. `points` are the movement points left on the movement card that is being played, `mover` the unit
    whose move is under way. `hands` are sorted. `lost` are the French cards lost face down (W-85).
    """

    secrets = {"hands": "", "lost": "french"}

    scenario: str
    seats: tuple[Seat, ...]
    turns: int = 0
    armies: tuple[Army, ...] = ()
    turn: int = 0
    round: int = 0
    active: Front = "french"
    army: Army | None = None
    first_front: Front = "french"
    bound: Army | None = None
    cards_in_round: int = 0
    passes: int = 0
    points: int = 0
    mover: str | None = None
    units: dict[str, Unit] = {}
    at: dict[Square, str] = {}
    leaders: dict[str, Square | None] = {}
    hands: dict[Army, tuple[str, ...]] = {}
    discards: dict[Army, tuple[str, ...]] = {}
    lost: tuple[str, ...] = ()
    owners: dict[Square, Front] = {}
    chateaux: dict[Square, int] = {}
    eliminated: dict[str, Front] = {}
    entry_square: Square | None = None
    clash: Clash | None = None
    beset: bool = False
    """The last battle came from more than one side, since it had more than one attacker (W-57)."""
    outcome: Outcome | None = None
    data: str = ""
    """The digest of the pack that the game is played on; empty for the built-in data."""
    fewer_places: int = 0
    """So many marked places fewer than printed are enough for the French: a handicap (W-96)."""

    @property
    def facts(self) -> Facts:
        """The data that the game is played on: whatever is printed on map, counters and cards."""
        return FACTS_OF[self.data]


# Seats, fronts, armies ------------------------------------------------------------------------


def seat_of(state: State, army: Army) -> Seat:
    """Who decides for an army."""
    return _SEAT_OF[len(state.seats)][army]


def seat_of_unit(state: State, unit: str) -> Seat:
    """Who decides for a unit."""
    return _SEAT_OF[len(state.seats)][ARMY_OF[unit]]


def armies_of_seat(state: State, seat: Seat) -> tuple[Army, ...]:
    """The armies that a seat decides for, in this scenario."""
    seats = _SEAT_OF[len(state.seats)]
    return tuple(army for army in state.armies if seats[army] == seat)


def armies_of_front(state: State, front: Front) -> tuple[Army, ...]:
    """The armies of a front in this scenario, the Anglo-Allied one before the Prussian one."""
    return tuple(army for army in ARMIES_OF[front] if army in state.armies)


def front_of_seat(seat: Seat) -> Front:
    """The front that a seat fights for."""
    return "french" if seat == FRENCH else "coalition"


# Cards ----------------------------------------------------------------------------------------


def has_cards(state: State, front: Front) -> bool:
    """Has any army of the front a card in hand?"""
    hands = state.hands
    if front == "french":
        return bool(hands["french"])
    return bool(hands["anglo_allied"]) or bool(hands.get("prussian"))


def cards_allowed(state: State) -> int:
    """How many more cards the active front may play in this round (W-14, W-15)."""
    if not has_cards(state, OTHER_FRONT[state.active]):
        return len(state.facts.cards)
    return state.facts.max_cards_per_round - state.cards_in_round


def card_worth(facts: Facts, card: str) -> float:
    """What a card counts for in the reckoning of luck: its movement and battle points."""
    fact = facts.cards[card]
    return float(fact.mp + fact.bp)


def undrawn(state: State, army: Army) -> tuple[str, ...]:
    """The cards of the pile that nobody drew this turn, in no order."""
    return piles.undrawn(state.facts.decks[army], state.hands[army], state.discards[army], state.lost)


# Units ----------------------------------------------------------------------------------------


def strength(state: State, unit: str) -> int:
    """The battle points printed on the face that shows."""
    fact = state.facts.units[unit]
    if state.units[unit].reduced and fact.reduced is not None:
        return fact.reduced
    return fact.full


def may_be_reduced(state: State, unit: str) -> bool:
    """Is it a full unit, one with a reduced side to turn to?"""
    return unit not in state.facts.one_sided and not state.units[unit].reduced


def has_all_round_front(state: State, unit: str) -> bool:
    """Infantry in a chateau faces all four sides (10, W-34)."""
    facts = state.facts
    return unit in facts.infantry and state.units[unit].square in facts.chateaux


def is_in_reserve(state: State, unit: str) -> bool:
    """Is it still to enter the map?"""
    return state.units[unit].square is None and unit not in state.eliminated


def enemy_beside(state: State, square: Square, front: Front) -> bool:
    """Is a unit of the other front on an adjacent square? Ponds do not matter (W-33)."""
    at = state.at
    for other in ADJACENT[square]:
        unit = at.get(other)
        if unit is not None and FRONT_OF[unit] != front:
            return True
    return False


def empty_beside(state: State, square: Square) -> tuple[Square, ...]:
    """The adjacent empty squares, none over a pond: where cavalry may withdraw to, in front too, since
    infantry that comes up in front of it stands there (W-38)."""
    at = state.at
    return tuple(to for to in state.facts.beyond[square].values() if to is not None and to not in at)


def leader_on(state: State, square: Square, front: Front) -> str | None:
    """The leader of the front on this square."""
    for leader, place in state.leaders.items():
        if place == square and LEADER_FRONT[leader] == front:
            return leader
    return None


# Changed copies -------------------------------------------------------------------------------

changed = msgspec.structs.replace
"""`changed(state, turn=2)`: a copy with these fields."""


def with_unit(state: State, unit: str, **changes: Any) -> State:
    """A copy with this unit changed, where it stands included."""
    was = state.units[unit]
    now = changed(was, **changes)
    units = state.units.copy()
    units[unit] = now
    if now.square == was.square:
        return changed(state, units=units)
    return changed(state, units=units, at=_moved(state.at, unit, was.square, now.square))


def _moved(at: dict[Square, str], unit: str, start: Square | None, to: Square | None) -> dict[Square, str]:
    moved = at.copy()
    if start is not None and moved.get(start) == unit:
        del moved[start]
    if to is not None:
        moved[to] = unit
    return moved


def with_leader(state: State, leader: str, square: Square | None) -> State:
    """A copy with this leader elsewhere (None: off the map)."""
    return changed(state, leaders={**state.leaders, leader: square})


def without_cards(state: State, army: Army, cards: Iterable[str]) -> State:
    """A copy in which these cards went from the hand, or from the undrawn pile, to the open discards."""
    gone = tuple(cards)
    if not gone:
        return state
    return changed(
        state,
        hands=piles.hands_without(state.hands, army, gone),
        discards={**state.discards, army: state.discards[army] + gone},
    )


def standing(units: Mapping[str, Unit]) -> dict[Square, str]:
    """Which unit stands where."""
    return {unit.square: name for name, unit in units.items() if unit.square is not None}


