"""What never changes in Wellington, worked out once so that the rules only look it up.

Everything comes from `facts`; cards are called by their id here, and a line by its two ends.
"""

from collections.abc import Mapping

from domain.kernel.seats import Seat
from domain.parts.sides import opposites
from domain.wellington.facts import (
    FACTS,
    POWERS,
    SIDES,
    CardFact,
    DuchyFact,
    LeaderFact,
    LineKind,
    Nation,
    Power,
    ScenarioFact,
    Side,
)

__all__ = ["FACTS", "POWERS", "DuchyFact", "LineKind", "Nation", "Power", "ScenarioFact", "Side"]

SIDE_OF: Mapping[Power, Side] = FACTS.forces.side
ALLY_OF: Mapping[Power, Power] = FACTS.forces.ally
OTHER_SIDE: Mapping[Side, Side] = opposites(*SIDES)
POWERS_OF: Mapping[Side, tuple[Power, ...]] = FACTS.forces.powers_of
NATION_OF: Mapping[Power, Nation] = {power: fact.nation for power, fact in FACTS.forces.powers.items()}

ALLIED_SEAT, FRENCH_SEAT = Seat("allied"), Seat("french")
SEAT_OF_SIDE: Mapping[Side, Seat] = {"allied": ALLIED_SEAT, "french": FRENCH_SEAT}


def _seats(powers: tuple[tuple[Power, ...], ...]) -> tuple[Seat, ...]:
    return tuple(Seat(each[0]) if len(each) == 1 else SEAT_OF_SIDE[SIDE_OF[each[0]]] for each in powers)


SEATINGS: tuple[tuple[Seat, ...], ...] = tuple(
    _seats(fact.powers) for fact in sorted(FACTS.scenarios.seatings.values(), key=lambda fact: -fact.players)
)
"""Who may sit where (2.1): four players, three with one for the Allies or for the French, two."""

DUCHIES: Mapping[str, DuchyFact] = FACTS.map.duchies
LINES: Mapping[tuple[str, str], LineKind] = FACTS.map.line
ADJACENT: Mapping[str, tuple[str, ...]] = FACTS.map.adjacent
LEADERS: Mapping[str, LeaderFact] = FACTS.forces.leaders
LEADERS_OF: Mapping[Power, tuple[str, ...]] = FACTS.forces.leaders_of
SIDE_OF_LEADER: Mapping[str, Side] = {leader: SIDE_OF[fact.power] for leader, fact in LEADERS.items()}
FORTRESSES = frozenset(duchy for duchy, fact in DUCHIES.items() if fact.is_fortress)
CARDS: Mapping[str, CardFact] = {card.id: card for card in FACTS.cards.cards.values()}
STARTS: Mapping[str, ScenarioFact] = FACTS.scenarios.scenarios
MIX: Mapping[Power, tuple[int, int, int]] = {
    power: (mix["infantry"], mix["cavalry"], mix["artillery"]) for power, mix in FACTS.forces.counters.items()
}
"""Counters of each power: infantry, cavalry, artillery, a hard limit (1.5)."""
FLAGS: Mapping[Side, int] = FACTS.forces.flags
LONE_COUNTERS: tuple[int, ...] = tuple(
    fact.sp for fact in FACTS.forces.soldiers.values() if fact.marches_alone
)
"""The strength points of the counters that march and evade without a leader (1.5, 9.1)."""
COSTS = FACTS.tables.costs
HAND = FACTS.tables.hand
RESOURCE_LIMIT: int = FACTS.tables.resources.limit
FREE_MARCHES: int = FACTS.tables.attrition.free_marches


def card_id(number: int) -> str:
    """The card with this number."""
    return FACTS.cards.cards[number].id


def power_named(target: str) -> Power:
    """The power that a target names."""
    return next(power for power in POWERS if power == target)


def line_id(one: str, other: str) -> str:
    """A line by its two ends, whichever is named first."""
    return "-".join(sorted((one, other)))


LINE_IDS: Mapping[tuple[str, str], str] = {ends: line_id(*ends) for ends in LINES}
"""The id of the line between two adjacent duchies, whichever is named first."""


def lines_of(kind: LineKind) -> tuple[str, ...]:
    """All lines of this kind."""
    return tuple(sorted({line_id(*ends) for ends, each in LINES.items() if each == kind}))


PASSES, RIVERS = lines_of("pass"), lines_of("river")
