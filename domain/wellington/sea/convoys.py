"""Convoys and amphibious assaults (14): from port to port, announced, then sailed."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision, Draft
from domain.kernel.orders import Order
from domain.wellington.arrival.arrival import arrive
from domain.wellington.events.losses import LossesTaken
from domain.wellington.events.points import CommandPointsReturned, FlagPlaced
from domain.wellington.events.sea import (
    CoastalBatteryFired,
    ConvoyAnnounced,
    ConvoyCalledOff,
    ConvoyMoved,
)
from domain.wellington.facts.world import OTHER_SIDE, SIDE_OF, Facts, Power, Side
from domain.wellington.losses.losses import is_straggling
from domain.wellington.movement.groups import keep_command
from domain.wellington.orders.answers import RemoveLeader
from domain.wellington.orders.sea import LeaveConvoys, MoveConvoy, ShipPieces
from domain.wellington.playing.how_often import how_often
from domain.wellington.playing.lasting import end_with_leader
from domain.wellington.playing.responses import Window
from domain.wellington.position import card_table
from domain.wellington.position.card_changes import lying
from domain.wellington.position.conflict import Arrival, Part, pieces_in
from domain.wellington.position.control import holder, is_fortress, is_held_fast, standing
from domain.wellington.position.counters import Chosen, taken
from domain.wellington.position.state import (
    State,
    flags_left,
    has_formation,
    has_pieces,
    leaders_of,
    seat_of,
    troops_of,
)
from domain.wellington.siege.shelling import battery_dice

ASSAULT = "assault"
LEAVE_CONVOYS = LeaveConvoys()
CAUSE = "coastal_battery"


# What may sail ----------------------------------------------------------------------------------


def paid_convoys(state: State, power: Power) -> list[MoveConvoy]:
    """The convoys that points may buy: Britain's alone, one in an impulse (14.1, R-82)."""
    impulse = state.impulse
    if power != "britain" or impulse is None or impulse.convoyed:
        return []
    return [*convoys(state, power), *_assaults(state, power)]


def convoys(state: State, power: Power) -> list[MoveConvoy]:
    """Every way from a friendly port with pieces that may sail to another friendly one (14.2)."""
    side = SIDE_OF[power]
    return _ways(state, power, [duchy for duchy in state.facts.ports if _is_friendly(state, side, duchy)])


def _assaults(state: State, power: Power) -> list[MoveConvoy]:
    """Every way to an enemy minor port, if a card lets Britain assault one (14.3, #93)."""
    if not any(allows(each) for each, allows in lying(state, card_table.assault)):
        return []
    side = SIDE_OF[power]
    return _ways(state, power, [duchy for duchy in state.facts.ports if may_be_assaulted(state, side, duchy)])


def _ways(state: State, power: Power, ends: Sequence[str]) -> list[MoveConvoy]:
    facts, is_open = state.facts, _is_strait_open(state, SIDE_OF[power])
    return [
        MoveConvoy(start, to)
        for start in _starts(state, power)
        for to in ends
        if start != to and (is_open or facts.map.share_a_zone(start, to))
    ]


def may_be_assaulted(state: State, side: Side, duchy: str) -> bool:
    """Is it a minor port of the enemy, or one of his minor fortresses that friends besiege (14.2, 14.3)?"""
    facts = state.facts
    if facts.duchies[duchy].port not in facts.tables.convoy.assault_ports:
        return False
    besieged = is_fortress(state, duchy) and SIDE_OF[holder(state, duchy)] == OTHER_SIDE[side]
    return besieged or standing(state, side, duchy) == "enemy"


def _is_friendly(state: State, side: Side, duchy: str) -> bool:
    return standing(state, side, duchy) == "friendly"


def _starts(state: State, power: Power) -> list[str]:
    most = state.facts.tables.convoy.pieces
    return [
        duchy
        for duchy in state.facts.ports
        if _is_friendly(state, SIDE_OF[power], duchy) and any(_loads(state, power, duchy, most))
    ]


def _is_way(state: State, side: Side, start: str, to: str) -> bool:
    """Is there open sea between them? The enemy may hold the strait of Gibraltar (14.4, R-85)."""
    return start != to and (_is_strait_open(state, side) or state.facts.map.share_a_zone(start, to))


def _is_strait_open(state: State, side: Side) -> bool:
    return SIDE_OF[holder(state, state.facts.map.strait)] == side


