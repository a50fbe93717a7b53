"""Who may be ordered by the card of the turn (R-02, R-14, R-17 to R-19)."""

from collections import Counter
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import groupby
from operator import itemgetter

from domain.kernel.geometry import Area
from domain.napoleonics.facts import known
from domain.napoleonics.facts.board import BIT, BOARD, SECTION_OF, SECTIONS, Edge
from domain.napoleonics.facts.cards import Whom
from domain.napoleonics.facts.scenarios import Piece
from domain.napoleonics.facts.sides import ARMS, Section, Side
from domain.napoleonics.position.pieces import (
    enemies_beside,
    is_beside_enemy_unit,
    leader_of,
    leaders_of,
    unit_of,
    units_of,
)
from domain.napoleonics.position.state import (
    State,
    card_of,
    command_of,
    edge_of,
    side_of,
    unit_fact,
)

Place = tuple[Section, ...]
"""The sections of a piece: two for one on a line (R-02)."""
Shares = tuple[tuple[Section, int], ...]
PLACES = frozenset(SECTIONS.values())
ROWS = tuple(tuple(row) for _letter, row in groupby(SECTIONS, key=itemgetter(0)))
EVERYWHERE: Area = BOARD.area(SECTIONS)
ANYBODY = (*ARMS, "leader")
REMEMBERED = 8192


def named(state: State, side: Side) -> list[str]:
    """The units of a side on the map of a kind that the card orders, in the order of the scenario."""
    found = _named(state.data, state.scenario, side, command_of(state).kind)
    return [unit for unit in found if unit in state.at]


@lru_cache(REMEMBERED)
def _named(data: str, scenario: str, side: Side, kind: str) -> Mapping[str, Piece]:
    field, whom = known[data].scenarios[scenario], known[data].cards[kind].whom
    return {unit: field.pieces[unit] for unit in field.units[side] if _is_of(field.pieces[unit], whom)}


def _is_of(piece: Piece, whom: tuple[Whom, ...]) -> bool:
    assert piece.unit is not None, f"{piece.id} is a leader"
    return piece.unit.arm in whom or ("horse_artillery" in whom and piece.unit.is_horse_artillery)


def has_named(state: State, side: Side) -> bool:
    """Is there anybody on the map whom the card orders, wherever he stands (R-19)?"""
    if card_of(state).whom == ("leader",):
        return bool(leaders_of(state, side))
    return bool(named(state, side))


def candidates(state: State) -> list[str]:
    """The units, and the leaders apart from theirs, that may be ordered next (R-14)."""
    command, card, side = command_of(state), card_of(state), state.active
    if len(state.ordered) >= most_orders(state):
        return []
    if command.plain:
        return units_of(state, side)
    ordered, at, squares = state.ordered, state.at, state.squares
    if card.doing == "rally":
        return [unit for unit in units_of(state, side) if unit in state.rallied and unit not in ordered]
    ground = open_ground(state)
    arms = ordered_by_symbols(state) if card.doing == "elan" else ANYBODY
    units = _named(state.data, state.scenario, side, command.kind)
    found = [unit for unit in units if unit not in ordered and unit in at and BIT[at[unit]] & ground]
    if arms is not ANYBODY:
        found = [unit for unit in found if units[unit].mover in arms]
    if card.moves == "strategic":
        found = [unit for unit in found if unit not in squares]
    if card.place == "apart":
        found = [unit for unit in found if not is_beside_enemy_unit(state, at[unit], side)]
    if card.bicorne and "leader" in card.whom and "leader" in arms:
        found += [
            leader
            for leader in leaders_of(state, side)
            if leader not in ordered and BIT[at[leader]] & ground and not _is_in_square(state, leader)
        ]
    return found


def most_orders(state: State) -> int:
    """How many the card lets its player order; none where it orders all at once."""
    command, card = command_of(state), card_of(state)
    if command.plain:
        return 1
    if card.doing == "rally":
        return len(state.rallied)
    if card.doing == "elan":
        return sum(symbol in ("flag", *ARMS) for symbol in command.symbols)
    most = {"number": card.orders, "command": command.value, "all": 0}
    return most.get(card.by, card.left + card.centre + card.right)


