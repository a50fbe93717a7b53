"""A unit runs short of supply and goes back to its base row (R-11)."""

from domain.kernel import Answers, Ask, Decision, Order, Play, Step, the_order
from domain.napoleonics.command.eligible import may_be_relocated, rooms
from domain.napoleonics.ending.banners import settle
from domain.napoleonics.events.cards import SupplyCut, UnitRelocated
from domain.napoleonics.facts.sides import SIDES, seat_of
from domain.napoleonics.orders.cards import PlaceUnit, SendBack
from domain.napoleonics.position.pieces import units_of
from domain.napoleonics.position.state import State, side_of


class CutSupply(Step, frozen=True):
    """The active player chooses a unit of either side."""

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        menu: list[Order] = [
            SendBack(unit)
            for side in SIDES
            for unit in units_of(state, side)
            if may_be_relocated(state, unit)
        ]
        if not menu:
            play.pop()
            return None
        return Decision(Ask(seat_of(state.active), "supply", "R-11", menu))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, SendBack)
        play.pop()
        play.record(SupplyCut(play.state.active, order.unit))
        play.push(PlaceSupplied(order.unit))


class PlaceSupplied(Step, frozen=True):
    """Its owner says where it goes."""

    unit: str

    def advance(self, play: Play[State]) -> Decision | None:
        free = rooms(play.state, self.unit)
        if len(free) == 1:
            self._place(play, free[0])
            return None
        owner = seat_of(side_of(play.state, self.unit))
        menu = [PlaceUnit(self.unit, to) for to in free]
        return Decision(Ask(owner, "place", "R-11", menu, {"unit": self.unit}))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, PlaceUnit)
        self._place(play, order.to)

    def _place(self, play: Play[State], to: str) -> None:
        play.pop()
        play.record(UnitRelocated(self.unit, play.state.at[self.unit], to))
        settle(play)
