"""A general is activated and moves, space by space, until he halts or is stopped (7.1 to 7.5)."""

from collections.abc import Sequence

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.washingtons_war.events.movement import ActivationEnded, ArmySailed, GeneralActivated, UnitsLoaded
from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import SIDE_OF, WASHINGTON, seat_of
from domain.washingtons_war.movement.arrival import come_to, displaced
from domain.washingtons_war.movement.entering import enter
from domain.washingtons_war.movement.ways import (
    at_hand,
    land_ways,
    loads,
    may_stop,
    most_units,
    reach_of,
    sea_ways,
)
from domain.washingtons_war.orders.movement import Halt, LoadUnits, March, Sail
from domain.washingtons_war.position.conflict import Marching, Units
from domain.washingtons_war.position.state import State, changed, is_last_card, marching_of
from domain.washingtons_war.position.units import is_on_map

SPACES: dict[Side, int] = {"british": 4, "american": 5}
"""How far a general moves (7.3.A, 7.3.C)."""
BATTLE_WITHIN = 4
"""The last space in which he may fight or overrun (7.3.C)."""


class Activation(Step, frozen=True):
    """This general moves now (7.3). A card may take him further: `spaces`, and fight as far (Glover).

    In a campaign he may not take along CU that came with another general (7.4.E).
    """

    general: str
    campaign: bool = False
    spaces: int | None = None
    battle_within: int = BATTLE_WITHIN

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        state, side = play.state, SIDE_OF[self.general]
        at = state.generals[self.general]
        units = most_units(state, at_hand(state, side, at))
        allowance = SPACES[side] if self.spaces is None else self.spaces
        winter = self.general == WASHINGTON and is_last_card(state)
        play.record(
            GeneralActivated(
                self.general, side, at, allowance, self.battle_within, units, self.campaign, winter
            )
        )
        play.push(GoOn())
        return None


class GoOn(Step, frozen=True):
    """The general on the march says what goes with him and where, or halts (7.3, D-11, D-12)."""

    def advance(self, play: Play[State]) -> Decision | None:
        state, marching = play.state, marching_of(play.state)
        if marching.over or marching.used >= reach_of(marching) or not is_on_map(state, marching.general):
            _end(play)
            return None
        menu = march_menu(state, marching)
        if len(menu) == 1 and isinstance(menu[0], Halt):
            _end(play)
            return None
        about = {
            "general": marching.general,
            "space": marching.at,
            "left": reach_of(marching) - marching.used,
            "units": sum(marching.units.values()),
        }
        return Decision(Ask(seat_of(marching.side), "march", "7.3", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order, marching = the_order(answers), marching_of(play.state)
        if isinstance(order, LoadUnits):
            play.record(UnitsLoaded(marching.general, marching.at, units_of(order)))
        elif isinstance(order, March):
            enter(play, order.to)
        elif isinstance(order, Sail):
            play.record(ArmySailed(marching.general, marching.at, order.to, marching.units))
            come_to(play, order.to, marching.side)
        else:
            _end(play, halted=True)


def march_menu(state: State, marching: Marching) -> Sequence[Order]:
    """Where he may go, what he may take along from here if that leads on, and to halt."""
    general = marching.general
    menu = _ways_on(state, marching)
    if not marching.loaded:
        here = at_hand(state, marching.side, marching.at)
        with_cu, alone = (bool(_ways_on(state, changed(marching, units=units))) for units in (here, {}))
        menu += [
            LoadUnits(general, **units)
            for units in loads(state, marching.side, here)
            if units != marching.units and (with_cu if units else alone)
        ]
    if may_stop(state, marching):
        menu.append(Halt(general))
    return menu


def _ways_on(state: State, marching: Marching) -> list[Order]:
    """Where he may go with what he has: by land, and by sea."""
    marches = [March(marching.general, to) for to in land_ways(state, marching)]
    return [*marches, *(Sail(marching.general, port) for port in sea_ways(state, marching))]


def units_of(order: LoadUnits) -> Units:
    """The CU that the order names."""
    counts: Units = {"american": order.american, "french": order.french, "british": order.british}
    return {nation: count for nation, count in counts.items() if count}


def _end(play: Play[State], *, halted: bool = False) -> None:
    marching = marching_of(play.state)
    play.pop()
    play.record(ActivationEnded(marching.general, marching.at, halted))
    displaced(play, marching.at, marching.side)
