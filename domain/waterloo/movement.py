"""Movement cards, reinforcements, and cavalry that withdraws before infantry (5.0, 8, 9.6, W-27 to W-40)."""

from collections.abc import Sequence
from functools import cache

from domain.kernel.agenda import Answers, Play, Step, the_order, the_seat
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.kernel.seats import Seat
from domain.waterloo import leaders, places
from domain.waterloo.artillery import open_window
from domain.waterloo.events import (
    CavalryWithdrew,
    LeaderMoved,
    MovementEnded,
    UnitEntered,
    UnitMoved,
    UnitMoveEnded,
    UnitTurned,
)
from domain.waterloo.facts import FACINGS, Army, Facing, Front, Square
from domain.waterloo.orders import (
    EndMovement,
    EnterUnit,
    MoveLeader,
    MoveUnit,
    StayPut,
    StopUnit,
    TurnUnit,
    Withdraw,
)
from domain.waterloo.state import (
    ARMY_OF,
    BEYOND,
    CHATEAUX,
    FACTS,
    FRONT_OF,
    INFANTRY,
    OTHER_FRONT,
    UNITS_OF_ARMY,
    State,
    empty_beside,
    enemy_beside,
    front_of_seat,
    has_all_round_front,
    is_in_reserve,
    leader_on,
    seat_of,
    seat_of_unit,
)

MoveOrder = MoveUnit | TurnUnit | MoveLeader | EnterUnit | EndMovement

TURN_COST = 1
LEADER_COST = 1
END_MOVEMENT = EndMovement()
STAY_PUT = StayPut()
_move_order = cache(MoveUnit)
_stop_order = cache(StopUnit)
_leader_order = cache(MoveLeader)
_enter_order = cache(EnterUnit)
_withdraw_order = cache(Withdraw)
_TURNS: dict[str, dict[Facing, tuple[TurnUnit, ...]]] = {
    unit: {was: tuple(TurnUnit(unit, facing) for facing in FACINGS if facing != was) for was in FACINGS}
    for unit in FACTS.units
}


@cache
def _straight_on(unit: str, square: Square, facing: Facing) -> tuple[Square, int, MoveUnit] | None:
    """The square straight on, what it costs to enter it, and the order to do so."""
    to = BEYOND[square][facing]
    return None if to is None else (to, FACTS.entry_cost[square, to], MoveUnit(unit, to))


# The menu of a movement card ------------------------------------------------------------------


def _may_move(state: State, unit: str) -> bool:
    """On the map, not yet moved and not rallied this round."""
    at = state.units[unit]
    return at.square is not None and not at.moved and not at.rallied


def unit_moves(state: State, unit: str) -> Sequence[MoveUnit]:
    """Where a unit may go with the points left: straight on, out of a chateau any way (W-29, W-34)."""
    at = state.units[unit]
    square = at.square
    assert square is not None
    if square in CHATEAUX and unit in INFANTRY:
        return [
            _move_order(unit, to, facing)
            for to in empty_beside(state, square)
            if FACTS.entry_cost[square, to] <= state.points
            for facing in FACINGS
        ]
    ahead = _straight_on(unit, square, at.facing)
    if ahead is None or ahead[0] in state.at or ahead[1] > state.points:
        return ()
    return ahead[2:]


def leader_moves(state: State, army: Army) -> Sequence[MoveLeader]:
    """Where the leader of the army may go: with a unit of his front, or alone away from the enemy (W-36)."""
    fact = FACTS.leader_of.get(army)
    square = state.leaders.get(fact.id) if fact is not None else None
    if fact is None or square is None:
        return ()
    front = FACTS.front[army]
    return [
        _leader_order(fact.id, to)
        for to in BEYOND[square].values()
        if to is not None and _may_host(state, to, front)
    ]


def _may_host(state: State, square: Square, front: Front) -> bool:
    unit = state.at.get(square)
    if unit is not None:
        return FRONT_OF[unit] == front
    return leader_on(state, square, OTHER_FRONT[front]) is None and not enemy_beside(state, square, front)


def entries(state: State, unit: str) -> Sequence[EnterUnit]:
    """Where and how a Prussian unit may enter now (W-90 to W-92)."""
    if not is_in_reserve(state, unit) or FACTS.arrival_turn[unit] > state.turn:
        return ()
    squares = FACTS.entry_squares if state.entry_square is None else (state.entry_square,)
    return [
        _enter_order(unit, square, facing)
        for square in squares
        if square not in state.at and leader_on(state, square, "french") is None
        for facing in FACINGS
    ]


