"""Movement cards, reinforcements, and cavalry that withdraws before infantry (5.0, 8, 9.6, W-27 to W-40)."""

from collections.abc import Sequence
from functools import cache

from domain.kernel.agenda import Answers, Play, Step, the_order, the_seat
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.kernel.seats import Seat
from domain.waterloo import leaders, places
from domain.waterloo.artillery import is_under_fire, keep_watch, open_window
from domain.waterloo.events.movement import (
    CavalryWithdrew,
    LeaderMoved,
    MovementEnded,
    UnitEntered,
    UnitMoved,
    UnitMoveEnded,
    UnitTurned,
)
from domain.waterloo.facts import FACINGS, Army, Facing, Front, Square
from domain.waterloo.facts.ids import (
    ADJACENT,
    ARMIES_OF,
    ARMY_OF,
    DIRECTION,
    FRONT_OF,
    FRONT_OF_ARMY,
    OTHER_FRONT,
    UNITS_OF_ARMY,
)
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
from domain.waterloo.position.state import (
    State,
    empty_beside,
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
    for unit in ARMY_OF
}


def cost_of(state: State, order: MoveUnit) -> int:
    """The movement points of the order: the square, and a turn first where there is one to pay for.

    A facing is free on leaving a chateau (W-34); after a withdrawal infantry turns to where it goes (W-40).
    """
    square = state.units[order.unit].square
    assert square is not None
    facts = state.facts
    turns = order.facing is not None and square not in facts.chateaux
    return facts.entry_cost[square, order.to] + (TURN_COST if turns else 0)


# The menu of a movement card ------------------------------------------------------------------


def _may_move(state: State, unit: str) -> bool:
    """On the map, not yet moved and not rallied this round."""
    at = state.units[unit]
    return at.square is not None and not at.moved and not at.rallied


def unit_moves(state: State, unit: str) -> Sequence[MoveUnit]:
    """Where a unit may go with the points left: straight on; infantry leaves a chateau on any side, and
    whoever leaves one takes any facing (W-29, W-34)."""
    at = state.units[unit]
    square = at.square
    assert square is not None
    facts = state.facts
    if square in facts.chateaux:
        front = facts.beyond[square][at.facing]
        return [
            _move_order(unit, to, facing)
            for to in empty_beside(state, square)
            if facts.entry_cost[square, to] <= state.points and (unit in facts.infantry or to == front)
            for facing in FACINGS
        ]
    ahead = facts.ahead[square][at.facing]
    if ahead is None or ahead[1] > state.points or ahead[0] in state.at:
        return ()
    return (_move_order(unit, ahead[0]),)


def unit_turns(state: State, unit: str) -> Sequence[TurnUnit]:
    """How a unit may turn where it stands; infantry in a chateau has its front on all sides (W-29, W-34)."""
    return () if has_all_round_front(state, unit) else _TURNS[unit][state.units[unit].facing]


def leader_moves(state: State, army: Army) -> Sequence[MoveLeader]:
    """Where the leader of the army may go: to a unit of his front, or into an empty square (W-36)."""
    facts = state.facts
    fact = facts.leader_of.get(army)
    square = state.leaders.get(fact.id) if fact is not None else None
    if fact is None or square is None:
        return ()
    front = FRONT_OF_ARMY[army]
    return [
        _leader_order(fact.id, to)
        for to in facts.beyond[square].values()
        if to is not None and _may_host(state, to, front)
    ]


def _may_host(state: State, square: Square, front: Front) -> bool:
    unit = state.at.get(square)
    if unit is not None:
        return FRONT_OF[unit] == front
    return leader_on(state, square, OTHER_FRONT[front]) is None


def entries(state: State, unit: str) -> Sequence[EnterUnit]:
    """Where and how a Prussian unit may enter now (W-90 to W-92)."""
    facts = state.facts
    if not is_in_reserve(state, unit) or facts.arrival_turn[unit] > state.turn:
        return ()
    squares = facts.entry_squares if state.entry_square is None else (state.entry_square,)
    return [
        _enter_order(unit, square, facing)
        for square in squares
        if square not in state.at
        for facing in FACINGS
    ]


def _menu(state: State) -> Sequence[Order]:
    army, units, occupied, points = state.army, state.units, state.at, state.points
    assert army is not None
    orders: list[Order] = []
    facts = state.facts
    ahead_of, chateaux = facts.ahead, facts.chateaux
    for unit in UNITS_OF_ARMY[army]:
        at = units[unit]
        square = at.square
        if square is None:
            if army == "prussian" and points >= facts.first_square_cost:
                orders += entries(state, unit)
        elif not at.moved and not at.rallied:
            if square in chateaux:
                orders += unit_moves(state, unit)
                orders += unit_turns(state, unit)
                continue
            facing = at.facing
            ahead = ahead_of[square][facing]
            if ahead is not None and ahead[1] <= points and ahead[0] not in occupied:
                orders.append(_move_order(unit, ahead[0]))
            orders += _TURNS[unit][facing]
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
        if _may_move(state, unit) and (unit_turns(state, unit) or unit_moves(state, unit)):
            return True
    if leader_moves(state, army):
        return True
    return army == "prussian" and any(entries(state, unit) for unit in UNITS_OF_ARMY[army])


# The movement card ----------------------------------------------------------------------------


class Movement(Step, frozen=True):
    """A movement card is being used up (8.0, D-06).

    `then` is what the player ordered next when the move of a unit ended; it falls away if artillery
    breaks in, which shows in `heard`, the number of cards that the other front has discarded. `over`
    says that the unit under way went on after cavalry had withdrawn and must stop (W-40), `watched` that
    artillery had its window and nothing has moved or turned since.
    """

    then: MoveOrder | None = None
    heard: int = 0
    over: bool = False
    watched: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        if self.then is not None:
            play.replace(Movement(watched=self.watched))
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
    return sum(len(state.discards.get(army, ())) for army in ARMIES_OF[OTHER_FRONT[state.active]])


