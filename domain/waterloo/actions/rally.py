"""Rallying units (11.6, W-83)."""

from collections.abc import Sequence
from itertools import combinations

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.waterloo.events.losses import UnitRallied
from domain.waterloo.facts import Army
from domain.waterloo.facts.ids import FRONT_OF, UNITS_OF_ARMY
from domain.waterloo.orders import RallyUnits, RestoreUnit
from domain.waterloo.position.card_table import carry_out, may_be_played
from domain.waterloo.position.state import State, enemy_beside, seat_of


def _is_free(state: State, unit: str) -> bool:
    """On the map, and neither moved nor attacked this round."""
    at = state.units[unit]
    return at.square is not None and not at.moved and not at.attacked


def disordered(state: State, army: Army) -> list[str]:
    """The units that a rally could free of disorder."""
    return [
        unit for unit in UNITS_OF_ARMY[army] if state.units[unit].disordered and _is_free(state, unit)
    ]


def restorable(state: State, army: Army) -> list[str]:
    """The reduced units that a rally could restore: no enemy unit beside them."""
    units = state.units
    return [
        unit
        for unit in UNITS_OF_ARMY[army]
        if units[unit].reduced
        and _is_free(state, unit)
        and not enemy_beside(state, units[unit].square or "", FRONT_OF[unit])
    ]


@may_be_played("rally")
def may_rally(state: State, army: Army) -> bool:
    """Is there anything to rally (W-84)?"""
    return bool(disordered(state, army)) or bool(restorable(state, army))


@carry_out("rally")
def _open(play: Play[State], card: str) -> None:
    play.push(Rally())


def _orders(state: State, army: Army) -> Sequence[Order]:
    free = disordered(state, army)
    return [
        *(RallyUnits((unit,)) for unit in free),
        *(RallyUnits(pair) for pair in combinations(free, 2)),
        *(RestoreUnit(unit) for unit in restorable(state, army)),
    ]


class Rally(Step, frozen=True):
    """The active army rallies one or two disordered units or restores a reduced one (D-25)."""

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        assert state.army is not None
        orders = _orders(state, state.army)
        if len(orders) == 1:
            _rally(play, orders[0])
            return None
        return Decision(Ask(seat_of(state, state.army), "rally", "11.6", orders))

    def handle(self, play: Play[State], answers: Answers) -> None:
        _rally(play, the_order(answers))


def _rally(play: Play[State], order: Order) -> None:
    play.pop()
    if isinstance(order, RestoreUnit):
        play.record(UnitRallied(order.unit, "restore"))
    else:
        assert isinstance(order, RallyUnits)
        for unit in order.units:
            play.record(UnitRallied(unit, "disorder"))
