"""The French alliance track (12.0, 12.1)."""

from domain.kernel.agenda import Play
from domain.washingtons_war.events.alliance import AllianceMarkerMoved, RegularsLost
from domain.washingtons_war.position.state import State


def is_track_open(state: State) -> bool:
    """Does the marker still move? Once it has reached its last space it stays (R-83)."""
    return state.alliance < state.facts.alliance.trigger


def advance_track(play: Play[State], spaces: int, reason: str = "event") -> None:
    """The marker goes forward, up to the last space (12.1, R-2)."""
    _move(play, spaces, reason)


def retreat_track(play: Play[State], spaces: int, reason: str = "washington") -> None:
    """The marker goes back, never below 0 (7.6.B, R-2)."""
    _move(play, -spaces, reason)


def lose_regulars(play: Play[State], reason: str) -> None:
    """The British lose the Regulars' advantage, once in a game, and the marker goes forward (9.41, 12.1)."""
    if play.state.regulars:
        play.record(RegularsLost(reason))
        advance_track(play, play.state.facts.alliance.regulars_lost, "regulars")


def _move(play: Play[State], spaces: int, reason: str) -> None:
    state = play.state
    if not is_track_open(state):
        return
    after = max(0, min(state.alliance + spaces, state.facts.alliance.trigger))
    if after != state.alliance:
        play.record(AllianceMarkerMoved(state.alliance, after, reason))
