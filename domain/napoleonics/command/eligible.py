"""Who may be ordered by the card of the turn (R-02, R-14, R-17 to R-19)."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from domain.napoleonics.facts import known
from domain.napoleonics.facts.board import SECTION_OF, SECTIONS, Edge
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
    is_leader,
    side_of,
    unit_fact,
)

Places = tuple[tuple[Section, ...], ...]
"""The sections of each piece: two for one on a line (R-02)."""
REMEMBERED = 8192


def is_named(state: State, unit: str) -> bool:
    """Is the unit of a kind that the card orders?"""
    fact, whom = unit_fact(state, unit), card_of(state).whom
    return fact.arm in whom or ("horse_artillery" in whom and fact.is_horse_artillery)


def has_named(state: State, side: Side) -> bool:
    """Is there anybody on the map whom the card orders, wherever he stands (R-19)?"""
    if card_of(state).whom == ("leader",):
        return bool(leaders_of(state, side))
    return any(is_named(state, unit) for unit in units_of(state, side))


def candidates(state: State) -> list[str]:
    """The units, and the leaders apart from theirs, that may be ordered next."""
    command, card, side = command_of(state), card_of(state), state.active
    if (card.by == "all" and not command.plain) or not _has_orders_left(state):
        return []
    ordered, at, pieces = state.ordered, state.at, state.pieces
    units = [unit for unit in units_of(state, side) if unit not in ordered]
    leaders: list[str] = []
    if card.bicorne and not command.plain and "leader" in card.whom:
        leaders = [leader for leader in leaders_of(state, side) if leader not in ordered]
    given, verdict = tuple(ordered), dict[object, bool]()
    found = []
    for piece in (*units, *leaders):  # of those in the same sections and of the same arm all fit, or none
        like = SECTIONS[at[piece]], pieces[piece].mover
        if like not in verdict:
            verdict[like] = fits(state, (*given, piece))
        if verdict[like] and (
            not _is_in_square(state, piece) if pieces[piece].unit is None else _qualifies(state, piece)
        ):
            found.append(piece)
    return found


def _has_orders_left(state: State) -> bool:
    """Can the card order anybody besides those who are ordered? What `fits` says of whoever is left."""
    command, card, given = command_of(state), card_of(state), len(state.ordered)
    if command.plain:
        return not given
    if card.doing == "rally":
        return True
    if card.doing == "elan":
        return given < sum(symbol in ("flag", *ARMS) for symbol in command.symbols)
    if card.by == "number":
        return given < card.orders
    return given < (command.value if card.by == "command" else card.left + card.centre + card.right)


def _is_in_square(state: State, leader: str) -> bool:
    """A leader leaves a square only when his unit does (R-68)."""
    unit = unit_of(state, leader)
    return unit is not None and unit in state.squares


def _qualifies(state: State, unit: str) -> bool:
    command, card = command_of(state), card_of(state)
    if command.plain:
        return True
    if card.doing == "rally":
        return unit in state.rallied
    if not is_named(state, unit) or (card.moves == "strategic" and unit in state.squares):
        return False
    return card.place != "apart" or not is_beside_enemy_unit(state, state.at[unit], state.active)


def fits(state: State, pieces: Sequence[str]) -> bool:
    """Can all of these be ordered together, nobody twice and no section beyond its share (R-14)?"""
    command, card = command_of(state), card_of(state)
    if command.plain:
        return len(pieces) <= 1
    if card.doing == "rally":
        return True
    if card.doing == "elan":
        return _fit_symbols(state, pieces)
    if card.by == "number":
        return len(pieces) <= card.orders
    here = _shares(state.data, command.kind, command.mirrored, edge_of(state, state.active))
    places = tuple(SECTIONS[state.at[piece]] for piece in pieces)
    if card.by == "command":
        return len(pieces) <= command.value and all(
            any(section in here for section in sections) for sections in places
        )
    return can_be_booked(places, tuple(here.items()))


@lru_cache(REMEMBERED)
def _shares(data: str, kind: str, mirrored: bool, edge: Edge) -> dict[Section, int]:
    """Section of the map -> the orders that a card gives there to whoever sits at this edge (R-03, R-16)."""
    own = known[data].cards[kind].shares(mirrored)
    return {SECTION_OF[edge][flank]: count for flank, count in own.items()}


@lru_cache(REMEMBERED)
def can_be_booked(places: Places, left: tuple[tuple[Section, int], ...]) -> bool:
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


def _fit_symbols(state: State, pieces: Sequence[str]) -> bool:
    """Arm symbols order units of their arm, flags anybody (R-17)."""
    shown = Counter(command_of(state).symbols)
    asked = Counter("flag" if is_leader(state, piece) else unit_fact(state, piece).arm for piece in pieces)
    beyond = sum(max(0, asked[arm] - shown[arm]) for arm in ARMS)
    return beyond + asked["flag"] <= shown["flag"]


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
    for unit in units_of(state, side):
        at = state.at[unit]
        if not is_named(state, unit):
            continue
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
    rows = "ABCDEFGHI" if edge_of(state, side) == "top" else "IHGFEDCBA"
    for row in rows:
        free = [
            hex
            for hex, sections in SECTIONS.items()
            if hex[0] == row and own.intersection(sections) and hex not in taken and hex not in closed
        ]
        if free:
            return free
    return []
