"""The alliance takes effect: navy, landing, European War (12.2); the navy's zones (12.3)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.washingtons_war.alliance.track import is_track_open
from domain.washingtons_war.ending.victory import check
from domain.washingtons_war.events.alliance import (
    AllianceTookEffect,
    EuropeanWarBegan,
    FrenchLanded,
    FrenchWait,
    NavyPlaced,
)
from domain.washingtons_war.events.decks import ReshuffleDue
from domain.washingtons_war.events.pieces import CuRemoved
from domain.washingtons_war.events.years import PhaseStarted
from domain.washingtons_war.facts.ids import AMERICAN, BRITISH, FRENCH_BOX, WASHINGTON
from domain.washingtons_war.movement.arrival import come_to, displaced
from domain.washingtons_war.orders.navy import PlaceNavy
from domain.washingtons_war.orders.reinforcements import LandFrench
from domain.washingtons_war.orders.units import RemoveUnit
from domain.washingtons_war.position.state import State
from domain.washingtons_war.position.units import general_in, spaces_with_cu


def settle_alliance(play: Play[State]) -> None:
    """At the end of the card that brought the marker to its last space the alliance takes effect (R-78)."""
    state = play.state
    if state.allied_in or is_track_open(state):
        return
    play.record(AllianceTookEffect(state.year))
    play.record(ReshuffleDue())
    play.push(ChooseZone("12.2"), LandTheFrench())


def french_ports(state: State) -> tuple[str, ...]:
    """Ports without British CU and marker (12.2.B, R-78)."""
    return tuple(
        [port for port in state.facts.ports
         if state.markers.get(port) != "british" and port not in state.british]
    )


def land_french(play: Play[State], port: str) -> None:
    """They land, and a lone British general is taken (R-78).

    If an American general is there, one of the two goes to the box, as the American player likes; Washington
    never does, so Rochambeau does not come there at all (R-79).
    """
    state = play.state
    comes = general_in(state, port, "american") != WASHINGTON
    play.record(FrenchLanded(port, state.french_waiting, comes))
    displaced(play, port, "american", "12.2.B")
    come_to(play, port, "american")


class ChooseZone(Step, frozen=True):
    """The American player says where the French navy lies (12.2.B.i, 12.3)."""

    rule: str

    def advance(self, play: Play[State]) -> Decision | None:
        menu = [PlaceNavy(zone) for zone in play.state.facts.zones]
        return Decision(Ask(AMERICAN, "place_navy", self.rule, menu))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, PlaceNavy)
        play.pop()
        play.record(NavyPlaced(order.zone))


class LandTheFrench(Step, frozen=True):
    """Rochambeau and the French CU land at once, if a port is free (12.2.B.ii)."""

    def advance(self, play: Play[State]) -> Decision | None:
        menu = [LandFrench(port) for port in french_ports(play.state)]
        if not menu:
            play.pop()
            play.record(FrenchWait())
            return None
        return Decision(Ask(AMERICAN, "land_french", "12.2.B", menu))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, LandFrench)
        play.pop()
        land_french(play, order.space)


class FrenchNavalPhase(Step, frozen=True):
    """Once France is at war its navy may change its zone each year, or stay (5.5, 12.3, R-81)."""

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        if play.state.navy != FRENCH_BOX:
            play.record(PhaseStarted("navy"))
            play.push(ChooseZone("12.3"))
        return None


class EuropeanWar(Step, frozen=True):
    """At the end of the year of the alliance the British take CU off the map (12.2.B.iii, R-80)."""

    left: int

    def advance(self, play: Play[State]) -> Decision | None:
        if check(play):
            return None
        if not self.left or not play.state.british:
            play.pop()
            return None
        menu = [RemoveUnit(space) for space in spaces_with_cu(play.state, "british")]
        return Decision(Ask(BRITISH, "european_war", "12.2.B", menu, {"units": self.left}))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, RemoveUnit)
        play.replace(EuropeanWar(self.left - 1))
        play.record(CuRemoved(order.space, "british", 1, "european_war", "12.2.B"))


def begin_european_war(play: Play[State]) -> None:
    """In the End Phase of the alliance year (5.7, R-80)."""
    state = play.state
    if state.allied_in == state.year and not state.european_war:
        play.record(EuropeanWarBegan(state.year))
        play.push(EuropeanWar(state.facts.alliance.european_war_losses))
