"""Retreats of the beaten side (11.6): where to, the attrition on the way, the Regroup Box."""

from collections.abc import Collection, Sequence

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.wellington.battle.battle_losses import lose_leaders
from domain.wellington.battle.dice import pieces_of
from domain.wellington.events.battle import FormationRetreated, PiecesLost, RetreatDeclared, RetreatSurvived
from domain.wellington.facts.world import OTHER_SIDE, POWER_OF, POWERS_OF, SIDE_OF, Power, Side, line_id
from domain.wellington.losses.losses import is_straggling, suffer
from domain.wellington.orders.battle import RetreatAll, RetreatLeader, RetreatSoldiers
from domain.wellington.playing.entering import have_entered
from domain.wellington.playing.responses import Window
from domain.wellington.position.card_changes import is_blocked
from domain.wellington.position.conflict import Battle, Part
from domain.wellington.position.control import Standing, holder, is_fortress, line_kind, standing
from domain.wellington.position.counters import taken
from domain.wellington.position.state import (
    State,
    has_formation,
    has_pieces,
    leaders_of,
    seat_of,
    sp_of,
    troops_of,
)


class Retreats(Step, frozen=True):
    """The beaten powers retreat piece by piece; who has no way out goes to the Regroup Box (D-18).

    It is one retreat: a duchy that was the enemy's when the first of them `broke_into` it is so for all.
    """

    side: Side
    broke_into: tuple[str, ...] = ()

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        battle = state.battles[-1]
        beaten = [power for power in POWERS_OF[self.side] if has_pieces(state, battle.duchy, power)]
        if battle.renewed or not beaten:
            play.pop()
            return None
        power = beaten[0]
        ways = _together(battle, self.side, retreat_ways(state, battle, self.side, self.broke_into))
        if not ways:
            self._regroup(play, power)
        elif len(ways) == 1:
            self._declare(play, RetreatAll(power, ways[0]))
        else:
            about = {"power": power, "duchy": battle.duchy}
            menu = retreat_orders(state, battle, power, ways)
            chooser = battle.power if self.side == battle.attacker else power
            return Decision(Ask(seat_of(state, chooser), "retreat", "11.6", menu, about))
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, (RetreatAll, RetreatLeader, RetreatSoldiers))
        self._declare(play, order)

    def _declare(self, play: Play[State], order: RetreatAll | RetreatLeader | RetreatSoldiers) -> None:
        battle = play.state.battles[-1]
        play.record(RetreatDeclared(battle.duchy, _part(play.state, battle, order), order.to))
        play.push(Window("retreat_declared"), CarryOutRetreat(order, self.broke_into))

    def _regroup(self, play: Play[State], power: Power) -> None:
        duchy = play.state.battles[-1].duchy
        leaders = leaders_of(play.state, duchy, power)
        sp = sp_of(play.state, duchy, power)
        if sp:
            play.record(PiecesLost(power, duchy, sp, (), "no_retreat", regrouped=True))
        lose_leaders(play, duchy, leaders, "no_retreat", regrouped=True)


def _together(battle: Battle, side: Side, ways: tuple[str, ...]) -> tuple[str, ...]:
    """Beaten attackers all go where the first of them went, while that way is open (R-65)."""
    return (battle.retreat_to,) if side == battle.attacker and battle.retreat_to in ways else ways


class CarryOutRetreat(Step, frozen=True):
    """The declared retreat happens if the answers left it possible; else the owner chooses anew (W-9)."""

    order: RetreatAll | RetreatLeader | RetreatSoldiers
    broke_into: tuple[str, ...] = ()

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        state, order = play.state, self.order
        battle = state.battles[-1]
        part = _part(state, battle, order)
        side = SIDE_OF[part.power]
        ways = retreat_ways(state, battle, side, self.broke_into)
        if not battle.renewed and order in retreat_orders(state, battle, part.power, ways):
            if standing(state, side, order.to) == "enemy":
                play.replace(Retreats(side, (*self.broke_into, order.to)))
            _go(play, battle, part, order.to, self.broke_into)
        return None


def _part(state: State, battle: Battle, order: RetreatAll | RetreatLeader | RetreatSoldiers) -> Part:
    """The pieces that an order makes retreat."""
    if isinstance(order, RetreatLeader):
        return Part(POWER_OF[order.leader], 0, (order.leader,))
    if isinstance(order, RetreatSoldiers):
        return Part(order.power, order.sp)
    leaders = leaders_of(state, battle.duchy, order.power)
    return Part(order.power, sp_of(state, battle.duchy, order.power), leaders)


