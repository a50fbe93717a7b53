"""The parts of an ordered march: which armies go in one group, and what each of them takes along (9.6)."""

from collections.abc import Sequence

from domain.kernel.orders import Order
from domain.wellington.facts.world import POWER_OF, SIDE_OF, Power
from domain.wellington.movement.groups import commander, leaders_of_side, march_cost, may_follow
from domain.wellington.movement.may_march import loads, ready_leaders
from domain.wellington.orders.groups import JoinArmy
from domain.wellington.orders.points import Carry, MoveArmy
from domain.wellington.position.conflict import Part
from domain.wellington.position.state import State, ally_seat, seat_of

Draft = Sequence[Order]
Army = Carry | JoinArmy


def march_menu(state: State, draft: Draft, points: int) -> list[Order]:
    """What may follow in the draft of a march: the load of its leader, which closes it, or one army more.

    Armies join in the order of the roster, for as long as the points reach.
    """
    lead = _lead(draft)
    duchy = state.leaders[lead].duchy
    assert duchy is not None, "only a leader on the map marches"
    joined = [order for order in draft if isinstance(order, JoinArmy)]
    taken = {lead, *(leader for army in joined for leader in (army.leader, *army.staff))}
    menu: list[Order] = [*_loads(state, lead, joined, taken)]
    for leader in _may_join(state, lead, duchy, joined, taken):
        if march_cost(state, (*armies(draft), leader)) <= points:
            menu += [JoinArmy(leader, o.sp, o.staff) for o in _loads(state, leader, joined, taken)]
    return menu


def armies(draft: Draft) -> tuple[str, ...]:
    """The leaders of the armies that march, the one who leads them all first."""
    return _lead(draft), *(order.leader for order in draft if isinstance(order, JoinArmy))


def parts_of(draft: Draft) -> tuple[Part, ...]:
    """What marches, put together by power; the leading power and its leader first."""
    found: dict[Power, Part] = {}
    for army in sorted((o for o in draft if isinstance(o, Army)), key=lambda o: isinstance(o, JoinArmy)):
        power = POWER_OF[army.leader]
        was = found.get(power, Part(power))
        found[power] = Part(power, was.sp + army.sp, (*was.leaders, army.leader, *army.staff))
    return tuple(found.values())


def to_be_asked(state: State, draft: Draft) -> tuple[str, ...]:
    """The leaders of the ally who join only if he agrees: they did not come as one group so far (9.61)."""
    lead = _lead(draft)
    power, duchy = POWER_OF[lead], state.leaders[lead].duchy
    assert duchy is not None
    if ally_seat(state, power) == seat_of(state, power):
        return ()
    others = [leader for leader in armies(draft) if POWER_OF[leader] != power]
    if commander(state, duchy, SIDE_OF[power]) == lead:
        others = [one for one in others if state.leaders[one].marched != state.leaders[lead].marched]
    return tuple(others)


def _lead(draft: Draft) -> str:
    first = draft[0]
    assert isinstance(first, MoveArmy), "a march begins with its leader"
    return first.leader


def _loads(state: State, leader: str, joined: Sequence[JoinArmy], taken: set[str]) -> Sequence[Carry]:
    used = sum(army.sp for army in joined if POWER_OF[army.leader] == POWER_OF[leader])
    return loads(state, leader, taken, used)


def _may_join(
    state: State, lead: str, duchy: str, joined: Sequence[JoinArmy], taken: set[str]
) -> Sequence[str]:
    """Leaders there who may lead an army of the group, later in the roster than those who joined."""
    assert state.impulse is not None
    there = leaders_of_side(state, duchy, SIDE_OF[POWER_OF[lead]])
    after = there.index(joined[-1].leader) + 1 if joined else 0
    return [
        leader
        for leader in there[after:]
        if leader in ready_leaders(state, duchy, POWER_OF[leader])
        if leader not in taken and leader not in state.impulse.refused and may_follow(state, leader, lead)
    ]
