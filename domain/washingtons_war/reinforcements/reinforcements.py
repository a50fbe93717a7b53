"""Reinforcements: British ones land at ports, American ones anywhere (8)."""

from collections.abc import Sequence
from functools import partial

from domain.kernel.agenda import Answers, Play, Step
from domain.kernel.decisions import Ask, Decision, Draft
from domain.kernel.orders import Order
from domain.kernel.told import Told
from domain.washingtons_war.alliance.landing import french_ports, land_french
from domain.washingtons_war.events.reinforcements import ReinforcementsLanded
from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import BOX_OF, ROCHAMBEAU, WASHINGTON, seat_of
from domain.washingtons_war.movement.arrival import come_to, give_way
from domain.washingtons_war.orders.reinforcements import (
    LandFrench,
    LandReinforcements,
    TakeGeneral,
    TakeUnits,
)
from domain.washingtons_war.position.control import is_blockaded
from domain.washingtons_war.position.state import State
from domain.washingtons_war.position.units import general_in, generals_in, has_cu, has_lone_general


def may_reinforce(state: State, side: Side) -> bool:
    """Is an action of this year left, and something to bring somewhere (8.1, 8.2)?"""
    often = state.facts.reinforcements
    actions = often.british_actions if side == "british" else often.american_actions
    if len(state.reinforcement_cards[side]) >= actions:
        return False
    if side == "american":
        markers, british = state.markers, state.british
        return any(markers.get(space) != "british" and space not in british for space in state.facts.spaces)
    return bool(state.british_box and british_ports(state, 1)) or _may_land_alone(state)


def _may_land_alone(state: State) -> bool:
    """Is there a British general in the box who may land without CU (R-84)?"""
    return bool(generals_in(state, BOX_OF["british"], "british") and british_ports(state, 0))


def reinforce(play: Play[State], side: Side, ops: int) -> None:
    """The card brings reinforcements: the British what they have, the Americans its value in CU."""
    play.push(Landing(side, ops))


class Landing(Step, frozen=True):
    """A side says whom it brings, and where (8.1, 8.2)."""

    side: Side
    ops: int

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        lists = _british_menu if self.side == "british" else _american_menu
        about = {"side": self.side, "units": self.ops if self.side == "american" else state.british_box}
        rule = "8.1" if self.side == "british" else "8.2"
        prompt = f"reinforce_{self.side}"
        menu = partial(lists, state)
        called = partial(self._called, state)
        return Decision(Ask(seat_of(self.side), prompt, rule, menu, about, called=called))

    def _called(self, state: State, draft: Draft, order: Order) -> Told | None:
        """What comes there, and who gives way to the general who comes (8.1.C, 8.2.C)."""
        if not isinstance(order, LandReinforcements):
            return None
        units = self.ops if self.side == "american" else _units_of(draft)
        general = _general_of(draft) or None
        relieved = general_in(state, order.space, self.side) if general else None
        about = {"space": order.space, "units": units, "general": general, "relieved": relieved}
        return Told("arrive", about)

    def handle(self, play: Play[State], answers: Answers) -> None:
        (draft,) = answers.values()
        play.pop()
        last = draft[-1]
        if isinstance(last, LandFrench):
            land_french(play, last.space)
            return
        assert isinstance(last, LandReinforcements)
        general = _general_of(draft)
        cu = self.ops if self.side == "american" else _units_of(draft)
        land(play, self.side, last.space, cu, general)


def land(play: Play[State], side: Side, space: str, cu: int, general: str) -> None:
    """They come: the general who is there gives way, a lone enemy general is captured (R-9, R-84, R-85)."""
    there = general_in(play.state, space, side)
    if general and there is not None:
        give_way(play, there, "8.1.C" if side == "british" else "8.2.C")
    play.record(ReinforcementsLanded(side, space, cu, general, "8.1" if side == "british" else "8.2"))
    come_to(play, space, side)


def _general_of(draft: Draft) -> str:
    return next((order.general for order in draft if isinstance(order, TakeGeneral)), "")


def _units_of(draft: Draft) -> int:
    return next((order.count for order in draft if isinstance(order, TakeUnits)), 0)


# The British (8.1) ------------------------------------------------------------------------------


def _british_menu(state: State, draft: Draft) -> Sequence[Order]:
    """First a general or a number of CU, then the port; at least one of either (R-84)."""
    menu: list[Order] = []
    cu = _units_of(draft)
    box = state.british_box if british_ports(state, 1) else 0
    if not draft and (box or _may_land_alone(state)):
        menu += [TakeGeneral(general) for general in generals_in(state, BOX_OF["british"], "british")]
    if not cu:
        menu += [TakeUnits(count) for count in range(1, box + 1)]
    if draft:
        menu += [LandReinforcements(port) for port in british_ports(state, cu)]
    return menu


def british_ports(state: State, cu: int) -> tuple[str, ...]:
    """Where British reinforcements may land; without CU not on a lone American general (R-9, R-84)."""
    markers = state.markers
    return tuple(
        [port for port in state.facts.ports
         if markers.get(port) != "american" and not has_cu(state, port, "american")
         and not is_blockaded(state, port) and (cu or not has_lone_general(state, port, "american"))]
    )


# The Americans (8.2) ----------------------------------------------------------------------------


def _american_menu(state: State, draft: Draft) -> Sequence[Order]:
    """A general or none, then the space; the French who wait may land instead (R-79, R-85)."""
    general = _general_of(draft)
    menu: list[Order] = []
    if not draft:
        menu += [TakeGeneral(each) for each in available(state) if _american_spaces(state, each)]
        if is_waiting(state):
            menu += [LandFrench(port) for port in french_ports(state)]
    menu += [LandReinforcements(space) for space in _american_spaces(state, general)]
    return menu


def available(state: State) -> tuple[str, ...]:
    """The generals of the American box who may come; Rochambeau not before the French CU (R-79)."""
    there = generals_in(state, BOX_OF["american"], "american")
    return tuple([general for general in there if general != ROCHAMBEAU or not state.french_waiting])


def is_waiting(state: State) -> bool:
    """Do the French wait for a port (12.2.B)?"""
    return bool(state.allied_in and state.french_waiting)


def _american_spaces(state: State, general: str) -> list[str]:
    """No British CU and no British marker; no general where Washington stands (8.2, R-85)."""
    markers, british = state.markers, state.british
    barred = state.generals[WASHINGTON] if general else ""
    return [space for space in state.facts.spaces
            if markers.get(space) != "british" and space not in british and space != barred]
