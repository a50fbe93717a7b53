"""Cards whose dice say who may be ordered, or who gets blocks back (R-17, R-18)."""

from domain.kernel import Answers, Ask, Decision, Order, Play, Step, the_order
from domain.napoleonics.command.orders import IssueOrders
from domain.napoleonics.events.cards import BlockRestored, OrderDiceShown
from domain.napoleonics.facts import COMBAT
from domain.napoleonics.facts.sides import ARMS, seat_of
from domain.napoleonics.orders.cards import EndRally, RestoreBlock
from domain.napoleonics.position.pieces import units_of
from domain.napoleonics.position.state import State, card_of, command_of, unit_fact


class RollOrderDice(Step, frozen=True):
    """As many dice as the command value."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        state, doing = play.state, card_of(play.state).doing
        rule = "R-17" if doing == "elan" else "R-18"
        useful = (*ARMS, "flag") if doing == "elan" else ARMS
        faces = play.roll_faces(
            seat_of(state.active), command_of(state).value, COMBAT, doing, rule,
            score=lambda face: float(face in useful),
        )  # fmt: skip
        play.record(OrderDiceShown(state.active, faces, rule))
        play.push(*((IssueOrders(),) if doing == "elan" else (RestoreBlocks(), IssueOrders())))


class RestoreBlocks(Step, frozen=True):
    """Blocks come back, one for each symbol of their arm, to units that lost some (R-18)."""

    def advance(self, play: Play[State]) -> Decision | None:
        menu = rally_menu(play.state)
        if len(menu) == 1:
            play.pop()
            return None
        left = sum(face in ARMS for face in command_of(play.state).symbols)
        return Decision(Ask(seat_of(play.state.active), "rally", "R-18", menu, {"symbols": left}))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order, state = the_order(answers), play.state
        if isinstance(order, RestoreBlock):
            arm = unit_fact(state, order.unit).arm
            play.record(BlockRestored(order.unit, arm, state.blocks[order.unit] + 1))
        else:
            play.pop()


def rally_menu(state: State) -> list[Order]:
    symbols = command_of(state).symbols
    found: list[Order] = [
        RestoreBlock(unit)
        for unit in units_of(state, state.active)
        if unit_fact(state, unit).arm in symbols and state.blocks[unit] < unit_fact(state, unit).blocks
    ]
    return [*found, EndRally()]
