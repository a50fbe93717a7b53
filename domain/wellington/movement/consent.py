"""What the ally is asked about groups: a new commander, and may his army join a march (9.61, 9.62, D-09).

A seat that holds both powers agrees by itself (rulings: protocol 7).
"""

from collections.abc import Sequence

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.wellington.events.groups import CommanderNamed, CommanderRefused, JoiningRefused
from domain.wellington.facts.world import ALLY_OF, POWER_OF, SIDE_OF, Power
from domain.wellington.movement.groups import (
    commander,
    decider,
    has_joined,
    is_two_power_group,
    leaders_of_side,
)
from domain.wellington.orders.groups import AgreeToGroup, NameCommander, RefuseGroup
from domain.wellington.position.state import State, ally_seat, duchies_of, seat_of

ANSWERS: Sequence[Order] = (AgreeToGroup(), RefuseGroup())


def command_orders(state: State, power: Power) -> list[NameCommander]:
    """The commanders that the active power may name, each leader once in an impulse (9.53, 9.62)."""
    assert state.impulse is not None, "commanders are named in an impulse"
    side, named = SIDE_OF[power], state.impulse.named
    found: list[NameCommander] = []
    for duchy in duchies_of(state, power):
        there = leaders_of_side(state, duchy, side)
        if any(POWER_OF[leader] == power for leader in there):
            rest = {*there} - {*named, commander(state, duchy, side)}
            found += [NameCommander(duchy, leader) for leader in there if leader in rest]
    return found


def name_commander(play: Play[State], power: Power, order: NameCommander) -> None:
    """The leader commands at once, or when the ally agrees (9.62)."""
    if _must_agree(play.state, power, order.duchy):
        play.push(AgreeOnCommander(power, order.duchy, order.leader))
    else:
        play.record(CommanderNamed(order.duchy, order.leader, ordered=True))


def _must_agree(state: State, power: Power, duchy: str) -> bool:
    """Is the ally asked? Not if the power decides and somebody has joined, or nobody was named yet (R-42)."""
    side = SIDE_OF[power]
    if not is_two_power_group(state, duchy, side) or ally_seat(state, power) == seat_of(state, power):
        return False
    return decider(state, duchy, side) != power or not has_joined(state, duchy, side)


class AgreeOnCommander(Step, frozen=True):
    """Both powers of a group must want its new commander (9.62, R-42)."""

    power: Power
    duchy: str
    leader: str

    def advance(self, play: Play[State]) -> Decision | None:
        about = {"power": self.power, "duchy": self.duchy, "leader": self.leader}
        seat = ally_seat(play.state, self.power)
        return Decision(Ask(seat, "agree_on_commander", "9.62", ANSWERS, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        play.pop()
        if isinstance(the_order(answers), AgreeToGroup):
            play.record(CommanderNamed(self.duchy, self.leader, ordered=True))
        else:
            play.record(CommanderRefused(self.power, self.duchy, self.leader, ALLY_OF[self.power]))


class AgreeToJoin(Step, frozen=True):
    """The ally lets his leaders join a march (9.61); if he refuses, the step under this one is dropped."""

    power: Power
    leader: str
    joining: tuple[str, ...]
    to: str

    def advance(self, play: Play[State]) -> Decision | None:
        about = {"power": self.power, "leader": self.leader, "joining": self.joining, "to": self.to}
        seat = ally_seat(play.state, self.power)
        return Decision(Ask(seat, "agree_to_join", "9.61", ANSWERS, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        play.pop()
        if isinstance(the_order(answers), RefuseGroup):
            play.pop()
            play.record(JoiningRefused(self.power, self.joining, ALLY_OF[self.power]))
