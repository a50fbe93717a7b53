"""Spending command points (5.5): marches, flags, building and regrouping, one announced step at a time."""

from collections.abc import Sequence

from domain.kernel.agenda import Answers, Play, Step
from domain.kernel.decisions import Ask, Decision, Draft
from domain.kernel.orders import Order
from domain.wellington.arrival.entry import besieged_builders, march, sally
from domain.wellington.ending.ending import check
from domain.wellington.events.points import (
    CommandPointsLost,
    CommandPointSpent,
    CommandPointsReturned,
    FlagPlaced,
)
from domain.wellington.facts.world import Facts, Power
from domain.wellington.movement.consent import AgreeToJoin, command_orders, name_commander
from domain.wellington.movement.groups import march_cost
from domain.wellington.movement.marches import armies, march_menu, parts_of, to_be_asked
from domain.wellington.movement.may_march import army_moves, counter_moves
from domain.wellington.orders.arrival import FinishPlacing
from domain.wellington.orders.groups import NameCommander
from domain.wellington.orders.impulses import PlayForPoints, SpendResource
from domain.wellington.orders.points import (
    BuildLeader,
    BuildSoldier,
    LeavePoints,
    MoveArmy,
    MoveCounter,
    PlaceFlag,
    PointOrder,
    RegroupLeader,
    RegroupSoldier,
)
from domain.wellington.orders.sea import MoveConvoy, ShipPieces
from domain.wellington.orders.sieges import BesiegeFortress
from domain.wellington.placing.buildings import BuildOrder, build, building_orders
from domain.wellington.playing.plays import (
    SPEND_RESOURCE,
    may_hold_playable_card,
    may_use_resource,
    play_card,
    playable_cards,
    use_resource,
)
from domain.wellington.playing.responses import Window
from domain.wellington.points.flag_orders import flag_orders, places_to_flag
from domain.wellington.position import card_table
from domain.wellington.position.conflict import Part
from domain.wellington.position.control import flag_of
from domain.wellington.position.state import (
    State,
    duchies_of,
    seat_of,
)
from domain.wellington.sea.convoys import convoy_price, paid_convoys, set_sail, ship_loads
from domain.wellington.siege.sieges import besiege, siege_loads, siege_orders

LEAVE = LeavePoints()


class SpendPoints(Step, frozen=True):
    """The active power spends its points step by step, or leaves the rest (5.5, D-07)."""

    power: Power

    def advance(self, play: Play[State]) -> Decision | None:
        state, power = play.state, self.power
        assert state.impulse is not None, "points are spent in an impulse"
        points = state.impulse.points
        if check(play):
            return None
        besieged = besieged_builders(state, power)
        if besieged is not None:
            if not (_further_buildings(state, power, besieged) or _may_add_points(state)):
                sally(play, power, besieged)
                return None
        elif points == 0:
            play.pop()
            return None
        about = {"power": power, "points": points}
        return Decision(
            Ask(seat_of(state, power), "spend_point", "5.5", lambda draft: menu(state, power, draft), about)
        )

    def handle(self, play: Play[State], answers: Answers) -> None:
        (draft,) = answers.values()
        first, impulse = draft[0], play.state.impulse
        assert impulse is not None
        if isinstance(first, LeavePoints):
            play.pop()
            play.record(CommandPointsLost(self.power, impulse.points))
        elif isinstance(first, PlayForPoints):
            play_card(play, self.power, first)
        elif isinstance(first, SpendResource):
            use_resource(play, self.power)
        elif isinstance(first, NameCommander):
            name_commander(play, self.power, first)
        elif isinstance(first, BesiegeFortress):
            besiege(play, self.power, draft)
        elif isinstance(first, FinishPlacing):
            sally(play, self.power, first.duchy)
        else:
            self._announce(play, draft)

    def _announce(self, play: Play[State], draft: Draft) -> None:
        """The step is announced, when an ally has agreed who joins a march (9.61)."""
        play.push(TakeStep(self.power, tuple(order for order in draft if isinstance(order, PointOrder))))
        first = draft[0]
        asked = to_be_asked(play.state, draft) if isinstance(first, MoveArmy) else ()
        if isinstance(first, MoveArmy) and asked:
            play.push(AgreeToJoin(self.power, first.leader, asked, first.to))


