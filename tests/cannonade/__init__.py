"""Cannonade: a title for tests of named dice and of boards that a title describes as data.

Two batteries on hexes. In turn each moves one hex, never far from the other, or fires as many dice as the
range leaves; cannons hit. Who hits three times wins; after eight turns nobody does.
"""

from pathlib import Path

import msgspec

from domain.kernel import (
    Answers,
    Ask,
    Decision,
    Die,
    Event,
    Hint,
    Measure,
    Opened,
    Order,
    Play,
    Result,
    RuleSet,
    Scenario,
    Scene,
    Seat,
    Space,
    Step,
    Token,
    register,
    the_order,
)
from domain.kernel.geometry import is_clear, pointy_hexes
from domain.kernel.maps import CellMap

WEST, EAST = SEATS = (Seat("west"), Seat("east"))
FOE = {WEST: EAST, EAST: WEST}
BOARD = pointy_hexes(9, 5)
WOODS = frozenset(("B3", "D6"))
HITS, TURNS, CLOSE = 3, 8, 3
COMBAT = Die("combat", ("cannon", "musket", "musket", "saber", "flag", "flag"))


def hits(face: str) -> float:
    return float(face == "cannon")


class State(msgspec.Struct, frozen=True):
    at: dict[Seat, str]
    hits: dict[Seat, int]
    turn: int = 1
    over: bool = False


class Move(Order, frozen=True):
    seat: Seat
    to: str


class Fire(Order, frozen=True):
    seat: Seat


class Moved(Event, frozen=True):
    rule = "1"
    seat: Seat
    to: str

    def apply(self, state: State) -> State:
        return msgspec.structs.replace(state, at={**state.at, self.seat: self.to})


class Fired(Event, frozen=True):
    rule = "2"
    seat: Seat
    faces: tuple[str, ...]

    def apply(self, state: State) -> State:
        own = state.hits[self.seat] + sum(map(hits, self.faces))
        return msgspec.structs.replace(state, hits={**state.hits, self.seat: int(own)})


class TurnEnded(Event, frozen=True):
    rule = "1"

    def apply(self, state: State) -> State:
        return msgspec.structs.replace(state, turn=state.turn + 1)


class GameEnded(Event, frozen=True):
    rule = "3"

    def apply(self, state: State) -> State:
        return msgspec.structs.replace(state, over=True)


class Turn(Step, frozen=True):
    seat: Seat = WEST

    def advance(self, play: Play[State]) -> Decision | None:
        if play.state.turn > TURNS or HITS in play.state.hits.values():
            play.record(GameEnded())
            play.pop()
            return None
        at, foe = play.state.at[self.seat], play.state.at[FOE[self.seat]]
        moves: list[Order] = [
            Move(self.seat, to) for to in BOARD.adjacent[at] if 0 < BOARD.distance(to, foe) <= CLOSE
        ]
        fires = [Fire(self.seat)] if dice(play.state, self.seat) else []
        return Decision(Ask(self.seat, "turn", "1", [*moves, *fires]))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, Move):
            play.record(Moved(self.seat, order.to))
        else:
            many = dice(play.state, self.seat)
            play.record(Fired(self.seat, play.roll_faces(self.seat, many, COMBAT, "fire", "2", hits)))
        if self.seat == EAST:
            play.record(TurnEnded())
        play.replace(Turn(FOE[self.seat]))


def dice(state: State, seat: Seat) -> int:
    """Five dice, one less for each hex of range; none without a clear line of sight."""
    at, foe = state.at[seat], state.at[FOE[seat]]
    return max(0, 5 - BOARD.distance(at, foe)) if is_clear(BOARD, at, foe, WOODS.__contains__) else 0


def result(state: State) -> Result | None:
    scores = {str(seat): float(state.hits[seat]) for seat in SEATS}
    won = tuple(seat for seat in SEATS if state.hits[seat] >= HITS)
    return Result(won, "3", scores) if state.over else None


def set_up(opened: Opened) -> tuple[State, tuple[Step, ...]]:
    return State({WEST: "C4", EAST: "C7"}, dict.fromkeys(SEATS, 0)), (Turn(),)


def ridge() -> CellMap:
    return CellMap(
        cells=BOARD,
        terrain={"wood": tuple(sorted(WOODS)), "farm": ("C8",)},
        ways={"lane": (("C1", "C2", "C3", "C4", "C5"),)},
        labels=(("C8", "The farm"),),
        names={"C8": "The farm"},
    )


def view(state: State, viewer: Seat) -> Scene:
    tokens = {
        seat: Token(state.at[seat], "battery", seat, seat.title(), strength=HITS - state.hits[FOE[seat]])
        for seat in SEATS
    }
    numbers: dict[str, dict[str, int | float | str]] = {seat: {"hits": state.hits[seat]} for seat in SEATS}
    spaces = {"C5": Space(marks={"turn": state.turn})}
    return Scene("cannonade", state.turn, 1, "fire", tokens, spaces, {}, numbers, state.over)


CANNONADE = register(
    RuleSet(
        id="cannonade",
        name="Cannonade",
        edition=1,
        data_digest="",
        scenarios=(Scenario("ridge", "The ridge", "Two batteries.", TURNS, (SEATS,)),),
        state=State,
        events=(Moved, Fired, TurnEnded, GameEnded),
        orders=(Move, Fire),
        steps=(Turn,),
        set_up=set_up,
        view=view,
        redact=lambda event, viewer: event,
        deal_anew=lambda state, seat, random, agenda: state,
        hint=lambda state, order: Hint(
            piece=getattr(order, "seat", None),
            target=order.to if isinstance(order, Move) else None,
        ),
        clock=lambda state: (state.turn, 1),
        measures=tuple(Measure(f"hits_{seat}", f"Hits of {seat}", seat, "hits") for seat in SEATS),
        measure=lambda state: {f"hits_{seat}": float(state.hits[seat]) for seat in SEATS},
        evaluate=lambda state, seat: float(state.hits[seat] - state.hits[FOE[seat]]),
        result=result,
        names=lambda language: NAMES[language],
        marks={"Fired": "battle", "TurnEnded": "turn"},
        folder=Path(__file__).parent,
        maps={"cannonade": ridge},
        dice=(COMBAT,),
    )
)
NAMES = {
    "en": {"west": "West", "east": "East"},
    "it": {
        "west": "Ovest", "east": "Est", "cannon": "cannone", "musket": "moschetto", "saber": "sciabola",
        "flag": "bandiera",
    },
}  # fmt: skip
