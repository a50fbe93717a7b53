"""Whole games of Waterloo by bots: they end, no piece is lost or doubled, every rest can be asked again."""

from random import Random
from typing import Any

import pytest

from domain.bots.playing import Situation, opening, play_out, random_bot, recorded_game
from domain.kernel.agenda import Answers, Play, decision_at
from domain.kernel.codec import codec
from domain.kernel.history import History
from domain.kernel.orders import Order
from domain.kernel.seats import Seat
from domain.waterloo.facts import FACTS
from domain.waterloo.orders import Attack, Charge, EnterUnit, FireArtillery, ForceCharge, MoveUnit
from domain.waterloo.position.state import State, armies_of_seat, seat_of
from domain.waterloo.title import WATERLOO
from tests.rules.waterloo.invariants import check as check_all

GAMES = [
    (scenario.id, seats, number)
    for scenario in WATERLOO.scenarios
    for seats in scenario.seatings
    for number in range(4)
]
FIGHTING = (Attack, Charge, EnterUnit, FireArtillery, ForceCharge, MoveUnit)


def fierce_bot(situation: Situation) -> Order:
    """Rather moves on and fights than turns about, so that games see many battles."""
    menu = situation.ask.menu(situation.draft)
    bold = [order for order in menu if isinstance(order, FIGHTING)]
    if bold and situation.random.random() < 0.8:
        return situation.random.choice(bold)
    return random_bot(situation)


def play(scenario: str, seats: tuple[Seat, ...], number: int, on_command: Any = None) -> "Play[State]":
    seed = bytes([number]) * 32
    bot = random_bot if number % 2 else fierce_bot
    opened = opening(WATERLOO, scenario, seats, seed, "game")
    return play_out(WATERLOO, opened, seed, dict.fromkeys(seats, bot), Random(number), on_command)


@pytest.mark.parametrize(("scenario", "seats", "number"), GAMES)
def test_a_game_ends_and_keeps_what_always_holds(scenario: str, seats: tuple[Seat, ...], number: int) -> None:
    def check(play: "Play[State]", rounds: list[Answers]) -> None:
        decision = decision_at(play.state, tuple(play.agenda))
        check_all(play.state, play.agenda, decision)

    over = play(scenario, seats, number, check)
    result = WATERLOO.result(over.state)
    assert result is not None and set(result.winners) <= set(seats)
    assert over.state.turn == WATERLOO.scenario(scenario).turns


@pytest.mark.parametrize(("scenario", "seats", "number"), GAMES)
def test_a_rest_asks_the_same_again_and_records_nothing(
    scenario: str, seats: tuple[Seat, ...], number: int
) -> None:
    def check(play: "Play[State]", rounds: list[Answers]) -> None:
        if not play.agenda:
            return
        first, again = (decision_at(play.state, tuple(play.agenda)) for _ in range(2))
        assert first is not None and again is not None and first.seats == again.seats
        for seat, ask in first.asks.items():
            menu = list(ask.menu())
            other = again.ask(seat)
            assert menu and other is not None and menu == list(other.menu())
            assert len(menu) == len(set(menu))
            assert armies_of_seat(play.state, seat)

    play(scenario, seats, number, check)


def test_a_recorded_game_reads_back_to_the_same_state_and_agenda() -> None:
    scenario = WATERLOO.scenario("long")
    seats, seed = scenario.seatings[1], bytes(32)
    opened = opening(WATERLOO, "long", seats, seed, "game")
    bots = dict.fromkeys(seats, fierce_bot)
    recorded = recorded_game(WATERLOO, opened, "game", seed, bots, Random(5))
    written = codec("waterloo")
    read = [
        written.read("game", each.version, written.topic(each.body), written.write(each)) for each in recorded
    ]
    assert read == recorded
    head = History(WATERLOO, read).head
    assert head == History(WATERLOO, recorded).head and head.is_over
    assert written.read_standing(written.write_standing(head)) == head


def test_who_is_asked_tells_nothing_about_a_hand() -> None:
    """Each hand is dealt anew for a seat that may not know it: the same seats are asked the same things."""

    def check(play: "Play[State]", rounds: list[Answers]) -> None:
        if not play.agenda:
            return
        decision = decision_at(play.state, tuple(play.agenda))
        assert decision is not None
        for seat in play.state.seats:
            other = WATERLOO.deal_anew(play.state, seat, Random(7), ())
            again = decision_at(other, tuple(play.agenda))
            assert again is not None and again.seats == decision.seats
            mine, same = decision.ask(seat), again.ask(seat)
            if mine is not None and same is not None:
                assert list(mine.menu()) == list(same.menu())

    play("long", WATERLOO.scenario("long").seatings[1], 2, check)


def test_every_army_has_a_seat() -> None:
    for scenario in WATERLOO.scenarios:
        for seats in scenario.seatings:
            state = State(scenario.id, seats, armies=FACTS.scenarios[scenario.id].armies)
            assert {seat_of(state, army) for army in state.armies} == set(seats)