def _menu(state: State) -> Sequence[Order]:
    army, units, occupied, points = state.army, state.units, state.at, state.points
    assert army is not None
    orders: list[Order] = []
    for unit in UNITS_OF_ARMY[army]:
        at = units[unit]
        square = at.square
        if square is None:
            if army == "prussian" and points >= FACTS.first_square_cost:
                orders += entries(state, unit)
        elif not at.moved and not at.rallied:
            if square in CHATEAUX:
                orders += unit_moves(state, unit)
            else:
                ahead = _straight_on(unit, square, at.facing)
                if ahead is not None and ahead[1] <= points and ahead[0] not in occupied:
                    orders.append(ahead[2])
            orders += _TURNS[unit][at.facing]
    orders += leader_moves(state, army)
    if state.mover is not None:
        orders.append(_stop_order(state.mover))
    orders.append(END_MOVEMENT)
    return orders


def _can_move_something(state: State) -> bool:
    army = state.army
    assert army is not None
    if state.points < 1:
        return False
    for unit in UNITS_OF_ARMY[army]:
        if _may_move(state, unit):  # it may at least turn
            return True
    if leader_moves(state, army):
        return True
    return army == "prussian" and any(entries(state, unit) for unit in UNITS_OF_ARMY[army])


# The movement card ----------------------------------------------------------------------------


class Movement(Step, frozen=True):
    """A movement card is being used up (8.0, D-06).

    `then` is what the player ordered next when the move of a unit ended; it falls away if artillery
    breaks in, which shows in `heard`, the number of cards that the other front has discarded. `over`
    says that the unit under way followed withdrawing cavalry and must stop (W-40).
    """

    then: MoveOrder | None = None
    heard: int = 0
    over: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        if self.then is not None:
            play.replace(Movement())
            if self.heard == _cards_heard(state):
                _carry_out(play, self.then)
            return None
        if self.over or not _can_move_something(state):
            _end_move(play, END_MOVEMENT if not self.over else None)
            return None
        assert state.army is not None
        about = {"points": state.points, "unit": state.mover}
        return Decision(
            Ask(seat_of(state, state.army), "movement", "8.0", lambda draft: _menu(state), about)
        )

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, StopUnit):
            _end_move(play, None)
            return
        assert isinstance(order, MoveOrder)
        mover = play.state.mover
        if mover is not None and getattr(order, "unit", None) != mover:
            _end_move(play, order)
        else:
            _carry_out(play, order)


def _cards_heard(state: State) -> int:
    return sum(len(state.discards.get(army, ())) for army in FACTS.armies_of[OTHER_FRONT[state.active]])


def _end_move(play: Play[State], then: MoveOrder | None) -> None:
    """The unit under way has moved (W-28); artillery may interrupt before what comes next (W-72 b)."""
    play.replace(Movement(then, _cards_heard(play.state) if then is not None else 0))
    if play.state.mover is not None:
        play.record(UnitMoveEnded(play.state.mover))
        open_window(play, "b")


def _carry_out(play: Play[State], order: MoveOrder) -> None:
    if isinstance(order, MoveUnit):
        _move(play, order.unit, order.to, order.facing)
        _come_beside(play, order.unit)
    elif isinstance(order, TurnUnit):
        _turn(play, order.unit, order.facing)
    elif isinstance(order, MoveLeader):
        start = play.state.leaders[order.leader]
        assert start is not None
        play.record(LeaderMoved(order.leader, start, order.to, LEADER_COST))
    elif isinstance(order, EnterUnit):
        play.record(UnitEntered(order.unit, order.to, order.facing, FACTS.first_square_cost))
        places.enter(play, order.unit, order.to)
        _come_beside(play, order.unit)
    else:
        play.pop()
        play.record(MovementEnded(play.state.points))


def _move(play: Play[State], unit: str, to: Square, facing: Facing | None) -> None:
    at = play.state.units[unit]
    start = at.square
    assert start is not None
    parts = FACTS.cost_parts[start, to]
    play.record(UnitMoved(unit, start, to, facing or at.facing, FACTS.entry_cost[start, to], parts))
    places.enter(play, unit, to)


def _turn(play: Play[State], unit: str, facing: Facing) -> None:
    play.record(UnitTurned(unit, play.state.units[unit].facing, facing, TURN_COST))


# Cavalry withdrawal ---------------------------------------------------------------------------


