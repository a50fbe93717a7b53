"""Who has won (13)."""

from domain.kernel.agenda import Play
from domain.kernel.ruleset import Result
from domain.washingtons_war.events.ending import Cause, GameEnded
from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import seat_of
from domain.washingtons_war.position.control import areas
from domain.washingtons_war.position.state import State

RULES = {"automatic": "13.1", "war_ends": "13.2", "track_end": "13.2"}
"""The paragraph of each cause of the end."""


def automatic_winner(state: State) -> Side | None:
    """Who has won at once: no American or French CU left, or no British CU in the Thirteen Colonies."""
    if not state.american and not state.french:
        return "british"
    colony_of, colonies = state.facts.colony_of, state.facts.colony
    for space in state.british:
        if colonies[colony_of[space]].thirteen:
            return None
    return "american"


def check(play: Play[State]) -> bool:
    """Ends the game if a side has won at once (13.1, R-87); true if the game is over.

    To be called after every change of CU in the Strategy and Winter Attrition Phases. A step that gets true
    returns at once: nothing is left to do.
    """
    if play.state.ended:
        return True
    winner = automatic_winner(play.state)
    if winner is None:
        return False
    _end(play, winner, "automatic")
    return True


def judge(play: Play[State], cause: Cause) -> None:
    """The end by a War Ends card or by the track (13.2, R-88, R-89)."""
    _end(play, winner_by_areas(play.state), cause)


def winner_by_areas(state: State) -> Side:
    """The Americans, if they reach their goal and the British do not (13.2)."""
    held, needs = areas(state), state.facts.victory
    reached = held["american"] >= needs.american_needs and held["british"] < needs.british_needs
    return "american" if reached else "british"


def _end(play: Play[State], winner: Side, cause: Cause) -> None:
    held = areas(play.state)
    play.record(GameEnded(winner, cause, held["american"], held["british"], RULES[cause]))
    play.agenda.clear()


def result(state: State) -> Result | None:
    """How the game ended, with the areas of both sides; None while it goes on."""
    if state.winner is None:
        return None
    held = areas(state)
    scores: dict[str, float] = {side: float(count) for side, count in held.items()}
    return Result((seat_of(state.winner),), RULES[state.ended], scores, "areas")
