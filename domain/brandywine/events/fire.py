"""Fire of artillery and rifles."""

from typing import Literal

from domain.brandywine.facts.board import Hex
from domain.brandywine.facts.sides import Side
from domain.brandywine.facts.tables import Damage
from domain.brandywine.position.state import Pieces, State, Volley, changed, without_pieces
from domain.kernel.events import Event

Kind = Literal["artillery", "rifle"]


class FireDeclared(Event, frozen=True):
    """A group fires at a unit; `first`: no rifle of it has ever fired before (10.1.6). `points` are those of
    each that fires, `places` the hexes of all; older games do not say them."""

    side: Side
    kind: Kind
    firers: Pieces
    target: str
    distance: int
    cites: str
    first: bool = False
    points: dict[str, int] = {}
    places: dict[str, Hex] = {}

    def apply(self, state: State) -> State:
        fired = state.fired
        if self.kind == "rifle":
            fired = (*fired, *(unit for unit in self.firers if unit not in fired))
        return state.changed(
            volleys=(*state.volleys, Volley(self.side, self.target, self.firers, self.first)),
            shot=(*state.shot, *self.firers),
            targeted=(*state.targeted, self.target),
            fired=fired,
            engaged=state.engaged or state.units.units[self.target].maxwell,
        )


class HitRolled(Event, frozen=True):
    """The dice of a shot, what is added, and what was needed (10.1.6, 11.1.5)."""

    side: Side
    firers: Pieces
    target: str
    dice: tuple[int, ...]
    modifiers: dict[str, int]
    total: int
    needed: int
    hit: bool
    cites: str


class DamageRolled(Event, frozen=True):
    """What the hit does (10.1.7, 11.1.6)."""

    target: str
    die: int
    damage: Damage
    cites: str

    def apply(self, state: State) -> State:
        volleys = tuple(
            changed(each, damage=self.damage) if each.target == self.target else each
            for each in state.volleys
        )
        return state.changed(volleys=volleys)


class LeaderHit(Event, frozen=True):
    """Fire hit a leader in the hex (13.1.10)."""

    rule = "13.1.10"
    leader: str
    hex: Hex

    @property
    def by(self) -> str:
        return "fire"

    def apply(self, state: State) -> State:
        return without_pieces(state, {self.leader: "hit"})


class ShotEnded(Event, frozen=True):
    """All results of the fire have been carried out."""

    rule = "11.1.6"

    @property
    def quiet(self) -> bool:
        return True

    def apply(self, state: State) -> State:
        return state.changed(volleys=())
