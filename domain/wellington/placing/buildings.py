"""Building and regrouping: where it may be done, and how the pieces come into play (6)."""

from collections.abc import Iterable

from domain.kernel.agenda import Play
from domain.wellington.arrival.entry import come_into_play
from domain.wellington.events.points import PiecePlaced
from domain.wellington.facts.world import LEADERS_OF, Power
from domain.wellington.orders.points import BuildLeader, BuildSoldier, RegroupLeader, RegroupSoldier
from domain.wellington.placing.placing import may_place, place_soldiers
from domain.wellington.position import card_table
from domain.wellington.position.card_changes import has_just_fallen, is_barred
from domain.wellington.position.conflict import Part
from domain.wellington.position.control import building_places
from domain.wellington.position.state import State, unbuilt_sp

BuildOrder = BuildSoldier | BuildLeader | RegroupSoldier | RegroupLeader


def building_orders(state: State, power: Power) -> list[BuildOrder]:
    """Building and regrouping for command points (6.3), in a besieged fortress too (R-27)."""
    return orders_at(state, power, _places(state, power, False), _places(state, power, True))


def orders_at(
    state: State, power: Power, for_soldiers: Iterable[str], for_leaders: Iterable[str]
) -> list[BuildOrder]:
    """What may be built and regrouped in these duchies (6.1, 6.2)."""
    found: list[BuildOrder] = []
    unbuilt = unbuilt_sp(state, power)
    for duchy in for_soldiers:
        if may_place(state, power, duchy, 1):
            if unbuilt:
                found.append(BuildSoldier(duchy))
            if state.regroup[power]:
                found.append(RegroupSoldier(duchy))
    ready = _ready_leaders(state, power)
    for duchy in for_leaders:
        found.extend(order(leader, duchy) for leader, order in ready)
    return found


def _places(state: State, power: Power, for_leader: bool) -> list[str]:
    """Where it may build, as far as cards let it (#17)."""
    places = building_places(state, power, for_leader)
    return [duchy for duchy in places if not is_barred(state, card_table.no_building, power, duchy)]


def _ready_leaders(state: State, power: Power) -> list[tuple[str, type[BuildLeader | RegroupLeader]]]:
    """The leaders who may come, built or out of the Regroup Box."""
    found: list[tuple[str, type[BuildLeader | RegroupLeader]]] = []
    for leader in LEADERS_OF[power]:
        general = state.leaders[leader]
        if general.place != "map" and not (general.bound or has_just_fallen(state, leader)):
            found.append((leader, BuildLeader if general.place == "unbuilt" else RegroupLeader))
    return found


def build(play: Play[State], power: Power, order: BuildOrder) -> None:
    """The piece that was ordered comes into play."""
    if isinstance(order, (BuildLeader, RegroupLeader)):
        regrouped = isinstance(order, RegroupLeader)
        play.record(PiecePlaced(power, order.duchy, leader=order.leader, regrouped=regrouped))
        come_into_play(play, Part(power, 0, (order.leader,)), order.duchy, "build")
        return
    regrouped = isinstance(order, RegroupSoldier)
    if place_soldiers(play, power, order.duchy, 1, regrouped):
        come_into_play(play, Part(power, 1), order.duchy, "build")
