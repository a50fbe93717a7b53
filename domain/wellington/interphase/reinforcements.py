"""Reinforcements between two turns: the three tables and what their points buy (16.1, 16.2)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.wellington.events.cards import CardRemoved, ResourcesGained
from domain.wellington.events.interphase import (
    ReinforcementsLost,
    ReinforcementSpent,
    ReinforcementsRolled,
    Table,
)
from domain.wellington.events.losses import LossesTaken
from domain.wellington.events.points import PiecePlaced
from domain.wellington.facts.world import (
    NATION_OF,
    OTHER_WELLESLEY,
    POWERS_OF,
    SIDE_OF,
    Facts,
    Power,
    card_id,
)
from domain.wellington.orders.answers import RemoveSoldier
from domain.wellington.orders.interphase import LeaveReinforcements
from domain.wellington.orders.points import BuildLeader, RegroupLeader, RegroupSoldier
from domain.wellington.placing.buildings import BuildOrder, orders_at
from domain.wellington.placing.placing import place_soldiers
from domain.wellington.playing.how_often import how_often
from domain.wellington.points.points import cost
from domain.wellington.position import card_table
from domain.wellington.position.control import building_places, controller, is_besieged
from domain.wellington.position.state import State, duchies_of, is_lasting, seat_of, sp_of

LEAVE = LeaveReinforcements()
FREE_LEADERS: tuple[Power, ...] = ("britain", "sud", "nord")
"""Whose leaders are excepted from coming where their soldiers come (16.2, 6.3)."""


class GainResources(Step, frozen=True):
    """Madrid gives a Resource, Lisbon and Gibraltar one to a French power (16.1, R-87)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        for gain in play.state.facts.tables.resources.interphase:
            power = controller(play.state, gain.duchy)
            if power is not None and gain.side in ("any", SIDE_OF[power]):
                play.record(ResourcesGained(power, gain.gain))
        return None


class RollReinforcements(Step, frozen=True):
    """The power rolls on its table; the first French one for both (16.21 to 16.23)."""

    power: Power
    rolls_for: tuple[Power, ...]

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        if self.power == "britain":
            _letter(play)
        elif self.power == "spain":
            _uprising(play)
        else:
            _appeal(play, self.power, self.rolls_for)
        return None


def _appeal(play: Play[State], power: Power, rolls_for: tuple[Power, ...]) -> None:
    """One die for the French powers; what it takes away they choose afterwards, each for itself (R-91)."""
    facts = play.state.facts
    terms = appeal_terms(play.state)
    modifier = sum(terms.values())
    (die,) = play.roll(
        seat_of(play.state, power), 1, 6, "appeal", "16.21",
        score=lambda face: float(_appeal_points(facts, face + modifier)),
    )  # fmt: skip
    band = facts.tables.appeal_to_the_emperor.row(die + modifier)
    remove = band.remove_cp // facts.tables.costs.build_sp
    for each in rolls_for:
        play.record(ReinforcementsRolled(each, "appeal", die, modifier, band.cp, remove, terms))
    if remove:
        play.push(*(AnswerEmperor(each, remove) for each in rolls_for))


def _appeal_points(facts: Facts, number: int) -> int:
    band = facts.tables.appeal_to_the_emperor.row(number)
    return band.cp - band.remove_cp


def appeal_modifier(state: State) -> int:
    """What is added to the die of the Appeal (16.21)."""
    return sum(appeal_terms(state).values())


def appeal_terms(state: State) -> dict[str, int]:
    """What each card that was played adds to the Appeal (16.21); card 86 only while it lies open.

    One that lies open until it is used may count from its play on (#26).
    """
    return {
        card_id(each.card): each.add
        for each in state.facts.tables.appeal_to_the_emperor.modifiers
        if (is_lasting(state, card_id(each.card)) if each.once else _was_played(state, card_id(each.card)))
    }


def _was_played(state: State, card: str) -> bool:
    return card in state.removed or (card in card_table.counts_at_once and is_lasting(state, card))


