"""The sequence of play of Skeleton: turns, and what a seat does in one (Rules 1 to 4)."""

from domain.kernel import Answers, Ask, Decision, Opened, Order, Play, Seat, Step, the_order
from domain.skeleton.events import AttackResolved, GameEnded, SeatRested, TurnBegan, UnitMoved
from domain.skeleton.facts import BOARD, UNITS
from domain.skeleton.orders import AttackUnit, MoveUnit, Rest
from domain.skeleton.state import ENEMY, SEATS, State, result, unit_at, units_of

TURNS = 8
HITS_FROM = 4


def set_up(opened: Opened) -> tuple[State, tuple[Step, ...]]:
    """The first state, and what is to be done."""
    return State(at={unit.id: unit.start for unit in UNITS.values()}), (Turns(),)


class Turns(Step, frozen=True):
    """Turns follow each other until the game is over (Rules 1 and 4)."""

    def advance(self, play: Play[State]) -> None:
        state = play.state
        if state.turn == TURNS or any(not units_of(state, seat) for seat in SEATS):
            play.pop()
            ended = state.changed(is_over=True)
            winners = (found := result(ended)) and found.winners
            play.record(GameEnded(winners[0] if winners else None))
            return
        play.record(TurnBegan(state.turn + 1))
        for seat in reversed(SEATS):  # the last one pushed is the first to play
            play.push(Act(seat))


class Act(Step, frozen=True):
    """A seat moves or attacks with one unit, or rests (Rules 2 and 3)."""

    seat: Seat

    def advance(self, play: Play[State]) -> Decision | None:
        if not all(units_of(play.state, seat) for seat in SEATS):
            play.pop()
            return None
        return Decision(Ask(self.seat, "act", "1", menu(play.state, self.seat)))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        play.pop()
        if isinstance(order, MoveUnit):
            play.record(UnitMoved(order.unit, play.state.at[order.unit], order.to))
        elif isinstance(order, AttackUnit):
            (die,) = play.roll(self.seat, 1, 6, "attack", "3", score=lambda face: float(face >= HITS_FROM))
            play.record(AttackResolved(order.unit, order.target, die, die >= HITS_FROM))
        else:
            play.record(SeatRested(self.seat))


def menu(state: State, seat: Seat) -> list[Order]:
    """Everything that a seat may do: the menu is the rules."""
    found: list[Order] = []
    for unit in units_of(state, seat):
        for square in BOARD.adjacent[state.at[unit]]:
            there = unit_at(state, square)
            if there is None:
                found.append(MoveUnit(unit, square))
            elif UNITS[there].side == ENEMY[seat]:
                found.append(AttackUnit(unit, there))
    return [*found, Rest()]
