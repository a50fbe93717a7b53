"""Setting up: printed hexes, pieces placed in areas, and what the British choose in secret (18.0, R-80)."""

from domain.brandywine.events.turns import BattleBegan, EntryChosen, PiecePlaced
from domain.brandywine.facts import Facts, known
from domain.brandywine.facts.board import Hex
from domain.brandywine.facts.sides import ENEMY, SEATS, Side, seat_of
from domain.brandywine.movement.phase import is_escorted
from domain.brandywine.movement.watching import speaks_no_german
from domain.brandywine.orders.turns import ChooseEntry, PlacePiece
from domain.brandywine.position.pieces import fits, foe
from domain.brandywine.position.state import State, is_leader, mover_of, side_of, unit_fact
from domain.brandywine.sequence.turns import Turns
from domain.kernel import Answers, Ask, Decision, Opened, Option, Play, Scenario, Step, the_order

ADVANCED = Option("advanced", "Advanced rules", ("on", "off"), "on", "R-104")
BASIC_ENTRIES = {"second": "second_a", "third": "third_cavalry_withdrawal"}
"""Without the advanced rules (R-47)."""


def scenarios(facts: Facts) -> tuple[Scenario, ...]:
    """The four scenarios, the shortest first."""
    return tuple(
        Scenario(
            name,
            each.fact.title,
            f"Turns {each.fact.first_turn} to {each.fact.last_turn} of 11 September 1777.",
            each.fact.last_turn,
            (SEATS,),
            (ADVANCED,),
            each.fact.first_turn,
        )
        for name, each in facts.scenarios.items()
    )


def set_up(opened: Opened) -> tuple[State, tuple[Step, ...]]:
    """The pieces with printed hexes stand; others are still to be placed."""
    data = opened.pack_data
    field = known[data].scenarios[opened.scenario]
    advanced = opened.options.get(ADVANCED.id, ADVANCED.default) == "on"
    by_choice = field.has("brigades_by_choice")
    momentum = {side: count if advanced else 0 for side, count in field.fact.momentum.items()}
    released = (
        {}
        if field.has("released_by_turn")
        else {"greene": field.fact.first_turn, "army": field.fact.first_turn}
    )
    state = State(
        opened.scenario, opened.seats, advanced=advanced, at=dict(field.start), reduced=field.fact.reduced,
        army=dict(field.fact.army_morale), momentum=momentum, released=released,
        active=field.fact.places_first, entries=dict(BASIC_ENTRIES) if by_choice and not advanced else {},
        data=data,
    )  # fmt: skip
    return state, (Begin(),)


class Begin(Step, frozen=True):
    """One side places its pieces, then the other; then the British choose (R-80)."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        state = play.state
        play.record(BattleBegan(state.scenario))
        first = state.field.fact.places_first
        choices = (ChooseBrigade("second"), ChooseBrigade("third")) if _chooses(state) else ()
        play.push(Place(first), Place(ENEMY[first]), *choices, Turns())


def _chooses(state: State) -> bool:
    return state.field.has("brigades_by_choice") and state.advanced


class Place(Step, frozen=True):
    """A side places its free pieces, those of small areas first."""

    side: Side

    def advance(self, play: Play[State]) -> Decision | None:
        piece = self._next(play.state)
        if piece is None:
            play.pop()
            return None
        menu = [PlacePiece(piece[0], at) for at in free_hexes(play.state, *piece)]
        about = {"piece": piece[0], "area": piece[1]}
        return Decision(Ask(seat_of(self.side), "place", "18", menu, about))

    def _next(self, state: State) -> tuple[str, str] | None:
        return next((each for each in state.field.placed[self.side] if each[0] not in state.at), None)

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, PlacePiece)
        play.record(PiecePlaced(order.piece, order.hex))


def free_hexes(state: State, piece: str, area: str) -> list[Hex]:
    """Where a piece may begin: no prohibited ground, within the limit, and with whom it can stand."""
    side, stirn = side_of(state, piece), state.units.role["stirn"]
    held = foe(state, side).held
    hexes = [at for at in state.ground.areas[area] if at not in held]
    if not is_leader(state, piece):
        foreign = unit_fact(state, piece).nation != "german" and side == "british"
        with_stirn = state.at.get(stirn) or _left_for_stirn(state) if foreign else None
        mover = mover_of(state, piece)
        return [
            at
            for at in hexes
            if getattr(state.ground.land[at], mover) and fits(state, piece, at) and at != with_stirn
        ]
    if piece == stirn:
        return [at for at in hexes if not speaks_no_german(state, at)]
    if piece == state.units.role["maxwell"] and state.field.has("maxwell_escorted"):
        return [at for at in hexes if is_escorted(state, at)] or hexes
    return hexes


def _left_for_stirn(state: State) -> Hex | None:
    """The last hex in which Stirn, who is placed late, can still begin: no foreign unit takes it (14.6)."""
    stirn = state.units.role["stirn"]
    area = dict(state.field.placed["british"]).get(stirn)
    if area is None:
        return None
    left = free_hexes(state, stirn, area)
    return left[0] if len(left) == 1 else None


class ChooseBrigade(Step, frozen=True):
    """How a brigade will enter: chosen before the game, shown when it comes (9.7.2, 9.8.2)."""

    brigade: str

    def advance(self, play: Play[State]) -> Decision:
        ways = [each for each in play.state.field.brigades.values() if each.brigade == self.brigade]
        menu = [ChooseEntry(each.id) for each in ways]
        rule = "9.7.2" if self.brigade == "second" else "9.8.2"
        return Decision(Ask(seat_of("british"), f"entry_{self.brigade}", rule, menu))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, ChooseEntry)
        play.pop()
        play.record(EntryChosen("second" if self.brigade == "second" else "third", order.entry))