class TakeStep(Step, frozen=True):
    """The step is announced at its price, and everybody may answer (5.2)."""

    power: Power
    draft: tuple[PointOrder, ...]

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        first, amount = self.draft[0], price(play.state, self.draft)
        subject, at = _named(first)
        play.record(CommandPointSpent(self.power, amount, type(first).__name__, subject, at))
        play.push(Window("cp_spent"), CarryOut(self.power, self.draft, amount))
        return None


class CarryOut(Step, frozen=True):
    """The announced step happens, if the answers left it possible; else its points come back (W-9)."""

    power: Power
    draft: tuple[PointOrder, ...]
    price: int

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        power, first = self.power, self.draft[0]
        impulse = play.state.impulse
        assert impulse is not None
        dearer = price(play.state, self.draft) - self.price
        if dearer > impulse.points or not is_possible(play.state, power, self.draft):
            play.record(CommandPointsReturned(power, self.price))
            return None
        if dearer > 0:
            play.record(CommandPointSpent(power, dearer, *impulse.announced))
        if isinstance(first, PlaceFlag):
            play.record(FlagPlaced(power, first.duchy, flag_of(first.flag), "points"))
        elif isinstance(first, MoveArmy):
            start = play.state.leaders[first.leader].duchy
            assert start is not None, "only a leader on the map marches"
            march(play, power, start, first.to, parts_of(self.draft))
        elif isinstance(first, MoveCounter):
            march(play, power, first.duchy, first.to, (Part(power, first.sp),))
        elif isinstance(first, MoveConvoy):
            set_sail(play, power, self.draft, self.price)
        else:
            assert isinstance(first, BuildOrder), "nothing else is left to order"
            build(play, power, first)
        return None


def price(state: State, draft: Sequence[PointOrder]) -> int:
    """The command points of a step with all its parts, as cards have it now (9.63, 14.2, #82)."""
    if len(draft) > 1 and isinstance(draft[1], ShipPieces):
        return convoy_price(state.facts, draft[1])
    first = draft[0]
    if isinstance(first, MoveCounter):
        return march_cost(state, (first.duchy,))
    return march_cost(state, armies(draft)) if isinstance(first, MoveArmy) else cost(state.facts, first)


def cost(facts: Facts, order: PointOrder) -> int:
    """The command points of a step that no card has made dearer (6.1, 6.2, 7.1, 9.1)."""
    costs = facts.tables.costs
    if isinstance(order, BuildSoldier):
        return costs.build_sp
    if isinstance(order, BuildLeader):
        return facts.leaders[order.leader].build_cost
    if isinstance(order, (RegroupSoldier, RegroupLeader)):
        return costs.regroup_sp if isinstance(order, RegroupSoldier) else costs.regroup_leader
    if isinstance(order, MoveConvoy):
        return costs.convoy_piece
    return costs.flag if isinstance(order, PlaceFlag) else costs.march


def menu(state: State, power: Power, draft: Draft) -> Sequence[Order]:
    """Every next order of a step that the points reach for."""
    assert state.impulse is not None
    points = state.impulse.points
    if draft and isinstance(draft[0], BesiegeFortress):
        return siege_loads(state, draft[0])
    if draft:
        return _next_parts(state, power, draft, points)
    besieged = besieged_builders(state, power)
    if besieged is not None:
        return [*_further_buildings(state, power, besieged), *_more_points(state), FinishPlacing(besieged)]
    steps = _affordable(state, power, _steps(state, power), points)
    others = (*siege_orders(state, power), *command_orders(state, power), *_more_points(state))
    draws = [SPEND_RESOURCE] if may_use_resource(state, state.impulse) else []
    return [*steps, *others, *draws, LEAVE]


def _more_points(state: State) -> list[PlayForPoints]:
    """The second card of the impulse, whose points are put together with those of the first (5.5, 5.6)."""
    facts = state.facts
    assert state.impulse is not None
    if not _may_add_points(state):
        return []
    cards = playable_cards(state, state.impulse)
    return [PlayForPoints(card) for card in cards if not facts.card[card].is_mandatory]


