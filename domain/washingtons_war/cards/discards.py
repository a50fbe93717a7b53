"""Events discarded as an impulse: the one action, and the swap (6.32)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.washingtons_war.events.cards import CardsSwapped
from domain.washingtons_war.events.markers import MarkerRemoved
from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import OTHER, seat_of
from domain.washingtons_war.orders.cards import DeclineSwap, SwapCard
from domain.washingtons_war.orders.markers import FlipMarker, PlaceMarker, RemoveMarker, StopMarkers
from domain.washingtons_war.politics.markers import is_free_for, may_americans_place, may_flip, set_marker
from domain.washingtons_war.position.control import beside
from domain.washingtons_war.position.state import State
from domain.washingtons_war.position.units import general_in, has_cu

STOP, DECLINE = StopMarkers(), DeclineSwap()
LEAST_FOR_SWAP: dict[Side, int] = {"american": 2, "british": 1}
"""The least OPS value that each side may give for a discarded event (6.32.C)."""


def discard_event(play: Play[State], side: Side, card: str) -> None:
    """The one action for a discarded event (6.32.B, R-26); the card itself was laid down already."""
    play.push(ActOnDiscard(side, card))


class ActOnDiscard(Step, frozen=True):
    """A side places, flips or removes one marker beside a marker of its own, or does nothing (6.32.B)."""

    side: Side
    card: str

    def advance(self, play: Play[State]) -> Decision | None:
        about = {"side": self.side, "card": self.card}
        menu = [*discard_actions(play.state, self.side), STOP]
        return Decision(Ask(seat_of(self.side), "act_on_discard", "6.32.B", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        play.pop()
        if isinstance(order, (PlaceMarker, FlipMarker)):
            set_marker(play, self.side, order.space, "discard", "6.32.B")
        elif isinstance(order, RemoveMarker):
            play.record(MarkerRemoved(order.space, OTHER[self.side], "discard", "6.32.B"))


def discard_actions(state: State, side: Side) -> list[Order]:
    """The markers to place, flip and remove, all of them beside one of one's own (6.32.B, 10.12.B, R-26)."""
    near = beside(state, side)
    spaces = [space for space in state.facts.spaces if space in near]
    may_place = side == "british" or may_americans_place(state)
    return [
        *(PlaceMarker(space) for space in spaces if may_place and is_free_for(state, side, space)),
        *(FlipMarker(space) for space in spaces if may_flip(state, side, space)),
        *(RemoveMarker(space) for space in spaces if may_remove(state, side, space)),
    ]


def may_remove(state: State, side: Side, space: str) -> bool:
    """Is there an enemy marker, and no enemy CU, American general or Congress (6.32.B.iii, 10.12.B)?

    A British general alone protects nothing; an American one keeps his own side off, too: he may flip (R-26).
    """
    if state.markers.get(space) != OTHER[side] or has_cu(state, space, OTHER[side]):
        return False
    return space != state.congress and general_in(state, space, "american") is None


def offer_swap(play: Play[State], side: Side, card: str) -> None:
    """`side` may take the event that the other side discarded, for an OPS card (6.32.C, R-27)."""
    if play.state.hands[side]:
        play.push(AnswerSwap(side, card))


class AnswerSwap(Step, frozen=True):
    """The opponent of who discarded an event may take it for an OPS card; asked whatever he holds (R-27)."""

    side: Side
    card: str

    def advance(self, play: Play[State]) -> Decision | None:
        menu = [*map(SwapCard, swaps(play.state, self.side)), DECLINE]
        about = {"side": self.side, "card": self.card}
        seat = seat_of(self.side)
        return Decision(Ask(seat, "answer_swap", "6.32.C", menu, about, window="swap", silence=DECLINE))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        play.pop()
        if isinstance(order, SwapCard):
            play.record(CardsSwapped(self.side, order.card, self.card))


def swaps(state: State, side: Side) -> tuple[str, ...]:
    """The OPS cards that the side may give (6.32.C)."""
    ops = state.facts.ops
    return tuple(card for card in state.hands[side] if ops.get(card, 0) >= LEAST_FOR_SWAP[side])
