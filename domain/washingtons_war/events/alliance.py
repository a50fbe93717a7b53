"""The French alliance, the Regulars, the navy and the European War (12)."""

from domain.kernel.events import Event
from domain.washingtons_war.facts.ids import AMERICAN_BOX, ROCHAMBEAU
from domain.washingtons_war.position.state import State, changed, with_cu, with_general


class AllianceMarkerMoved(Event, frozen=True):
    """The marker on the alliance track moved (12.1)."""

    rule = "12.1"

    before: int
    after: int
    reason: str

    def apply(self, state: State) -> State:
        return changed(state, alliance=self.after)


class RegularsLost(Event, frozen=True):
    """The British lost the advantage of their Regulars for good (9.41)."""

    rule = "9.41"

    reason: str

    def apply(self, state: State) -> State:
        return changed(state, regulars=False)


class AllianceTookEffect(Event, frozen=True):
    """France is at war (12.2)."""

    rule = "12.2"

    year: int

    def apply(self, state: State) -> State:
        return changed(state, allied_in=self.year)


class NavyPlaced(Event, frozen=True):
    """The French navy lies in a blockade zone (12.3)."""

    rule = "12.3"

    zone: str

    def apply(self, state: State) -> State:
        return changed(state, navy=self.zone)


class NavyRemoved(Event, frozen=True):
    """The French navy left its zone; it is back in the next French Naval Phase (R-81)."""

    rule = "12.3"

    zone: str

    def apply(self, state: State) -> State:
        return changed(state, navy="turn_track")


class FrenchWait(Event, frozen=True):
    """No port is free for the French: they wait in the American Reinforcements box (12.2.B)."""

    rule = "12.2.B"

    def apply(self, state: State) -> State:
        return with_general(state, ROCHAMBEAU, AMERICAN_BOX)


class FrenchLanded(Event, frozen=True):
    """The French CU landed; Rochambeau with them, unless Washington stands there (12.2.B, R-79)."""

    rule = "12.2.B"

    port: str
    count: int
    with_rochambeau: bool

    def apply(self, state: State) -> State:
        state = changed(with_cu(state, "french", self.port, self.count), french_waiting=0)
        place = self.port if self.with_rochambeau else AMERICAN_BOX
        return with_general(state, ROCHAMBEAU, place)


class EuropeanWarBegan(Event, frozen=True):
    """The European War takes British troops from now on (12.2.B.iii)."""

    rule = "12.2.B"

    year: int

    def apply(self, state: State) -> State:
        return changed(state, european_war=True)