def _may_add_points(state: State) -> bool:
    """May a card be added to the points now? Told from open facts alone; no use of theirs may be limited."""
    assert state.impulse is not None
    return not state.impulse.limited and may_hold_playable_card(state, state.impulse)


def _affordable(state: State, power: Power, steps: Sequence[PointOrder], points: int) -> list[PointOrder]:
    """The steps that the points reach for; all marches of a leader or from a duchy have one price.

    Without counters to change for, the smallest load of a convoy may be more than one point (1.5, 14.2).
    """
    found: list[PointOrder] = []
    marching, dear, facts = "", False, state.facts
    loaded: dict[str, bool] = {}
    for step in steps:
        if isinstance(step, (MoveArmy, MoveCounter)):
            who = step.leader if isinstance(step, MoveArmy) else step.duchy
            if who != marching:
                marching, dear = who, price(state, (step,)) > points
            if not dear:
                found.append(step)
        elif isinstance(step, MoveConvoy):
            if step.start not in loaded:
                loaded[step.start] = bool(_next_parts(state, power, (step,), points))
            if loaded[step.start]:
                found.append(step)
        elif cost(facts, step) <= points:
            found.append(step)
    return found


def _next_parts(state: State, power: Power, draft: Draft, points: int) -> Sequence[Order]:
    """The next part of a march or of a convoy."""
    first = draft[0]
    if isinstance(first, MoveConvoy):
        loads = ship_loads(state, power, first.start, points // state.facts.tables.costs.convoy_piece)
        return [load for load in loads if is_within_card(state, load)]
    return march_menu(state, draft, points)


def is_possible(state: State, power: Power, draft: tuple[PointOrder, ...]) -> bool:
    """Is the announced step still legal, its points aside?"""
    if draft[0] not in _like(state, power, draft[0]) or not is_within_card(state, draft[0]):
        return False
    most = price(state, draft)
    return all(draft[n] in _next_parts(state, power, draft[:n], most) for n in range(1, len(draft)))


def _steps(state: State, power: Power) -> list[PointOrder]:
    steps: list[PointOrder] = [
        *army_moves(state, power),
        *counter_moves(state, power, duchies_of(state, power)),
        *flag_orders(state, power, places_to_flag(state, power)),
        *building_orders(state, power),
        *paid_convoys(state, power),
    ]
    assert state.impulse is not None
    return [step for step in steps if is_within_card(state, step)] if state.impulse.limited else steps


def _like(state: State, power: Power, step: PointOrder) -> Sequence[PointOrder]:
    """All legal steps among which this one is if it is legal."""
    if isinstance(step, MoveArmy):
        return army_moves(state, power)
    if isinstance(step, MoveCounter):
        return counter_moves(state, power, (step.duchy,))
    if isinstance(step, PlaceFlag):
        return flag_orders(state, power, (step.duchy,))
    if isinstance(step, MoveConvoy):
        return paid_convoys(state, power)
    return building_orders(state, power)


def is_within_card(state: State, step: PointOrder) -> bool:
    """Does the card that gave the points allow this use of them (#25, #98)?"""
    assert state.impulse is not None
    limited = state.impulse.limited
    return not limited or card_table.pays_for[limited](state, step)


def _further_buildings(state: State, power: Power, duchy: str) -> list[PointOrder]:
    """What may still be built in a besieged fortress before its pieces attack the besieger (R-27)."""
    assert state.impulse is not None
    points = state.impulse.points
    there = [order for order in building_orders(state, power) if _named(order)[1] == duchy]
    return [order for order in there if cost(state.facts, order) <= points]


def _named(order: PointOrder) -> tuple[str, str]:
    """Who or what a step is about, and where."""
    if isinstance(order, MoveArmy):
        return order.leader, order.to
    if isinstance(order, MoveCounter):
        return order.duchy, order.to
    if isinstance(order, MoveConvoy):
        return order.start, order.to
    if isinstance(order, PlaceFlag):
        return order.flag, order.duchy
    if isinstance(order, (BuildLeader, RegroupLeader)):
        return order.leader, order.duchy
    assert isinstance(order, (BuildSoldier, RegroupSoldier))
    return "soldier", order.duchy
