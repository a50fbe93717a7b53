"""What cards change now: the rules ask here, and the card table answers for each card in force."""

from collections.abc import Mapping
from typing import TypeVar

from domain.kernel.memory import Latest
from domain.wellington.facts.world import SIDE_OF, Power, Side
from domain.wellington.position import card_table
from domain.wellington.position.card_table import Count, Faces, Fight, Yes
from domain.wellington.position.conflict import Laid, Siege
from domain.wellington.position.state import Lasting, State, has_pieces

Answer = TypeVar("Answer")

# Cards that lie open ----------------------------------------------------------------------------


def lying(state: State, table: Mapping[str, Answer]) -> list[tuple[Lasting, Answer]]:
    """The cards that last and have an answer in this table, in the order laid, each with it."""
    return [(each, table[each.card]) for each in state.lasting if each.card in table]


def is_barred(state: State, table: Mapping[str, card_table.Bar], power: Power, duchy: str) -> bool:
    """Does a card that lasts bar the power's pieces there from what this table is about?"""
    for each in state.lasting:  # noqa: SIM110  (asked very often: a loop is twice as fast)
        if each.card in table and table[each.card](state, each, power, duchy):
            return True
    return False


def lies_on(state: State, table: Mapping[str, object], target: str) -> bool:
    """Does a card of this table last on this target (a leader, a duchy, a line, a power)?"""
    for each in state.lasting:  # noqa: SIM110  (asked very often: a loop is twice as fast)
        if each.target == target and each.card in table:
            return True
    return False


def value_of(state: State, leader: str, printed: int, table: Mapping[str, card_table.Value]) -> int:
    """A value of a leader after the cards that lie on him; the one played later prevails (5.1)."""
    value = printed
    for each in state.lasting:
        if each.target == leader and each.card in table:
            value = table[each.card](each, value)
    return value


def battle_value(state: State, leader: str) -> int:
    """The battle value as cards have it now (1.6, #23, #52, #59, #66, #106)."""
    return value_of(state, leader, state.facts.leaders[leader].battle, card_table.battle_value)


def command_value(state: State, leader: str) -> int:
    """How many strength points and staff officers he leads, as cards have it now (1.6, #23)."""
    return value_of(state, leader, state.facts.leaders[leader].command, card_table.command_value)


def has_just_fallen(state: State, leader: str) -> bool:
    """Did a card take this leader off the map in this impulse, so that he cannot come back yet (#32, #52)?"""
    return lies_on(state, card_table.keeps_away, leader)


def is_blocked(state: State, line: str) -> bool:
    """Is this line closed to every movement by a card (#9, #10)?"""
    return line in blocked_lines(state)


def blocked_lines(state: State) -> frozenset[str]:
    """All lines that are closed to every movement (#9, #10)."""
    return _blocked_lines.of(state.lasting)


def _lines_blocked(lasting: tuple[Lasting, ...]) -> frozenset[str]:
    bridged = {each.target for each in lasting if each.card in card_table.bridges}
    return frozenset(each.target for each in lasting if each.card in card_table.closes).difference(bridged)


_blocked_lines = Latest(_lines_blocked)


def is_bridged(state: State, power: Power, line: str) -> bool:
    """Is this line an open one for the power by a card that it played (#100)?"""
    for each in state.lasting:
        if each.target == line and each.power == power and each.card in card_table.bridges:
            return True
    return False


# Battles and sieges -----------------------------------------------------------------------------


def in_force(state: State, fight: Fight) -> tuple[Laid, ...]:
    """The cards that may work in this fight: those laid in it, then those that last.

    What a card silences does not work while that one lies there (#2, #61).
    """
    cards = (*fight.cards, *(Laid(each.card, each.power, 0, each.target) for each in state.lasting))
    silences = card_table.silences
    silenced = {silences[laid.card](laid) for laid in fight.cards if laid.card in silences}
    return tuple(laid for laid in cards if laid.card not in silenced)


def takes_part(state: State, fight: Fight, power: Power) -> bool:
    """Does the power fight? In a siege only the besieging army and the owner of the fortress do (12.31)."""
    if isinstance(fight, Siege):
        return power in (fight.power, fight.owner)
    return has_pieces(state, fight.duchy, power)


def leads(state: State, fight: Fight, leader: str) -> bool:
    """Does the leader fight? In a siege only those of the besieging army do, wherever others are (12.31)."""
    is_there = state.leaders[leader].duchy == fight.duchy
    return is_there and not (isinstance(fight, Siege) and leader not in (fight.leader, *fight.staff))


def helped(laid: Laid) -> Side:
    """The side that a card helps."""
    return SIDE_OF[laid.power]


def halved(dice: int) -> int:
    """Half, rounded up (glossary, C-H)."""
    return (dice + 1) // 2


def by_card(table: Mapping[str, Count | Yes], state: State, fight: Fight, side: Side) -> dict[str, int]:
    """What each card in force adds for the side (1 where it says yes)."""
    found: dict[str, int] = {}
    for laid in in_force(state, fight):
        if laid.card in table:
            added = int(table[laid.card](state, fight, laid, side))
            found[laid.card] = found.get(laid.card, 0) + added
    return found


def total(table: Mapping[str, Count], state: State, fight: Fight, side: Side) -> int:
    """What all cards in force add for the side."""
    return sum(by_card(table, state, fight, side).values())


def is_any(table: dict[str, Yes], state: State, fight: Fight, side: Side) -> bool:
    """Does any card in force say yes for the side?"""
    return any(
        table[laid.card](state, fight, laid, side) for laid in in_force(state, fight) if laid.card in table
    )


def counted(state: State, fight: Fight, side: Side, rolled: Faces) -> Faces:
    """The enemy's dice against the side as they count."""
    for laid in in_force(state, fight):
        if laid.card in card_table.faces:
            rolled = card_table.faces[laid.card](state, fight, laid, side, rolled)
    return rolled


def changing(state: State, fight: Fight, side: Side, rolled: Faces) -> tuple[str, ...]:
    """The cards that make the enemy's dice against the side count for something else, in their order."""
    found: list[str] = []
    for laid in in_force(state, fight):
        if laid.card in card_table.faces:
            counting = card_table.faces[laid.card](state, fight, laid, side, rolled)
            found += [laid.card] * (counting != rolled)
            rolled = counting
    return tuple(found)


def softened(state: State, fight: Fight, side: Side, rolled: Faces) -> dict[str, int]:
    """How many of the enemy's dice each card softens that may do so with a few alone (#30, #74, #91, #96)."""
    found: dict[str, int] = {}
    for laid in in_force(state, fight):
        if laid.card in card_table.faces:
            counting = card_table.faces[laid.card](state, fight, laid, side, rolled)
            if laid.card in card_table.few and counting != rolled:
                found[laid.card] = sum(one != other for one, other in zip(rolled, counting, strict=True))
            rolled = counting
    return found


def halving(state: State, fight: Fight, side: Side, count: int) -> tuple[str, ...]:
    """The cards that lessen so many dice of the side, in their order (#27, #81)."""
    found: list[str] = []
    for laid in in_force(state, fight):
        if laid.card in card_table.pool:
            left = card_table.pool[laid.card](state, fight, laid, side, count)
            found += [laid.card] * (left != count)
            count = left
    return tuple(found)


def pooled(state: State, fight: Fight, side: Side, count: int) -> int:
    """The dice of the side after all halving; never below 0 (11.53)."""
    count = max(0, count)
    for laid in in_force(state, fight):
        if laid.card in card_table.pool:
            count = card_table.pool[laid.card](state, fight, laid, side, count)
    return max(0, count)