def ship_loads(state: State, power: Power, start: str, room: int) -> list[ShipPieces]:
    """What may sail from there, at most so many pieces: who began the impulse there (14.2, R-82, #3, #39)."""
    return list(_loads(state, power, start, room))


def _loads(state: State, power: Power, start: str, room: int) -> Iterator[ShipPieces]:
    if is_held_fast(state, power, start):
        return
    room = min(room, state.facts.tables.convoy.pieces)
    leaders = [each for each in leaders_of(state, start, power) if _is_rested(state, each)]
    for count in range(min(room, len(leaders)) + 1):
        for staff in combinations(leaders, count):
            for sp in range(room - count, -1, -1):
                if sp + count and _aboard(state, start, power, sp) is not None:
                    yield ShipPieces(sp, staff)


def _is_rested(state: State, leader: str) -> bool:
    general = state.leaders[leader]
    is_raised = state.impulse is not None and leader in state.impulse.raised_leaders
    return general.marched == 0 and not (general.marked or general.bound or is_raised)


def _raised(state: State, duchy: str, power: Power) -> int:
    """Strength points that came into play there in this impulse."""
    return 0 if state.impulse is None else state.impulse.raised.get(f"{power} {duchy}", 0)


def _aboard(state: State, start: str, power: Power, sp: int) -> Chosen | None:
    """The troops that sail and those that stay; None if there are not so many that may (R-3)."""
    there = troops_of(state, start, power)
    rested = [troop for troop in there if troop.marched == 0 and not (troop.marked or troop.bound)]
    most = max(0, sum(troop.sp for troop in rested) - _raised(state, start, power))
    return taken(state, start, power, sp, rested) if sp <= most else None


def convoy_price(facts: Facts, load: ShipPieces) -> int:
    """The command points of a paid convoy: one for each piece (14.2)."""
    return facts.tables.costs.convoy_piece * (load.sp + len(load.leaders))


# The voyage -------------------------------------------------------------------------------------


def set_sail(
    play: Play[State], power: Power, draft: Draft, price: int = 0, *, favoured: bool = False
) -> None:
    """The convoy is announced; unless an answer stops it, it sails. A `price` was paid for it."""
    order, load = draft
    assert isinstance(order, MoveConvoy) and isinstance(load, ShipPieces), "a convoy is ordered in two parts"
    assault = SIDE_OF[holder(play.state, order.to)] != SIDE_OF[power]
    paid = price > 0
    play.record(ConvoyAnnounced(power, order.start, order.to, load.sp, load.leaders, assault, paid))
    play.push(Window("convoy_declared"), Sail(power, order, load, price, favoured))


class Sail(Step, frozen=True):
    """The convoy sails if the answers left it possible; an assault comes under fire first (14.3)."""

    power: Power
    order: MoveConvoy
    load: ShipPieces
    price: int = 0
    favoured: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        power, order, load = self.power, self.order, self.load
        side = SIDE_OF[power]
        assault = SIDE_OF[holder(play.state, order.to)] != side
        if not self._is_possible(play.state, side, assault):
            play.record(ConvoyCalledOff(power, order.start, order.to, self.price > 0))
            if self.price:
                play.record(CommandPointsReturned(power, self.price))
            return None
        losses = fire(play, order.to) if assault else 0
        play.push(Land(power, order, load.sp, load.leaders, losses, self.favoured))
        return None

    def _is_possible(self, state: State, side: Side, assault: bool) -> bool:
        order, load = self.order, self.load
        has_end = may_be_assaulted(state, side, order.to) if assault else _is_friendly(state, side, order.to)
        pieces = load.sp + len(load.leaders)
        return (
            has_end
            and _is_friendly(state, side, order.start)
            and _is_way(state, side, order.start, order.to)
            and load in ship_loads(state, self.power, order.start, pieces)
        )


def fire(play: Play[State], duchy: str) -> int:
    """The port's owner rolls for its batteries (14.3); returns how many pieces they eliminate."""
    facts = play.state.facts
    owner = holder(play.state, duchy)
    dice = play.roll(
        seat_of(play.state, owner), battery_dice(play.state, duchy), 6, "battery", "14.3",
        score=lambda face: float(face in facts.tables.convoy.battery_hits),
    )  # fmt: skip
    sixes = sum(face in facts.tables.battle.eliminates for face in dice)
    fives = sum(face in facts.tables.battle.disorganises for face in dice)
    play.record(CoastalBatteryFired(owner, duchy, sixes, fives))
    return sixes