def _letter(play: Play[State]) -> None:
    """Four dice, less without Lisbon or Porto, never below 0 (16.22, EX-37)."""
    state = play.state
    table = state.facts.tables.letter_to_the_horse_guards
    count = max(0, table.dice + _wellesley_dice(state, "britain"))
    terms = {duchy: add for duchy, add in table.without.items() if controller(state, duchy) != "britain"}
    _roll_dice(play, "britain", count, "letter", terms)
    _dismiss_wellesley(play)


def _uprising(play: Play[State]) -> None:
    """Two dice, and one point for every two Spanish keys (16.23, EX-36)."""
    state = play.state
    facts = state.facts
    keys = sum(controller(state, duchy) == "spain" for duchy in facts.map.spanish_keys)
    count = max(0, facts.tables.popular_uprising.dice + _wellesley_dice(state, "spain"))
    added = keys // facts.tables.popular_uprising.keys_for_one
    _roll_dice(play, "spain", count, "uprising", {"keys": added} if added else {})
    _dismiss_wellesley(play)


def _roll_dice(play: Play[State], power: Power, count: int, table: Table, terms: dict[str, int]) -> None:
    rule = "16.22" if table == "letter" else "16.23"
    dice, modifier = sum(play.roll(seat_of(play.state, power), count, 6, table, rule)), sum(terms.values())
    points = max(0, dice + modifier)
    play.record(ReinforcementsRolled(power, table, dice, modifier, points, terms=terms))


def _wellesley_dice(state: State, power: Power) -> int:
    """Dice that The Other Wellesley gives or takes (#72)."""
    return _wellesley(state).get(power, 0)


def _wellesley(state: State) -> dict[str, int]:
    """Whose dice the card changes and how, as one side or the other has played it (#72)."""
    side = next((SIDE_OF[each.power] for each in state.lasting if each.card == OTHER_WELLESLEY), None)
    dice = {} if side is None else state.facts.card[OTHER_WELLESLEY].params[side]
    assert isinstance(dice, dict)
    return dice


def _dismiss_wellesley(play: Play[State]) -> None:
    """The card is removed once all rolls that it changes are made (#72)."""
    dice = _wellesley(play.state)
    waits = any(isinstance(step, RollReinforcements) and step.power in dice for step in play.agenda)
    if dice and not waits:
        play.record(CardRemoved(OTHER_WELLESLEY))


class AnswerEmperor(Step, frozen=True):
    """A French power eliminates so many strength points of its choice; it owes none (16.21, D-35)."""

    power: Power
    left: int

    def advance(self, play: Play[State]) -> Decision | None:
        power, state = self.power, play.state
        places = [duchy for duchy in duchies_of(state, power) if sp_of(state, duchy, power)]
        if not self.left or not places:
            play.pop()
            return None
        about = {"power": power, "left": self.left}
        menu = [RemoveSoldier(power, duchy) for duchy in places]
        often = how_often(state, menu)
        return Decision(Ask(seat_of(state, power), "remove_soldier", "16.21", menu, about, most=often))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, RemoveSoldier)
        play.replace(AnswerEmperor(self.power, self.left - 1))
        play.record(LossesTaken(self.power, order.duchy, 1, (), "appeal"))


