"""The movement phase: pieces one after the other, in the order that the player likes (9.1)."""

from collections.abc import Collection

from domain.brandywine.events.movement import LafayetteSent, LeaderMoved, UnitMoved
from domain.brandywine.events.turns import PiecesLeft
from domain.brandywine.facts.board import BIT, BOARD, Hex
from domain.brandywine.facts.sides import seat_of
from domain.brandywine.movement.areas import NORTH_OF_RADLEY
from domain.brandywine.movement.pins import EndPins, leaving, shunned
from domain.brandywine.movement.search import Moves, Reach
from domain.brandywine.movement.watching import came, no_german, speaks_no_german
from domain.brandywine.movement.ways import movable, path_to, reach, reaches
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
from domain.kernel.geometry import Area


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


def movement_menu(state: State) -> Moves:
    """Every move of every piece; the phase cannot be ended while somebody must still go."""
    side, units = state.active, state.units
    pieces = [*movable(state, side), *(each for each in leaders_of(state, side) if may_ride(state, each))]
    barred = shunned(state) if state.shunned or state.pins else 0
    with_stirn = barred | stirn_stays(state) if side == "british" else barred
    stays, broken, found = last_escort(state), pinned(state), list[tuple[str, Reach]]()
    for piece, ways in zip(pieces, reaches(state, side, pieces), strict=True):
        if ways.going.is_leader:
            ways = leader_ways(state, piece, ways)
        elif piece in broken:
            ways = leaving(state, piece, ways)
        elif with_stirn:
            ways = ways.without(barred if piece in units.germans else with_stirn)
        if ways.count and piece != stays:
            found.append((piece, ways))
    others: list[Order] = [SendLafayette()] if may_send_lafayette(state) else []
    able = {piece for piece, _ in found}
    if able.isdisjoint(obliged(state, able)):
        others.append(EndMovement())
    return Moves(found, others)


def stirn_stays(state: State) -> Area:
    """Where Stirn must stay in this phase, so that no regulars or loyalists may come (14.6)."""
    stirn = state.units.role["stirn"]
    if stirn not in state.at:
        return 0
    may_go = stirn not in state.moved and reach(state, stirn).ends & ~BOARD.area(no_german(state))
    return 0 if may_go else BIT[state.at[stirn]]


def leader_ways(state: State, leader: str, ways: Reach) -> Reach:
    """Where a leader may ride: Stirn to whom he can speak with, Maxwell with an escort."""
    role = state.units.leaders[leader].role
    if role == "stirn":
        return ways.without(BOARD.area(no_german(state)))
    if role == "maxwell" and state.field.has("maxwell_escorted"):
        escorted = to_escorts(state, ways)
        return escorted if escorted.count or _is_led(state) else ways
    return ways


def to_escorts(state: State, ways: Reach) -> Reach:
    """Of where Maxwell can ride, the hexes with light infantry of his wing (18.1.3)."""
    escorts = {state.at[unit] for unit in units_of(state, "american") if _is_escort(state, unit)}
    return ways.without(~BOARD.area(escorts))


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
    of Radley Run, Maxwell without his escort if he can reach one, Stirn with regulars (R-35, R-41, R-92,
    R-95, R-96)."""
    side, where = state.active, state.at
    near = foe(state, side).near
    found = {unit for unit, each in state.condition.items() if each == "disrupted" and where[unit] in near}
    found.update(unit for unit, pin in pinned(state).items() if pin.choice == "break_off")
    stirn, maxwell = state.units.role["stirn"], state.units.role["maxwell"]
    if side == "british":
        if stirn in where and speaks_no_german(state, where[stirn]):
            found.add(stirn)
        return found
    north = state.ground.belt_areas[NORTH_OF_RADLEY]
    found.update(piece for piece in able if BIT[where[piece]] & north)
    if maxwell in able and must_join(state):
        found.add(maxwell)
    return found


def must_join(state: State) -> bool:
    """Is Maxwell without light infantry of his wing, and in reach of some (18.1.3)?"""
    if not state.field.has("maxwell_escorted") or _is_led(state):
        return False
    return to_escorts(state, reach(state, state.units.role["maxwell"])).count > 0


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
