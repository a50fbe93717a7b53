"""Who is who in Wellington, the same on any data: powers, sides, seats, whose leaders and cards are whose.

Printed values (ratings, costs, lines, set-ups) are not here: they belong to the `Facts` of a state.
"""

from collections.abc import Mapping

from domain.kernel.seats import Seat
from domain.parts.sides import opposites
from domain.wellington.facts import (
    FACTS,
    POWERS,
    SIDES,
    Deck,
    DuchyFact,
    Facts,
    LineKind,
    Nation,
    Power,
    ScenarioFact,
    Side,
)

__all__ = ["POWERS", "DuchyFact", "Facts", "LineKind", "Nation", "Power", "ScenarioFact", "Side"]

SIDE_OF: Mapping[Power, Side] = FACTS.forces.side
ALLY_OF: Mapping[Power, Power] = FACTS.forces.ally
OTHER_SIDE: Mapping[Side, Side] = opposites(*SIDES)
POWERS_OF: Mapping[Side, tuple[Power, ...]] = FACTS.forces.powers_of
NATION_OF: Mapping[Power, Nation] = {power: fact.nation for power, fact in FACTS.forces.powers.items()}

ALLIED_SEAT, FRENCH_SEAT = Seat("allied"), Seat("french")
SEAT_OF_SIDE: Mapping[Side, Seat] = {"allied": ALLIED_SEAT, "french": FRENCH_SEAT}

SHARES: tuple[tuple[tuple[Power, ...], ...], ...] = tuple(
    fact.powers for fact in FACTS.scenarios.seatings.values()
)
"""Every way to share the powers (2.1)."""


def _seats(powers: tuple[tuple[Power, ...], ...]) -> tuple[Seat, ...]:
    return tuple(Seat(each[0]) if len(each) == 1 else SEAT_OF_SIDE[SIDE_OF[each[0]]] for each in powers)


SEATINGS: tuple[tuple[Seat, ...], ...] = tuple(map(_seats, sorted(SHARES, key=len, reverse=True)))
"""Who may sit where (2.1): four players, three with one for the Allies or for the French, two."""

POWER_OF: Mapping[str, Power] = {leader: fact.power for leader, fact in FACTS.forces.leaders.items()}
"""Leader -> his power, in the order of the roster."""
LEADERS_OF: Mapping[Power, tuple[str, ...]] = FACTS.forces.leaders_of
SIDE_OF_LEADER: Mapping[str, Side] = {leader: SIDE_OF[power] for leader, power in POWER_OF.items()}

NUMBER_OF: Mapping[str, int] = FACTS.cards.number_of
"""Card -> its number."""
DECK_OF: Mapping[str, Deck] = {card.id: card.deck for card in FACTS.cards.cards.values()}
NATIONAL_CARDS = frozenset(card for card, deck in DECK_OF.items() if deck != "common")
OTHER_WELLESLEY = FACTS.cards.cards[FACTS.tables.letter_to_the_horse_guards.other_wellesley].id
"""The card that changes the dice of reinforcements (#72)."""


def card_id(number: int) -> str:
    """The card with this number."""
    return FACTS.cards.cards[number].id


def power_named(target: str) -> Power:
    """The power that a target names."""
    return next(power for power in POWERS if power == target)


def line_id(one: str, other: str) -> str:
    """A line by its two ends, whichever is named first."""
    return "-".join(sorted((one, other)))