class SpendReinforcements(Step, frozen=True):
    """The power builds and regroups with its points; all its soldiers, Spanish leaders too, go to one `place`
    (16.2, R-93, D-34).

    `keeps`: the rest may still pay for redeployments; else discarded cards gave the points, and the rest is
    lost. Of an odd number of these one only regroups (16.43); `for_box`, where the points that are left do
    not tell by being odd or even whether it is still to be spent.
    """

    power: Power
    keeps: bool
    place: str = ""
    for_box: int | None = None

    def advance(self, play: Play[State]) -> Decision | None:
        state, power = play.state, self.power
        orders: list[Order] = [
            order
            for order in _buildings(state, power, self.place, is_bound=self._binds_leaders())
            if cost(state.facts, order) <= self._points_for(state, order)
        ]
        if not orders:
            self._leave(play)
            return None
        about = {"power": power, "points": state.reinforcements[power]}
        return Decision(Ask(seat_of(state, power), "spend_reinforcement", "16.2", [*orders, LEAVE], about))

    def _binds_leaders(self) -> bool:
        """Must leaders come where the soldiers come (16.2)? Not those of discarded cards (16.43)."""
        return self.keeps and self.power not in FREE_LEADERS

    def _points_for(self, state: State, order: BuildOrder) -> int:
        points = state.reinforcements[self.power]
        return points if _regroups(order) else points - self._only_regrouping(state)

    def _only_regrouping(self, state: State) -> int:
        if self.keeps:
            return 0
        return state.reinforcements[self.power] % 2 if self.for_box is None else self.for_box

    def handle(self, play: Play[State], answers: Answers) -> None:
        order, power = the_order(answers), self.power
        if isinstance(order, LeaveReinforcements):
            self._leave(play)
            return
        assert isinstance(order, BuildOrder)
        subject = order.leader if isinstance(order, (BuildLeader, RegroupLeader)) else "soldier"
        price = cost(play.state.facts, order)
        left = 0 if _regroups(order) else self._only_regrouping(play.state)
        play.record(ReinforcementSpent(power, price, type(order).__name__, subject, order.duchy))
        is_plain = self.keeps or left == play.state.reinforcements[power] % 2
        is_free = isinstance(order, (BuildLeader, RegroupLeader)) and not self._binds_leaders()
        place = self.place if is_free else order.duchy
        play.replace(SpendReinforcements(power, self.keeps, place, None if is_plain else left))
        if isinstance(order, (BuildLeader, RegroupLeader)):
            play.record(PiecePlaced(power, order.duchy, leader=order.leader, regrouped=_regroups(order)))
        else:
            place_soldiers(play, power, order.duchy, 1, _regroups(order))

    def _leave(self, play: Play[State]) -> None:
        play.pop()
        if not self.keeps:
            lose_points(play, self.power)


def _regroups(order: BuildOrder) -> bool:
    return isinstance(order, (RegroupLeader, RegroupSoldier))


def lose_points(play: Play[State], power: Power) -> None:
    """Points that nothing more can be bought with are gone (16.2)."""
    points = play.state.reinforcements[power]
    if points:
        play.record(ReinforcementsLost(power, points))


def _buildings(state: State, power: Power, place: str, *, is_bound: bool) -> list[BuildOrder]:
    places = (place,) if place else soldier_places(state, power)
    for_leaders = leader_places(state, power)
    if place and is_bound:
        for_leaders = tuple(duchy for duchy in for_leaders if duchy == place)
    return orders_at(state, power, places, for_leaders)


def soldier_places(state: State, power: Power) -> tuple[str, ...]:
    """Unbesieged national keys under control, else the nearest national duchy (16.2, R-93)."""
    facts = state.facts
    keys = tuple(duchy for duchy in leader_places(state, power) if duchy in facts.map.keys)
    return keys or _nearest(state, power)


def leader_places(state: State, power: Power) -> tuple[str, ...]:
    """The same places, for the British Plymouth too (6.3, 16.2)."""
    places = building_places(state, power, for_leader=True)
    return tuple(duchy for duchy in places if not is_besieged(state, duchy)) or _nearest(state, power)


def _nearest(state: State, power: Power) -> tuple[str, ...]:
    """The friendly national duchies nearest to a national key of the nation; islands come last."""
    facts = state.facts
    homes = {each for side in POWERS_OF.values() for each in side if NATION_OF[each] == NATION_OF[power]}
    keys = [key for home in homes for key in facts.map.home_keys[home]]
    places = [d for d in building_places(state, power, for_leader=False) if not is_besieged(state, d)]
    marches = {
        duchy: min((facts.map.distance[duchy][key] for key in keys if key in facts.map.distance[duchy]),
                   default=len(facts.map.duchies))
        for duchy in places
    }  # fmt: skip
    return tuple(duchy for duchy in places if marches[duchy] == min(marches.values()))