class Land(Step, frozen=True):
    """Who survives the batteries lands; soldiers fall first, then leaders of the owner's choice (14.3)."""

    power: Power
    order: MoveConvoy
    sp: int
    leaders: tuple[str, ...]
    losses: int
    favoured: bool

    def advance(self, play: Play[State]) -> Decision | None:
        soldiers = min(self.losses, self.sp)
        left = self.losses - soldiers
        if soldiers:
            self._go_on(play, self.sp - soldiers, self.leaders, left)
            play.record(LossesTaken(self.power, self.order.start, soldiers, (), CAUSE))
            return None
        if 0 < left < len(self.leaders):
            about = {"power": self.power, "duchy": self.order.to, "left": left}
            menu = [RemoveLeader(leader) for leader in self.leaders]
            asked, often = seat_of(play.state, self.power), how_often(play.state, menu)
            return Decision(Ask(asked, "remove_leader", "14.3", menu, about, most=often))
        play.pop()
        if left:
            self._lose(play, self.leaders)
        elif self.sp or self.leaders:
            self._land(play)
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, RemoveLeader)
        rest = tuple(leader for leader in self.leaders if leader != order.leader)
        self._go_on(play, self.sp, rest, self.losses - 1)
        self._lose(play, (order.leader,))

    def _go_on(self, play: Play[State], sp: int, leaders: tuple[str, ...], losses: int) -> None:
        play.replace(Land(self.power, self.order, sp, leaders, losses, self.favoured))

    def _lose(self, play: Play[State], leaders: tuple[str, ...]) -> None:
        if not leaders:
            return
        play.record(LossesTaken(self.power, self.order.start, 0, leaders, CAUSE))
        for leader in leaders:
            end_with_leader(play, leader)

    def _land(self, play: Play[State]) -> None:
        """Counters that could not be changed for a loss may have taken more with them (R-4)."""
        before, start, to = play.state, self.order.start, self.order.to
        loads = ((sp, _aboard(before, start, self.power, sp)) for sp in range(self.sp, -1, -1))
        sp, troops = next((sp, troops) for sp, troops in loads if troops is not None)
        if not sp and not self.leaders:
            return
        play.record(ConvoyMoved(self.power, start, to, self.leaders, *troops, self.favoured))
        part = Part(self.power, sp, self.leaders)
        if self.leaders:
            keep_command(play, before, to, self.leaders[0])
        dice = is_straggling(play.state, (part,), to) * pieces_in((part,))
        arrive(play, Arrival(self.power, to, None, "sea", (part,), (start,), dice))


class FreeConvoys(Step, frozen=True):
    """A card gives so many convoys free of points, one after the other (#93, #103)."""

    power: Power
    left: int
    favoured: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        facts = play.state.facts
        state, power = play.state, self.power
        ways = convoys(state, power)
        if not self.left or not ways:
            play.pop()
            return None

        def menu(draft: Draft) -> Sequence[Order]:
            if draft and isinstance(draft[0], MoveConvoy):
                return ship_loads(state, power, draft[0].start, facts.tables.convoy.pieces)
            return [*ways, LEAVE_CONVOYS]

        about = {"power": power, "left": self.left}
        return Decision(Ask(seat_of(state, power), "free_convoy", "14.2", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        (draft,) = answers.values()
        if isinstance(draft[0], LeaveConvoys):
            play.pop()
            return
        play.replace(FreeConvoys(self.power, self.left - 1, self.favoured))
        set_sail(play, self.power, draft, favoured=self.favoured)


class FlagLanding(Step, frozen=True):
    """Who came down from the sea by a card and holds the port flies the British flag there (#69, C-69)."""

    duchy: str

    def advance(self, play: Play[State]) -> Decision | None:
        facts = play.state.facts
        play.pop()
        state, duchy = play.state, self.duchy
        stands = has_pieces(state, duchy, "britain") and not has_formation(state, duchy, "french")
        original = facts.duchies[duchy].controller == "britain"
        if not stands or holder(state, duchy) == "britain":
            return None
        if original:
            play.record(FlagPlaced("britain", duchy, None, "event"))
        elif flags_left(state, "allied", facts.flags):
            play.record(FlagPlaced("britain", duchy, "britain", "event"))
        return None


def stop_convoy(play: Play[State]) -> Sail:
    """The convoy whose window is open does not sail (#103); returns what would have.

    The card that stops it still has to be put away, so that step stays on top.
    """
    put_away, window, sail = play.pop(), play.pop(), play.pop()
    assert isinstance(window, Window) and isinstance(sail, Sail), "a convoy was just announced"
    play.push(put_away)
    return sail
