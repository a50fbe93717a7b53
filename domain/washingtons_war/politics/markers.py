"""Placing and flipping markers with OPS cards, one space at a time (10.11)."""

from collections.abc import Collection
from functools import cache

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.washingtons_war.events.markers import MarkerFlipped, MarkerPlaced, Reason
from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import seat_of
from domain.washingtons_war.orders.markers import FlipMarker, PlaceMarker, StopMarkers
from domain.washingtons_war.position.control import beside_british
from domain.washingtons_war.position.state import State
from domain.washingtons_war.position.units import general_in, has_american_unit, has_army

STOP = StopMarkers()
_place, _flip = cache(PlaceMarker), cache(FlipMarker)


def is_free_for(state: State, side: Side, space: str) -> bool:
    """Has the space no marker, and no enemy that keeps this side's markers away (10.11)?

    British CU keep American markers away, a lone British general does not; any American unit keeps British
    markers away.
    """
    if space in state.markers:
        return False
    if side == "american":
        return space not in state.british
    return not has_american_unit(state, space)


def may_americans_place(state: State) -> bool:
    """May they place with OPS and discards? Not without Congress, nor after the mutinies (10.11.A, R-67)."""
    return state.congress is not None and not state.mutinies


def places(state: State, side: Side, near: Collection[str]) -> list[str]:
    """Where a side may place a marker with an OPS card; `near` as the card began (10.11, R-67, R-68)."""
    markers = state.markers
    if side == "american":
        if not may_americans_place(state):
            return []
        british = state.british
        return [space for space in state.facts.spaces if space not in markers and space not in british]
    return [
        space for space in state.facts.spaces
        if space not in markers
        and (space in near and not has_american_unit(state, space) or has_army(state, space, "british"))
    ]  # fmt: skip


def may_flip(state: State, side: Side, space: str) -> bool:
    """An American general is in the space, or a British army (10.11.A.ii, 10.11.B.iii)."""
    if state.markers.get(space) in (None, side):
        return False
    if side == "american":
        return general_in(state, space, "american") is not None
    return has_army(state, space, "british")


def flips(state: State, side: Side) -> list[str]:
    """Where a side may turn an enemy marker over."""
    places_of = {place for place in state.generals.values() if place in state.markers}
    return [space for space in state.facts.spaces if space in places_of and may_flip(state, side, space)]


def set_marker(play: Play[State], side: Side, space: str, reason: Reason, cites: str = "10.11") -> None:
    """The side's marker comes to the space, new or turned over."""
    event = MarkerFlipped if space in play.state.markers else MarkerPlaced
    play.record(event(space, side, reason, cites))


class SpendOnSpaces(Step, frozen=True):
    """A side places and flips markers with an OPS card, up to its value (10.11, R-20).

    `near` are the spaces adjacent to British markers when the card was played: markers of the same card make
    no garland (10.11.B).
    """

    side: Side
    left: int
    near: tuple[str, ...] = ()

    def advance(self, play: Play[State]) -> Decision | None:
        if not self.left:
            play.pop()
            return None
        state, side = play.state, self.side
        near = frozenset(self.near)

        def menu(draft: object) -> list[Order]:
            placing: list[Order] = [_place(space) for space in places(state, side, near)]
            return [*placing, *(_flip(space) for space in flips(state, side)), STOP]

        about = {"side": side, "markers": self.left}
        return Decision(Ask(seat_of(side), "spend_on_markers", "10.11", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, StopMarkers):
            play.pop()
            return
        assert isinstance(order, (PlaceMarker, FlipMarker))
        play.replace(SpendOnSpaces(self.side, self.left - 1, self.near))
        set_marker(play, self.side, order.space, "ops")


def spend_on_spaces(play: Play[State], side: Side, ops: int) -> None:
    """Begin to spend an OPS card on markers."""
    near = tuple(sorted(beside_british(play.state))) if side == "british" else ()
    play.push(SpendOnSpaces(side, ops, near))
