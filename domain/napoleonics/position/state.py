"""The state of a game, and how a changed copy is made. A state is never changed in place."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import msgspec

from domain.kernel.seats import Seat
from domain.napoleonics.facts import Facts, known
from domain.napoleonics.facts.board import Edge, Hex
from domain.napoleonics.facts.cards import CardFact
from domain.napoleonics.facts.scenarios import Piece, Scenario
from domain.napoleonics.facts.sides import SIDES, Section, Side
from domain.napoleonics.facts.terrain import Ground
from domain.napoleonics.facts.units import UnitFact
from domain.parts.piles import undrawn, without

Phase = Literal["set_up", "command", "orders", "movement", "combat", "draw", "over"]
Answer = Literal["", "stand", "retire", "square", "first_strike"]
Cards = tuple[str, ...]
SQUARES = 4
"""Counters of each side (R-60)."""


def _no_cards() -> dict[Side, Cards]:
    return {side: () for side in SIDES}


def _nothing() -> dict[Side, int]:
    return dict.fromkeys(SIDES, 0)


class Command(msgspec.Struct, frozen=True, omit_defaults=True):
    """The command card of the turn: `kind` is what it acts as (a copied card is copied with left and right
    exchanged: `mirrored`), `value` the command value when it was played (R-13).

    `section` is the one that was chosen. `plain`: a normal order to one unit instead of what the card says
    (R-19), or orders without any bonus. `symbols` are what order dice showed and is not used up (R-17, R-18).
    """

    kind: str
    mirrored: bool = False
    value: int = 0
    section: Section | None = None
    plain: bool = False
    symbols: tuple[str, ...] = ()


class Fight(msgspec.Struct, frozen=True, omit_defaults=True):
    """A combat under way: who attacks whom, and from and in which hex. A bonus melee is part of it (R-50)."""

    attacker: str
    target: str
    start: Hex
    hex: Hex
    is_melee: bool
    bonus: bool = False
    batteries: tuple[str, ...] = ()
    answer: Answer = ""
    broke_through: bool = False


class State(msgspec.Struct, frozen=True):
    """A game at one moment.

    `at` has every piece on the map, `blocks` those of each unit there; `squares` are the units in square with
    the place of their counter. `ordered` are the pieces ordered this turn and by what: "own", or "leader"
    for a unit that is ordered through its leader, "with" for that leader (R-126), "apart" for a leader
    ordered on his own. `moved` counts the hexes of each piece this turn, `halted` may go no further (R-48),
    `battled` has had its combat. `supplied` was sent back by its own side and may not battle (R-11).
    `rallied` got blocks back.

    `hands` are each side's, `track` the cards on its square track in the order of their places, `looked_at`
    the cards that a Scout lays before it; the draw pile is what lies nowhere else. `played` lies on the
    table, `strikes` counts the cards that each side played in reaction this turn. `last` is the command of
    the turn before (R-16). `banners` are those for good, `held` the objectives that give one while a unit
    stays (R-113).

    For measures: `cards_played` by type and side, `lost` blocks by arm and side, `dice` of each side's
    attacks with their hits and the hits to be expected.
    """

    secrets: ClassVar[Mapping[str, str]] = {"hands": "", "track": "", "looked_at": ""}

    scenario: str
    seats: tuple[Seat, ...]
    at: dict[str, Hex] = {}
    blocks: dict[str, int] = {}
    squares: dict[str, int] = {}
    turn: int = 0
    active: Side = "british"
    phase: Phase = "set_up"
    command: Command | None = None
    last: Command | None = None
    ordered: dict[str, str] = {}
    moved: dict[str, int] = {}
    halted: tuple[str, ...] = ()
    battled: tuple[str, ...] = ()
    rallied: tuple[str, ...] = ()
    supplied: str = ""
    fight: Fight | None = None
    hands: dict[Side, Cards] = msgspec.field(default_factory=_no_cards)
    track: dict[Side, Cards] = msgspec.field(default_factory=_no_cards)
    looked_at: dict[Side, Cards] = msgspec.field(default_factory=_no_cards)
    played: str = ""
    discards: Cards = ()
    strikes: dict[Side, int] = msgspec.field(default_factory=_nothing)
    banners: dict[Side, int] = msgspec.field(default_factory=_nothing)
    held: dict[Hex, Side] = {}
    cards_played: dict[str, int] = {}
    lost: dict[str, int] = {}
    dice: dict[Side, tuple[int, int, float]] = msgspec.field(
        default_factory=lambda: dict.fromkeys(SIDES, (0, 0, 0.0))
    )
    winner: Side | None = None
    data: str = ""

    @property
    def facts(self) -> Facts:
        """The facts that the game is played by, built in or of its pack."""
        return known[self.data]

    @property
    def field(self) -> Scenario:
        return known[self.data].scenarios[self.scenario]

    @property
    def ground(self) -> Ground:
        return known[self.data].scenarios[self.scenario].ground

    @property
    def pieces(self) -> Mapping[str, Piece]:
        return known[self.data].scenarios[self.scenario].pieces

    def changed(self, **fields: Any) -> "State":
        """A copy with these fields."""
        return msgspec.structs.replace(self, **fields)


changed = msgspec.structs.replace
"""`changed(command, plain=True)`: a copy of any struct with these fields."""


# Looking up -------------------------------------------------------------------------------------


def side_of(state: State, piece: str) -> Side:
    return known[state.data].scenarios[state.scenario].pieces[piece].side


def unit_fact(state: State, unit: str) -> UnitFact:
    """What a unit is; a leader is none."""
    fact = known[state.data].scenarios[state.scenario].pieces[unit].unit
    assert fact is not None, f"{unit} is a leader"
    return fact


def is_leader(state: State, piece: str) -> bool:
    return known[state.data].scenarios[state.scenario].pieces[piece].unit is None


def edge_of(state: State, side: Side) -> Edge:
    """The edge of the map at which a side sits."""
    return state.field.edge[side]


def command_of(state: State) -> Command:
    assert state.command is not None, "a command card is played"
    return state.command


def card_of(state: State) -> CardFact:
    """The kind of card that is in force this turn."""
    return known[state.data].cards[command_of(state).kind]


def fight_of(state: State) -> Fight:
    assert state.fight is not None, "a combat is under way"
    return state.fight


def total(state: State, side: Side) -> int:
    """The banners of a side, those of held objectives among them."""
    worth = {each.hex: each.banners for each in state.field.fact.objectives}
    return state.banners[side] + sum(worth[at] for at, owner in state.held.items() if owner == side)


def needed(state: State, side: Side) -> int:
    return state.field.fact.army(side).banners


# Cards ------------------------------------------------------------------------------------------


def draw_pile(state: State) -> Cards:
    """The cards still to be drawn, in the order of their names, not of any deck (R-111)."""
    return undrawn(
        state.facts.by_name, state.discards, (state.played,), *state.hands.values(), *state.track.values(),
        *state.looked_at.values(),
    )  # fmt: skip


def with_cards(state: State, side: Side, *cards: str) -> State:
    """These cards have come into a hand."""
    hand = tuple(sorted((*state.hands[side], *cards), key=state.facts.place_in_deck.__getitem__))
    return state.changed(hands={**state.hands, side: hand})


def without_cards(state: State, side: Side, *cards: str) -> State:
    """These cards have left a hand, and lie nowhere yet."""
    return state.changed(hands={**state.hands, side: without(state.hands[side], cards)})


def places_taken(state: State, side: Side) -> list[int]:
    """The places of a side's square track that hold a card, in order."""
    return sorted(place for unit, place in state.squares.items() if side_of(state, unit) == side)