def _end_move(play: Play[State], then: MoveOrder | None) -> None:
    """The unit under way has moved (W-28); artillery may interrupt before what comes next, unless it has just
    let that pass (W-72 b)."""
    movement, mover = play.agenda[-1], play.state.mover
    assert isinstance(movement, Movement)
    watched = movement.watched or mover is not None
    play.replace(Movement(then, _cards_heard(play.state) if then is not None else 0, watched=watched))
    if mover is not None:
        play.record(UnitMoveEnded(mover))
        if not movement.watched:
            open_window(play, "b")


def _pass_guns(play: Play[State], unit: str, *then: Step) -> None:
    """If the unit under way came before enemy guns, they may fire before it goes on (11.1, W-72 b)."""
    is_watched = is_under_fire(play.state, unit)
    play.replace(Movement(watched=is_watched))
    play.push(*then)
    if is_watched:
        open_window(play, "b")


def _carry_out(play: Play[State], order: MoveOrder) -> None:
    if isinstance(order, MoveUnit):
        _move(play, order.unit, order.to, order.facing)
        _come_beside(play, order.unit)
    elif isinstance(order, TurnUnit):
        _turn(play, order.unit, order.facing)
        play.replace(Movement())
    elif isinstance(order, MoveLeader):
        start = play.state.leaders[order.leader]
        assert start is not None
        play.record(LeaderMoved(order.leader, start, order.to, LEADER_COST))
        play.replace(Movement())
    elif isinstance(order, EnterUnit):
        play.record(UnitEntered(order.unit, order.to, order.facing, play.state.facts.first_square_cost))
        places.enter(play, order.unit, order.to)
        _come_beside(play, order.unit)
    else:
        movement = play.pop()
        play.record(MovementEnded(play.state.points))
        if isinstance(movement, Movement) and movement.watched:
            keep_watch(play)


def _move(play: Play[State], unit: str, to: Square, facing: Facing | None) -> None:
    at = play.state.units[unit]
    start = at.square
    assert start is not None
    facts = play.state.facts
    cost, parts = facts.entry_cost[start, to], facts.cost_parts[start, to]
    play.record(UnitMoved(unit, start, to, facing or at.facing, cost, parts, faced=start in facts.chateaux))
    places.enter(play, unit, to)


def _turn(play: Play[State], unit: str, facing: Facing) -> None:
    play.record(UnitTurned(unit, play.state.units[unit].facing, facing, TURN_COST))


# Cavalry withdrawal ---------------------------------------------------------------------------


def _come_beside(play: Play[State], unit: str, following: bool = False) -> None:
    """A unit moved: enemy cavalry may withdraw from infantry (W-37), then leaders make way (W-39), then
    guns that it came before may fire, unless its move is over anyway."""
    if unit in play.state.facts.infantry and _cavalry_beside(play.state, unit):
        play.push(Withdrawal(unit, following=following))
        return
    if not following:
        _pass_guns(play, unit)
    _leaders_make_way(play, unit)


def _leaders_make_way(play: Play[State], unit: str) -> None:
    square = play.state.units[unit].square
    assert square is not None
    leaders.make_way(play, unit, square)


def _cavalry_beside(state: State, infantry: str, seat: Seat | None = None) -> list[str]:
    """Enemy cavalry (of one seat) beside this infantry that could withdraw."""
    square = state.units[infantry].square
    assert square is not None
    front, at, on_foot = FRONT_OF[infantry], state.at, state.facts.infantry
    found = []
    for to in ADJACENT[square]:
        unit = at.get(to)
        if (
            unit is not None
            and unit not in on_foot
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
        if not self.following:
            _pass_guns(play, self.infantry, *([Follow(self.infantry)] if self.vacated else []))
        _leaders_make_way(play, self.infantry)
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        turn = _withdrawing(play.state).index(the_seat(answers))
        if isinstance(order, Withdraw):
            vacated = (*self.vacated, play.state.units[order.unit].square or "")
            play.replace(Withdrawal(self.infantry, turn, vacated, self.following))
            _withdraw(play, order)
        else:
            play.replace(Withdrawal(self.infantry, turn + 1, self.vacated, self.following))


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


def _withdraw(play: Play[State], order: Withdraw) -> None:
    start = play.state.units[order.unit].square
    assert start is not None
    leader = leader_on(play.state, start, FRONT_OF[order.unit])
    play.record(CavalryWithdrew(order.unit, start, order.to, order.facing, leader))
    places.enter(play, order.unit, order.to)
    leaders.make_way(play, order.unit, order.to)


class Follow(Step, frozen=True):
    """Cavalry withdrew: the infantry may enter one more empty square, or stops (W-40, D-09)."""

    unit: str

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
        at = state.units[self.unit]
        assert at.square is not None
        if has_all_round_front(state, self.unit):
            return list(unit_moves(state, self.unit))
        orders = []
        for to in empty_beside(state, at.square):
            towards = DIRECTION[at.square, to]
            order = _move_order(self.unit, to, None if towards == at.facing else towards)
            if cost_of(state, order) <= state.points:
                orders.append(order)
        return orders

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
        if order.facing is not None and not has_all_round_front(play.state, self.unit):
            _turn(play, self.unit, order.facing)
        play.replace(Movement(over=True))
        _move(play, self.unit, order.to, order.facing)
        _come_beside(play, self.unit, following=True)
