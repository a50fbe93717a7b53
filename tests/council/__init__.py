"""Council: a title for tests of response windows.

North proposes, in one kind of window or another, and everybody may object with a card: `yes` cards may be
played, `no` cards never. The first in the order east, south, north counts. North adjourns.
"""

from pathlib import Path

import msgspec

from domain.kernel import (
    Answers,
    Ask,
    Decision,
    Event,
    Hint,
    Opened,
    Option,
    Order,
    Play,
    Result,
    RuleSet,
    Scenario,
    Scene,
    Seat,
    Step,
    register,
    the_order,
)
from domain.kernel.gathering import gathered
from domain.parts.piles import hands_without
from domain.parts.secrets import Holders
from domain.parts.windows import Precedence

NORTH, EAST, SOUTH = SEATS = (Seat("north"), Seat("east"), Seat("south"))
PRECEDENCE = Precedence({seat: seat for seat in (EAST, SOUTH, NORTH)})
KINDS = ("talk", "battle_talk")


class State(msgspec.Struct, frozen=True):
    hands: dict[Seat, tuple[str, ...]]
    objections: int = 0


class Propose(Order, frozen=True):
    kind: str


class Adjourn(Order, frozen=True):
    pass


class Object(Order, frozen=True):
    card: str


class LetPass(Order, frozen=True):
    passes = True


class Proposed(Event, frozen=True):
    rule = "1"
    kind: str


class Objected(Event, frozen=True):
    rule = "1"
    seat: Seat
    card: str

    def apply(self, state: State) -> State:
        return State(hands_without(state.hands, self.seat, (self.card,)), state.objections + 1)


class Adjourned(Event, frozen=True):
    rule = "1"


class Chair(Step, frozen=True):
    def advance(self, play: Play[State]) -> Decision:
        return Decision(Ask(NORTH, "propose", "1", [*map(Propose, KINDS), Adjourn()]))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, Propose):
            play.record(Proposed(order.kind))
            play.push(Window(order.kind))
        else:
            play.record(Adjourned())
            play.pop()


class Window(Step, frozen=True):
    kind: str

    def advance(self, play: Play[State]) -> Decision | None:
        if not any(play.state.hands.values()):
            play.pop()
            return None
        asks = (self._ask(play.state, seat) for seat in SEATS if play.state.hands[seat])
        return Decision(*asks, settled=PRECEDENCE.is_settled)

    def _ask(self, state: State, seat: Seat) -> Ask:
        cards = [Object(card) for card in state.hands[seat] if card.startswith("yes")]
        return Ask(seat, "respond", "1", [LetPass(), *cards], window=self.kind, silence=LetPass())

    def handle(self, play: Play[State], answers: Answers) -> None:
        offer = PRECEDENCE.first(answers)
        if offer is None:
            play.pop()
        else:
            assert isinstance(offer.order, Object)
            play.record(Objected(Seat(offer.voice), offer.order.card))


def set_up(opened: Opened) -> tuple[State, tuple[Step, ...]]:
    hands: dict[Seat, tuple[str, ...]] = dict.fromkeys(opened.seats, ("yes_1", "yes_2"))
    if opened.options.get("east") == "no":
        hands[EAST] = ("no_1", "no_2")
    return State(hands), (Chair(),)


COUNCIL = register(
    RuleSet(
        id="council",
        name="Council",
        edition=1,
        data_digest="",
        scenarios=(
            Scenario(
                "hall", "The hall", "Three talk.", 1, (SEATS,),
                (Option("east", "East's cards", ("yes", "no"), "yes", "1"),),
            ),
        ),
        state=State,
        events=gathered(__name__, Event),
        orders=gathered(__name__, Order),
        steps=gathered(__name__, Step),
        set_up=set_up,
        view=lambda state, viewer: Scene("council", 1, 1, "talk", {}, {}, {}, {}),
        redact=Holders().redact,
        deal_anew=lambda state, seat, random, agenda: state,
        hint=lambda state, order: Hint(),
        clock=lambda state: (state.objections, 1),
        measures=(),
        measure=lambda state: {},
        evaluate=lambda state, seat: 0.0,
        result=lambda state: Result((), "1", {}),
        names=lambda language: {},
        marks={},
        folder=Path(__file__).parent,
        windows=KINDS,
        fights=("battle_talk",),
    )
)  # fmt: skip