def _come_beside(play: Play[State], unit: str, following: bool = False) -> None:
    """A unit moved: enemy cavalry may withdraw from infantry (W-37), then leaders are displaced (W-39)."""
    if unit in INFANTRY and _cavalry_beside(play.state, unit):
        play.push(Withdrawal(unit, following=following))
    else:
        leaders.keep_safe(play)


def _cavalry_beside(state: State, infantry: str, seat: Seat | None = None) -> list[str]:
    """Enemy cavalry (of one seat) beside this infantry that could withdraw."""
    square = state.units[infantry].square
    assert square is not None
    front, at = FRONT_OF[infantry], state.at
    found = []
    for to in FACTS.adjacent[square]:
        unit = at.get(to)
        if (
            unit is not None
            and unit not in INFANTRY
            and FRONT_OF[unit] != front
            and (seat is None or seat_of_unit(state, unit) == seat)
            and empty_beside(state, to)
        ):
            found.append(unit)
    return found


class Withdrawal(Step, frozen=True):
    """Cavalry may withdraw before this infantry (9.6, D-08).

    `passed` counts the seats that are done, `vacated` are the squares left so far; infantry that was
    `following` already cannot follow again.
    """

    infantry: str
    passed: int = 0
    vacated: tuple[Square, ...] = ()
    following: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        for seat in _withdrawing(state)[self.passed :]:
            cavalry = _cavalry_beside(state, self.infantry, seat)
            if cavalry:
                orders = [*_withdrawals(state, cavalry), STAY_PUT]
                return Decision(Ask(seat, "withdraw", "9.6", orders, {"infantry": self.infantry}))
        play.pop()
        if self.vacated and not self.following:
            play.push(Follow(self.infantry, self.vacated))
        leaders.keep_safe(play)
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        turn = _withdrawing(play.state).index(the_seat(answers))
        vacated = self.vacated
        if isinstance(order, Withdraw):
            vacated = (*vacated, _withdraw(play, order))
        else:
            turn += 1
        play.replace(Withdrawal(self.infantry, turn, vacated, self.following))


def _withdrawing(state: State) -> tuple[Seat, ...]:
    front = OTHER_FRONT[state.active]
    return tuple(seat for seat in state.seats if front_of_seat(seat) == front)


def _withdrawals(state: State, cavalry: Sequence[str]) -> list[Withdraw]:
    return [
        _withdraw_order(unit, to, facing)
        for unit in cavalry
        for to in empty_beside(state, state.units[unit].square or "")
        for facing in FACINGS
    ]


def _withdraw(play: Play[State], order: Withdraw) -> Square:
    start = play.state.units[order.unit].square
    assert start is not None
    leader = leader_on(play.state, start, FRONT_OF[order.unit])
    play.record(CavalryWithdrew(order.unit, start, order.to, order.facing, leader))
    places.enter(play, order.unit, order.to)
    return start


class Follow(Step, frozen=True):
    """Infantry may follow into a square that cavalry vacated, or stop (W-40, D-09)."""

    unit: str
    vacated: tuple[Square, ...]

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        orders = self._orders(state)
        if not orders:
            play.pop()
            _end_move(play, None)
            return None
        menu = [*orders, StopUnit(self.unit)]
        about = {"unit": self.unit, "points": state.points}
        return Decision(Ask(seat_of(state, ARMY_OF[self.unit]), "follow", "9.6", menu, about))

    def _orders(self, state: State) -> list[MoveUnit]:
        square = state.units[self.unit].square
        assert square is not None
        free = has_all_round_front(state, self.unit)
        return [
            _move_order(self.unit, to, facing)
            for to in self.vacated
            if (square, to) in FACTS.entry_cost
            and to not in state.at
            and self._cost(state, square, to) <= state.points
            for facing in (FACINGS if free else (None,))
        ]

    def _cost(self, state: State, square: Square, to: Square) -> int:
        """The square, and a turn towards it if the unit does not face it."""
        faces = has_all_round_front(state, self.unit) or BEYOND[square][state.units[self.unit].facing] == to
        return FACTS.entry_cost[square, to] + (0 if faces else TURN_COST)

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        play.pop()
        if isinstance(order, StopUnit):
            _end_move(play, None)
            return
        assert isinstance(order, MoveUnit)
        self._follow(play, order)

    def _follow(self, play: Play[State], order: MoveUnit) -> None:
        at = play.state.units[self.unit]
        assert at.square is not None
        towards = FACTS.direction[at.square, order.to]
        if order.facing is None and at.facing != towards:
            _turn(play, self.unit, towards)
        play.replace(Movement(over=True))
        _move(play, self.unit, order.to, order.facing)
        _come_beside(play, self.unit, following=True)
