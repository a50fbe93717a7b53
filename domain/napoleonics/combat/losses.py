"""Losses: blocks, units, and whether a leader falls with them (R-80 to R-85)."""

from domain.kernel.agenda import Play
from domain.napoleonics.combat.escape import RetreatLeaderStep, fall
from domain.napoleonics.ending.banners import gain, settle
from domain.napoleonics.events.cards import SquareLeft
from domain.napoleonics.events.combat import (
    BlocksLost,
    LeaderChecked,
    LostBy,
    UnitEliminated,
)
from domain.napoleonics.facts import COMBAT
from domain.napoleonics.facts.board import BEHIND, Hex
from domain.napoleonics.facts.sides import ENEMY, seat_of
from domain.napoleonics.position.pieces import leader_of
from domain.napoleonics.position.state import State, edge_of, side_of, track_card


def lose(play: Play[State], unit: str, count: int, reason: LostBy, checked: bool) -> bool:
    """The unit loses so many blocks, and its leader is checked if he was not yet in this combat (R-82).

    Says whether he has been checked now. What follows (a leader's retreat) is put on the agenda.
    """
    state = play.state
    leader, at, left = leader_of(state, unit), state.at[unit], state.blocks[unit] - count
    play.record(BlocksLost(unit, count, reason, left))
    if left:
        if leader is None or checked:
            return checked
        check(play, leader, dice=2)
        return True
    if unit in state.squares:
        play.record(SquareLeft(side_of(state, unit), unit, state.squares[unit], track_card(state, unit)))
    play.record(UnitEliminated(unit, at))
    if gain(play, ENEMY[side_of(state, unit)], "unit", at, "R-80"):
        return True
    settle(play)
    if leader is None:
        return checked
    if reason == "retreat" and is_walled_in(play.state, leader, at):
        fall(play, leader, "terrain", "R-85")
    elif checked or not check(play, leader, dice=1):
        play.push(RetreatLeaderStep(leader))
    return True


def is_walled_in(state: State, leader: str, at: Hex) -> bool:
    """Does impassable terrain close every hex behind him (R-85)?"""
    behind = BEHIND[edge_of(state, side_of(state, leader))][at]
    return bool(behind) and all(hex in state.ground.closed["leader"] for hex in behind)


def check(play: Play[State], leader: str, dice: int) -> bool:
    """Two dice for the leader of a unit that lives, one if it is eliminated: does he fall (R-83)?"""
    by = seat_of(ENEMY[side_of(play.state, leader)])
    faces = play.roll_faces(by, dice, COMBAT, "check", "R-83", score=lambda face: float(face == "sabers"))
    falls = all(face == "sabers" for face in faces)
    play.record(LeaderChecked(leader, faces, falls))
    if falls:
        fall(play, leader, "check", "R-83")
    return falls
