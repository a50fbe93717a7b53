"""Cavalry charges, own and forced (11.4, 11.5, W-76 to W-82)."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.waterloo import leaders, places
from domain.waterloo.battle import Battle, edge_loss, side_attacked
from domain.waterloo.events.battle import CavalryCharged
from domain.waterloo.events.losses import UnitDisordered
from domain.waterloo.facts import Army, Square
from domain.waterloo.facts.ids import FRONT_OF, FRONT_OF_ARMY, NEIGHBOUR, OTHER_FRONT
from domain.waterloo.orders import Charge, ForceCharge
from domain.waterloo.position.card_table import carry_out, may_be_played
from domain.waterloo.position.state import State, armies_of_front, seat_of, with_unit

LONGEST_RUN = 2
NO_CHARGE_INTO = frozenset(("woods", "village", "chateau"))


class Run(NamedTuple):
    """Where a cavalry would run to, and whom it would attack from there."""

    unit: str
    to: Square
    target: str


def run_of(state: State, unit: str) -> Run | None:
    """The charge that this cavalry could make now: the first unit straight ahead decides (W-76, W-77)."""
    at = state.units[unit]
    square = at.square
    if square is None or at.disordered or at.rallied or at.attacked:
        return None
    facts = state.facts
    for _ in range(LONGEST_RUN):
        ahead = NEIGHBOUR[square][at.facing]
        if ahead is None or ahead in state.at or facts.run_blocked(square, ahead):
            return None
        square = ahead
        target = state.at.get(facts.beyond[square][at.facing] or "")
        if target is not None:
            return Run(unit, square, target) if _may_be_charged(state, unit, target) else None
    return None


def _may_be_charged(state: State, unit: str, target: str) -> bool:
    terrain = state.facts.terrain[state.units[target].square or ""]
    return FRONT_OF[target] != FRONT_OF[unit] and terrain not in NO_CHARGE_INTO


def charges(state: State, army: Army) -> Sequence[Run]:
    """Every charge that the army could make."""
    runs = (run_of(state, unit) for unit in state.facts.cavalry_of[army])
    return [run for run in runs if run is not None]


def forced_charges(state: State, army: Army) -> Sequence[Run]:
    """Every charge that the army could force on enemy cavalry, against units of its own front (W-81)."""
    enemies = armies_of_front(state, OTHER_FRONT[FRONT_OF_ARMY[army]])
    return [run for enemy in enemies for run in charges(state, enemy)]


@may_be_played("cavalry_charge")
def _may_charge(state: State, army: Army) -> bool:
    return bool(charges(state, army))


@may_be_played("enemy_must_charge")
def _may_force(state: State, army: Army) -> bool:
    return bool(forced_charges(state, army))


@carry_out("cavalry_charge")
def _order_charge(play: Play[State], card: str) -> None:
    play.push(ChargeChoice())


@carry_out("enemy_must_charge")
def _force_charge(play: Play[State], card: str) -> None:
    play.push(ChargeChoice(forced=True))


class ChargeChoice(Step, frozen=True):
    """The active army charges, or forces the enemy to (D-22, D-24)."""

    forced: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        army = state.army
        assert army is not None
        runs = forced_charges(state, army) if self.forced else charges(state, army)
        if len(runs) == 1:
            self._charge(play, runs[0])
            return None
        kind = ForceCharge if self.forced else Charge
        prompt, rule = ("force_charge", "11.5") if self.forced else ("charge", "11.4")
        return Decision(Ask(seat_of(state, army), prompt, rule, [kind(*run) for run in runs]))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, (Charge, ForceCharge))
        self._charge(play, Run(order.unit, order.to, order.target))

    def _charge(self, play: Play[State], run: Run) -> None:
        forced_by = play.state.army if self.forced else None
        play.pop()
        charged = _charged(play.state, run, forced_by)
        play.record(charged)
        way = _way(play.state, run, charged.start)
        for square in way:  # marked places are taken in passing too (W-08)
            places.enter(play, run.unit, square)
        play.push(Battle(), ChargeEnds(run.unit))
        leaders.make_way(play, run.unit, *way)


def _charged(state: State, run: Run, forced_by: Army | None) -> CavalryCharged:
    start, square = state.units[run.unit].square, state.units[run.target].square
    assert start is not None and square is not None
    there = with_unit(state, run.unit, square=run.to)
    return CavalryCharged(
        unit=run.unit,
        start=start,
        to=run.to,
        target=run.target,
        square=square,
        side=side_attacked(there, run.target, run.unit),
        edge=edge_loss(there, run.target, run.unit),
        forced_by=forced_by,
    )


def _way(state: State, run: Run, start: Square) -> list[Square]:
    """The squares of the run, the last one included."""
    facing = state.units[run.unit].facing
    way = [start]
    while way[-1] != run.to:
        ahead = NEIGHBOUR[way[-1]][facing]
        assert ahead is not None
        way.append(ahead)
    return way[1:]


class ChargeEnds(Step, frozen=True):
    """After its charge the cavalry is in disorder, whatever happened, if it lives (W-80)."""

    unit: str

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        if play.state.units[self.unit].square is not None:
            play.record(UnitDisordered(self.unit, "charge"))
        return None
