"""Parley: two seats speak or hush together, or one alone. Hushing leaves no event, so it makes silent
rounds."""

from pathlib import Path
from typing import Any

import msgspec

from domain.kernel import (
    Answers,
    Ask,
    Decision,
    Event,
    Hint,
    Opened,
    Order,
    Play,
    RuleSet,
    Scenario,
    Scene,
    Seat,
    Step,
    register,
)
from domain.kernel.gathering import gathered
from domain.parts.secrets import Holders

SEATS = (Seat("east"), Seat("west"))
HUSHES = 3


class State(msgspec.Struct, frozen=True):
    words: int = 0


class Speak(Order, frozen=True):
    loud: int


class Hush(Order, frozen=True):
    pass


class Spoken(Event, frozen=True):
    rule = "1"
    seats: tuple[Seat, ...]

    def apply(self, state: State) -> State:
        return State(state.words + 1)


class Parted(Event, frozen=True):
    rule = "2"


class Talk(Step, frozen=True):
    hushed: int = 0
    seats: tuple[Seat, ...] = SEATS

    def advance(self, play: Play[State]) -> Decision:
        menu = [Speak(1), Speak(2), Hush()]
        return Decision(*(Ask(seat, "talk", "1", menu) for seat in self.seats))

    def handle(self, play: Play[State], answers: Answers) -> None:
        speaking = tuple(seat for seat in self.seats if isinstance(answers[seat][0], Speak))
        if speaking:
            play.record(Spoken(speaking))
            play.replace(Talk(0, self.seats))
        elif self.hushed + 1 < HUSHES:
            play.replace(Talk(self.hushed + 1, self.seats))
        else:
            play.record(Parted())
            play.pop()


def set_up(opened: Opened) -> tuple[State, tuple[Step, ...]]:
    return State(), (Talk(0, opened.seats),)


PARLEY = register(
    RuleSet(
        id="parley",
        name="Parley",
        edition=1,
        data_digest="",
        scenarios=(
            Scenario("talk", "A talk", "Two talk.", 1, (SEATS,)),
            Scenario("alone", "A monologue", "One talks to nobody.", 1, (SEATS[:1],)),
        ),
        state=State,
        events=gathered(__name__, Event),
        orders=gathered(__name__, Order),
        steps=gathered(__name__, Step),
        set_up=set_up,
        view=lambda state, viewer: Scene("parley", 1, 1, "talk", {}, {}, {}, {}),
        redact=Holders().redact,
        deal_anew=lambda state, seat, random, agenda: state,
        hint=lambda state, order: Hint(),
        clock=lambda state: (state.words, 1),
        measures=(),
        measure=lambda state: {},
        evaluate=lambda state, seat: 0.0,
        result=lambda state: None,
        names=lambda language: {},
        marks={},
        folder=Path(__file__).parent / "no_prose",
    )
)


def talk(games: Any, game: str, east: Order, west: Order) -> Any:
    """Both answer once."""
    games.order(game, SEATS[0], east)
    return games.order(game, SEATS[1], west)
