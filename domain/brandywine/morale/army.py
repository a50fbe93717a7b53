"""Army morale: what changes it, when it is booked, and the end at 0 (15.2, R-101, R-105)."""

from domain.brandywine.ending.victory import finish
from domain.brandywine.events.turns import ArmyMoraleChanged, BookClosed, MoraleNoted
from domain.brandywine.facts.sides import ENEMY, Side
from domain.brandywine.facts.tables import Change
from domain.brandywine.position.state import State
from domain.kernel import Play


def adjust(play: Play[State], side: Side, change: Change) -> None:
    """Something befell a side: noted during a shot or combat, booked at once otherwise."""
    own, enemy = change
    if play.state.pending is not None:
        if own or enemy:
            play.record(MoraleNoted(side, own, enemy))
        return
    _book(play, side, own)
    _book(play, ENEMY[side], enemy)
    end_if_broken(play)


def book(play: Play[State]) -> None:
    """A shot, the rifles of a phase, or a combat are over: what was noted is booked together."""
    pending = play.state.pending
    assert pending is not None, "something is noted"
    play.record(BookClosed())
    for side, change in pending.items():
        _book(play, side, change)
    end_if_broken(play)


def _book(play: Play[State], side: Side, change: int) -> None:
    state = play.state
    value = max(0, min(state.army[side] + change, state.tables.army.most))
    if value != state.army[side]:
        band = state.tables.band(value).id
        play.record(ArmyMoraleChanged(side, value - state.army[side], value, band))


def end_if_broken(play: Play[State]) -> None:
    """An army at 0 has lost; if both are, the active player has (15.2.6, R-98)."""
    state = play.state
    broken = [side for side in (state.active, ENEMY[state.active]) if not state.army[side]]
    if broken:
        loser = broken[0]
        finish(play, ENEMY[loser], "substantial", "4.2.2" if loser == "british" else "4.1.2")
