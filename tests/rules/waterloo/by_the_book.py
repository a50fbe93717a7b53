"""The legal orders of a few decisions, listed a second time from the rulebook: nothing here is taken from the
rules' own modules but the state, the orders' form and the data of map, counters and cards."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from domain.kernel import Order
from domain.waterloo.facts import load
from domain.waterloo.orders import (
    Attack,
    Charge,
    EnterUnit,
    ForceCharge,
    MoveLeader,
    MoveUnit,
    RevealCards,
    SetCard,
    StopUnit,
    TurnUnit,
)
from domain.waterloo.position.state import State

FACTS = load()
LETTERS = FACTS.grid.column_letters
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
BACK = {"N": "S", "S": "N", "E": "W", "W": "E"}


def beyond(square: str | None, facing: str) -> str | None:
    """The next square on that side; None beyond the map."""
    if square is None:
        return None
    column, row = LETTERS.index(square[0]) + STEP[facing][0], int(square[1:]) + STEP[facing][1]
    is_on_map = 0 <= column < FACTS.grid.columns and 1 <= row <= FACTS.grid.rows
    return f"{LETTERS[column]}{row}" if is_on_map else None


def has_edge(kind: str, one: str, other: str) -> bool:
    edges = FACTS.edges[kind]  # type: ignore[index]
    return (one, other) in edges or (other, one) in edges


def is_at(state: State, square: str | None) -> str | None:
    """The unit on the square."""
    return next((name for name, unit in state.units.items() if square and unit.square == square), None)


def side(unit: str) -> str:
    return "french" if FACTS.units[unit].army == "french" else "coalition"


def is_infantry(unit: str) -> bool:
    return unit.split("_")[1] == "inf"


def in_chateau(state: State, unit: str) -> bool:
    return FACTS.terrain.get(state.units[unit].square or "") == "chateau"


def cost(frm: str, to: str) -> int:
    """8.3: the square, a slope, a stream without a bridge; Mt. St. Jean and La Haye Sainte by a road 1."""
    into = FACTS.terrain[to]
    square = {"clear": 1, "woods": 2, "village": 2, "chateau": 2, "hill": 2}[into]
    if into == "hill" and FACTS.terrain[frm] == "hill":
        square = 1
    paved = [place.squares for place in FACTS.places if place.name in ("Mt. St. Jean", "La Haye Sainte")]
    roads = [{*pair} for road in FACTS.roads for pair in zip(road.squares, road.squares[1:], strict=False)]
    if {frm, to} in roads and any(to in squares for squares in paved):
        square = 1
    ford = has_edge("stream", frm, to) and not has_edge("bridge", frm, to)
    return square + has_edge("slope", frm, to) + ford


# Movement (8.0, 8.1, 8.2, 8.3, 10, 12.0, 5.0) ---------------------------------------------------


def movement(state: State) -> set[Order]:
    """Moves, turns, leader moves, entries and the stop of the unit under way; not the end of the card."""
    found: set[Order] = set()
    for name, unit in state.units.items():
        if FACTS.units[name].army != state.army:
            continue
        if unit.square is None:
            found |= entries(state, name)
        elif not unit.moved and not unit.rallied:
            found |= {*steps(state, name), *turns(state, name)}
    found |= set(leader_moves(state))
    if state.mover is not None:
        found.add(StopUnit(state.mover))
    return found


def steps(state: State, name: str) -> Iterator[Order]:
    unit = state.units[name]
    assert unit.square is not None
    leaves = in_chateau(state, name)
    ways = STEP if leaves and is_infantry(name) else (unit.facing,)
    for way in ways:
        to = beyond(unit.square, way)
        if to is None or is_at(state, to) or has_edge("pond", unit.square, to):
            continue
        if cost(unit.square, to) > state.points:
            continue
        for facing in STEP if leaves else (None,):  # 10: on leaving a chateau any facing, for nothing
            yield MoveUnit(name, to, facing)  # type: ignore[arg-type]


def turns(state: State, name: str) -> Iterator[Order]:
    if not (in_chateau(state, name) and is_infantry(name)):
        for facing in STEP:
            if facing != state.units[name].facing and state.points >= 1:
                yield TurnUnit(name, facing)  # type: ignore[arg-type]


def leader_moves(state: State) -> Iterator[Order]:
    leader = {"french": "napoleon", "anglo_allied": "wellington"}.get(state.army or "")
    square = state.leaders.get(leader or "")
    for way in STEP if leader is not None and square is not None and state.points >= 1 else ():
        to = beyond(square, way)
        if square is None or to is None or has_edge("pond", square, to) or to in state.leaders.values():
            continue
        there = is_at(state, to)
        if there is None or side(there) == state.active:
            assert leader is not None
            yield MoveLeader(leader, to)


def entries(state: State, name: str) -> set[Order]:
    due = FACTS.arrival_turn.get(name, 99)
    if name in state.eliminated or state.army != "prussian" or due > state.turn or state.points < 1:
        return set()
    squares = FACTS.entry_squares if state.entry_square is None else (state.entry_square,)
    empty = [square for square in squares if not is_at(state, square)]
    return {EnterUnit(name, to, facing) for to in empty for facing in STEP}  # type: ignore[arg-type]


def following(state: State, name: str) -> set[Order]:
    """9.6: "può muovere in una casella vuota (se ha ancora dei MP)", turned towards it for 1 MP."""
    unit, found = state.units[name], set[Order]()
    assert unit.square is not None
    if in_chateau(state, name):
        return {*steps(state, name), StopUnit(name)}
    for way in STEP:
        to = beyond(unit.square, way)
        if to is None or is_at(state, to) or has_edge("pond", unit.square, to):
            continue
        turn = way != unit.facing
        if cost(unit.square, to) + turn <= state.points:
            found.add(MoveUnit(name, to, way if turn else None))  # type: ignore[arg-type]
    return {*found, StopUnit(name)}


# Attacks and charges (9.2, 11.4, 11.5) ----------------------------------------------------------


def attacks(state: State) -> set[Order]:
    """Every target with every group of units that face it; not the order to leave it."""
    by_target: dict[str, list[str]] = {}
    for name, unit in state.units.items():
        if FACTS.units[name].army != state.army or unit.square is None:
            continue
        if unit.disordered or unit.rallied or unit.attacked:
            continue
        for way in STEP if in_chateau(state, name) and is_infantry(name) else (unit.facing,):
            ahead = beyond(unit.square, way)
            target = is_at(state, ahead)
            if target and ahead and side(target) != side(name) and not has_edge("pond", unit.square, ahead):
                by_target.setdefault(target, []).append(name)
    return {
        Attack(target, group)
        for target, able in by_target.items()
        for count in range(1, len(able) + 1)
        for group in combinations(able, count)
    }


def charges(state: State, armies: Iterable[str]) -> set[tuple[str, str, str]]:
    """(cavalry, where it runs to, target) of every charge that units of these armies can make."""
    found = set()
    for name, unit in state.units.items():
        able = unit.square and not (unit.disordered or unit.rallied or unit.attacked)
        if not able or is_infantry(name) or FACTS.units[name].army not in armies:
            continue
        square = unit.square
        for _ in range(2):  # "di una o due caselle senza cambiare orientamento"
            to = beyond(square, unit.facing)
            if square is None or to is None or is_at(state, to):
                break
            if any(has_edge(kind, square, to) for kind in ("slope", "stream", "pond")):
                break
            square, ahead = to, beyond(to, unit.facing)
            target = is_at(state, ahead)
            if target and ahead and not has_edge("pond", square, ahead):
                if side(target) != side(name) and FACTS.terrain[ahead] not in ("woods", "village", "chateau"):
                    found.add((name, square, target))
                break
    return found


def own_charges(state: State) -> set[Order]:
    return {Charge(*each) for each in charges(state, (state.army or "",))}


def forced_charges(state: State) -> set[Order]:
    enemies = ("anglo_allied", "prussian") if state.active == "french" else ("french",)
    return {ForceCharge(*each) for each in charges(state, enemies)}


# Battle cards (9.3, 11.2, 11.3, 11.4) -----------------------------------------------------------


def battle_cards(state: State, armies: Iterable[str], role: str, chosen: Iterable[SetCard]) -> set[Order]:
    """What a seat that plays these armies may still set on this side after the cards chosen already."""
    clash = state.clash
    assert clash is not None
    units = clash.attackers if role == "attacker" else (clash.target,)
    army, front = FACTS.units[units[0]].army, side(units[0])
    set_already = list(chosen)
    found: set[Order] = {RevealCards()}
    if role == "attacker" and front == state.active:  # "rimanere entro il limite delle 5 carte in un round"
        others = ("anglo_allied", "prussian") if state.active == "french" else ("french",)
        unlimited = not any(state.hands.get(each) for each in others)  # 4.0, exception
        if not unlimited and state.cards_in_round + len(set_already) >= 5:
            return found
    leader = "napoleon" if front == "french" else "wellington"
    helps = (leader == "napoleon") == (role == "attacker")  # Napoleon attacks, Wellington defends
    reach = helps and any(is_beside(state.units[unit].square, state.leaders[leader]) for unit in units)
    elite = any(FACTS.units[unit].elite for unit in units)
    for each in armies:
        for card in state.hands[each]:  # type: ignore[index]
            if any(card == other.card for other in set_already):
                continue
            uses = []
            if each == army and not clash.charge:
                uses.append("bp")
            if FACTS.cards[card].action == "command" and reach and not clash.charge:
                uses.append("command")
            if FACTS.cards[card].action == "elite" and elite and each == army:
                uses.append("elite")
            once = {other.use for other in set_already if other.use != "bp"}
            found |= {SetCard(card, use) for use in uses if use not in once}  # type: ignore[arg-type]
    return found


def is_beside(one: str | None, other: str | None) -> bool:
    """On the same square or sharing a side."""
    return one is not None and (one == other or other in (beyond(one, way) for way in STEP))
