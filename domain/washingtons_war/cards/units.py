"""Events that remove CU and bring them (6.31)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.washingtons_war.ending import victory
from domain.washingtons_war.events.pieces import CuAdded, CuBoxed, CuRemoved
from domain.washingtons_war.facts import CardStep, Nation, Side
from domain.washingtons_war.facts.ids import seat_of
from domain.washingtons_war.orders.cards import RaiseUnits, StrikeUnit
from domain.washingtons_war.position.card_table import effects, targets
from domain.washingtons_war.position.state import State
from domain.washingtons_war.position.units import cu_by_nation


@effects("remove_cu")
def _remove(play: Play[State], side: Side, card: str, step: CardStep) -> None:
    number = play.state.facts.cards[card].steps.index(step)
    play.push(RemoveUnits(side, card, number, step.count))


class RemoveUnits(Step, frozen=True):
    """The player of the card removes CU, as many as it says or as there are, one by one (6.31, R-95)."""

    side: Side
    card: str
    number: int
    left: int

    def advance(self, play: Play[State]) -> Decision | None:
        menu = self._menu(play.state) if self.left else []
        if not menu:
            play.pop()
            return None
        about = {"side": self.side, "card": self.card, "left": self.left}
        return Decision(Ask(seat_of(self.side), "strike_unit", "6.31", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, StrikeUnit)
        play.replace(RemoveUnits(self.side, self.card, self.number, self.left - 1))
        play.record(CuRemoved(order.space, order.nation, 1, "event"))
        victory.check(play)

    def _menu(self, state: State) -> list[StrikeUnit]:
        step = state.facts.cards[self.card].steps[self.number]
        assert step.side is not None, "a card says whose CU it removes"
        return [
            StrikeUnit(space, nation)
            for space in targets["remove_cu"](state, step)
            for nation in cu_by_nation(state, space, step.side)
        ]


@effects("add_cu_map")
def _add(play: Play[State], side: Side, card: str, step: CardStep) -> None:
    assert step.side is not None, "a card says whose CU it adds"
    play.push(AddUnits(side, card, targets["add_cu_map"](play.state, step), step.side, step.count))


class AddUnits(Step, frozen=True):
    """The player of the card says to which space its CU come, all to one (6.31)."""

    side: Side
    card: str
    spaces: tuple[str, ...]
    nation: Nation
    count: int

    def advance(self, play: Play[State]) -> Decision | None:
        if not self.spaces:
            play.pop()
            return None
        about = {"side": self.side, "card": self.card, "count": self.count}
        menu = list(map(RaiseUnits, self.spaces))
        return Decision(Ask(seat_of(self.side), "raise_units", "6.31", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, RaiseUnits)
        play.pop()
        play.record(CuAdded(order.space, self.nation, self.count, "event", "6.31"))


@effects("add_cu_box")
def _box(play: Play[State], side: Side, card: str, step: CardStep) -> None:
    play.record(CuBoxed(step.count, "event"))