def track_card(state: State, unit: str) -> str:
    """The card that a square holds on the track."""
    side = side_of(state, unit)
    return state.track[side][places_taken(state, side).index(state.squares[unit])]


def with_square(state: State, unit: str, place: int, card: str) -> State:
    """The unit is in square, its card lies on this place."""
    side = side_of(state, unit)
    index = sum(taken < place for taken in places_taken(state, side))
    cards = (*state.track[side][:index], card, *state.track[side][index:])
    state = without_cards(state, side, card)
    return state.changed(track={**state.track, side: cards}, squares={**state.squares, unit: place})


def without_square(state: State, unit: str) -> State:
    """The unit is no longer in square; its card is back in the hand (R-68)."""
    side, card = side_of(state, unit), track_card(state, unit)
    track = {**state.track, side: without(state.track[side], (card,))}
    squares = {each: place for each, place in state.squares.items() if each != unit}
    return with_cards(state.changed(track=track, squares=squares), side, card)


# Pieces -----------------------------------------------------------------------------------------


def with_at(state: State, piece: str, at: Hex | None) -> State:
    """The piece stands here, or has left the map."""
    where = dict(state.at)
    if at is None:
        where.pop(piece, None)
    else:
        where[piece] = at
    return state.changed(at=where)


def placed(state: State, to: Hex, *pieces: str | None) -> dict[str, Hex]:
    """Where everybody stands when these pieces have come to a hex; None is nobody."""
    return {**state.at, **{piece: to for piece in pieces if piece is not None}}


def without_unit(state: State, unit: str) -> State:
    """The unit has left the map."""
    blocks = {each: count for each, count in state.blocks.items() if each != unit}
    if unit in state.squares:
        state = without_square(state, unit)
    return with_at(state.changed(blocks=blocks), unit, None)