def _is_in_square(state: State, leader: str) -> bool:
    """A leader leaves a square only when his unit does (R-68)."""
    unit = unit_of(state, leader)
    return unit is not None and unit in state.squares


# Sections and symbols -------------------------------------------------------------------------------


def open_ground(state: State) -> Area:
    """Where one more piece may be ordered, nobody twice and no section beyond its share (R-14)."""
    command, card = command_of(state), card_of(state)
    if card.by == "number" or card.doing == "elan":
        return EVERYWHERE
    shares = _shares(state.data, command.kind, command.mirrored, edge_of(state, state.active))
    if card.by == "command":
        return _inside(shares)
    return room_for_one_more(tuple([SECTIONS[state.at[piece]] for piece in state.ordered]), shares)


@lru_cache(REMEMBERED)
def _shares(data: str, kind: str, mirrored: bool, edge: Edge) -> Shares:
    """Section of the map -> the orders that a card gives there to whoever sits at this edge (R-03, R-16)."""
    own = known[data].cards[kind].shares(mirrored)
    return tuple((SECTION_OF[edge][flank], count) for flank, count in own.items())


@cache
def _inside(shares: Shares) -> Area:
    named = [section for section, _count in shares]
    return BOARD.area(at for at, place in SECTIONS.items() if any(section in named for section in place))


@lru_cache(REMEMBERED)
def room_for_one_more(given: tuple[Place, ...], shares: Shares) -> Area:
    """The hexes for which one more can be booked besides the places that are given."""
    room = {place for place in PLACES if can_be_booked((*given, place), shares)}
    return BOARD.area(at for at, place in SECTIONS.items() if place in room)


@lru_cache(REMEMBERED)
def can_be_booked(places: tuple[Place, ...], left: Shares) -> bool:
    """Can each piece be booked to one of its sections so that none has more than it may?"""
    if not places:
        return True
    counts = dict(left)
    first, *rest = sorted(places, key=lambda sections: sum(section in counts for section in sections))
    return any(
        can_be_booked(tuple(rest), tuple({**counts, section: counts[section] - 1}.items()))
        for section in first
        if counts.get(section)
    )


def ordered_by_symbols(state: State) -> list[str]:
    """The arms of which one more can be ordered: arm symbols order units of their arm, flags anybody
    (R-17)."""
    return [arm for arm in ANYBODY if _fit_symbols(state, arm)]


def _fit_symbols(state: State, arm: str) -> bool:
    shown, asked = Counter(command_of(state).symbols), Counter([arm])
    asked.update(state.pieces[piece].mover for piece in state.ordered)
    beyond = sum(max(0, asked[arm] - shown[arm]) for arm in ARMS)
    return beyond + asked["leader"] <= shown["flag"]


def everybody(state: State) -> dict[str, str]:
    """All whom a card orders at once (R-124 to R-126), and by what."""
    card, command, side = card_of(state), command_of(state), state.active
    found: dict[str, str] = {}
    if card.place == "led":
        for leader in leaders_of(state, side):
            unit = unit_of(state, leader)
            found[leader] = "apart" if unit is None else "with"
            if unit is not None:
                found[unit] = "leader"
        return found
    for unit in named(state, side):
        at = state.at[unit]
        if card.place == "beside" and not enemies_beside(state, at, side):
            continue
        if command.section is None or command.section in SECTIONS[at]:
            found[unit] = "own"
    return found


def may_be_relocated(state: State, unit: str) -> bool:
    """May a unit be sent back: it is no square, and there is room for it (R-11)."""
    return unit not in state.squares and bool(rooms(state, unit))


def rooms(state: State, unit: str) -> list[str]:
    """The free hexes that a unit out of supply may be sent to: of its base row in a section where it stands,
    or of the first row further forward that has any (R-11)."""
    side, at = side_of(state, unit), state.at[unit]
    taken, own = set(state.at.values()), set(SECTIONS[at])
    led = leader_of(state, unit) is not None
    closed = state.ground.closed[unit_fact(state, unit).arm] | (
        state.ground.closed["leader"] if led else frozenset()
    )
    for row in ROWS if edge_of(state, side) == "top" else reversed(ROWS):
        free = [
            hex for hex in row if hex not in taken and hex not in closed and not own.isdisjoint(SECTIONS[hex])
        ]
        if free:
            return free
    return []
