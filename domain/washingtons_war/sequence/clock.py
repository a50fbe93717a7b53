"""The clock of a game: the year as a turn, the impulse as a round."""

from domain.washingtons_war.position.state import State


def clock(state: State) -> tuple[int, int]:
    """(turn, round): the first year is turn 1."""
    first = state.facts.scenarios[state.scenario].first_year
    return (state.year - first + 1 if state.year else 0), state.impulses
