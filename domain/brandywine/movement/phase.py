"""The movement phase: pieces one after the other, in the order that the player likes (9.1)."""

from collections.abc import Collection, Sequence

from domain.brandywine.events.movement import LafayetteSent, LeaderMoved, UnitMoved
from domain.brandywine.events.turns import PiecesLeft
from domain.brandywine.facts.board import Hex
from domain.brandywine.facts.sides import seat_of
from domain.brandywine.movement.areas import NORTH_OF_RADLEY
from domain.brandywine.movement.pins import EndPins, leaving, shunned
from domain.brandywine.movement.watching import came, no_german, speaks_no_german
from domain.brandywine.movement.ways import Move, Reach, movable, moves, path_to, reach, reaches
from domain.brandywine.orders.movement import EndMovement, MoveLeader, MoveUnit, SendLafayette
from domain.brandywine.position.pieces import foe, leaders_of, units_at, units_of
from domain.brandywine.position.state import (
    Hexes,
    State,
    is_hidden,
    pinned,
    side_of,
    unit_fact,
)
from domain.kernel import Answers, Ask, Decision, Order, Play, Step, the_order


class MovementPhase(Step, frozen=True):
    """Pieces move until their player is done."""

    broke_off: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        menu = movement_menu(state)
        if len(menu) == 1 and isinstance(menu[0], EndMovement):
            self._end(play)
            return None
        side = state.active
        return Decision(Ask(seat_of(side), "movement", "9.1", menu, {"side": side}))

    def handle(self, play: Play[State], answers: Answers) -> None:
        match the_order(answers):
            case MoveUnit(unit, to, via):
                if unit in pinned(play.state):
                    play.replace(MovementPhase(broke_off=True))
                move_unit(play, unit, to, via)
            case MoveLeader(leader, to):
                move_leader(play, leader, to)
            case SendLafayette():
                play.record(LafayetteSent(play.state.units.role["lafayette"]))
            case _:
                self._end(play)

    def _end(self, play: Play[State]) -> None:
        play.pop()
        play.push(EndPins(self.broke_off))
        depart(play)


def movement_menu(state: State) -> list[Order]:
    """Every move of every piece; the phase cannot be ended while somebody must still go."""
    side, found, able = state.active, list[Order](), set[str]()
    barred = shunned(state) if state.pins else frozenset()
    with_stirn = barred.union(stirn_stays(state)) if side == "british" else barred
    units = movable(state, side)
    germans, stays = state.units.germans, last_escort(state)
    for unit, ways in zip(units, reaches(state, side, units), strict=True):
        closed = barred if unit in germans else with_stirn
        is_free = not (closed or state.pins)
        own = moves(ways, unit, MoveUnit) if is_free else unit_moves(state, unit, ways, closed)
        if own and unit != stays:
            found += own
            able.add(unit)
    riders = [leader for leader in leaders_of(state, side) if may_ride(state, leader)]
    for leader, ways in zip(riders, reaches(state, side, riders), strict=True):
        if own := leader_moves(state, leader, ways):
            found += own
            able.add(leader)
    if may_send_lafayette(state):
        found.append(SendLafayette())
    if able.isdisjoint(obliged(state, able)):
        found.append(EndMovement())
    return found


def unit_moves(state: State, unit: str, ways: Reach, closed: frozenset[Hex]) -> Sequence[Move]:
    """Where a unit may move, pins considered, but for what is `closed` to it."""
    if state.pins and unit in pinned(state):
        return leaving(state, unit)
    found = moves(ways, unit, MoveUnit)
    if not closed or not (ways.detours or any(at in ways.ends for at in closed)):
        return found
    return [order for order in found if order.to not in closed]


def stirn_stays(state: State) -> list[Hex]:
    """Where Stirn must stay in this phase, so that no regulars or loyalists may come (14.6)."""
    stirn = state.units.role["stirn"]
    if stirn not in state.at:
        return []
    may_go = stirn not in state.moved and not no_german(state).issuperset(reach(state, stirn).ends)
    return [] if may_go else [state.at[stirn]]


