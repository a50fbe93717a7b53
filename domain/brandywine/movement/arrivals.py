"""Reinforcements (9.3), and releases before their turn (9.4.4, 9.4.5)."""

from collections.abc import Iterable

from domain.brandywine.events.movement import PieceArrived
from domain.brandywine.events.turns import EntryRevealed, ReleaseMade
from domain.brandywine.facts.board import ADJACENT, EDGES, HEXES, Hex, distance
from domain.brandywine.facts.scenarios import ArrivalFact
from domain.brandywine.facts.sides import Side, seat_of
from domain.brandywine.movement.watching import came
from domain.brandywine.orders.movement import ArriveAt, BuyRelease, DeclineRelease
from domain.brandywine.position.pieces import foe
from domain.brandywine.position.state import State, is_bound, is_hidden, is_leader, mover_of, side_of
from domain.kernel import Answers, Ask, Decision, Play, Step, the_order


def due(state: State) -> list[ArrivalFact]:
    """Who arrives for the active side on this turn and is not on the map yet, by hex."""
    side = state.active
    groups = list(state.field.fact.arrivals)
    if state.field.has("brigades_by_choice"):
        for brigade in state.field.brigades.values():
            if state.entries.get(brigade.brigade) == brigade.id:
                groups += brigade.arrivals
    return [each for each in groups if each.turn == state.turn and side_of(state, each.pieces[0]) == side]


def places(state: State, arrival: ArrivalFact) -> list[Hex]:
    """The hex of an arrival, or the nearest ones that are free of enemies and prohibited to none of its
    pieces (9.1.5, R-34)."""
    entry = state.ground.entries[arrival.entry] if arrival.entry is not None else None
    wanted = entry.hex if entry is not None else arrival.hex
    assert wanted is not None
    held = foe(state, state.active).held
    if wanted not in held:
        return [wanted]
    hexes = EDGES[entry.edge] if entry is not None else HEXES
    free = [at for at in hexes if at not in held and all(_bears(state, at, each) for each in arrival.pieces)]
    nearest = min((distance(wanted, at) for at in free), default=0)
    return [at for at in free if distance(wanted, at) == nearest]


def _bears(state: State, at: Hex, piece: str) -> bool:
    """May a piece stand in a hex: its ground is not prohibited to it, or a way leads there?"""
    mover = mover_of(state, piece)
    return any(state.ground.is_passable(mover, near, at) for near in ADJACENT[at])


class Reveal(Step, frozen=True):
    """What the British chose is shown: the Second Brigade on turn 1, the Third on turn 3 (R-45, R-46)."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        state = play.state
        if state.active != "british" or not state.field.has("brigades_by_choice"):
            return
        if state.turn >= 1 and "second" not in state.revealed:
            play.record(EntryRevealed("second", state.entries["second"]))
        if state.turn >= 3 and "third" not in play.state.revealed:
            play.record(EntryRevealed("third", state.entries["third"]))


class Arrivals(Step, frozen=True):
    """Groups are placed one after the other; where the enemy leaves a choice, their owner has it."""

    def advance(self, play: Play[State]) -> Decision | None:
        waiting = self._waiting(play.state)
        if not waiting:
            play.pop()
            return None
        found = places(play.state, waiting[0])
        if len(found) > 1:
            side = play.state.active
            about = {"side": side, "count": len(waiting[0].pieces)}
            return Decision(Ask(seat_of(side), "arrival", "R-34", [ArriveAt(at) for at in found], about))
        self._place(play, waiting[0], found[0])
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, ArriveAt)
        self._place(play, self._waiting(play.state)[0], order.hex)

    def _waiting(self, state: State) -> list[ArrivalFact]:
        return [
            each
            for each in due(state)
            if any(piece not in state.at and piece not in state.gone for piece in each.pieces)
        ]

    def _place(self, play: Play[State], arrival: ArrivalFact, at: Hex) -> None:
        side = play.state.active
        known_to = "british" if side == "british" and is_hidden(play.state) else "all"
        for piece in arrival.pieces:
            if piece in play.state.at or piece in play.state.gone:
                continue
            play.record(PieceArrived(side, at, known_to, piece))
            if not is_leader(play.state, piece):
                came(play, piece, (at,))
            if play.state.is_over:
                return


# Releases ---------------------------------------------------------------------------------------


def price(state: State, kind: str) -> int | None:
    """What a release costs now; None if it cannot be bought (9.4.4, 9.4.5, R-39)."""
    if kind in state.released or (kind == "greene" and not state.engaged):
        return None
    return state.tables.releases[kind].cost(state.turn)


class BuyReleases(Step, frozen=True):
    """At the start of his movement the American may buy a release (advanced)."""

    def advance(self, play: Play[State]) -> Decision | None:
        menu = release_menu(play.state)
        if len(menu) == 1:
            play.pop()
            return None
        about = {"turn": play.state.turn, "points": prices(play.state, menu)}
        return Decision(Ask(seat_of("american"), "release", "9.4", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if not isinstance(order, BuyRelease):
            play.pop()
            return
        cost = price(play.state, order.kind)
        assert cost is not None
        play.record(ReleaseMade(order.kind, play.state.turn, cost))


def prices(state: State, menu: Iterable[BuyRelease | DeclineRelease]) -> tuple[float, ...]:
    """The victory points that each release costs, in the order of the menu."""
    bought = (order.kind for order in menu if isinstance(order, BuyRelease))
    return tuple((price(state, kind) or 0) / 2 for kind in bought)


def release_menu(state: State) -> list[BuyRelease | DeclineRelease]:
    found: list[BuyRelease | DeclineRelease] = []
    side: Side = "american"
    if state.active == side and state.advanced and is_bound(state):
        if price(state, "greene") is not None:
            found.append(BuyRelease("greene"))
        if price(state, "army") is not None:
            found.append(BuyRelease("army"))
    return [*found, DeclineRelease()]


def release_freely(play: Play[State]) -> None:
    """At the start of a turn limits fall that last no longer (9.4.2, 9.4.3)."""
    state = play.state
    if not state.field.has("released_by_turn"):
        return
    for kind, fact in state.tables.releases.items():
        if state.turn >= fact.free_from and kind not in state.released:
            play.record(ReleaseMade("greene" if kind == "greene" else "army", state.turn))
