"""What follows at once when a unit comes somewhere: leaders captured, Delaware roused, the battery lost."""

from collections.abc import Iterable

from domain.brandywine.ending.victory import is_battery_occupied
from domain.brandywine.events.movement import DelawareRoused
from domain.brandywine.events.turns import BatteryLost, BatteryTaken, StirnWent
from domain.brandywine.facts.board import BOARD, HEXES, Hex, distance
from domain.brandywine.morale.losses import lose_leader
from domain.brandywine.movement.ways import near_battery, near_delaware
from domain.brandywine.position.pieces import foe, layout, leaders_at
from domain.brandywine.position.state import State, is_hidden, side_of
from domain.kernel import Play


def came(play: Play[State], unit: str, path: Iterable[Hex]) -> None:
    """A combat unit went along these hexes by move, retreat or advance."""
    way = tuple(path)
    capture_leaders(play, unit, way)
    if play.state.is_over:
        return
    rouse(play, unit, way)
    if near_battery(play.state, unit) & BOARD.area(set(way[1:] or way)):
        play.record(BatteryLost())


def capture_leaders(play: Play[State], unit: str, way: Iterable[Hex]) -> None:
    """Enemy leaders without units on the way are captured (14.3.2, R-33)."""
    side = side_of(play.state, unit)
    if not foe(play.state, side).lone_area:
        return
    for at in way:
        if at not in foe(play.state, side).lone:
            continue
        for leader in leaders_at(play.state, at):
            if leader in play.state.at and side_of(play.state, leader) != side:
                lose_leader(play, leader, captured=True)
                if play.state.is_over:
                    return


def rouse(play: Play[State], unit: str, way: tuple[Hex, ...]) -> None:
    """Whoever enters a hex within two of Delaware (9.6.2, R-42)."""
    state = play.state
    if near_delaware(state, unit) & BOARD.area(set(way[1:] or way)):
        secret = side_of(state, unit) == "british" and is_hidden(state)
        play.record(DelawareRoused("british" if secret else "all", unit))


def end_phase(play: Play[State]) -> None:
    """The battery is looked at (R-16)."""
    if not play.state.battery and is_battery_occupied(play.state):
        play.record(BatteryTaken(play.state.turn))


# Stirn (14.6, R-95) -------------------------------------------------------------------------------


def stirn_must_go(state: State) -> bool:
    """Does Stirn stand with British regulars or loyalists?"""
    at = state.at.get(state.units.role["stirn"])
    return at is not None and speaks_no_german(state, at)


def speaks_no_german(state: State, at: Hex) -> bool:
    """Are there regulars or loyalists in a hex?"""
    return at in no_german(state)


def no_german(state: State) -> set[Hex]:
    """The hexes with regulars or loyalists."""
    where = state.at
    return {where[unit] for unit in state.units.english if unit in where}


def stirns_hexes(state: State) -> list[Hex]:
    """The nearest hexes to which Stirn may go."""
    start = state.at[state.units.role["stirn"]]
    enemy = foe(state, "british")
    here = layout(state)
    free = [
        at
        for at in HEXES
        if at not in enemy.held
        and at not in enemy.lone
        and (at not in here.units or not speaks_no_german(state, at))
    ]
    nearest = min(distance(start, at) for at in free)
    return [at for at in free if distance(start, at) == nearest]


def send_stirn(play: Play[State], to: Hex) -> None:
    stirn = play.state.units.role["stirn"]
    known_to = "british" if is_hidden(play.state) else "all"
    play.record(StirnWent(play.state.at[stirn], to, known_to, stirn))
