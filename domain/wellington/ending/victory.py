"""Victory points and who has won (19)."""

from domain.kernel.ruleset import Result
from domain.kernel.seats import Seat
from domain.wellington.facts.world import FACTS, POWERS, POWERS_OF, SIDE_OF, Power, Side
from domain.wellington.position.control import control
from domain.wellington.position.state import State, ally_seat, seat_of

Parts = dict[str, float]
"""Victory points of a power by what they are for; nothing that is 0."""

FACT = FACTS.tables.victory
RULES = {
    "conquest_of_france": "18.2",
    "conquest_of_spain": "18.31",
    "liberation_of_spain": "18.32",
    "conquest_of_portugal": "18.4",
    "conquest_roll": "18.6",
    "peace": "18.7",
    "last_year": "19.1",
}
"""The paragraph of each cause of the end."""


def result(state: State) -> Result | None:
    """How the game ended, with the points of both sides; None while it goes on (19.1)."""
    if not state.ended:
        return None
    sides: tuple[Side, ...] = ("allied", "french")
    scores: dict[str, float] = {side: sum(state.scores[power] for power in POWERS_OF[side]) for side in sides}
    return Result(state.winners, RULES[state.ended], scores)


def points(state: State) -> dict[Power, float]:
    """What every power would score if the year ended now, without the Spanish bonus (19.2 to 19.4)."""
    return {power: sum(parts(state, power).values()) for power in POWERS}


def parts(state: State, power: Power) -> Parts:
    """The victory points of a power, without the Spanish bonus (19.2 to 19.4)."""
    held = [duchy for duchy, owner in control(state).items() if owner == power]
    found: Parts = {
        "keys": sum(_key(duchy) for duchy in held),
        "resources": state.resources[power] / FACT.resources_for_one,
        "debts": FACT.unpaid_removal * len(state.debts[power]),
    }
    if SIDE_OF[power] == "french":
        found.update(_french(state, power, held))
    return {name: float(value) for name, value in found.items() if value}


def _key(duchy: str) -> int:
    if duchy == FACTS.map.capital:
        return FACT.capital
    return FACT.key if duchy in FACTS.map.keys else 0


def _french(state: State, power: Power, held: list[str]) -> Parts:
    """Lisbon, Gibraltar, duchies by the year, and in the last year an unbroken home (19.4)."""
    years = FACTS.tables.turns.years
    year = next(number for number, each in enumerate(years) if each == state.year)
    at_home = state.year == years[-1] and set(FACTS.map.home[power]) <= set(held)
    return {
        "prizes": sum(duchy in held for duchy in FACT.french_prizes),
        "duchies": len(held) // FACT.duchies_for_one[year],
        "home": FACT.all_home_1814 * at_home,
    }


def spanish_bonus(state: State) -> int:
    """What Spain gets if it has a player of its own, in a tie or an Allied victory (19.5, R-104)."""
    if not has_own_player(state, "spain"):
        return 0
    owners = control(state)
    held = [owners[duchy] for duchy in FACTS.map.spanish]
    french = sum(power is not None and SIDE_OF[power] == "french" for power in held)
    return FACTS.tables.spanish_bonus.row(french).vp


def has_own_player(state: State, power: Power) -> bool:
    """Has the power a player who has not its ally too (2.1)?"""
    return seat_of(state, power) != ally_seat(state, power)


def winning_side(state: State) -> Side:
    """The side with more points; then the Spanish bonus, then Resources, then the French (19.1, R-104)."""
    score = points(state)
    allied, french = (sum(score[power] for power in POWERS_OF[side]) for side in ("allied", "french"))
    if allied == french and spanish_bonus(state):
        return "allied"
    if allied == french:
        allied, french = (
            sum(state.resources[power] for power in POWERS_OF[side]) for side in ("allied", "french")
        )
    if allied == french:
        return FACT.tied_side
    return "allied" if allied > french else "french"


def winners(state: State, side: Side, score: dict[Power, float]) -> tuple[Seat, ...]:
    """The player of the side, or of two the one with more points; equal: the later power (19.1, R-105)."""
    best = max(POWERS_OF[side], key=lambda power: (score[power], POWERS.index(power)))
    return (seat_of(state, best),)
