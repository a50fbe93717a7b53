"""Victory points and who has won (19)."""

from collections.abc import Mapping

from domain.kernel.ruleset import Result
from domain.kernel.seats import Seat
from domain.wellington.facts.world import POWERS, POWERS_OF, SIDE_OF, Facts, Power, Side
from domain.wellington.position.control import control
from domain.wellington.position.state import State, ally_seat, seat_of

Parts = dict[str, float]
"""Victory points of a power by what they are for; nothing that is 0."""

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
    scores: dict[str, float] = dict(side_points(state, state.scores).items())
    return Result(state.winners, RULES[state.ended], scores)


def side_points(state: State, scores: Mapping[Power, float]) -> dict[Side, float]:
    """What the powers of both sides have together, with what was given to the Allies (19.1, R-111)."""
    sides: tuple[Side, ...] = ("allied", "french")
    given = {"allied": state.allied_gift, "french": 0}
    return {side: sum(scores[power] for power in POWERS_OF[side]) + given[side] for side in sides}


def points(state: State) -> dict[Power, float]:
    """What every power would score if the year ended now, without the Spanish bonus (19.2 to 19.4)."""
    return {power: sum(parts(state, power).values()) for power in POWERS}


def parts(state: State, power: Power) -> Parts:
    """The victory points of a power, without the Spanish bonus (19.2 to 19.4)."""
    facts = state.facts
    held = [duchy for duchy, owner in control(state).items() if owner == power]
    found: Parts = {
        "keys": sum(_key(facts, duchy) for duchy in held),
        "resources": state.resources[power] / facts.tables.victory.resources_for_one,
        "debts": facts.tables.victory.unpaid_removal * len(state.debts[power]),
    }
    if SIDE_OF[power] == "french":
        found.update(_french(state, power, held))
    return {name: float(value) for name, value in found.items() if value}


def _key(facts: Facts, duchy: str) -> int:
    if duchy == facts.map.capital:
        return facts.tables.victory.capital
    return facts.tables.victory.key if duchy in facts.map.keys else 0


def _french(state: State, power: Power, held: list[str]) -> Parts:
    """Lisbon, Gibraltar, duchies by the year, and in the last year an unbroken home (19.4)."""
    facts = state.facts
    years = facts.tables.turns.years
    year = next(number for number, each in enumerate(years) if each == state.year)
    at_home = state.year == years[-1] and set(facts.map.home[power]) <= set(held)
    return {
        "prizes": sum(duchy in held for duchy in facts.tables.victory.french_prizes),
        "duchies": len(held) // facts.tables.victory.duchies_for_one[year],
        "home": facts.tables.victory.all_home_1814 * at_home,
    }


def spanish_bonus(state: State) -> int:
    """What Spain gets if it has a player of its own, in a tie or an Allied victory (19.5, R-104)."""
    facts = state.facts
    if not has_own_player(state, "spain"):
        return 0
    owners = control(state)
    held = [owners[duchy] for duchy in facts.map.spanish]
    french = sum(power is not None and SIDE_OF[power] == "french" for power in held)
    return facts.tables.spanish_bonus.row(french).vp


def has_own_player(state: State, power: Power) -> bool:
    """Has the power a player who has not its ally too (2.1)?"""
    return seat_of(state, power) != ally_seat(state, power)


def winning_side(state: State) -> Side:
    """The side with more points; then the Spanish bonus, then Resources, then the French (19.1, R-104)."""
    score = side_points(state, points(state))
    allied, french = score["allied"], score["french"]
    if allied == french and spanish_bonus(state):
        return "allied"
    if allied == french:
        allied, french = (
            sum(state.resources[power] for power in POWERS_OF[side]) for side in ("allied", "french")
        )
    if allied == french:
        return state.facts.tables.victory.tied_side
    return "allied" if allied > french else "french"


def winners(state: State, side: Side, score: dict[Power, float]) -> tuple[Seat, ...]:
    """The player of the side, or of two the one with more points; equal: the later power (19.1, R-105)."""
    best = max(POWERS_OF[side], key=lambda power: (score[power], POWERS.index(power)))
    return (seat_of(state, best),)


def shared_out(state: State) -> tuple[tuple[Seat, ...], ...]:
    """The players of each side who have bid for their powers and taken them (2.1)."""
    if not state.players:
        return ()
    holding = ([seat_of(state, power) for power in powers] for powers in POWERS_OF.values())
    return tuple(tuple(seat for seat in state.players if seat in seats) for seats in holding)


def foremost(state: State, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Of two players of the side that is left, the one with more points (19.1, R-105)."""
    if len(seats) == 1:
        return seats
    side: Side = next(SIDE_OF[power] for power in POWERS if seat_of(state, power) in seats)
    return winners(state, side, points(state))
