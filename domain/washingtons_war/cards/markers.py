"""Events that place and remove markers (6.31, 10.12.A)."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.washingtons_war.events.markers import MarkerPlaced, MarkerRemoved
from domain.washingtons_war.facts import CardStep, Side
from domain.washingtons_war.facts.ids import OTHER, seat_of
from domain.washingtons_war.orders.markers import PlaceMarker, RemoveMarker, StopMarkers
from domain.washingtons_war.position.card_table import effects, targets
from domain.washingtons_war.position.state import State

STOP = StopMarkers()


@effects("place_pc")
def _place(play: Play[State], side: Side, card: str, step: CardStep) -> None:
    play.push(PlaceMarkers(side, card, targets["place_pc"](play.state, step), step.up_to))


class PlaceMarkers(Step, frozen=True):
    """The player places up to so many markers in these spaces, judged when the card was played (10.12.A)."""

    side: Side
    card: str
    spaces: tuple[str, ...]
    left: int

    def advance(self, play: Play[State]) -> Decision | None:
        if not self.left or not self.spaces:
            play.pop()
            return None
        menu = [*map(PlaceMarker, self.spaces), STOP]
        return Decision(Ask(seat_of(self.side), "place_by_card", "10.12", menu, _about(self)))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if not isinstance(order, PlaceMarker):
            play.pop()
            return
        play.record(MarkerPlaced(order.space, self.side, "event", "10.12"))
        rest = tuple(space for space in self.spaces if space != order.space)
        play.replace(PlaceMarkers(self.side, self.card, rest, self.left - 1))


@effects("remove_pc")
def _remove(play: Play[State], side: Side, card: str, step: CardStep) -> None:
    play.push(RemoveMarkers(side, card, targets["remove_pc"](play.state, step), step.up_to))


class RemoveMarkers(Step, frozen=True):
    """The player removes up to so many of the enemy's markers from these spaces (6.31)."""

    side: Side
    card: str
    spaces: tuple[str, ...]
    left: int

    def advance(self, play: Play[State]) -> Decision | None:
        if not self.left or not self.spaces:
            play.pop()
            return None
        menu = [*map(RemoveMarker, self.spaces), STOP]
        return Decision(Ask(seat_of(self.side), "remove_by_card", "10.12", menu, _about(self)))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if not isinstance(order, RemoveMarker):
            play.pop()
            return
        play.record(MarkerRemoved(order.space, OTHER[self.side], "event"))
        rest = tuple(space for space in self.spaces if space != order.space)
        play.replace(RemoveMarkers(self.side, self.card, rest, self.left - 1))


def _about(step: PlaceMarkers | RemoveMarkers) -> dict[str, object]:
    return {"side": step.side, "card": step.card, "left": step.left}


@effects("place_pc_each_colony")
def _place_in_each_colony(play: Play[State], side: Side, card: str, step: CardStep) -> None:
    """The chooser whom the card names places them, whoever played it (6.34.C.i)."""
    spaces = targets["place_pc_each_colony"](play.state, step)
    play.push(PlaceInColonies(step.chooser or side, card, spaces, step.per_colony))


class PlaceInColonies(Step, frozen=True):
    """A side places so many markers in each colony that has a space for it; none is left out (6.34.C.i)."""

    side: Side
    card: str
    spaces: tuple[str, ...]
    per_colony: int
    placed: tuple[str, ...] = ()

    def advance(self, play: Play[State]) -> Decision | None:
        colony_of = play.state.facts.colony_of
        if not self.spaces:
            play.pop()
            return None
        colony = colony_of[self.spaces[0]]
        menu: list[Order] = [PlaceMarker(space) for space in self.spaces if colony_of[space] == colony]
        about = {"side": self.side, "card": self.card, "colony": colony}
        return Decision(Ask(seat_of(self.side), "place_in_colony", "6.34.C", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, PlaceMarker)
        play.record(MarkerPlaced(order.space, self.side, "event", "6.34.C"))
        colony_of = play.state.facts.colony_of
        colony, placed = colony_of[order.space], (*self.placed, order.space)
        is_full = sum(colony_of[space] == colony for space in placed) >= self.per_colony
        rest = tuple(
            space
            for space in self.spaces
            if space != order.space and not (is_full and colony_of[space] == colony)
        )
        play.replace(PlaceInColonies(self.side, self.card, rest, self.per_colony, placed))