def _go(play: Play[State], battle: Battle, part: Part, to: str, broke_into: Collection[str]) -> None:
    state, power = play.state, part.power
    split = taken(state, battle.duchy, power, part.sp, troops_of(state, battle.duchy, power))
    assert split is not None, "the order was legal"
    before = pieces_of(state, to, power)
    by_sea = to == battle.port and SIDE_OF[power] == battle.attacker
    times = 1 if by_sea else reasons(state, power, battle.duchy, to, broke_into)
    dice = (times + is_straggling(state, (part,), to)) * (part.sp + len(part.leaders))
    play.record(FormationRetreated(power, battle.duchy, to, part.leaders, *split))
    have_entered(play, to, (part,))
    play.push(CountSurvivors(power, to, before))
    suffer(play, power, to, part.sp, part.leaders, dice, "9.44")


class CountSurvivors(Step, frozen=True):
    """After the attrition of a retreat: who came through, so that an overrun is known (11.8)."""

    power: Power
    to: str
    before: int

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        pieces = pieces_of(play.state, self.to, self.power) - self.before
        if pieces > 0:
            play.record(RetreatSurvived(self.power, self.to, pieces))
        return None


def retreat_orders(state: State, battle: Battle, power: Power, ways: Sequence[str]) -> Sequence[Order]:
    """How pieces of the power may retreat now: all together, or one leader or some soldiers there (R-64).

    A beaten attacker goes back together (R-65).
    """
    together: list[Order] = [RetreatAll(power, to) for to in ways if has_pieces(state, battle.duchy, power)]
    if SIDE_OF[power] == battle.attacker or len(ways) < 2:
        return together
    leaders, sp = leaders_of(state, battle.duchy, power), sp_of(state, battle.duchy, power)
    if len(leaders) + sp < 2:
        return together
    return [
        *together,
        *(RetreatLeader(leader, to) for leader in leaders for to in ways),
        *(
            RetreatSoldiers(power, to, part)
            for to in ways
            for part in range(1, sp + bool(leaders))
            if taken(state, battle.duchy, power, part, troops_of(state, battle.duchy, power)) is not None
        ),
    ]


def retreat_ways(
    state: State, battle: Battle, side: Side, broke_into: Collection[str] = ()
) -> tuple[str, ...]:
    """The adjacent duchies that a beaten side may retreat to, the best kind alone (11.61, 11.62)."""
    open_ways = [
        to
        for to in state.facts.adjacent[battle.duchy]
        if not is_blocked(state, line_id(battle.duchy, to)) and not has_formation(state, to, OTHER_SIDE[side])
    ]
    if side == battle.attacker:
        by_land = (to for to in open_ways if to in battle.origins and to != battle.port)
        back = tuple(to for to in by_land if _may_go_back(state, side, to))
        return (*back, battle.port) if _may_sail_back(state, battle) else back
    ways = [to for to in open_ways if to not in battle.origins]
    for kind in ("friendly", "uncontrolled"):
        found = tuple(to for to in ways if _standing_before(state, side, to, broke_into) == kind)
        if found:
            return found
    if is_fortress(state, battle.duchy) and SIDE_OF[holder(state, battle.duchy)] != side:
        return ()
    return tuple(to for to in ways if not is_fortress(state, to))


def _standing_before(state: State, side: Side, to: str, broke_into: Collection[str]) -> Standing:
    """What the duchy was to the side before its retreat began."""
    return "enemy" if to in broke_into else standing(state, side, to)


def _may_go_back(state: State, side: Side, to: str) -> bool:
    """A beaten attacker goes back only where it is friendly or where his side besieges (11.62)."""
    kind = standing(state, side, to)
    return kind == "friendly" or (kind == "uncontrolled" and is_fortress(state, to))


def _may_sail_back(state: State, battle: Battle) -> bool:
    """Did a landing come from a port that is friendly still (14.2, 14.3)?"""
    return bool(battle.port) and standing(state, battle.attacker, battle.port) == "friendly"


def reasons(state: State, power: Power, start: str, to: str, broke_into: Collection[str] = ()) -> int:
    """How many reasons for attrition lie in a retreat by land: river, pass not wholly friendly, enemy.

    Pontoons make a river no obstacle to the power that laid them (#100).
    """
    side = SIDE_OF[power]
    here, there = standing(state, side, start), _standing_before(state, side, to, broke_into)
    line = line_kind(state, power, start, to)
    hard = line == "river" or (line == "pass" and not here == there == "friendly")
    return hard + (there == "enemy")