def leader_moves(state: State, leader: str, ways: Reach) -> Sequence[Move]:
    """Where a leader may ride: Stirn to whom he can speak with, Maxwell with an escort."""
    role, found = state.units.leaders[leader].role, moves(ways, leader, MoveLeader)
    if role == "stirn":
        silent = no_german(state)
        return [order for order in found if order.to not in silent]
    if role == "maxwell" and state.field.has("maxwell_escorted"):
        escorts = {state.at[unit] for unit in units_of(state, "american") if _is_escort(state, unit)}
        escorted = [order for order in found if order.to in escorts]
        return escorted or ([] if _is_led(state) else found)
    return found


def may_ride(state: State, leader: str) -> bool:
    """Lafayette goes alone only once he is sent (14.5)."""
    if leader in state.moved:
        return False
    return state.units.leaders[leader].role != "lafayette" or state.lafayette_sent


def may_send_lafayette(state: State) -> bool:
    lafayette = state.units.role["lafayette"]
    is_there = state.active == "american" and lafayette in state.at
    return is_there and not state.lafayette_sent and lafayette not in state.moved


# Who must move ----------------------------------------------------------------------------------


def obliged(state: State, able: Collection[str]) -> set[str]:
    """Who of those who can must move: the disrupted next to the enemy, those who break off, Americans north
    of Radley Run, Maxwell without his escort, Stirn with regulars (R-35, R-41, R-92, R-95, R-96)."""
    side, where = state.active, state.at
    near = foe(state, side).near
    found = {unit for unit, each in state.condition.items() if each == "disrupted" and where[unit] in near}
    found.update(unit for unit, pin in pinned(state).items() if pin.choice == "break_off")
    stirn, maxwell = state.units.role["stirn"], state.units.role["maxwell"]
    if side == "british":
        if stirn in where and speaks_no_german(state, where[stirn]):
            found.add(stirn)
        return found
    north = state.ground.in_belts(NORTH_OF_RADLEY)
    found.update(piece for piece in able if where[piece] in north)
    if state.field.has("maxwell_escorted") and maxwell in where and not _is_led(state):
        found.add(maxwell)
    return found


def is_escorted(state: State, at: Hex) -> bool:
    """Is there light infantry of Greene's wing in a hex (18.1.3)?"""
    return any(_is_escort(state, unit) for unit in units_at(state, at))


def _is_escort(state: State, unit: str) -> bool:
    fact = unit_fact(state, unit)
    return fact.type == "light_infantry" and fact.wing == "greene"


def _is_led(state: State) -> bool:
    maxwell = state.units.role["maxwell"]
    return maxwell in state.at and is_escorted(state, state.at[maxwell])


def last_escort(state: State) -> str | None:
    """The unit without which Maxwell, who has moved, would be left alone."""
    maxwell = state.units.role["maxwell"]
    at = state.at.get(maxwell)
    if at is None or maxwell not in state.moved or not state.field.has("maxwell_escorted"):
        return None
    escorts = [unit for unit in units_at(state, at) if _is_escort(state, unit)]
    return escorts[0] if len(escorts) == 1 and escorts[0] not in pinned(state) else None


# Moving -----------------------------------------------------------------------------------------


def move_unit(play: Play[State], unit: str, to: Hex, via: Hexes) -> None:
    """The unit goes; lone enemy leaders on its way are captured at no cost (14.3.2)."""
    state = play.state
    path, cost, mode = path_to(state, unit, to, via)
    side = side_of(state, unit)
    play.record(UnitMoved(side, path, _known_to(state), unit, cost, mode))
    came(play, unit, path)


def move_leader(play: Play[State], leader: str, to: Hex) -> None:
    """The leader rides; Lafayette goes with Washington until he is sent."""
    state = play.state
    path, _, _ = path_to(state, leader, to)
    along, lafayette = "", state.units.role["lafayette"]
    if state.units.leaders[leader].role == "washington" and not state.lafayette_sent:
        along = lafayette if state.at.get(lafayette) == state.at[leader] else ""
    play.record(LeaderMoved(side_of(state, leader), path, along, _known_to(state), leader))


def _known_to(state: State) -> str:
    return "british" if state.active == "british" and is_hidden(state) else "all"


def depart(play: Play[State]) -> None:
    """Washington and those with him ride north to Howe's attack (18.1.3)."""
    state = play.state
    for each in state.field.fact.departures:
        pieces = tuple(piece for piece in each.pieces if piece in state.at)
        if each.turn == state.turn and pieces and side_of(state, pieces[0]) == state.active:
            play.record(PiecesLeft(pieces, each.src.split()[1]))
