"""Who wins (13, W-93 to W-96)."""

import msgspec

from domain.kernel.agenda import Play
from domain.kernel.ruleset import Result
from domain.waterloo.events.turns import GameEnded
from domain.waterloo.facts import FRONTS, Condition, Front, PlacesVictory, Square
from domain.waterloo.position.state import State, front_of_seat


def place_points(state: State) -> dict[Front, dict[Square, int]]:
    """What each marked place is worth to its owner: points in the long game, 1 in the short one."""
    points: dict[Front, dict[Square, int]] = {front: {} for front in FRONTS}
    worth = state.facts.scenarios[state.scenario].place_vp
    for square, owner in state.owners.items():
        points[owner][square] = worth[square][owner] if square in worth else 1
    return points


def unit_points(state: State) -> dict[Front, dict[str, int]]:
    """The eliminated enemy units of each front at their full value (13.3, W-62)."""
    points: dict[Front, dict[str, int]] = {front: {} for front in FRONTS}
    printed = state.facts.units
    for unit, front in state.eliminated.items():
        points[front][unit] = printed[unit].full
    return points


def scores(state: State) -> dict[Front, int]:
    """Victory points now (long game), or marked places held (short game)."""
    places, units = place_points(state), unit_points(state)
    if isinstance(state.facts.scenarios[state.scenario].victory, PlacesVictory):
        return {front: sum(places[front].values()) for front in FRONTS}
    return {front: sum(places[front].values()) + sum(units[front].values()) for front in FRONTS}


def winner(state: State) -> Front | None:
    """Who would win if the game ended now; None in a draw."""
    victory = state.facts.scenarios[state.scenario].victory
    if isinstance(victory, PlacesVictory):
        french = any(_holds(state, condition) for condition in wanted(state, victory))
        return "french" if french else victory.otherwise
    points = scores(state)
    if points["french"] == points["coalition"]:
        return None
    return "french" if points["french"] > points["coalition"] else "coalition"


def wanted(state: State, victory: PlacesVictory) -> tuple[Condition, ...]:
    """What the French must hold, less their handicap (13.2, W-96)."""
    return tuple(
        msgspec.structs.replace(each, at_least=max(0, each.at_least - state.fewer_places))
        for each in victory.french_wins_if_any
    )


def _holds(state: State, condition: Condition) -> bool:
    french = {square for square, owner in state.owners.items() if owner == "french"}
    return len(french & set(condition.of)) >= condition.at_least and french >= set(condition.also)


def end_game(play: Play[State]) -> None:
    """The last turn is over."""
    state = play.state
    is_short = isinstance(state.facts.scenarios[state.scenario].victory, PlacesVictory)
    play.record(
        GameEnded(
            cites="13.2" if is_short else "13.3",
            scenario=state.scenario,
            winner=winner(state),
            scores=scores(state),
            places=place_points(state),
            units=unit_points(state),
        )
    )


def result(state: State) -> Result | None:
    """How the game ended; None while it goes on."""
    outcome = state.outcome
    if outcome is None:
        return None
    winners = tuple(seat for seat in state.seats if front_of_seat(seat) == outcome.winner)
    is_short = isinstance(state.facts.scenarios[state.scenario].victory, PlacesVictory)
    rule, counts = ("13.2", "places_held") if is_short else ("13.3", "victory_points")
    return Result(winners, rule, {front: float(points) for front, points in outcome.scores.items()}, counts)
