"""Who is heard in a response window, and what becomes of what the window is about."""

import pytest

from domain.kernel import Answers, Order, Play, SealedChance, Seat, Step
from domain.parts.windows import Offer, Precedence, cancel, turn, waiting

EAST, WEST, NORTH = Seat("east"), Seat("west"), Seat("north")


class Speak(Order, frozen=True):
    power: str


class LetPass(Order, frozen=True):
    passes = True


class Window(Step, frozen=True):
    about: str = ""


class Deed(Step, frozen=True):
    name: str


# East speaks for two powers, the first and the last in precedence.
POWERS = Precedence(
    {"guard": EAST, "line": WEST, "horse": NORTH, "guns": EAST},
    lambda seat, order: getattr(order, "power", ""),
)
PASS = (LetPass(),)


def says(power: str) -> tuple[Order, ...]:
    return (Speak(power),)


@pytest.mark.parametrize(
    ("answers", "heard", "settled"),
    [
        ({}, None, False),
        ({EAST: PASS, WEST: PASS, NORTH: PASS}, None, False),
        ({EAST: says("guard")}, "guard", True),
        ({EAST: says("guns")}, "guns", False),
        ({EAST: says("guns"), WEST: PASS}, "guns", False),
        ({EAST: says("guns"), WEST: PASS, NORTH: PASS}, "guns", True),
        ({EAST: says("guns"), NORTH: says("horse")}, "horse", False),
        ({EAST: PASS, WEST: says("line")}, "line", True),
        ({WEST: says("line"), NORTH: says("horse")}, "line", False),
    ],
)
def test_the_first_in_precedence_is_heard_once_nobody_before_him_can_speak(
    answers: Answers, heard: str | None, settled: bool
) -> None:
    offer = POWERS.first(answers)
    assert offer == (None if heard is None else Offer(heard, Speak(heard)))
    assert POWERS.is_settled(answers) == settled


def test_seats_speak_for_themselves_unless_something_else_is_said() -> None:
    seats = Precedence({WEST: WEST, EAST: EAST})
    assert seats.first({EAST: says("x"), WEST: says("y")}) == Offer(WEST, Speak("y"))


def playing(*agenda: Step) -> "Play[None]":
    return Play(None, agenda, SealedChance(b"s" * 32))


def test_what_the_topmost_window_is_about_waits_below_it() -> None:
    play = playing(Deed("war"), Deed("march"), Window("march"), Deed("fire"), Window("fire"), Deed("answer"))
    assert waiting(play, Window) == Deed("fire")
    cancel(play, Window)
    assert play.agenda == [Deed("war"), Deed("march"), Window("march"), Deed("answer")]
    turn(play, Window("retreat"), Deed("retreat"))
    assert play.agenda == [Deed("war"), Deed("retreat"), Window("retreat"), Deed("answer")]


def test_without_a_window_nothing_waits_and_nothing_can_be_cancelled() -> None:
    assert waiting(playing(Deed("war")), Window) is None
    with pytest.raises(AssertionError, match="a window is open"):
        cancel(playing(Deed("war")), Window)
